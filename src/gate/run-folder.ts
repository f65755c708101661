import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bad, ok, type Result } from '../contract/result.ts';
import { decodeUtf8 } from '../contract/utf8.ts';
import { MOST_OF_RUN_FILE, readFileWithin, readProblem } from '../settings/read-file.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';

/** The files of a folder by name. */
export type RunFiles = ReadonlyMap<string, Uint8Array>;

/** Reads the files in the folder of a run, without its subfolders. A problem is a sentence. */
export function readRunFolder(directory: string): Result<RunFiles> {
  const read = readFilesOf(directory);
  return read.kind === 'ok'
    ? read
    : bad(`${directory} cannot be read as the folder of a run: ${read.problems.join(' ')}.`);
}

/** A problem is a clause about the folder. */
function readFilesOf(directory: string): Result<RunFiles> {
  let entries: readonly Dirent<Buffer>[];
  try {
    entries = readdirSync(directory, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    return bad(`it ${readProblem(error)}`);
  }
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const entry of entries.filter((each) => !each.isDirectory())) {
    const name = decodeUtf8(entry.name);
    if (name === null) return bad(`the name of a file in it is not UTF-8: ${entry.name.toString('latin1')}`);
    const data = readFileWithin(join(directory, name), MOST_OF_RUN_FILE);
    if (data.kind === 'bad') return bad(`${name} ${data.problems.join(' ')}`);
    files.set(name, data.value);
    bytes += data.value.length;
    if (bytes > MOST_OF_RUN_FILE) return bad('its files together are too large');
  }
  return ok(files);
}

/** Reads a report.json. A report of another version of the format is rejected. A problem is an inert sentence. */
export function readReportFile(path: string): Result<Report> {
  const file = readFileWithin(path, MOST_OF_RUN_FILE);
  const read = file.kind === 'ok' ? readReport(file.value.toString('utf8')) : bad(`it ${file.problems.join(' ')}`);
  if (read.kind === 'ok') return read;
  return bad(`${safeText(path)} is not a report that can be read: ${safeText(read.problems.join(' '))}.`);
}
