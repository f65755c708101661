import { readInputFile } from '../settings/read-file.ts';
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { isRecord } from '../contract/json.ts';
import { didYouMean } from '../contract/nearest-words.ts';
import { type FormatName, formatNames } from '../report/formats.ts';
import type { RunProgress } from '../run/run-console.ts';
import {
  type GivenSettings,
  type SettingName,
  settingNames,
  settings,
  type SettingValues,
} from '../settings/settings.ts';
import type { SettingSources } from '../settings/read-settings.ts';

/** Where texts of a run go, such as the global `console`. */
export interface TextConsole {
  log(text: string): void;
  error(text: string): void;
}

/** The values of settings as their types read them. */
type PlainOptions = { readonly [Name in SettingName]?: NonNullable<SettingValues[Name]> | undefined };

/**
 * The options of a run: those of `petstore-conformance run`, with their meanings and defaults (`description` in the table of settings,
 * docs/settings.md). Paths are relative to the current folder. Secrets appear in no result, file or message. Variables come
 * only from `environment`: the run itself reads neither `process.env` nor `.env`.
 */
export interface RunOptions extends Omit<PlainOptions, 'baseUrl' | 'asOf' | 'categoryId' | 'formats' | 'headers'> {
  /** Base address of the service; its path ends in /v1. Without it, the run judges the embedded reference service. */
  readonly baseUrl?: string | URL;
  readonly asOf?: string | Date | undefined;
  readonly categoryId?: bigint | number | undefined;
  /** Formats of the report, such as junit,md; the run always writes json. */
  readonly formats?: readonly FormatName[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Variables to read settings and the proxy from, such as `process.env`. Options override them. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Receives what the command would print. Without it, the run prints nothing. */
  readonly console?: TextConsole | undefined;
  /** Called when a case ends. Only the report has the outcomes of requirements. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Stops the run, which then rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** The options that are not settings: what each must be, and a function that tests a value. */
const CONTROLS = {
  environment: [
    'an object of variables, whose values are strings',
    (value) => isRecord(value) && Object.values(value).every((each) => each === undefined || typeof each === 'string'),
  ],
  console: ['an object with the methods log and error', (value) => hasMethods(value, 'log', 'error')],
  onProgress: ['a function', (value) => typeof value === 'function'],
  signal: [
    'an AbortSignal',
    (value) => hasMethods(value, 'addEventListener', 'removeEventListener') && 'aborted' in value,
  ],
} as const satisfies Readonly<
  Record<Exclude<keyof RunOptions, SettingName>, readonly [rule: string, accepts: (value: unknown) => boolean]>
>;

const OPTION_NAMES: readonly string[] = [...settingNames, ...Object.keys(CONTROLS)];

function hasMethods(value: unknown, ...names: readonly string[]): value is object {
  return isRecord(value) && names.every((name) => typeof Reflect.get(value, name) === 'function');
}

/**
 * Why these options are wrong, one sentence each. The values of settings are read later. A caller without types could misspell
 * `baseUrl`, and the run would judge the embedded service.
 */
export function optionProblems(options: unknown): readonly string[] {
  if (!isRecord(options)) return ['options must be an object.'];
  const { variable } = settings.baseUrl;
  const environment = isRecord(options['environment']) ? options['environment'] : {};
  const isUndefined = variable in environment && environment[variable] === undefined;
  return [
    ...Object.keys(options)
      .filter((name) => !OPTION_NAMES.includes(name))
      .map(
        (name) =>
          `${name} is not an option of run${didYouMean(name, OPTION_NAMES) || '; docs/api.md lists the options.'}`,
      ),
    ...Object.entries(CONTROLS)
      .filter(([name, [, accepts]]) => options[name] !== undefined && !accepts(options[name]))
      .map(([name, [rule]]) => `${name} must be ${rule}.`),
    ...('baseUrl' in options && options['baseUrl'] === undefined
      ? ['baseUrl must be the base address of the service. Omit it to judge the embedded service.']
      : []),
    ...(isUndefined && !('baseUrl' in options)
      ? [`${variable} is undefined in environment. Omit it to judge the embedded service.`]
      : []),
  ];
}

/**
 * The settings of these options. Paths are relative to the folder `current`. Without the option `reports`, only the report
 * is written, into the folder `scratch`.
 */
export function sourcesOf(options: RunOptions, current: string, scratch: string): SettingSources {
  const own = options.reports === undefined ? { reports: scratch, formats: ['json'] } : {};
  const given: GivenSettings = { ...options, ...own };
  const environment = options.environment ?? {};
  return {
    given,
    environment,
    dotenv: {},
    readFile: (path) => readInputFile(resolve(current, path)),
    formats: formatNames,
    freshSeed: randomInt(2_147_483_647),
    // Names a setting by its option. Its variable follows if only the environment sets it.
    nameOf(setting) {
      const { variable } = settings[setting];
      return given[setting] !== undefined || environment[variable] === undefined ? setting : `${setting} (${variable})`;
    },
  };
}
