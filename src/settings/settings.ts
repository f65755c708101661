import {
  address,
  choice,
  date,
  decimal,
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

/** One setting of a run. */
interface Row {
  /** The flag and its value, such as `--seed <n>`; `[no-]` stands for two flags, and null for none. */
  readonly flag: string | null;
  /** Default: the name in capitals, such as `PETSTORE_MAX_CREATES` for `maxCreates`. */
  readonly variable?: string;
  readonly type: ValueType<unknown>;
  /** The value if no source sets one. */
  readonly default: string | number | boolean | readonly [] | null;
  /** What the default means, if `default` does not say it. */
  readonly otherwise?: string;
  /** A secret value appears in no report, file or message. */
  readonly isSecret?: true;
  /** A report shows numbers, switches, and texts with this mark. Other texts may be a path. */
  readonly isReported?: true;
  /** A phrase for help and documents. */
  readonly description: string;
}

type Rows = Readonly<Record<string, Row>>;

/** A setting that names a file. */
function file(flag: string, description: string) {
  return { flag, type: text('a file'), default: null, description } as const;
}

/** A setting that is off unless it is turned on. */
function offByDefault(flag: string, description: string) {
  return { flag, type: onOrOff, default: false, description } as const;
}

const targetAndKey = {
  baseUrl: {
    flag: '--base-url <url>',
    type: address,
    default: null,
    otherwise: 'the embedded service',
    description: 'base address of the service; its path ends in /v1',
  },
  apiKey: {
    // Other users of a machine can see a command line.
    flag: null,
    type: text('visible ASCII characters'),
    default: null,
    isSecret: true,
    description: 'API key, sent as the bearer token',
  },
  apiKeyFile: file('--api-key-file <file>', 'file that holds only the API key, instead of PETSTORE_API_KEY'),
  headers: {
    flag: '--header <name: value>',
    type: headerFields,
    default: [],
    otherwise: 'none',
    isSecret: true,
    description: 'additional headers for a gateway',
  },
  mappedBasePath: offByDefault(
    '--mapped-base-path',
    'accept a base path that does not end in /v1, because a gateway maps it',
  ),
  connectTo: {
    flag: '--connect-to <host:port>',
    type: hostAndPort,
    default: null,
    otherwise: 'the host and port of the base address',
    isReported: true,
    description: 'address to connect to; the Host header and the TLS name stay those of the base address',
  },
  useEnvProxy: offByDefault(
    '--use-env-proxy',
    'use the proxy of HTTPS_PROXY or HTTP_PROXY, with the exceptions of NO_PROXY',
  ),
  caFile: file(
    '--ca-file <file>',
    'file of certificate authorities in PEM to trust in addition to those of the machine',
  ),
  insecure: offByDefault(
    '--insecure',
    'trust any certificate; any server may then receive the key, and the report says so',
  ),
  clientCertFile: file(
    '--client-cert-file <file>',
    'file with the client certificate in PEM and its chain, for a service that demands one (mTLS)',
  ),
  clientKeyFile: file('--client-key-file <file>', 'file with the private key of the client certificate, in PEM'),
  clientKeyPassphrase: {
    // Other users of a machine can see a command line.
    flag: null,
    type: text('a passphrase'),
    default: null,
    isSecret: true,
    description: 'passphrase of the client key, if the key is encrypted',
  },
} as const satisfies Rows;

const whatRuns = {
  only: {
    flag: '--only <ids>',
    type: names('ids'),
    default: null,
    isReported: true,
    description:
      'run only these requirements, checks, cases or topics such as list/status; the verdict is inconclusive at best',
  },
  examples: {
    flag: '--examples <n>',
    type: integer(0, 1000),
    default: 2,
    description: 'number of generated cases of each kind, within --max-creates',
  },
  seed: {
    flag: '--seed <n>',
    type: integer(0, 2_147_483_647),
    default: null,
    otherwise: 'a new one for each run',
    description: 'seed of all random values, as the report records it; repeat a run on a fresh service',
  },
  asOf: {
    flag: '--as-of <date>',
    type: date,
    default: null,
    otherwise: 'now',
    description: 'date by which the deprecated operation is judged',
  },
  failFast: offByDefault(
    '--fail-fast',
    'end the run at the first violation of a required requirement that is not a known deviation',
  ),
  soak: {
    flag: '--soak <minutes>',
    type: decimal(0, 10_080, ' of minutes'),
    default: 0,
    description: 'after the full run, continue to send and judge requests at a low rate for this long',
  },
} as const satisfies Rows;

const permissions = {
  profile: {
    flag: '--profile <name>',
    type: choice(profileNames),
    default: 'full',
    description: 'what the run may do; read-only creates no pets',
  },
  categoryId: {
    flag: '--category-id <id>',
    type: int64,
    default: null,
    otherwise: 'categories of existing pets, else 1 to 10',
    description: 'category that the service knows',
  },
  maxCreates: {
    flag: '--max-creates <n>',
    type: integer(0, 100_000),
    default: 200,
    description: 'maximum number of pets to create; they stay in the catalogue',
  },
  maxWrongKeys: {
    flag: '--max-wrong-keys <n>',
    type: integer(0, 100_000),
    default: null,
    otherwise: 'as many as the cases try',
    description: 'maximum number of requests with a wrong key; the report names checks that then cannot be verified',
  },
  riskyProbes: {
    flag: '--[no-]risky-probes',
    type: onOrOff,
    default: null,
    otherwise: 'true for a service on this machine, else false',
    description:
      'for a disposable service: add unusual pets and send unusual keys at the end; a faulty service may then fail to list pets, and a firewall may lock clients out',
  },
} as const satisfies Rows;

const patienceAndLimits = {
  wait: {
    flag: '--wait <seconds>',
    type: decimal(0, 3_600, ' of seconds'),
    default: 0,
    description: 'wait up to this long for the first response of the service',
  },
  requestTimeout: {
    flag: '--request-timeout <seconds>',
    type: decimal(1, 600, ' of seconds'),
    default: 10,
    description: 'timeout of one request; a timeout is never a violation',
  },
  settleTimeout: {
    flag: '--settle-timeout <seconds>',
    type: decimal(0, 600, ' of seconds'),
    default: 5,
    description: 'wait up to this long for a created pet to appear in the list',
  },
  deadline: {
    flag: '--deadline <seconds>',
    type: decimal(1, 86_400, ' of seconds'),
    default: 900,
    description: 'timeout of the whole run',
  },
  concurrency: {
    flag: '--concurrency <n>',
    type: integer(1, 100),
    default: 20,
    description: 'maximum number of requests in flight',
  },
  rateLimit: {
    flag: '--rate-limit <n>',
    type: decimal(0.1, 10_000, ' of requests per second'),
    default: null,
    otherwise: 'unlimited',
    description: 'maximum number of requests per second',
  },
  maxRequests: {
    flag: '--max-requests <n>',
    type: integer(1, 100_000_000),
    default: 1_000_000,
    description: 'maximum number of requests, including retries',
  },
  maxHeaderSize: {
    flag: '--max-header-size <KiB>',
    type: integer(1, 1024, ' of KiB'),
    default: 64,
    description: 'maximum size of the header fields of a response',
  },
  maxBodySize: {
    flag: '--max-body-size <KiB>',
    type: integer(1, 262_144, ' of KiB'),
    default: 4096,
    description: 'maximum size of a response body, as it is sent and after decompression',
  },
} as const satisfies Rows;

const output = {
  reports: {
    flag: '--reports <dir>',
    variable: 'PETSTORE_REPORTS_DIR',
    type: text('a folder'),
    default: 'reports',
    description: 'folder for the reports',
  },
  formats: {
    flag: '--format <names>',
    type: names('formats'),
    default: null,
    otherwise: 'all',
    description: 'formats of the report, such as junit,md; the run always writes json',
  },
  deviations: file(
    '--deviations <file>',
    'file of known deviations (schemas/deviations.schema.json), which do not gate until they expire',
  ),
  nameCases: offByDefault(
    '--name-cases',
    'for debugging: name the case in the User-Agent of each request; gate then rejects the run',
  ),
} as const satisfies Rows;

const signing = {
  subject: {
    flag: '--subject <name@sha256:…>',
    type: text('NAME@sha256:DIGEST'),
    default: null,
    isReported: true,
    description: 'build under test as NAME@sha256:DIGEST, for the attestation',
  },
  signKeyFile: file(
    '--sign-key-file <file>',
    'file with the private key that signs the attestation: PEM, Ed25519 or ECDSA P-256',
  ),
} as const satisfies Rows;

/** The groups of settings in help and documents, in their order. */
const groups = {
  'Target and key': targetAndKey,
  'What runs': whatRuns,
  'What the run may do to the service': permissions,
  'Patience and limits': patienceAndLimits,
  Output: output,
  Signing: signing,
};

const table = { ...targetAndKey, ...whatRuns, ...permissions, ...patienceAndLimits, ...output, ...signing };

type Table = typeof table;

/** The name of a setting: its option in the API. */
export type SettingName = keyof Table;

/** A setting with its group and its variable. */
export interface Setting extends Row {
  readonly group: string;
  readonly variable: string;
}

export const settingGroups: readonly string[] = Object.keys(groups);

/**
 * Every setting, by the name of its option in the API. Flags, variables, help, `.env.example`, docs/settings.md and the
 * checks of values derive from it.
 */
export const settings = Object.fromEntries(
  Object.entries<Rows>(groups).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, row]): [string, Setting] => [name, { group, variable: variableOf(name), ...row }]),
  ),
) as { readonly [Name in SettingName]: Table[Name] & Setting };

function variableOf(name: string): string {
  return `PETSTORE_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

export const settingNames = Object.keys(settings) as readonly SettingName[];

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
    | (Table[Name]['type'] extends ValueType<infer Value> ? Value : never)
    | Extract<Table[Name]['default'], null>;
};

/** The settings as a command line or a program passes them, before they are read. */
export type GivenSettings = { readonly [Name in SettingName]?: unknown };
