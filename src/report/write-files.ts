import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER_ONLY, temporaryPath } from './reports-folder.ts';

/** A file that is complete and waits to be written; its name is that in its folder. */
export interface FinishedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes files into a folder, for their owner alone. They take their names only once all of them are on disk, the first
 * one first, and before it the files go that they replace: whenever it is cut short, the folder never holds files of two
 * runs. `stale` names files that are removed as well. Rejects with the error of the file system.
 */
export async function writeFiles(
  directory: string,
  files: readonly FinishedFile[],
  stale: readonly string[] = [],
): Promise<void> {
  const waiting = files.map((file) => ({ ...file, temporary: temporaryPath(directory, file.name) }));
  try {
    await Promise.all(waiting.map(({ temporary, text }) => writeDurably(temporary, text)));
    const replaced = waiting.slice(1).map(({ name }) => name);
    for (const name of [...replaced, ...stale]) await rm(join(directory, name), { force: true });
    for (const { temporary, name } of waiting) await rename(temporary, join(directory, name));
  } catch (error) {
    await Promise.all(waiting.map(({ temporary }) => rm(temporary, { force: true })));
    throw error;
  }
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
