import { orderKeys } from './order-keys.ts';
import type { Report } from './report.ts';
import { REPORT_FILE } from './reports-folder.ts';
import { validateReport } from './validate-report.ts';
import type { FinishedFile } from './write-files.ts';

/** Above this many characters indentation costs more than it helps. */
const LONGEST_INDENTED = 20_000_000;

/** Thrown where a report breaks its own schema: a fault of the suite. `problems` has one line for each. */
export class InvalidReport extends Error {
  override readonly name = 'InvalidReport';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The report does not follow its schema: ${problems.join('; ')}.`);
    this.problems = problems;
  }
}

/** Throws `InvalidReport` where a report breaks its own schema. */
export function requireValid(report: Report): void {
  const problems = validateReport(report);
  if (problems.length > 0) throw new InvalidReport(problems);
}

/** report.json as it will be written. */
export function reportFile(report: Report): FinishedFile {
  return { name: REPORT_FILE, text: reportText(report) };
}

/** The text of report.json: indented by two spaces unless it is very long, with a newline at its end. */
export function reportText(report: Report, longestIndented: number = LONGEST_INDENTED): string {
  const plain = orderKeys(report);
  const indented = JSON.stringify(plain, null, 2);
  return `${indented.length > longestIndented ? JSON.stringify(plain) : indented}\n`;
}
