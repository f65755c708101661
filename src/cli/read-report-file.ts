import { MOST_OF_RUN_FILE, readBounded, readProblem } from '../settings/read-file.ts';
import type { Result } from '../contract/result.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';

/** Reads a report.json. A report of another version of the format is rejected. A problem is an inert sentence. */
export function readReportFile(path: string): Result<Report> {
  const read = readText(path);
  if (read.kind === 'ok') return read;
  return { kind: 'bad', problem: `${safeText(path)} is not a report that can be read: ${safeText(read.problem)}.` };
}

function readText(path: string): Result<Report> {
  try {
    return readReport(readBounded(path, MOST_OF_RUN_FILE).toString('utf8'));
  } catch (error) {
    return { kind: 'bad', problem: `it ${readProblem(error)}` };
  }
}
