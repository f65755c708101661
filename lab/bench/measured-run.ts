import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseReport } from '../../src/api/index.ts';
import type { Report } from '../../src/report/report.ts';
import { type MeasuredProcess, measureProcess } from './measured-process.ts';

/** A measured run of the command, with figures from its report. */
export interface MeasuredRun extends MeasuredProcess {
  /** Milliseconds from the start of the first case to the end of the last. */
  readonly caseMilliseconds: number;
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
  const { startedAt, endedAt } = reportOf({ reportPath }).run;
  return {
    ...measured,
    caseMilliseconds: Date.parse(endedAt) - Date.parse(startedAt),
    reportPath,
    reportMegabytes: statSync(reportPath).size / 1e6,
  };
}

/** Reads the report of a measured run from disk. */
export function reportOf({ reportPath }: Pick<MeasuredRun, 'reportPath'>): Report {
  return parseReport(readFileSync(reportPath, 'utf8'));
}

/** The number of requests that a run sent. */
export function requestsOf({ facts, counts }: Report): number {
  return facts?.requests ?? counts.exchanges;
}
