import { MOST_OF_RUN_FILE, readBounded, readProblem } from '../contract/read-bounded.ts';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a folder by name. */
export type RunFiles = ReadonlyMap<string, Uint8Array>;

/** The files of a folder, or a sentence that says why they cannot be read. */
export type ReadFolder =
  | { readonly kind: 'ok'; readonly files: RunFiles }
  | { readonly kind: 'bad'; readonly problem: string };

/** Reads the files of a folder, without those of its subfolders. */
export function readRunFolder(directory: string): ReadFolder {
  try {
    const names = readdirSync(directory).filter((name) => statSync(join(directory, name)).isFile());
    return { kind: 'ok', files: new Map(names.map((name) => [name, readFileOf(directory, name)])) };
  } catch (error) {
    const code = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : 'unknown error';
    return { kind: 'bad', problem: `${directory} cannot be read as the folder of a run (${code}).` };
  }
}

function readFileOf(directory: string, name: string): Uint8Array {
  try {
    return readBounded(join(directory, name), MOST_OF_RUN_FILE);
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    throw new Error(`${name} ${readProblem(error)}`, { cause: error });
  }
}

/** The text of a file; null if it is not UTF-8, because the suite writes no such file. */
export function textOfFile(data: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return null;
  }
}
