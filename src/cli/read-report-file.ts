import { MOST_OF_RUN_FILE, readBounded, readProblem } from '../settings/read-file.ts';
import type { Result } from '../contract/result.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';

/** A report, or one inert sentence that says why it cannot be read. */
export type ReadReport =
  | { readonly kind: 'ok'; readonly report: Report }
  | { readonly kind: 'bad'; readonly problem: string };

/** Reads a report.json. A report of another version of the format is rejected. */
export function readReportFile(path: string): ReadReport {
  const read = readText(path);
  if (read.kind === 'ok') return { kind: 'ok', report: read.value };
  return { kind: 'bad', problem: `${safeText(path)} is not a report that can be read: ${safeText(read.problem)}.` };
}

function readText(path: string): Result<Report> {
  try {
    return readReport(readBounded(path, MOST_OF_RUN_FILE).toString('utf8'));
  } catch (error) {
    return { kind: 'bad', problem: `it ${readProblem(error)}` };
  }
}
