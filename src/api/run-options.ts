import { readInputFile } from '../settings/read-file.ts';
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { isRecord } from '../contract/parse-json.ts';
import { didYouMean } from '../contract/nearest-words.ts';
import { type FormatName, formatNames } from '../report/formats.ts';
import type { RunProgress } from '../run/run-console.ts';
import { meantVariable } from '../settings/unknown-variables.ts';
import { type ProgramValues, settingTypes, type SettingName, settings } from '../settings/settings.ts';
import type { SettingSources } from '../settings/read-settings.ts';
import type { Profile } from '../settings/profiles.ts';

/** Where texts of a run go, such as the global `console`. */
export interface TextConsole {
  log(text: string): void;
  error(text: string): void;
}

/**
 * The options of a run: those of `petstore-conformance run`, with their defaults (docs/settings.md). Paths are relative to the
 * current folder. Variables come only from `environment`: the run itself reads neither `process.env` nor `.env`.
 */
export interface RunOptions {
  /** Base address of the service; its path ends in /v1. Without it, the run judges the embedded reference service. */
  readonly baseUrl?: string | URL;
  /** API key, sent as the bearer token. It appears in no result, file or message. */
  readonly apiKey?: string | undefined;
  /** File that holds only the API key, instead of `apiKey`. */
  readonly apiKeyFile?: string | undefined;
  /** Folder for the reports. Without it, nothing is kept on disk. */
  readonly reports?: string | undefined;
  /** Formats of the report, such as junit,md; the run always writes json. */
  readonly formats?: readonly FormatName[] | undefined;
  /** Run only these requirements, cases or checks; the verdict is inconclusive at best. */
  readonly only?: readonly string[] | undefined;
  /** Run only cases whose id or title matches a regular expression; the verdict is inconclusive at best. */
  readonly grep?: string | undefined;
  /** File of known deviations (schemas/deviations.schema.json), which do not gate until they expire. */
  readonly deviations?: string | undefined;
  /** Build under test as NAME@sha256:DIGEST, for the attestation. */
  readonly subject?: string | undefined;
  /** File with the private key that signs the attestation: PEM, Ed25519 or ECDSA P-256. Only with `reports`. */
  readonly signKeyFile?: string | undefined;
  /** Category that the service knows. */
  readonly categoryId?: bigint | number | undefined;
  /** What the run may do; read-only creates no pets. */
  readonly profile?: Profile | undefined;
  /** Maximum number of pets to create; they stay in the catalogue. A whole number from 0 to 100000. */
  readonly maxCreates?: number | undefined;
  /**
   * Maximum number of requests with a wrong key; the report names checks that then cannot be verified. A whole number
   * from 0 to 100000.
   */
  readonly maxWrongKeys?: number | undefined;
  /**
   * Add unusual pets and send unusual keys at the end; a faulty service may then fail to list pets, and a firewall may lock clients out, so set true only for a disposable service.
   * Default: true for a service on this machine, else false.
   */
  readonly riskyProbes?: boolean | undefined;
  /** Maximum number of requests in flight. A whole number from 1 to 100. */
  readonly concurrency?: number | undefined;
  /**
   * Seed of all random values, as the report records it; repeat a run on a fresh service. A whole number from 0 to
   * 2147483647. Default: a new one for each run.
   */
  readonly seed?: number | undefined;
  /** Number of generated cases of each kind, within `maxCreates`. A whole number from 0 to 1000. */
  readonly examples?: number | undefined;
  /** Date by which the deprecated operation is judged. */
  readonly asOf?: string | Date | undefined;
  /** Additional headers for a gateway. Their values appear in no result, file or message. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Accept a base path that does not end in /v1, because a gateway maps it. */
  readonly mappedBasePath?: boolean | undefined;
  /** End the run at the first violation of a required requirement that is not a known deviation. */
  readonly failFast?: boolean | undefined;
  /**
   * After the full run, continue to send and judge requests at a low rate for this long. A number of minutes from 0 to
   * 10080.
   */
  readonly soak?: number | undefined;
  /** Wait up to this long for the first response of the service. A number of seconds from 0 to 3600. */
  readonly wait?: number | undefined;
  /** Timeout of one request; a timeout is never a violation. A number of seconds from 1 to 600. */
  readonly requestTimeout?: number | undefined;
  /** Wait up to this long for a created pet to appear in the list. A number of seconds from 0 to 600. */
  readonly settleTimeout?: number | undefined;
  /** Timeout of the whole run. A number of seconds from 1 to 86400. */
  readonly deadline?: number | undefined;
  /** File of certificate authorities in PEM to trust in addition to those of the machine. */
  readonly caFile?: string | undefined;
  /** Trust any certificate; any server may then receive the key, and the report says so. */
  readonly insecure?: boolean | undefined;
  /** File with the client certificate in PEM and its chain, for a service that demands one (mTLS). */
  readonly clientCertFile?: string | undefined;
  /** File with the private key of the client certificate, in PEM. */
  readonly clientKeyFile?: string | undefined;
  /** Passphrase of the client key, if the key is encrypted. It appears in no result, file or message. */
  readonly clientKeyPassphrase?: string | undefined;
  /** Address to connect to; the Host header and the TLS name stay those of the base address. */
  readonly connectTo?: string | undefined;
  /**
   * Use the proxy of HTTPS_PROXY or HTTP_PROXY, with the exceptions of NO_PROXY. The variables are those of
   * `environment`.
   */
  readonly useEnvProxy?: boolean | undefined;
  /** Maximum number of requests per second. A number of requests per second from 0.1 to 10000. */
  readonly rateLimit?: number | undefined;
  /** Maximum number of requests, including retries. A whole number from 1 to 100000000. */
  readonly maxRequests?: number | undefined;
  /** Maximum size of the header fields of a response. A whole number of KiB from 1 to 1024. */
  readonly maxHeaderSize?: number | undefined;
  /** Maximum size of a response body, as it is sent and after decompression. A whole number of KiB from 1 to 262144. */
  readonly maxBodySize?: number | undefined;
  /** Maximum nesting of arrays and objects in a response body. A whole number of levels from 2 to 2000. */
  readonly maxDepth?: number | undefined;
  /** For debugging: name the case in the User-Agent of each request; gate then rejects the run. */
  readonly nameCases?: boolean | undefined;
  /** Variables to read settings and the proxy from, such as `process.env`. Options override them. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Receives what the command would print. Without it, the run prints nothing. */
  readonly console?: TextConsole | undefined;
  /** Called when a case ends. Only the report has the outcomes of requirements. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Stops the run, which then rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** What an option must be, in words and as a test of a value. */
interface OptionType {
  readonly given: string;
  readonly accepts: (value: unknown) => boolean;
}

/** The options that are not settings. */
const CONTROLS = {
  environment: {
    given: 'an object of variables, whose values are strings',
    accepts: (value) =>
      isRecord(value) && Object.values(value).every((each) => each === undefined || typeof each === 'string'),
  },
  console: { given: 'an object with the methods log and error', accepts: (value) => hasMethods(value, 'log', 'error') },
  onProgress: { given: 'a function', accepts: (value) => typeof value === 'function' },
  signal: {
    given: 'an AbortSignal',
    accepts: (value) => hasMethods(value, 'addEventListener', 'removeEventListener') && 'aborted' in value,
  },
} as const satisfies Readonly<Record<string, OptionType>>;

/** An option that is neither a setting nor a control does not compile. */
const OPTION_TYPES: Readonly<Record<keyof RunOptions, OptionType>> = { ...settingTypes, ...CONTROLS };

/** A setting without an option does not compile. */
type OptionOfEachSetting = { readonly [Name in SettingName]?: RunOptions[Name] };

function hasMethods(value: unknown, ...names: readonly string[]): value is object {
  return isRecord(value) && names.every((name) => typeof Reflect.get(value, name) === 'function');
}

/**
 * Why these options are wrong, one sentence each. A caller without types could misspell `baseUrl`, and the run would judge
 * the embedded service.
 */
export function optionProblems(options: unknown): readonly string[] {
  if (!isRecord(options)) return ['options must be an object.'];
  const { variable } = settings.baseUrl;
  const environment = isRecord(options['environment']) ? options['environment'] : {};
  const isUndefined = variable in environment && environment[variable] === undefined;
  return [
    ...Object.entries(options).flatMap(([name, value]) => problemOf(name, value)),
    ...('baseUrl' in options && options['baseUrl'] === undefined
      ? ['baseUrl must be the base address of the service. Omit it to judge the embedded service.']
      : []),
    ...(isUndefined && !('baseUrl' in options)
      ? [`${variable} is undefined in environment. Omit it to judge the embedded service.`]
      : []),
  ];
}

function problemOf(name: string, value: unknown): readonly string[] {
  const type = new Map(Object.entries(OPTION_TYPES)).get(name);
  if (type === undefined)
    return [
      `${name} is not an option of run${didYouMean(name, Object.keys(OPTION_TYPES)) || '; docs/api.md lists the options.'}`,
    ];
  return value === undefined || type.accepts(value) ? [] : [`${name} must be ${type.given}.`];
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
    readFile: (path) => readInputFile(resolve(current, path)),
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
