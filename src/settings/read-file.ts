import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { basename } from 'node:path';
import { codeOf, isExhaustion } from '../contract/errors.ts';
import { bad, ok, type Result } from '../contract/result.ts';

/** The most bytes of a file that an operator provides: settings, keys, certificates, a policy or known deviations. */
const MOST_OF_SETTINGS = 4 * 1024 * 1024;

/** The most bytes of a file that a run wrote. */
export const MOST_OF_RUN_FILE = 256 * 1024 * 1024;

/** A file that exists and is not read. The message is a phrase about the file. */
class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

/** Reads a regular file of at most `most` bytes. Throws for any other, or with the error of the file system. */
export function readBounded(path: string, most: number): Buffer {
  // Without O_NONBLOCK, opening a pipe waits for a writer.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw Object.assign(new UnusableFile('is a folder'), { code: 'EISDIR' });
    if (!stat.isFile()) throw new UnusableFile('is not a regular file');
    // A file may grow while it is read, and files of /proc have the size 0.
    const chunks: Buffer[] = [];
    for (let length = 0; ;) {
      if (Math.max(stat.size, length) > most) throw new UnusableFile(`is larger than ${most / 1024 / 1024} MiB`);
      const room = Buffer.allocUnsafe(Math.max(stat.size - length, 4096) + 1);
      const count = readSync(descriptor, room);
      if (count === 0) return Buffer.concat(chunks, length);
      chunks.push(room.subarray(0, count));
      length += count;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a regular file of at most `most` bytes. A problem is a phrase about the file. Throws as `readProblem` does. */
export function readFileWithin(path: string, most: number): Result<Buffer> {
  try {
    return ok(readBounded(path, most));
  } catch (error) {
    return bad(readProblem(error));
  }
}

/** Reads the text of a file that an operator provides. A problem is a phrase about the file. */
export function readInputFile(path: string): Result<string> {
  const read = readFileWithin(path, MOST_OF_SETTINGS);
  return read.kind === 'ok' ? ok(read.value.toString('utf8')) : read;
}

/**
 * What `read` makes of a file that `name` names, such as a flag. A problem is a sentence; those of the file and of `read` are
 * phrases about the file.
 */
export function readNamedFile<T>(name: string, file: Result<string>, read: (text: string) => Result<T>): Result<T> {
  const result = file.kind === 'ok' ? read(file.value) : file;
  return result.kind === 'ok' ? result : bad(`The file of ${name} ${result.problems.join(' ')}.`);
}

/** A note if other users of this machine can read a file: a key in it is not secret. Windows has no such permission bits. */
export function noteOpenFile(path: string, name: string): readonly string[] {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  const isOpen = platform() !== 'win32' && (mode & 0o044) !== 0;
  return isOpen
    ? [`Other users of this machine can read ${name}. To prevent this, run chmod 600 ${basename(path)}.`]
    : [];
}

/** Why `readBounded` failed, as a phrase about the file. Throws the error again if no file is at fault. */
export function readProblem(error: unknown): string {
  if (isExhaustion(error)) throw error;
  if (error instanceof UnusableFile) return error.message;
  const code = codeOf(error);
  if (code === 'ENOENT') return 'does not exist';
  return code === null ? 'cannot be read' : `cannot be read (${code})`;
}
