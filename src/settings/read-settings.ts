import { ok, problemsOf, type Result } from '../contract/result.ts';
import { type GivenSettings, type SettingName, settingNames, settingOf, type SettingValues } from './settings.ts';

/** Where settings come from. Only `readFile` has an effect. */
export interface SettingSources {
  /** The settings of a command line or a program. */
  readonly given: GivenSettings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly dotenv: Readonly<Record<string, string>>;
  /** Why `.env` could not be read; null or absent if it could, or if there is none. */
  readonly dotenvProblem?: string | null;
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

function readSetting(name: SettingName, { given, environment, dotenv, nameOf, problem }: SettingContext): unknown {
  const { type, variable, default: otherwise } = settingOf(name);
  const value = given[name] ?? nonBlank(environment[variable]) ?? nonBlank(dotenv[variable]);
  const reading = value === undefined ? ok(otherwise) : type.read(value);
  for (const each of problemsOf(reading)) problem(`${nameOf(name)} ${each}`);
  return reading.kind === 'ok' ? reading.value : otherwise;
}

/** The default of each setting. */
export const defaultValues = Object.fromEntries(
  settingNames.map((name): [string, unknown] => [name, settingOf(name).default]),
) as SettingValues;

/** The text of a variable; undefined if it is blank, which counts as not set. */
export function nonBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
