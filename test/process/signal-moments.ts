import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { resultOf, type StartedProcess, startProcess } from '../../lab/child-process.ts';
import { startReference } from '../../src/reference/reference-service.ts';
import type { Report } from '../../src/report/report.ts';
import { validateReport } from '../../src/report/read-report.ts';
import { openReportsFolder } from '../../src/run/prepare-run.ts';
import { additionsIn, readJournal } from '../../src/run/journal-file.ts';
import { randomNumbers } from '../../src/suite/random-numbers.ts';
import { targetOf } from '../support/command.ts';
import { BIN, FORMER, RUN } from './run-folder.ts';

// Ends a run at any moment. The run must never exit with 1, lose an addition, or damage a report.

/** Sequences of signals that end a run. */
const ENDINGS = [['SIGKILL'], ['SIGINT'], ['SIGTERM'], ['SIGHUP'], ['SIGINT', 'SIGTERM']] as const;

/** Units of progress: requests at the service, file system calls of the run, or milliseconds. */
const CLOCKS = ['requests', 'steps', 'milliseconds'] as const;

/** A moment of a run, as a share of the clock of a whole run. */
export interface Moment {
  readonly clock: (typeof CLOCKS)[number];
  readonly share: number;
  readonly signals: readonly NodeJS.Signals[];
}

/** Sixty moments between the start of the process and its last step. */
export const MOMENTS: readonly Moment[] = drawMoments(22, 60);

function drawMoments(seed: number, count: number): readonly Moment[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const signals = ENDINGS[index % ENDINGS.length] ?? ENDINGS[0];
    return {
      clock: CLOCKS[Math.floor(random() * CLOCKS.length)] ?? 'steps',
      share: Math.round(random() * 1000) / 1000,
      signals,
    };
  });
}

/** The length of a whole run on each clock. */
export type RunLength = Readonly<Record<Moment['clock'], number>>;

/** Measures one uninterrupted run. */
export async function measureRun(folder: string): Promise<RunLength> {
  const startedAt = performance.now();
  const { code, requests } = await runUntil(folder, null);
  expect(code).toBe(2);
  const steps = Number(readFileSync(join(folder, 'steps'), 'utf8'));
  return { requests, steps, milliseconds: performance.now() - startedAt };
}

/** Ends a run at a moment, and expects no lost addition and no damaged report. */
export async function expectNothingLost(folder: string, moment: Moment, length: RunLength): Promise<void> {
  const reports = join(folder, 'reports');
  writeFileSync(join(reports, 'report.json'), FORMER);
  const at = { ...moment, count: Math.ceil(moment.share * length[moment.clock]) };
  const { code, stored } = await runUntil(folder, at);
  // Null: the signal ended the process. 2: the run ended before the signal.
  expect([null, 2, 129, 130, 143]).toContain(code);
  const names = readdirSync(reports);
  const text = names.includes('report.json') ? readFileSync(join(reports, 'report.json'), 'utf8') : FORMER;
  const report = text === FORMER ? null : (JSON.parse(text) as Report);
  if (report !== null) expect(validateReport(report)).toEqual([]);
  const additions = names
    .filter((name) => /^unfinished-.*\.journal$/.test(name))
    .flatMap((name) => additionsIn(readJournal(join(reports, name))));
  const known = [...(report === null ? [] : [...report.created, ...(report.claimed ?? [])]), ...additions];
  const lost = stored.filter(
    ({ id, name }) => !known.some((pet) => pet.id === id || (pet.id === null && pet.name === name)),
  );
  expect(lost).toEqual([]);
  const { notes, journal } = openReportsFolder(reports, Date.now());
  journal.close(true);
  for (const { id } of additions) expect(notes.join('\n')).toContain(id ?? 'unknown');
  // A journal without additions stays, because its run may be active.
  const left = readdirSync(reports).filter((name) => name.includes('unfinished'));
  const unnamed = left.filter(
    (name) => !name.endsWith('.journal') || additionsIn(readJournal(join(reports, name))).length > 0,
  );
  expect(unnamed).toEqual([]);
}

interface EndedRun {
  readonly code: number | null;
  readonly requests: number;
  /** The pets that the service stored. */
  readonly stored: readonly { readonly id: string; readonly name: string }[];
}

/** Runs against a counting service. `end` determines the moment and the signals. With null, the run is not interrupted. */
async function runUntil(folder: string, end: (Moment & { readonly count: number }) | null): Promise<EndedRun> {
  const stored: { readonly id: string; readonly name: string }[] = [];
  let requests = 0;
  let child: StartedProcess | null = null;
  const send = (): void => end?.signals.forEach((signal) => child?.kill(signal));
  const service = await startReference({
    changes: [
      (base) => ({
        async around(request, next) {
          requests += 1;
          if (end?.clock === 'requests' && requests === end.count) send();
          return base.around(request, next);
        },
        store(pet, request) {
          stored.push({ id: pet.id.toString(), name: pet.name });
          return base.store(pet, request);
        },
      }),
    ],
  });
  try {
    const preload = join(folder, 'preload.mjs');
    writeFileSync(preload, stepCounter(folder, end?.clock === 'steps' ? end : null));
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
      ...targetOf(service),
    };
    child = startProcess(process.execPath, [BIN, ...RUN], { cwd: folder, env });
    if (end?.clock === 'milliseconds') setTimeout(send, end.count);
    const { code } = await resultOf(child);
    return { code, requests, stored };
  } finally {
    await service.close();
  }
}

/** JavaScript that counts the file system calls of its process, and sends signals before a given call. */
function stepCounter(folder: string, end: (Moment & { readonly count: number }) | null): string {
  return `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { writeFileSync } = fs;
    let steps = 0;
    function counted(holder, name) {
      const own = holder[name];
      holder[name] = (...given) => {
        steps += 1;
        if (steps === ${end?.count ?? 0}) for (const signal of ${JSON.stringify(end?.signals ?? [])}) process.kill(process.pid, signal);
        return own(...given);
      };
    }
    for (const name of ['writeSync', 'writeFileSync', 'ftruncateSync', 'fsyncSync', 'renameSync', 'rmSync']) counted(fs, name);
    syncBuiltinESMExports();
    process.on('exit', () => writeFileSync(${JSON.stringify(join(folder, 'steps'))}, String(steps)));`;
}
