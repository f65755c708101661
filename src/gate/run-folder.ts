import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, messageOf } from '../contract/errors.ts';
import { bad, ok, type Result } from '../contract/result.ts';
import { decodeUtf8 } from '../contract/utf8.ts';
import { MOST_OF_RUN_FILE, readBounded, readProblem } from '../settings/read-file.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';

/** The files of a folder by name. */
export type RunFiles = ReadonlyMap<string, Uint8Array>;

/** Reads the files of the folder of a run, without those of its subfolders. A problem is a sentence. */
export function readRunFolder(directory: string): Result<RunFiles> {
  try {
    const files = new Map<string, Uint8Array>();
    let bytes = 0;
    for (const entry of readdirSync(directory, { withFileTypes: true, encoding: 'buffer' })) {
      if (entry.isDirectory()) continue;
      const [name, data] = readFileOf(directory, entry);
      files.set(name, data);
      bytes += data.length;
      if (bytes > MOST_OF_RUN_FILE) throw new Error('its files together are too large');
    }
    return ok(files);
  } catch (error) {
    const reason = codeOf(error) === null ? messageOf(error) : `it ${readProblem(error)}`;
    return bad(`${directory} cannot be read as the folder of a run: ${reason}.`);
  }
}

function readFileOf(directory: string, entry: Dirent<Buffer>): readonly [name: string, data: Buffer] {
  const name = decodeUtf8(entry.name);
  if (name === null) throw new Error(`the name of a file in it is not UTF-8: ${entry.name.toString('latin1')}`);
  try {
    return [name, readBounded(join(directory, name), MOST_OF_RUN_FILE)];
  } catch (error) {
    throw new Error(`${name} ${readProblem(error)}`, { cause: error });
  }
}

/** Reads a report.json. A report of another version of the format is rejected. A problem is an inert sentence. */
export function readReportFile(path: string): Result<Report> {
  let problem = '';
  try {
    const read = readReport(readBounded(path, MOST_OF_RUN_FILE).toString('utf8'));
    if (read.kind === 'ok') return read;
    problem = read.problems.join(' ');
  } catch (error) {
    problem = `it ${readProblem(error)}`;
  }
  return bad(`${safeText(path)} is not a report that can be read: ${safeText(problem)}.`);
}
