import {
  address,
  choice,
  date,
  decimal,
  type FlagShapes,
  headerFields,
  hostAndPort,
  int64,
  integer,
  type ValueType,
  names,
  onOrOff,
  text,
} from './value-types.ts';
import { profileNames } from './profiles.ts';

/** The groups of settings in help and documents, in their order. */
export const settingGroups = [
  'Target and key',
  'What runs',
  'What the run may do to the service',
  'Patience and limits',
  'Output',
  'Signing',
] as const;

/** One setting of a run. */
export interface Setting {
  readonly group: (typeof settingGroups)[number];
  /** The flag and its value, such as `--seed <n>`; `[no-]` stands for two flags, and null for none. */
  readonly flag: string | null;
  readonly variable: string;
  readonly type: ValueType<unknown, unknown>;
  /** The value if no source sets one. */
  readonly default: string | number | boolean | readonly [] | null;
  /** What the default means, if `default` does not say it. */
  readonly otherwise?: string;
  /** A secret value appears in no report, file or message. */
  readonly isSecret?: true;
  /** A phrase for help and documents. */
  readonly about: string;
}

/**
 * Every setting, by the name of its option in the API. Flags, variables, help, `.env.example`, docs/settings.md and the
 * checks of values derive from it.
 */
export const settings = {
  baseUrl: {
    group: 'Target and key',
    flag: '--base-url <url>',
    variable: 'PETSTORE_BASE_URL',
    type: address,
    default: null,
    otherwise: 'the embedded service',
    about: 'base address of the service; its path ends in /v1',
  },
  apiKey: {
    // Other users of a machine can see a command line.
    group: 'Target and key',
    flag: null,
    variable: 'PETSTORE_API_KEY',
    type: text('visible ASCII characters'),
    default: null,
    isSecret: true,
    about: 'API key, sent as the bearer token',
  },
  apiKeyFile: {
    group: 'Target and key',
    flag: '--api-key-file <file>',
    variable: 'PETSTORE_API_KEY_FILE',
    type: text('a file'),
    default: null,
    about: 'file that holds only the API key, instead of PETSTORE_API_KEY',
  },
  headers: {
    group: 'Target and key',
    flag: '--header <name: value>',
    variable: 'PETSTORE_HEADERS',
    type: headerFields,
    default: [],
    otherwise: 'none',
    isSecret: true,
    about: 'additional headers for a gateway',
  },
  mappedBasePath: {
    group: 'Target and key',
    flag: '--mapped-base-path',
    variable: 'PETSTORE_MAPPED_BASE_PATH',
    type: onOrOff,
    default: false,
    about: 'accept a base path that does not end in /v1, because a gateway maps it',
  },
  connectTo: {
    group: 'Target and key',
    flag: '--connect-to <host:port>',
    variable: 'PETSTORE_CONNECT_TO',
    type: hostAndPort,
    default: null,
    otherwise: 'the host and port of the base address',
    about: 'address to connect to; the Host header and the TLS name stay those of the base address',
  },
  useEnvProxy: {
    group: 'Target and key',
    flag: '--use-env-proxy',
    variable: 'PETSTORE_USE_ENV_PROXY',
    type: onOrOff,
    default: false,
    about: 'use the proxy of HTTPS_PROXY or HTTP_PROXY, with the exceptions of NO_PROXY',
  },
  caFile: {
    group: 'Target and key',
    flag: '--ca-file <file>',
    variable: 'PETSTORE_CA_FILE',
    type: text('a file'),
    default: null,
    about: 'file of certificate authorities in PEM to trust in addition to those of the machine',
  },
  insecure: {
    group: 'Target and key',
    flag: '--insecure',
    variable: 'PETSTORE_INSECURE',
    type: onOrOff,
    default: false,
    about: 'trust any certificate; any server may then receive the key, and the report says so',
  },
  clientCertFile: {
    group: 'Target and key',
    flag: '--client-cert-file <file>',
    variable: 'PETSTORE_CLIENT_CERT_FILE',
    type: text('a file'),
    default: null,
    about: 'file with the client certificate in PEM and its chain, for a service that demands one (mTLS)',
  },
  clientKeyFile: {
    group: 'Target and key',
    flag: '--client-key-file <file>',
    variable: 'PETSTORE_CLIENT_KEY_FILE',
    type: text('a file'),
    default: null,
    about: 'file with the private key of the client certificate, in PEM',
  },
  clientKeyPassphrase: {
    // Other users of a machine can see a command line.
    group: 'Target and key',
    flag: null,
    variable: 'PETSTORE_CLIENT_KEY_PASSPHRASE',
    type: text('a passphrase'),
    default: null,
    isSecret: true,
    about: 'passphrase of the client key, if the key is encrypted',
  },
  only: {
    group: 'What runs',
    flag: '--only <ids>',
    variable: 'PETSTORE_ONLY',
    type: names('ids'),
    default: null,
    about: 'run only these requirements, cases or checks; the verdict is inconclusive at best',
  },
  grep: {
    group: 'What runs',
    flag: '--grep <pattern>',
    variable: 'PETSTORE_GREP',
    type: text('a regular expression'),
    default: null,
    about: 'run only cases whose id or title matches a regular expression; the verdict is inconclusive at best',
  },
  examples: {
    group: 'What runs',
    flag: '--examples <n>',
    variable: 'PETSTORE_EXAMPLES',
    type: integer(0, 1000),
    default: 2,
    about: 'number of generated cases of each kind, within --max-creates',
  },
  seed: {
    group: 'What runs',
    flag: '--seed <n>',
    variable: 'PETSTORE_SEED',
    type: integer(0, 2_147_483_647),
    default: null,
    otherwise: 'a new one for each run',
    about: 'seed of all random values, as the report records it; repeat a run on a fresh service',
  },
  asOf: {
    group: 'What runs',
    flag: '--as-of <date>',
    variable: 'PETSTORE_AS_OF',
    type: date,
    default: null,
    otherwise: 'now',
    about: 'date by which the deprecated operation is judged',
  },
  failFast: {
    group: 'What runs',
    flag: '--fail-fast',
    variable: 'PETSTORE_FAIL_FAST',
    type: onOrOff,
    default: false,
    about: 'end the run at the first violation of a required requirement that is not a known deviation',
  },
  soak: {
    group: 'What runs',
    flag: '--soak <minutes>',
    variable: 'PETSTORE_SOAK',
    type: decimal(0, 10_080, ' of minutes'),
    default: 0,
    about: 'after the full run, continue to send and judge requests at a low rate for this long',
  },
  profile: {
    group: 'What the run may do to the service',
    flag: '--profile <name>',
    variable: 'PETSTORE_PROFILE',
    type: choice(profileNames),
    default: 'full',
    about: 'what the run may do; read-only creates no pets',
  },
  categoryId: {
    group: 'What the run may do to the service',
    flag: '--category-id <id>',
    variable: 'PETSTORE_CATEGORY_ID',
    type: int64,
    default: null,
    otherwise: 'categories of existing pets, else 1 to 10',
    about: 'category that the service knows',
  },
  maxCreates: {
    group: 'What the run may do to the service',
    flag: '--max-creates <n>',
    variable: 'PETSTORE_MAX_CREATES',
    type: integer(0, 100_000),
    default: 200,
    about: 'maximum number of pets to create; they stay in the catalogue',
  },
  maxWrongKeys: {
    group: 'What the run may do to the service',
    flag: '--max-wrong-keys <n>',
    variable: 'PETSTORE_MAX_WRONG_KEYS',
    type: integer(0, 100_000),
    default: null,
    otherwise: 'as many as the cases try',
    about: 'maximum number of requests with a wrong key; the report names checks that then cannot be verified',
  },
  riskyProbes: {
    group: 'What the run may do to the service',
    flag: '--[no-]risky-probes',
    variable: 'PETSTORE_RISKY_PROBES',
    type: onOrOff,
    default: null,
    otherwise: 'true for a service on this machine, else false',
    about:
      'add unusual pets and send unusual keys at the end; a faulty service may then fail to list pets, and a firewall may lock clients out: only for a disposable service',
  },
  wait: {
    group: 'Patience and limits',
    flag: '--wait <seconds>',
    variable: 'PETSTORE_WAIT',
    type: decimal(0, 3_600, ' of seconds'),
    default: 0,
    about: 'wait up to this long for the first response of the service',
  },
  requestTimeout: {
    group: 'Patience and limits',
    flag: '--request-timeout <seconds>',
    variable: 'PETSTORE_REQUEST_TIMEOUT',
    type: decimal(1, 600, ' of seconds'),
    default: 10,
    about: 'timeout of one request; a timeout is never a violation',
  },
  settleTimeout: {
    group: 'Patience and limits',
    flag: '--settle-timeout <seconds>',
    variable: 'PETSTORE_SETTLE_TIMEOUT',
    type: decimal(0, 600, ' of seconds'),
    default: 5,
    about: 'wait up to this long for a created pet to appear in the list',
  },
  deadline: {
    group: 'Patience and limits',
    flag: '--deadline <seconds>',
    variable: 'PETSTORE_DEADLINE',
    type: decimal(1, 86_400, ' of seconds'),
    default: 900,
    about: 'timeout of the whole run',
  },
  concurrency: {
    group: 'Patience and limits',
    flag: '--concurrency <n>',
    variable: 'PETSTORE_CONCURRENCY',
    type: integer(1, 100),
    default: 20,
    about: 'maximum number of requests in flight',
  },
  rateLimit: {
    group: 'Patience and limits',
    flag: '--rate-limit <n>',
    variable: 'PETSTORE_RATE_LIMIT',
    type: decimal(0.1, 10_000, ' of requests per second'),
    default: null,
    otherwise: 'unlimited',
    about: 'maximum number of requests per second',
  },
  maxRequests: {
    group: 'Patience and limits',
    flag: '--max-requests <n>',
    variable: 'PETSTORE_MAX_REQUESTS',
    type: integer(1, 100_000_000),
    default: 1_000_000,
    about: 'maximum number of requests, including retries',
  },
  maxHeaderSize: {
    group: 'Patience and limits',
    flag: '--max-header-size <KiB>',
    variable: 'PETSTORE_MAX_HEADER_SIZE',
    type: integer(1, 1024, ' of KiB'),
    default: 64,
    about: 'maximum size of the header fields of a response',
  },
  maxBodySize: {
    group: 'Patience and limits',
    flag: '--max-body-size <KiB>',
    variable: 'PETSTORE_MAX_BODY_SIZE',
    type: integer(1, 262_144, ' of KiB'),
    default: 4096,
    about: 'maximum size of a response body, as it is sent and after decompression',
  },
  maxDepth: {
    group: 'Patience and limits',
    flag: '--max-depth <levels>',
    variable: 'PETSTORE_MAX_DEPTH',
    // The JSON reader itself needs stack for each level.
    type: integer(2, 2_000, ' of levels'),
    default: 256,
    about: 'maximum nesting of arrays and objects in a response body',
  },
  reports: {
    group: 'Output',
    flag: '--reports <dir>',
    variable: 'PETSTORE_REPORTS_DIR',
    type: text('a folder'),
    default: 'reports',
    about: 'folder for the reports',
  },
  formats: {
    group: 'Output',
    flag: '--format <names>',
    variable: 'PETSTORE_FORMATS',
    type: names('formats'),
    default: null,
    otherwise: 'all',
    about: 'formats of the report, such as junit,md; the run always writes json',
  },
  deviations: {
    group: 'Output',
    flag: '--deviations <file>',
    variable: 'PETSTORE_DEVIATIONS',
    type: text('a file'),
    default: null,
    about: 'file of known deviations (schemas/deviations.schema.json), which do not gate until they expire',
  },
  nameCases: {
    group: 'Output',
    flag: '--name-cases',
    variable: 'PETSTORE_NAME_CASES',
    type: onOrOff,
    default: false,
    about: 'for debugging: name the case in the User-Agent of each request; gate then rejects the run',
  },
  subject: {
    group: 'Signing',
    flag: '--subject <name@sha256:…>',
    variable: 'PETSTORE_SUBJECT',
    type: text('NAME@sha256:DIGEST'),
    default: null,
    about: 'build under test as NAME@sha256:DIGEST, for the attestation',
  },
  signKeyFile: {
    group: 'Signing',
    flag: '--sign-key-file <file>',
    variable: 'PETSTORE_SIGN_KEY_FILE',
    type: text('a file'),
    default: null,
    about: 'file with the private key that signs the attestation: PEM, Ed25519 or ECDSA P-256',
  },
} as const satisfies Readonly<Record<string, Setting>>;

