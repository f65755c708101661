import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { parseAsOf } from '../contract/removal-calendar.ts';
import { formatNames } from '../report/formats.ts';
import { filled, type FlagValues, nameByFlag, type SettingSources } from '../settings/settings.ts';
import type { Console } from './console.ts';

/** Where the settings of a run come from: flags, the environment, `.env` in the current folder, and an earlier run. */
export function settingSources(
  flags: FlagValues,
  console: Console,
  ofEarlierRun: Readonly<Record<string, string>> = {},
): SettingSources {
  const { text: dotenvText, problem: dotenvProblem } = readDotenv(console.directory);
  const dotenv = Object.entries(parseDotenv(dotenvText ?? '')).filter(([, text]) => filled(text) !== undefined);
  return {
    given: flags,
    environment: console.environment,
    dotenv: Object.fromEntries(dotenv),
    dotenvProblem,
    ofEarlierRun,
    readFile: (path) => readFileSync(resolve(console.directory, path), 'utf8'),
    isAsOf: (text) => parseAsOf(text).kind === 'ok',
    formats: formatNames,
    freshSeed: console.now() % 2_147_483_647,
    nameOf: nameByFlag,
  };
}

/** Errors of a folder without a file `.env`. A folder of that name is no file of settings. */
const NO_FILE: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EISDIR'];

/**
 * The text of `.env` in the current folder; null where there is none, or where this user may not read it. Throws any other
 * error: without the file, the run might judge another service than the one it names.
 */
function readDotenv(directory: string): { readonly text: Buffer | null; readonly problem: string | null } {
  const path = join(directory, '.env');
  try {
    return { text: readFileSync(path), problem: null };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (NO_FILE.includes(code)) return { text: null, problem: null };
    if (code !== 'EACCES') throw error;
    return { text: null, problem: `${path} cannot be read. Make it readable to this user, or remove it.` };
  }
}
