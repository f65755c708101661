import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessResult, resultOf, type StartedProcess, startProcess } from '../support/child-process.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { validateReport } from '../../src/report/validate-report.ts';
import { targetOf } from '../support/command.ts';
import { runPreloaded, whenLoading, whenOpening } from '../support/preloaded-command.ts';

const BIN = fileURLToPath(new URL('../../bin/petstore-conformance.js', import.meta.url));
/** Fifty in `npm run test:long`. */
const KILLS = process.env['LONG'] === 'true' ? 50 : 4;
/** Short, since it is run many times: it adds some fifty animals, and its journal is smaller than its report. */
const RUN = ['run', '--examples', '1', '--only', 'CREATE-KEEPS-NAME'];
const ANSWERED = 10;
const FORMER = '{"former":"report"}\n';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-interrupted-'));
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'reports', 'report.json'), FORMER);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended extends ProcessResult {
  readonly milliseconds: number;
}

/** Runs a command line in the folder. `act` gets the process as soon as it is there. */
async function runIn(
  command: string,
  words: readonly string[],
  act: (child: StartedProcess) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const startedAt = performance.now();
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...settings };
  const child = startProcess(command, words, { cwd: folder, env });
  act(child);
  const result = await resultOf(child);
  return { ...result, milliseconds: performance.now() - startedAt };
}

const run = (act: (child: StartedProcess) => void = () => undefined): Promise<Ended> =>
  runIn(process.execPath, [BIN, ...RUN], act);

