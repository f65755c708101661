import { closeSync, fsync, openSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OWNER_ONLY, temporaryPath } from './reports-folder.ts';

/** A file that is complete and waits to be written; its name is that in its folder. */
export interface FinishedFile {
  readonly name: string;
  readonly text: string;
}

/** The bytes of a file. Each chunk may be overwritten by the next. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Files that are written into a folder under temporary names until all of them are on disk. Only their owner can read them. */
export interface StagedFiles {
  /** Writes a file, chunk after chunk. Rejects with the error of the file system, or with one of the chunks. */
  readonly add: (name: string, chunks: Chunks) => Promise<void>;
  /**
   * Publishes the files once all are on disk. Removes the files that the later ones replace and the `stale` ones, then renames
   * the first file before the others. If publishing is interrupted, the folder never holds files of two runs. Rejects with the
   * error of the file system.
   */
  readonly publish: (stale?: readonly string[]) => Promise<void>;
  /** Removes the files that were not published. */
  readonly discard: () => Promise<void>;
}

/** Stages files for a folder. The system writes each to disk while the next one is made. */
export function stageFiles(directory: string): StagedFiles {
  const staged: { readonly name: string; readonly temporary: string; onDisk: Promise<void> }[] = [];
  return {
    async add(name, chunks) {
      const file = { name, temporary: temporaryPath(directory, name), onDisk: Promise.resolve() };
      const descriptor = openSync(file.temporary, 'wx', OWNER_ONLY);
      staged.push(file);
      try {
        for await (const chunk of chunks) writeFileSync(descriptor, chunk);
      } catch (error) {
        closeSync(descriptor);
        throw error;
      }
      // The system writes the file to disk while the next one is made.
      file.onDisk = synchronize(descriptor).finally(() => closeSync(descriptor));
      // The error is reported after all files are published: nothing awaits it earlier.
      file.onDisk.catch(() => undefined);
    },
    async publish(stale = []) {
      for (const { onDisk } of staged) await onDisk;
      const replaced = staged.slice(1).map(({ name }) => name);
      for (const name of [...replaced, ...stale]) await rm(join(directory, name), { force: true });
      for (const { temporary, name } of staged) await rename(temporary, join(directory, name));
      await synchronizeFolder(directory);
    },
    async discard() {
      await Promise.allSettled(staged.map(({ onDisk }) => onDisk));
      await Promise.all(staged.map(({ temporary }) => rm(temporary, { force: true })));
    },
  };
}

/** Writes files into a folder, all or none. Rejects with the error of the file system. */
export async function writeFiles(directory: string, files: readonly FinishedFile[]): Promise<void> {
  const staged = stageFiles(directory);
  try {
    for (const { name, text } of files) await staged.add(name, [Buffer.from(text)]);
    await staged.publish();
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

const synchronize = promisify(fsync);

/** Writes the names of the files to disk. Not every system can do this. */
async function synchronizeFolder(directory: string): Promise<void> {
  try {
    const descriptor = openSync(directory, 'r');
    await synchronize(descriptor).finally(() => closeSync(descriptor));
  } catch {
    // The files have their names.
  }
}
