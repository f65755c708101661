import { statSync } from 'node:fs';
import { readInputFile } from '../settings/read-file.ts';
import { join, resolve } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { bad, ok, problemsOf, type Result } from '../contract/result.ts';
import { formatNames } from '../report/formats.ts';
import { resolveConfiguration } from '../settings/configuration.ts';
import type { GivenSettings } from '../settings/settings.ts';
import { nameByFlag, type SettingSources } from '../settings/read-settings.ts';
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

/** Where the settings of a run come from: flags, the environment, and `.env` in the current folder. */
export function settingSources(flags: GivenSettings, console: Console): SettingSources {
  const file = readDotenv(join(console.directory, '.env'));
  return {
    given: flags,
    environment: console.environment,
    dotenv: file.kind === 'ok' ? parseDotenv(file.value) : {},
    dotenvProblems: problemsOf(file),
    readFile: (path) => readInputFile(resolve(console.directory, path)),
    formats: formatNames,
    freshSeed: console.now() % 2_147_483_647,
    nameOf: nameByFlag,
  };
}

/** The text of `.env`; empty if there is none. If it cannot be read, the run might judge another service than the one it names. */
function readDotenv(path: string): Result<string> {
  const stat = statSync(path, { throwIfNoEntry: false });
  // A folder of that name holds no settings.
  if (stat === undefined || stat.isDirectory()) return ok('');
  const read = readInputFile(path);
  return read.kind === 'ok'
    ? read
    : bad(`${path} ${read.problems.join(' ')}. Make it readable to this user, or remove it.`);
}
