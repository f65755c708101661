import { editDistance } from '../contract/nearest-words.ts';
import { ok, problemsOf, type Result } from '../contract/result.ts';
import {
  type GivenSettings,
  type SettingName,
  settingNames,
  settingOf,
  type SettingValues,
  settingVariables,
} from './settings.ts';

/** Where settings come from. Only `readFile` has an effect. */
export interface SettingSources {
  /** The settings of a command line or a program. */
  readonly given: GivenSettings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly dotenv: Readonly<Record<string, string>>;
  /** Why `.env` could not be read; none if it could, or if there is no such file. */
  readonly dotenvProblems?: readonly string[];
  /** The error if this machine could not read `.env`, whatever the content. */
  readonly dotenvFault?: unknown;
  /** Reads the text of a file, as `readInputFile` does. */
  readonly readFile: (path: string) => Result<string>;
  /** The formats that the suite can write. A run always writes the first one. */
  readonly formats: readonly string[];
  /** The seed if none is set. It differs for each run, so runs do not share the names of pets. */
  readonly freshSeed: number;
  /** How sentences name settings. */
  readonly nameOf: (setting: SettingName) => string;
}

/** Names a setting by its flag and its variable. */
export const nameByFlag: SettingSources['nameOf'] = (setting) => {
  const { flag, variable } = settingOf(setting);
  return flag === null ? variable : `${flag.split(' ')[0]} (${variable})`;
};

/** The sources, and what collects problems and notes. Each is a sentence without a secret. */
export interface SettingContext extends SettingSources {
  readonly problem: (sentence: string) => void;
  readonly note: (sentence: string) => void;
}

/** Reads every setting. A setting that is not set, or that has a problem, has its default. */
export function readSettings(context: SettingContext): SettingValues {
  return Object.fromEntries(settingNames.map((name) => [name, readSetting(name, context)])) as SettingValues;
}

/** The folder for the report, even if other settings have problems. */
export function readReportsFolder(sources: SettingSources): string {
  return readSettings({ ...sources, problem: () => undefined, note: () => undefined }).reports;
}

function readSetting(name: SettingName, context: SettingContext): unknown {
  const { type, default: otherwise } = settingOf(name);
  const value = givenValue(name, context);
  const reading = value === undefined ? ok(otherwise) : type.read(value);
  for (const each of problemsOf(reading)) context.problem(`${context.nameOf(name)} ${each}`);
  return reading.kind === 'ok' ? reading.value : otherwise;
}

/** The value of a setting in the first source that has one; undefined if none has one. */
function givenValue(name: SettingName, { given, environment, dotenv }: SettingContext): unknown {
  const { variable } = settingOf(name);
  // Null of a program is a wrong value.
  return given[name] === undefined ? (nonBlank(environment[variable]) ?? nonBlank(dotenv[variable])) : given[name];
}

/** The default of each setting. */
export const defaultValues = Object.fromEntries(
  settingNames.map((name): [string, unknown] => [name, settingOf(name).default]),
) as SettingValues;

/** The text of a variable; undefined if it is blank, which counts as not set. */
export function nonBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** The report's commands read the values of additional headers from variables with this prefix. */
const HEADER_PREFIX = 'PETSTORE_HEADER_';

/** Reports variables that misspell a setting without a value, and notes others that are no settings. Quotes no value. */
export function checkVariables(context: SettingContext): void {
  const variables = { ...context.dotenv, ...context.environment };
  for (const name of Object.keys(variables).toSorted()) {
    if (settingVariables.includes(name) || name.startsWith(HEADER_PREFIX) || variables[name] === undefined) continue;
    const meant = misspeltSetting(name);
    if (meant !== null && givenValue(meant, context) === undefined) {
      const { variable } = settingOf(meant);
      context.problem(
        `${name} looks like ${variable}, which has no value. Rename it to ${variable}. If ${name} belongs to the service, set ${variable} too, or start the run without ${name}.`,
      );
    } else if (name.startsWith('PETSTORE_')) {
      context.note(`${name} is not a setting of this suite. The run ignores it.`);
    }
  }
}

/** In shorter names one wrong letter makes another word: PETSTORE_FEED is not PETSTORE_SEED. */
const LEAST_LETTERS = 'petstore'.length + 6;

/** The setting whose variable this unknown one probably misspells; null if it may belong to the service. */
export function misspeltSetting(name: string): SettingName | null {
  const letters = lettersOf(name);
  const meant = settingNames.find((each) => {
    const known = lettersOf(settingOf(each).variable);
    const slips = known.length < LEAST_LETTERS ? 0 : 1;
    return Math.abs(known.length - letters.length) <= slips && editDistance(known, letters) <= slips;
  });
  return meant ?? null;
}

function lettersOf(variable: string): string {
  return variable.replaceAll('_', '').toLowerCase();
}
