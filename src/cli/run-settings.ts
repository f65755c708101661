import { codeOf } from '../contract/errors.ts';
import {
  isReadableByOthers,
  MOST_OF_SETTINGS,
  readBounded,
  readInputFile,
  readProblem,
} from '../settings/read-file.ts';
import { join, resolve } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { formatNames } from '../report/formats.ts';
import { resolveConfiguration } from '../settings/configuration.ts';
import type { GivenSettings } from '../settings/settings.ts';
import { nameByFlag, nonBlank, type SettingSources } from '../settings/read-settings.ts';
import type { Console } from './console.ts';

/** The flags of `run`: those of settings, and those of one command line, which have no variable. */
export interface RunFlags extends GivenSettings {
  /** The folder that is watched; true stands for the current one. */
  readonly watch?: string | true;
  readonly quiet?: boolean;
}

/** The folder for the report, even if other settings have problems. */
export function reportsFolder(flags: RunFlags, console: Console): string {
  const { reports } = resolveConfiguration(settingSources(flags, console));
  return resolve(console.directory, reports);
}

/** The note for a `.env` that other users can read. */
export function noteOpenDotenv(directory: string): readonly string[] {
  if (!isReadableByOthers(join(directory, '.env'))) return [];
  return ['Other users of this machine can read .env, which may hold the key. To prevent this, run chmod 600 .env.'];
}

/** Where the settings of a run come from: flags, the environment, and `.env` in the current folder. */
export function settingSources(flags: GivenSettings, console: Console): SettingSources {
  const { text, problem: dotenvProblem } = readDotenv(console.directory);
  const dotenv = Object.entries(parseDotenv(text ?? '')).filter(([, value]) => nonBlank(value) !== undefined);
  return {
    given: flags,
    environment: console.environment,
    dotenv: Object.fromEntries(dotenv),
    dotenvProblem,
    readFile: (path) => readInputFile(resolve(console.directory, path)),
    formats: formatNames,
    freshSeed: console.now() % 2_147_483_647,
    nameOf: nameByFlag,
  };
}

/** Errors of a folder without a file `.env`. A folder of that name holds no settings. */
const NO_FILE: readonly (string | null)[] = ['ENOENT', 'ENOTDIR', 'EISDIR'];

/**
 * The text of `.env` in the current folder; null if there is none, or if this user may not read it. Throws any other
 * error: without the file, the run might judge another service than the one it names.
 */
function readDotenv(directory: string): { readonly text: Buffer | null; readonly problem: string | null } {
  const path = join(directory, '.env');
  try {
    return { text: readBounded(path, MOST_OF_SETTINGS), problem: null };
  } catch (error) {
    const code = codeOf(error);
    if (NO_FILE.includes(code)) return { text: null, problem: null };
    // Errors of the machine, such as EMFILE, have a code.
    if (code !== 'EACCES' && code !== null) throw error;
    return { text: null, problem: `${path} ${readProblem(error)}. Make it readable to this user, or remove it.` };
  }
}
