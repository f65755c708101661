import { statSync } from 'node:fs';
import { readInputFile } from '../settings/read-file.ts';
import { join, resolve } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { formatNames } from '../report/formats.ts';
import type { GivenSettings } from '../settings/settings.ts';
import { nameByFlag, readReportsFolder, type SettingSources } from '../settings/read-settings.ts';
import type { Console } from './console.ts';

/** The flags of `run`: those of settings, and those of one command line, which have no variable. */
export interface RunFlags extends GivenSettings {
  /** The folder that is watched; true stands for the current one. */
  readonly watch?: string | true;
  readonly quiet?: boolean;
}

/** The folder for the report, even if other settings have problems. */
export function reportsFolder(flags: RunFlags, console: Console): string {
  return resolve(console.directory, readReportsFolder(settingSources(flags, console)));
}

/** Where the settings of a run come from: flags, the environment, and `.env` in the current folder. */
export function settingSources(flags: GivenSettings, console: Console): SettingSources {
  return {
    given: flags,
    environment: console.environment,
    ...readDotenv(join(console.directory, '.env')),
    readFile: (path) => readInputFile(resolve(console.directory, path)),
    formats: formatNames,
    freshSeed: console.now() % 2_147_483_647,
    nameOf: nameByFlag,
  };
}

/** The settings in `.env`; none if there is no such file. An unreadable file is a problem: it may name the service to judge. */
function readDotenv(path: string): Pick<SettingSources, 'dotenv' | 'dotenvProblems' | 'dotenvFault'> {
  const stat = statSync(path, { throwIfNoEntry: false });
  // A folder of that name holds no settings.
  if (stat === undefined || stat.isDirectory()) return { dotenv: {} };
  try {
    const read = readInputFile(path);
    if (read.kind === 'ok') return { dotenv: parseDotenv(read.value) };
    const problem = `${path} ${read.problems.join(' ')}. Make it readable to this user, or remove it.`;
    return { dotenv: {}, dotenvProblems: [problem] };
  } catch (dotenvFault) {
    return { dotenv: {}, dotenvFault };
  }
}
