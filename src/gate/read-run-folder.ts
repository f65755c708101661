import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFiles } from './run-files.ts';

/** The files of a folder, or a sentence that says why they cannot be read. */
export type ReadFolder =
  | { readonly kind: 'ok'; readonly files: RunFiles }
  | { readonly kind: 'bad'; readonly problem: string };

/** Reads the files of a folder, not those of folders in it. */
export function readRunFolder(directory: string): ReadFolder {
  try {
    const names = readdirSync(directory).filter((name) => statSync(join(directory, name)).isFile());
    return { kind: 'ok', files: new Map(names.map((name) => [name, readFileSync(join(directory, name))])) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { kind: 'bad', problem: `${directory} cannot be read as the folder of a run (${code}).` };
  }
}
