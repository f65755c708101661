import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StepChange } from '../../src/reference/service-steps.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { additionsIn, readJournal } from '../../src/run/journal-file.ts';
import { validateReport } from '../../src/report/read-report.ts';
import type { ProcessResult, StartedProcess } from '../../lab/child-process.ts';
import { targetOf } from '../support/command.ts';
import { runPreloaded, whenLoading, whenOpening } from '../support/preloaded-command.ts';
import { BIN, FORMER, RUN, useRunFolder } from './run-folder.ts';
import { expectNothingLost, measureRun, MOMENTS, type RunLength } from './signal-moments.ts';

const ANSWERED = 10;
/** A brief run. */
const BRIEF = ['run', '--only', 'LIST-OK', '--format', 'json'];
const folder = useRunFolder();
let length: RunLength | null = null;

/** Runs against a service that responds only to the first additions. The run continues until `act` ends it. */
async function runHeld(act: (child: StartedProcess) => void): Promise<ProcessResult> {
  let additions = 0;
  const service = await startReference({
    changes: [
      (base) => ({
        async around(request, next) {
          if (request.operation === 'createPet') additions += 1;
          if (additions > ANSWERED) await new Promise(() => undefined);
          return base.around(request, next);
        },
      }),
    ],
  });
  const settings = { ...targetOf(service), PETSTORE_REQUEST_TIMEOUT: '600' };
  try {
    return await folder.runIn(process.execPath, [BIN, ...RUN], act, settings);
  } finally {
    await service.close();
  }
}

function namesInReports(): readonly string[] {
  return readdirSync(join(folder.path(), 'reports')).toSorted();
}

function journalPath(): string {
  const name = namesInReports().find((each) => each.endsWith('.journal'));
  return join(folder.path(), 'reports', name ?? 'there is no journal');
}

/** How many additions the journal of the run has, by their outcome. */
function additionsUnderWay(): { readonly created: number; readonly unknown: number } {
  const outcomes = existsSync(journalPath())
    ? additionsIn(readJournal(journalPath())).map(({ outcome }) => outcome)
    : [];
  const count = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length;
  return { created: count('created'), unknown: count('unknown') };
}

/** Calls `act` when all additions that get a response are in the journal, and another one waits. */
function onceUnderWay(act: () => void): void {
  const timer = setInterval(() => {
    const { created, unknown } = additionsUnderWay();
    if (created < ANSWERED || unknown === 0) return;
    clearInterval(timer);
    act();
  }, 2);
}

/** JavaScript that sends a signal to its own process. */
const sends = (signal: NodeJS.Signals): string => `process.kill(process.pid, '${signal}');`;

