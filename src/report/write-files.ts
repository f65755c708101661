import { closeSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

/** A file that is complete and waits to be written; its name is that in its folder. */
export interface FinishedFile {
  readonly name: string;
  readonly text: string;
}

/** Writes one file, chunk after chunk. Each chunk may be overwritten by the next. */
export type AddFile = (name: string, chunks: Iterable<Uint8Array>) => void;

/** How the name of a folder starts that holds files until all of them are on disk. */
export const STAGING = '.unfinished-report-';

/**
 * Writes the files that `fill` adds. They get their names once all are on disk, the first file last: a folder that has it is
 * complete. Rejects with the error of `fill` or of the file system. Only the owner can read the files: evidence may contain
 * data that the service shows only to key holders.
 */
export async function writeFiles(directory: string, fill: (add: AddFile) => unknown): Promise<void> {
  // Inside the folder: a rename is atomic only within one file system, and the folder may be a mount point.
  const staging = mkdtempSync(join(directory, STAGING));
  const names: string[] = [];
  try {
    await fill((name, chunks) => {
      const descriptor = openSync(join(staging, name), 'wx', 0o600);
      names.push(name);
      try {
        for (const chunk of chunks) writeFileSync(descriptor, chunk);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    });
    // Node delivers a second signal or an unhandled error before the second turn. It ends the process without a report.
    await turn();
    await turn();
    for (const name of names.toReversed()) renameSync(join(staging, name), join(directory, name));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
