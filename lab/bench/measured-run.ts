import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PHASE_MARK, PHASES, type Phase } from '../../src/run/phases.ts';
import type { Report } from '../../src/report/report.ts';
import { type MeasuredProcess, measureProcess } from './measured-process.ts';

/** A measured run of the command, with figures from its report. */
export interface MeasuredRun extends MeasuredProcess {
  readonly phases: PhaseDurations;
  /** The path of report.json. The next run in the same folder replaces it. */
  readonly reportPath: string;
  readonly reportMegabytes: number;
}

/** Runs the command as a process with a fixed seed, measures it, and writes its report to `folder`. */
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

/** Reads the report of a measured run from disk. */
export function reportOf({ reportPath }: Pick<MeasuredRun, 'reportPath'>): Report {
  return JSON.parse(readFileSync(reportPath, 'utf8')) as Report;
}

/** The number of requests that a run sent. */
export function requestsOf({ facts, counts }: Report): number {
  return facts?.requests ?? counts.exchanges;
}

/** Milliseconds by phase. `exit` is the time after the last phase. */
export type PhaseDurations = Readonly<Partial<Record<Phase | 'exit', number>>>;

/** The duration of each phase, from the marks at their ends. A phase without a mark counts toward the next phase. */
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
