import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { codeOf, isExhaustion, messageOf } from '../contract/errors.ts';
import { safeText } from './safe-text.ts';

/** Name of the report in its folder. */
export const REPORT_FILE = 'report.json';

/** Why no report can be written into a folder that a setting names. Throws the error again if the setting is not at fault. */
export function folderProblem(error: unknown, directory: string, setting: string): string {
  if (isExhaustion(error) || codeOf(error) === null) throw error;
  const reason = safeText(messageOf(error));
  return `No report can be written into ${safeText(directory)} (${reason}). Set ${setting} to a folder that can be written.`;
}

/** Makes a folder and its missing parents. The recursive option of Node never returns for a path below /proc. */
export function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  const above = dirname(directory);
  if (above !== directory) makeFolder(above);
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another run may have made it since.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** A file that is complete and waits to be written; its name is that in its folder. */
export interface FinishedFile {
  readonly name: string;
  readonly data: Uint8Array;
}

/** How the name of a folder starts that holds files until all of them are on disk. */
export const STAGING = '.unfinished-report-';

/**
 * Writes files. They get their names once all are on disk, the first file last: a folder that has it is complete. Rejects with
 * the error of the file system. Only the owner can read the files: evidence may contain data that the service shows only to
 * key holders.
 */
export async function writeFiles(directory: string, files: readonly FinishedFile[]): Promise<void> {
  // Inside the folder: a rename is atomic only within one file system, and the folder may be a mount point.
  const staging = mkdtempSync(join(directory, STAGING));
  try {
    for (const { name, data } of files)
      writeFileSync(join(staging, name), data, { flag: 'wx', mode: 0o600, flush: true });
    // Node delivers a second signal or an unhandled error before the second turn. It ends the process without a report.
    await turn();
    await turn();
    for (const { name } of files.toReversed()) renameSync(join(staging, name), join(directory, name));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
