import { MOST_OF_SETTINGS, readBounded } from '../contract/read-bounded.ts';
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { didYouMean } from '../contract/nearest-words.ts';
import { type FormatName, formatNames } from '../report/formats.ts';
import type { RunProgress } from '../run/run-console.ts';
import { isObject } from '../settings/kinds.ts';
import { meantVariable } from '../settings/misspelt-variables.ts';
import { type ProgramValues, settingKinds, type SettingName, settings } from '../settings/settings.ts';
import type { SettingSources } from '../settings/sources.ts';
import type { Profile } from '../settings/profiles.ts';

/** Where texts of a run go, such as the global `console`. */
export interface TextConsole {
  log(text: string): void;
  error(text: string): void;
}

/**
 * What a run is to do. Each option is the flag of the same name of `petstore-conformance run`, with its default and its
 * bounds; paths are relative to the current folder. Nothing is read from the environment or from `.env` unless
 * `environment` is given.
 */
export interface RunOptions {
  /** Base address of the service, its path ending in `/v1` (part 9). Without it the embedded reference service is judged. */
  readonly baseUrl?: string | URL;
  /** The API key itself (part 5). It appears in no result, file or message. */
  readonly apiKey?: string | undefined;
  /** A file that holds the API key. */
  readonly apiKeyFile?: string | undefined;
  /** Folder for the report and its other formats. Without it nothing is kept on disk. */
  readonly reports?: string | undefined;
  /** The formats that are written into `reports`; all by default. */
  readonly formats?: readonly FormatName[] | undefined;
  /** Only these requirements, cases or checks; the run is inconclusive at best. */
  readonly only?: readonly string[] | undefined;
  /** Only cases whose id or title matches this regular expression; the run is inconclusive at best. */
  readonly grep?: string | undefined;
  /** A file of known deviations. */
  readonly deviations?: string | undefined;
  /** The build that is tested, as `NAME@sha256:…`. */
  readonly subject?: string | undefined;
  /** A file with the private key that signs the attestation; only with `reports`. */
  readonly signKeyFile?: string | undefined;
  /** A category that the service knows. */
  readonly categoryId?: bigint | number | undefined;
  /** `read-only` adds nothing; `quick` and `quick-read-only` run the few cases that find most. */
  readonly profile?: Profile | undefined;
  /** The most pets that the run may add. */
  readonly maxCreates?: number | undefined;
  /** The most requests with a wrong key. */
  readonly maxWrongKeys?: number | undefined;
  /** Add odd pets at the end, which a service may store and then fail to list. By default only to a service on this machine. */
  readonly riskyProbes?: boolean | undefined;
  /** Requests under way at a time. */
  readonly concurrency?: number | undefined;
  /** Seed of all random values; a new one by default. The report records it. */
  readonly seed?: number | undefined;
  /** Examples that each generated case tries. */
  readonly examples?: number | undefined;
  /** One example of a generated case to try again alone, as a report names it. */
  readonly examplePath?: string | undefined;
  /** The date by which the deprecated operation is judged (parts 4.3 and 9). */
  readonly asOf?: string | Date | undefined;
  /** More headers, for gateways. Their values are secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A gateway maps the base path, which need not end in `/v1`. */
  readonly mappedBasePath?: boolean | undefined;
  /** End the run at the first violation of a required requirement that is not a known deviation. */
  readonly failFast?: boolean | undefined;
  /** Minutes to continue to send and judge requests after the full run. */
  readonly soak?: number | undefined;
  /** Seconds to wait for the service to answer. */
  readonly wait?: number | undefined;
  /** Seconds for one request. */
  readonly requestTimeout?: number | undefined;
  /** Seconds to look again for an addition in the list. */
  readonly settleTimeout?: number | undefined;
  /** Seconds for the whole run. */
  readonly deadline?: number | undefined;
  /** A file of certificate authorities (PEM) to trust in addition to the machine's. */
  readonly caFile?: string | undefined;
  /** Believe any certificate; the report says so. */
  readonly insecure?: boolean | undefined;
  /** A file with the client certificate (PEM) that is shown to the service, with its chain. */
  readonly clientCertFile?: string | undefined;
  /** A file with the private key of the client certificate (PEM). */
  readonly clientKeyFile?: string | undefined;
  /** The passphrase of the client key. It appears in no result, file or message. */
  readonly clientKeyPassphrase?: string | undefined;
  /** Where to connect to, as `HOST:PORT`, in place of the host and port of `baseUrl`. */
  readonly connectTo?: string | undefined;
  /** Go through the proxy that `environment` names. */
  readonly useEnvProxy?: boolean | undefined;
  /** The most requests in a second. */
  readonly rateLimit?: number | undefined;
  /** The most requests in all. */
  readonly maxRequests?: number | undefined;
  /** Maximum size of the header fields of a response, in KiB. */
  readonly maxHeaderSize?: number | undefined;
  /** Maximum size of a response body as it is sent, in KiB. */
  readonly maxBodySize?: number | undefined;
  /** Maximum size of a response body after decompression, in KiB. */
  readonly maxDecompressedSize?: number | undefined;
  /** How deep a body may be nested that is read. */
  readonly maxDepth?: number | undefined;
  /** For debugging: name the case in the User-Agent of each request. */
  readonly nameCases?: boolean | undefined;
  /** Variables to read settings and the proxy from, such as `process.env`; the options outrank them. None by default. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Takes what the command would print; nothing is printed without it. */
  readonly console?: TextConsole | undefined;
  /** Is called when a case ends. The outcomes of requirements are in the report alone. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Stops the run, which then rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** What an option must be, in words and as a test of a value. */
interface OptionKind {
  readonly given: string;
  readonly accepts: (value: unknown) => boolean;
}

/** The options that are not settings. */
const CONTROLS = {
  environment: {
    given: 'an object of variables, whose values are strings',
    accepts: (value) =>
      isObject(value) && Object.values(value).every((each) => each === undefined || typeof each === 'string'),
  },
  console: { given: 'an object with the methods log and error', accepts: (value) => hasMethods(value, 'log', 'error') },
  onProgress: { given: 'a function', accepts: (value) => typeof value === 'function' },
  signal: {
    given: 'an AbortSignal',
    accepts: (value) => hasMethods(value, 'addEventListener', 'removeEventListener') && 'aborted' in value,
  },
} as const satisfies Readonly<Record<string, OptionKind>>;

/** An option that is neither a setting nor a control does not compile. */
const KINDS: Readonly<Record<keyof RunOptions, OptionKind>> = { ...settingKinds, ...CONTROLS };

/** A setting without an option does not compile. */
type OptionOfEachSetting = { readonly [Name in SettingName]?: RunOptions[Name] };

function hasMethods(value: unknown, ...names: readonly string[]): value is object {
  return isObject(value) && names.every((name) => typeof Reflect.get(value, name) === 'function');
}

/**
 * Why these options are wrong, one sentence each. Without the types, a caller could otherwise misspell an option and have
 * the embedded service judged.
 */
export function optionProblems(options: unknown): readonly string[] {
  if (!isObject(options)) return ['options must be an object.'];
  const { variable } = settings.baseUrl;
  const environment = 'environment' in options && isObject(options.environment) ? options.environment : {};
  const isUndefined = variable in environment && environment[variable] === undefined;
  return [
    ...Object.entries(options).flatMap(([name, value]) => problemOf(name, value)),
    ...('baseUrl' in options && options.baseUrl === undefined
      ? ['baseUrl must be the base address of the service. Omit it to judge the embedded service.']
      : []),
    ...(isUndefined && !('baseUrl' in options)
      ? [`${variable} is undefined in environment. Omit it to judge the embedded service.`]
      : []),
  ];
}

function problemOf(name: string, value: unknown): readonly string[] {
  const kind = new Map(Object.entries(KINDS)).get(name);
  if (kind === undefined)
    return [
      `${name} is not an option of run${didYouMean(name, Object.keys(KINDS)) || '; docs/api.md lists the options.'}`,
    ];
  return value === undefined || kind.accepts(value) ? [] : [`${name} must be ${kind.given}.`];
}

/**
 * The settings of these options. Paths are relative to the folder `current`. Without the option `reports`, only the report
 * is written, into the folder `scratch`.
 */
export function sourcesOf(options: RunOptions, current: string, scratch: string): SettingSources {
  const own = options.reports === undefined ? { reports: scratch, formats: ['json'] } : {};
  const given: ProgramValues = { ...(options satisfies OptionOfEachSetting), ...own };
  const environment = settingsOf(options.environment ?? {});
  return {
    given,
    environment,
    dotenv: {},
    readFile: (path) => readBounded(resolve(current, path), MOST_OF_SETTINGS).toString('utf8'),
    formats: formatNames,
    freshSeed: randomInt(2_147_483_647),
    // By its option, and by its variable if only that sets it.
    nameOf(setting) {
      const { variable } = settings[setting];
      return given[setting] !== undefined || environment[variable] === undefined ? setting : `${setting} (${variable})`;
    },
  };
}

/** The variables that hold settings, misspelt ones included, or name a proxy. No other variable reaches the run. */
const SETTING = /^(?:PETSTORE_.*|(?:https?|no|all)_proxy)$/i;

function settingsOf(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && (SETTING.test(name) || meantVariable(name) !== null) ? [[name, value]] : [],
    ),
  );
}