/** Runs a command line after some preloaded JavaScript. */
function runWith(
  preload: string,
  words: readonly string[] = BRIEF,
  settings: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> {
  return runPreloaded(folder.path(), words, preload, settings);
}

/** Reads the report in the folder. It must be new and complete. */
function newReport(): Report {
  const report: unknown = JSON.parse(folder.report() ?? '');
  expect(validateReport(report)).toEqual([]);
  return report as Report;
}

describe('a run that is killed', () => {
  it('during the writing of its report leaves no part of it, and the next run tidies up', async () => {
    expect(await runWith(whenOpening('/report.json', sends('SIGKILL')))).toMatchObject({ code: null });
    expect(folder.report()).toBeNull();
    expect(await folder.runIn(process.execPath, [BIN, ...BRIEF], () => undefined)).toMatchObject({ code: 2 });
    expect(namesInReports()).toEqual(['manifest.json', expect.stringMatching(/^orphaned-/), 'report.json']);
  });

  it('is reported by the next run with all added pets, and the list remains', async () => {
    await runHeld((child) => onceUnderWay(() => child.kill('SIGKILL')));
    expect(folder.report()).toBeNull();
    const records = readJournal(journalPath());
    const open = additionsIn(records).filter(({ outcome }) => outcome === 'unknown');
    const ids = records.flatMap(({ id }) => id ?? []);
    expect([ids.length, open.length].map((count) => count > 0)).toEqual([true, true]);
    const { code, error } = await folder.runIn(process.execPath, [BIN, ...BRIEF], () => undefined);
    expect(code).toBe(2);
    expect(error.match(/-?\d{5,}/g)).toEqual(expect.arrayContaining(ids));
    for (const { sentAt } of open) expect(error).toContain(`, sent at ${sentAt}, outcome unknown)`);
    expect(error.match(/outcome unknown/g)).toHaveLength(open.length);
    expect(readJournal(journalPath())).toEqual(records);
    expect(namesInReports()).toEqual(['manifest.json', expect.stringMatching(/^orphaned-/), 'report.json']);
  });
});

it('a second run into the folder of an active run ends with its report, and the first replaces it', async () => {
  const second = Promise.withResolvers<ProcessResult>();
  const first = await runHeld((child) =>
    onceUnderWay(() => {
      const run = folder.runIn(process.execPath, [BIN, ...BRIEF], () => undefined);
      second.resolve(run.finally(() => child.kill('SIGTERM')));
    }),
  );
  expect(await second.promise).toMatchObject({ code: 2, error: expect.stringContaining('is still active') });
  expect(first.code).toBe(143);
  expect(newReport().created.length).toBeGreaterThan(0);
  expect(namesInReports()).toEqual(['manifest.json', expect.stringMatching(/^orphaned-/), 'report.json']);
});

describe.runIf(process.platform !== 'win32')('a signal', () => {
  it('ends a run with a report that names the signal and contains the findings so far', async () => {
    const ended = await runHeld((child) => onceUnderWay(() => child.kill('SIGINT')));
    expect(ended.code).toBe(130);
    const report = newReport();
    expect(report).toMatchObject({ run: { end: 'interrupted', signal: 'SIGINT' }, verdict: { exitCode: 2 } });
    expect(report.verdict.reasons.map(({ text }) => text)).toContain(
      'The run was interrupted by SIGINT before it was complete.',
    );
    // The report comes from the complete journal, whose last records contain these facts.
    expect(report).toMatchObject({ facts: { requests: expect.any(Number) } });
    expect(report.created.length).toBeGreaterThan(0);
  });

  it.each([
    ['main.ts', 'SIGHUP', 129, ['list'], FORMER],
    ['start-run.ts', 'SIGTERM', 143, BRIEF, null],
  ] as const)('that comes as %s loads, before anything is sent, ends it at once: %s is exit %d', async (...row) => {
    const [module, signal, code, words, report] = row;
    expect(await runWith(whenLoading(module, sends(signal)), words)).toMatchObject({ code, error: '' });
    expect(folder.report()).toBe(report);
  });

  it('while the cases load ends the run with a report', async () => {
    const words = ['run', '--profile', 'read-only', '--format', 'json'];
    expect((await runWith(whenLoading('list.spec.ts', sends('SIGHUP')), words)).code).toBe(129);
    expect(newReport()).toMatchObject({ run: { end: 'interrupted', signal: 'SIGHUP' }, verdict: { exitCode: 2 } });
  });

  it('while a run waits for its target ends it with a report', async () => {
    const words = [...BRIEF, '--wait', '600', '--base-url', 'http://127.0.0.1:9/v1'];
    const settings = { PETSTORE_API_KEY: 'some-key' };
    expect((await runWith(whenLoading('wait-for-target.ts', sends('SIGTERM')), words, settings)).code).toBe(143);
    expect(newReport()).toMatchObject({ run: { end: 'interrupted', signal: 'SIGTERM' }, created: [] });
  });

  it('during the second try keeps the verdict of the first', async () => {
    const caseId = 'list/limit/default/all';
    let child: StartedProcess | null = null;
    let reads = 0;
    /** The case sends this request once in each try. The service does not respond in the second try. */
    const holdsSecondTry: StepChange = (base) => ({
      async around(request, next) {
        const isOfCase = request.headers['user-agent']?.includes(`case ${caseId})`) === true;
        if (isOfCase && request.query.size === 0) reads += 1;
        if (reads === 2) {
          child?.kill('SIGINT');
          await new Promise(() => undefined);
        }
        return base.around(request, next);
      },
    });
    const service = await startReference({ faults: ['limit-plus-one'], changes: [holdsSecondTry] });
    try {
      const words = ['run', '--name-cases', '--examples', '0', '--only', caseId, '--format', 'json'];
      const act = (started: StartedProcess): void => {
        child = started;
      };
      const ended = await folder.runIn(process.execPath, [BIN, ...words], act, targetOf(service));
      expect(ended.code).toBe(130);
      expect(newReport()).toMatchObject({
        run: { end: 'interrupted', signal: 'SIGINT' },
        verdict: { outcome: 'not conformant', exitCode: 1 },
        facts: { requests: expect.any(Number) },
      });
    } finally {
      await service.close();
    }
  });

  it('during the writing of the report does not change the report', async () => {
    const ended = await runWith(whenOpening('/report.json', sends('SIGHUP')));
    expect(ended).toMatchObject({ code: 129, error: '' });
    expect(newReport()).toMatchObject({ run: { end: 'complete', signal: null }, verdict: { exitCode: 2 } });
  });

  it('determines the exit code even if the report cannot be written, and the message names the added pets', async () => {
    const full = whenOpening('/report.json', `${sends('SIGTERM')} throw new Error('it is full');`);
    const { code, error } = await runWith(full, RUN);
    expect([code, error]).toEqual([143, expect.stringMatching(/could not be written .* Pets added: -?\d+, /)]);
  });

  it('that arrives a second time ends the run at once, without a report', async () => {
    const act = "process.once('SIGINT', () => process.kill(process.pid, 'SIGTERM'));";
    const words = ['--import', `data:text/javascript,${encodeURIComponent(act)}`, BIN, ...RUN];
    const ended = await folder.runIn(process.execPath, words, (child) => onceUnderWay(() => child.kill('SIGINT')));
    expect(ended.code).toBe(143);
    expect(folder.report()).toBeNull();
    expect(readFileSync(journalPath(), 'utf8')).not.toBe('');
  });
});

describe.runIf(process.platform !== 'win32')('a run that is ended', () => {
  it.each(MOMENTS.filter((_, index) => index % 12 === 0))(
    'by $signals at $share of its $clock loses no addition and damages no report',
    async (moment) => {
      length ??= await measureRun(folder.path());
      await expectNothingLost(folder.path(), moment, length);
    },
  );
});

it.runIf(process.platform !== 'win32')(
  'a full disk leaves no report, and preserves the list of added pets',
  async () => {
    // A file size limit acts like a full disk. With SIGXFSZ ignored, writes fail.
    const words = ['-c', `trap '' XFSZ; ulimit -f 200; exec "$0" "$@"`, process.execPath, BIN, ...RUN];
    const { code, error } = await folder.runIn('/bin/sh', words, () => undefined);
    expect(code).toBe(4);
    expect(error).toMatch(/fault of the suite|Pets added: /);
    expect(error).not.toMatch(/\bat .*\.ts:\d+/);
    const records = readJournal(journalPath());
    const added = records.flatMap(({ id }) => id ?? []);
    expect(namesInReports()).toEqual([basename(journalPath())]);
    expect(error.match(/-?\d{5,}/g)).toEqual(expect.arrayContaining(added));
    await folder.runIn(process.execPath, [BIN, ...BRIEF], () => undefined);
    expect(readJournal(journalPath())).toEqual(records);
    expect(namesInReports()).toEqual(['manifest.json', expect.stringMatching(/^orphaned-/), 'report.json']);
  },
);
