import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { orderKeys } from './order-keys.ts';
import type { Report } from './report.ts';
import { OWNER_ONLY, REPORT_FILE, temporaryPath } from './reports-folder.ts';
import { validateReport } from './validate-report.ts';

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

/**
 * Writes `report.json` into a folder and gives its path. The file is replaced as a whole or not at all, and always in
 * the same order of members. Rejects with `InvalidReport`, or with the error of the file system.
 */
export async function writeReport(report: Report, directory: string): Promise<string> {
  const problems = validateReport(report);
  if (problems.length > 0) throw new InvalidReport(problems);
  const path = join(directory, REPORT_FILE);
  const temporary = temporaryPath(directory);
  try {
    await writeDurably(temporary, reportText(report));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return path;
}

/** The text of report.json: indented by two spaces unless it is very long, with a newline at its end. */
export function reportText(report: Report, longestIndented: number = LONGEST_INDENTED): string {
  const plain = orderKeys(report);
  const indented = JSON.stringify(plain, null, 2);
  return `${indented.length > longestIndented ? JSON.stringify(plain) : indented}\n`;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
