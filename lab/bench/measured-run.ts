import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PHASE_MARK, PHASES, type Phase } from '../../src/run/phases.ts';
import type { Report } from '../../src/report/report.ts';
import { type MeasuredProcess, measureProcess } from './measured-process.ts';

/** A run of the command that was measured, with what its report says of it. */
export interface MeasuredRun extends MeasuredProcess {
  readonly phases: PhaseDurations;
  /** Path of report.json, until the next run writes to the same folder. */
  readonly reportPath: string;
  readonly reportMegabytes: number;
}

/** Runs the command as a process and measures it. Its report goes to `folder`; the seed is always the same. */
export async function measureRun(
  folder: string,
  words: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<MeasuredRun> {
  const command = ['run', '--seed', '1', '--reports', folder, ...words];
  const measured = await measureProcess('bin/petstore-conformance.js', command, environment);
  const reportPath = join(folder, 'report.json');
  return {
    ...measured,
    phases: phaseDurations(measured),
    reportPath,
    reportMegabytes: statSync(reportPath).size / 1e6,
  };
}

/** The report of a measured run, as it is on disk now. */
export function reportOf({ reportPath }: Pick<MeasuredRun, 'reportPath'>): Report {
  return JSON.parse(readFileSync(reportPath, 'utf8')) as Report;
}

/** How many requests a run has sent. */
export function requestsOf({ facts, counts }: Report): number {
  return facts?.requests ?? counts.exchanges;
}

/** Milliseconds by phase; `exit` is what the process takes after the last one. */
export type PhaseDurations = Readonly<Partial<Record<Phase | 'exit', number>>>;

/** How long each phase of a measured run took, from the marks at their ends. A phase without a mark is part of the next. */
export function phaseDurations({ marks, seconds }: Pick<MeasuredProcess, 'marks' | 'seconds'>): PhaseDurations {
  const durations: Partial<Record<Phase | 'exit', number>> = {};
  let end = 0;
  for (const phase of PHASES) {
    const mark = marks.get(`${PHASE_MARK}${phase}`);
    if (mark === undefined) continue;
    durations[phase] = mark - end;
    end = mark;
  }
  return { ...durations, exit: seconds * 1000 - end };
}
