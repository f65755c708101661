import type { Result } from '../contract/result.ts';
import {
  type FlagValues,
  type ProgramValues,
  type SettingName,
  settingNames,
  settingOf,
  settings,
  type SettingValues,
} from './settings.ts';

/** The settings of a command line or a program. */
type GivenSettings = {
  readonly [Name in SettingName]?:
    | ProgramValues[Name]
    | (Name extends keyof FlagValues ? FlagValues[Name] : never)
    | undefined;
};

/** Where settings come from. Only `readFile` has an effect. */
export interface SettingSources {
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
  readonly nameOf: NameSetting;
}

/** Gives the name of a setting in a sentence. */
type NameSetting = (setting: SettingName) => string;

/** Names a setting by its flag and its variable. */
export const nameByFlag: NameSetting = (setting) => {
  const { flag, variable } = settingOf(setting);
  return flag === null ? variable : `${flag.split(' ')[0]} (${variable})`;
};

/** Collects problems and notes. Each is a sentence without a secret. */
export interface Messages {
  readonly problem: (sentence: string) => void;
  readonly note: (sentence: string) => void;
  readonly nameOf: NameSetting;
}

/** Reads every setting. A setting that is not set, or that has a problem, has its default. */
export function readSettings(sources: SettingSources, messages: Messages): SettingValues {
  return Object.fromEntries(settingNames.map((name) => [name, readSetting(name, sources, messages)])) as SettingValues;
}

function readSetting(name: SettingName, sources: SettingSources, messages: Messages): unknown {
  const setting = settingOf(name);
  const given = settingValue(sources, name);
  if (given === undefined) return setting.default;
  const reading = setting.type.read(given);
  if (reading.kind === 'ok') return reading.value;
  for (const problem of reading.problems) messages.problem(`${messages.nameOf(name)} ${problem}`);
  return setting.default;
}

/** The default of each setting. */
export const defaultValues = Object.fromEntries(
  settingNames.map((name): [string, unknown] => [name, settingOf(name).default]),
) as SettingValues;

/** The value that the caller gives, else that of the variable. Undefined if no source sets it. */
function settingValue<Name extends SettingName>(
  { given, environment, dotenv }: SettingSources,
  name: Name,
): NonNullable<GivenSettings[Name]> | string | undefined {
  const { variable } = settings[name];
  return given[name] ?? nonBlank(environment[variable]) ?? nonBlank(dotenv[variable]);
}

/** The text of a variable; undefined if it is blank, which counts as not set. */
export function nonBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