/** Runs against a service that answers the first additions only, so that the run goes on until `act` ends it. */
async function runHeld(act: (child: StartedProcess) => void): Promise<Ended> {
  let additions = 0;
  const service = await startReference({
    variants: [
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
    return await runIn(process.execPath, [BIN, ...RUN], act, settings);
  } finally {
    await service.close();
  }
}

/** The former report, or a new one that is whole. */
function isSound(): boolean {
  const text = readFileSync(join(folder, 'reports', 'report.json'), 'utf8');
  return text === FORMER || validateReport(JSON.parse(text)).length === 0;
}

/** The text of the journal of the run; empty as long as there is none. */
function journalText(): string {
  const name = readdirSync(join(folder, 'reports')).find((each) => each.endsWith('.journal'));
  return name === undefined ? '' : readFileSync(join(folder, 'reports', name), 'utf8');
}

/** Calls once an addition was noted in the journal of the run, or another record. */
function onceUnderWay(act: () => void, record = 'created'): void {
  const timer = setInterval(() => {
    if (!journalText().includes(`"type":"${record}"`)) return;
    clearInterval(timer);
    act();
  }, 2);
}

describe('a run that is killed', () => {
  it(`leaves a whole report at ${KILLS} moments, and no file of a run is lost`, async () => {
    const whole = await run();
    expect([whole.code, isSound()]).toEqual([2, true]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      writeFileSync(join(folder, 'reports', 'report.json'), FORMER);
      const after = (whole.milliseconds * (kill + Math.random())) / KILLS;
      await run((child) => setTimeout(() => child.kill('SIGKILL'), after));
      expect(isSound(), `killed after ${after} ms`).toBe(true);
    }
  });

  it('is told of by the next run, with every animal that it had added, and the list stays', async () => {
    await runHeld((child) => onceUnderWay(() => child.kill('SIGKILL')));
    expect(readFileSync(join(folder, 'reports', 'report.json'), 'utf8')).toBe(FORMER);
    const ids = [...journalText().matchAll(/"type":"created","animal":\{"id":"(-?\d+)"/g)].map(([, id]) => id ?? '');
    expect(ids.length).toBeGreaterThan(0);
    const { code, error } = await run();
    expect(code).toBe(2);
    const listed = readFileSync(join(folder, 'reports', 'left-behind.txt'), 'utf8');
    for (const text of [error, listed]) {
      expect(text).toContain('It had sent');
      expect(text.match(/-?\d{5,}/g)).toEqual(expect.arrayContaining(ids));
    }
    expect(readdirSync(join(folder, 'reports')).filter((name) => /journal|tmp/.test(name))).toEqual([]);
  });
});

const SIGNALS = [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

/** The report in the folder, which must be a new one that is whole. */
function newReport(): Report {
  const report: unknown = JSON.parse(readFileSync(join(folder, 'reports', 'report.json'), 'utf8'));
  expect(validateReport(report)).toEqual([]);
  return report as Report;
}

/** Sends a signal to the process itself. */
function sends(signal: NodeJS.Signals): string {
  return `process.kill(process.pid, '${signal}');`;
}

describe.runIf(process.platform !== 'win32')('a signal', () => {
  it.each(SIGNALS)('%s ends a run in order, with a report that names it, and exit %d', async (signal, code) => {
    const ended = await runHeld((child) => onceUnderWay(() => child.kill(signal)));
    expect(ended.code).toBe(code);
    const report = newReport();
    expect(report).toMatchObject({ run: { end: 'interrupted', signal }, verdict: { exitCode: 2 } });
    expect(report.verdict.reasons).toContain(`The run was interrupted by ${signal} before its end.`);
    // The journal was read when it was whole: its last records hold these.
    expect(report).toMatchObject({ facts: { requests: expect.any(Number) } });
    expect(report.created.length).toBeGreaterThan(0);
  });

  it.each(
    ['code-cache.js', 'main.ts', 'run-command.ts', 'run-cases.ts'].flatMap((module, index) => {
      const [signal, code] = SIGNALS[index % SIGNALS.length] ?? SIGNALS[0];
      return [[module, signal, code] as const];
    }),
  )('that comes before anything is sent, as %s loads, ends it at once: %s is exit %d', async (module, signal, code) => {
    const ended = await runPreloaded(folder, RUN, whenLoading(module, sends(signal)));
    expect(ended).toMatchObject({ code, error: '' });
    expect(isSound()).toBe(true);
  });

  it.each(SIGNALS.slice(0, 1))(
    '%s while the test runner loads ends the run with a report, and exit %d',
    async (signal, code) => {
      const words = ['run', '--profile', 'read-only', '--format', 'json'];
      const ended = await runPreloaded(folder, words, whenLoading('run-cases.ts', sends(signal)));
      expect(ended.code).toBe(code);
      expect(newReport()).toMatchObject({ run: { end: 'interrupted', signal }, verdict: { exitCode: 2 } });
    },
  );

  it.each(SIGNALS.slice(1, 2))(
    '%s with the first request ends the run with a report, and exit %d',
    async (signal, code) => {
      const ended = await run((child) => onceUnderWay(() => child.kill(signal), 'sent'));
      expect(ended.code).toBe(code);
      expect(newReport()).toMatchObject({ run: { end: 'interrupted', signal }, verdict: { exitCode: 2 } });
    },
  );

  it.each(SIGNALS.slice(2, 3))(
    '%s while a run waits for its target ends it with a report, and exit %d',
    async (signal, code) => {
      const words = [...RUN, '--wait', '600', '--base-url', 'http://127.0.0.1:9/v1'];
      const act = whenLoading('target-probe.ts', sends(signal));
      const ended = await runPreloaded(folder, words, act, { PETSTORE_API_KEY: 'some-key' });
      expect(ended.code).toBe(code);
      expect(newReport()).toMatchObject({ run: { end: 'interrupted', signal }, created: [] });
    },
  );

  it.each(SIGNALS.slice(1, 2))(
    '%s in the second try keeps the verdict of what was seen, and is exit %d',
    async (signal, code) => {
      const service = await startReference({ fault: 'limit-plus-one' });
      try {
        const words = ['run', '--examples', '1', '--only', 'LIST-LIMIT-MAX'];
        // The journal is read for the first time when the cases of the second try are chosen.
        const act = whenOpening('.journal', sends(signal));
        const ended = await runPreloaded(folder, words, act, targetOf(service));
        expect(ended.code).toBe(code);
        expect(newReport()).toMatchObject({
          run: { end: 'interrupted', signal },
          verdict: { outcome: 'not conformant', exitCode: 1 },
        });
      } finally {
        await service.close();
      }
    },
  );

  it.each(SIGNALS.slice(0, 2))(
    '%s while the report is written leaves it as it is, and is exit %d',
    async (signal, code) => {
      // The first file of this name only shows that the folder can be written.
      const ended = await runPreloaded(folder, RUN, whenOpening('.report.json.', sends(signal), 2));
      expect(ended).toMatchObject({ code, error: '' });
      expect(newReport()).toMatchObject({ run: { end: 'complete', signal: null }, verdict: { exitCode: 2 } });
    },
  );

  it('is the exit code of a run whose report cannot be written too, and the complaint names what was added', async () => {
    const full = whenOpening(
      '.report.json.',
      "process.kill(process.pid, 'SIGTERM'); throw new Error('it is full');",
      2,
    );
    const { code, error } = await runPreloaded(folder, RUN, full);
    expect([code, error]).toEqual([143, expect.stringMatching(/could not be written .* Animals added: -?\d+, /)]);
  });

  it('that comes a second time ends the run at once, without a report, and the next run names what was added', async () => {
    const act = "process.once('SIGINT', () => process.kill(process.pid, 'SIGTERM'));";
    const words = ['--import', `data:text/javascript,${encodeURIComponent(act)}`, BIN, ...RUN];
    const first = await runIn(process.execPath, words, (child) => onceUnderWay(() => child.kill('SIGINT')));
    expect(first.code).toBe(143);
    expect(readFileSync(join(folder, 'reports', 'report.json'), 'utf8')).toBe(FORMER);
    expect((await run()).error).toContain('It had sent');
  });

  it.each(['list', 'explain LIST-OK'])('ends every other command too: %s', async (words) => {
    const act = whenLoading('commander/index.js', sends('SIGTERM'));
    expect((await runPreloaded(folder, words.split(' '), act)).code).toBe(143);
  });
});

describe('a disk that is full', () => {
  it.runIf(process.platform !== 'win32').each([
    ['in the middle of the run', 200, /fault of the suite|Animals added: /],
    ['from the beginning', 1, /could not be written|fault of the suite/],
    ['only for the report', 700, /could not be written .* Animals added: -?\d+, /],
  ])('%s leaves the former report as it was, and says what happened', async (_when, blocks, said) => {
    // A limit on the size of files is to a process what a full disk is; without the signal writing just fails.
    const script = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
    const words = ['-c', script, process.execPath, BIN, ...RUN];
    const { code, error } = await runIn('/bin/sh', words, () => undefined);
    expect(code).toBe(4);
    expect(error).toMatch(said);
    expect(error).not.toMatch(/\bat .*\.ts:\d+/);
    expect(readFileSync(join(folder, 'reports', 'report.json'), 'utf8')).toBe(FORMER);
    expect(readdirSync(join(folder, 'reports'))).toEqual(['report.json']);
  });
});

describe('a folder that cannot be written', () => {
  it('is wrong usage, before anything is sent', async () => {
    rmSync(join(folder, 'reports'), { recursive: true });
    writeFileSync(join(folder, 'reports'), 'a file');
    const { code, error } = await run();
    expect(code).toBe(3);
    expect(error).toContain('--reports');
    expect(existsSync(join(folder, 'reports', 'report.json'))).toBe(false);
  });
});
