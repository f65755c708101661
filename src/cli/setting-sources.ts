import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { parseAsOf } from '../contract/removal-calendar.ts';
import { formatNames } from '../report/formats.ts';
import { filled, type FlagValues, type SettingSources } from '../target/settings.ts';
import type { Console } from './console.ts';

/** Where the settings of a run come from: flags, the environment, `.env` in the current folder, and an earlier run. */
export function settingSources(
  flags: FlagValues,
  console: Console,
  ofEarlierRun: Readonly<Record<string, string>> = {},
): SettingSources {
  const dotenv = Object.entries(readDotenv(console.directory)).filter(([, text]) => filled(text) !== undefined);
  return {
    flags,
    environment: console.environment,
    dotenv: Object.fromEntries(dotenv),
    ofEarlierRun,
    readFile: (path) => readFileSync(resolve(console.directory, path), 'utf8'),
    isAsOf: (text) => parseAsOf(text).kind === 'ok',
    formats: formatNames,
    freshSeed: console.now() % 2_147_483_647,
    nameOf: console.nameOf,
  };
}

/** The variables of `.env` in the current folder, in an object of ours; none where there is no such file. */
function readDotenv(directory: string): Record<string, string> {
  try {
    return parseDotenv(readFileSync(join(directory, '.env')));
  } catch {
    return {};
  }
}