type Table = typeof settings;

/** The name of a setting: its option in the API. */
export type SettingName = keyof Table;

export const settingNames = Object.keys(settings) as readonly SettingName[];

/** The type of each setting. */
export const settingTypes = Object.fromEntries(
  Object.entries(settings).map(([name, { type }]) => [name, type]),
) as unknown as Readonly<Record<SettingName, Setting['type']>>;

/** Every variable that is a setting. */
export const settingVariables: readonly string[] = Object.values(settings).map(({ variable }) => variable);

/** The name of a secret setting. */
export type SecretName = { [Name in SettingName]: Table[Name] extends { isSecret: true } ? Name : never }[SettingName];

/** A setting, without the narrow types of its row. */
export function settingOf(name: SettingName): Setting {
  return settings[name];
}

/** The value of each setting. Null only if the default is null. */
export type SettingValues = {
  readonly [Name in SettingName]:
    | (Table[Name]['type'] extends ValueType<infer Value, infer _> ? Value : never)
    | Extract<Table[Name]['default'], null>;
};

/** What a program may give for each setting. */
export type ProgramValues = {
  readonly [Name in SettingName]?:
    | (Table[Name]['type'] extends { accepts: (value: unknown) => value is infer Given } ? Given : never)
    | undefined;
};

/** What a command line may give for each setting that has a flag. A missing flag is absent. */
export type FlagValues = {
  readonly [
    Name in SettingName as Table[Name]['flag'] extends null ? never : Name
  ]?: FlagShapes[Table[Name]['type']['shape']];
};
