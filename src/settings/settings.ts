/** What the command line gives, as text. A flag that was not given is absent. */
export interface FlagValues {
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly reports?: string;
  readonly format?: string;
  readonly only?: string;
  readonly grep?: string;
  readonly deviations?: string;
  readonly subject?: string;
  readonly signKeyFile?: string;
  readonly categoryId?: string;
  readonly concurrency?: string;
  readonly seed?: string;
  readonly profile?: string;
  readonly maxCreates?: string;
  readonly examples?: string;
  readonly examplePath?: string;
  readonly asOf?: string;
  readonly header?: readonly string[];
  readonly mappedBasePath?: boolean;
  readonly wait?: string;
  readonly requestTimeout?: string;
  readonly settleTimeout?: string;
  readonly deadline?: string;
  readonly caFile?: string;
  readonly insecure?: boolean;
  readonly useEnvProxy?: boolean;
  readonly rateLimit?: string;
  readonly maxRequests?: string;
  readonly maxHeaderSize?: string;
  readonly maxBodySize?: string;
  readonly maxDecompressedSize?: string;
  readonly maxDepth?: string;
}

/** The settings that are numbers. */
export type NumberSetting =
  | 'concurrency'
  | 'seed'
  | 'maxCreates'
  | 'examples'
  | 'wait'
  | 'requestTimeout'
  | 'settleTimeout'
  | 'deadline'
  | 'rateLimit'
  | 'maxRequests'
  | 'maxHeaderSize'
  | 'maxBodySize'
  | 'maxDecompressedSize'
  | 'maxDepth';

/** The values that a program may give instead of text. */
interface ProgramValues extends Readonly<Record<NumberSetting, number>> {
  readonly baseUrl: URL;
  readonly format: readonly string[];
  readonly only: readonly string[];
  readonly categoryId: bigint | number;
  readonly asOf: Date;
  readonly header: Readonly<Record<string, string>>;
}

/** What a command line gives as text, or a program as values. Only a program can give the key itself. */
export type GivenSettings = { readonly apiKey?: string | undefined } & {
  readonly [Name in keyof FlagValues]?:
    | FlagValues[Name]
    | (Name extends keyof ProgramValues ? ProgramValues[Name] : never)
    | undefined;
};

/** Where settings come from. Only `readFile` does anything; it throws where the file cannot be read. */
export interface SettingSources {
  readonly given: GivenSettings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly dotenv: Readonly<Record<string, string>>;
  /** Why `.env` could not be read; null or absent where it could, or where there is none. */
  readonly dotenvProblem?: string | null;
  /** What an earlier run was given, which everything else outranks; nothing unless given. */
  readonly ofEarlierRun?: Readonly<Record<string, string>>;
  readonly readFile: (path: string) => string;
  /** Whether a text is a date or date-time by which the deprecated operation can be judged (part 9 rule 3). */
  readonly isAsOf: (text: string) => boolean;
  /** The formats in which a report can be written, the first of which is always written. */
  readonly formats: readonly string[];
  /** The seed of a run that is given none: another one for each run, so that runs do not share the names of pets. */
  readonly freshSeed: number;
  /** How sentences name settings. */
  readonly nameOf: NameSetting;
}

/** One setting: how a flag and a variable name it. */
export interface SettingName {
  readonly flag: string;
  readonly variable: string;
}

/** Every setting that has a flag. The key itself has none: a command line is seen by others. */
export const settingNames = {
  baseUrl: { flag: '--base-url', variable: 'PETSTORE_BASE_URL' },
  apiKeyFile: { flag: '--api-key-file', variable: 'PETSTORE_API_KEY_FILE' },
  reports: { flag: '--reports', variable: 'PETSTORE_REPORTS_DIR' },
  format: { flag: '--format', variable: 'PETSTORE_FORMATS' },
  only: { flag: '--only', variable: 'PETSTORE_ONLY' },
  grep: { flag: '--grep', variable: 'PETSTORE_GREP' },
  deviations: { flag: '--deviations', variable: 'PETSTORE_DEVIATIONS' },
  subject: { flag: '--subject', variable: 'PETSTORE_SUBJECT' },
  signKeyFile: { flag: '--sign-key-file', variable: 'PETSTORE_SIGN_KEY_FILE' },
  categoryId: { flag: '--category-id', variable: 'PETSTORE_CATEGORY_ID' },
  concurrency: { flag: '--concurrency', variable: 'PETSTORE_CONCURRENCY' },
  seed: { flag: '--seed', variable: 'PETSTORE_SEED' },
  profile: { flag: '--profile', variable: 'PETSTORE_PROFILE' },
  maxCreates: { flag: '--max-creates', variable: 'PETSTORE_MAX_CREATES' },
  examples: { flag: '--examples', variable: 'PETSTORE_EXAMPLES' },
  examplePath: { flag: '--example-path', variable: 'PETSTORE_EXAMPLE_PATH' },
  asOf: { flag: '--as-of', variable: 'PETSTORE_AS_OF' },
  header: { flag: '--header', variable: 'PETSTORE_HEADERS' },
  mappedBasePath: { flag: '--mapped-base-path', variable: 'PETSTORE_MAPPED_BASE_PATH' },
  wait: { flag: '--wait', variable: 'PETSTORE_WAIT' },
  requestTimeout: { flag: '--request-timeout', variable: 'PETSTORE_REQUEST_TIMEOUT' },
  settleTimeout: { flag: '--settle-timeout', variable: 'PETSTORE_SETTLE_TIMEOUT' },
  deadline: { flag: '--deadline', variable: 'PETSTORE_DEADLINE' },
  caFile: { flag: '--ca-file', variable: 'PETSTORE_CA_FILE' },
  insecure: { flag: '--insecure', variable: 'PETSTORE_INSECURE' },
  useEnvProxy: { flag: '--use-env-proxy', variable: 'PETSTORE_USE_ENV_PROXY' },
  rateLimit: { flag: '--rate-limit', variable: 'PETSTORE_RATE_LIMIT' },
  maxRequests: { flag: '--max-requests', variable: 'PETSTORE_MAX_REQUESTS' },
  maxHeaderSize: { flag: '--max-header-size', variable: 'PETSTORE_MAX_HEADER_SIZE' },
  maxBodySize: { flag: '--max-body-size', variable: 'PETSTORE_MAX_BODY_SIZE' },
  maxDecompressedSize: { flag: '--max-decompressed-size', variable: 'PETSTORE_MAX_DECOMPRESSED_SIZE' },
  maxDepth: { flag: '--max-depth', variable: 'PETSTORE_MAX_DEPTH' },
} as const satisfies Readonly<Record<keyof FlagValues, SettingName>>;

/** The variable that holds the key itself. */
export const apiKeyVariable = 'PETSTORE_API_KEY';

/** Every variable that is read. */
export const settingVariables: readonly string[] = [
  apiKeyVariable,
  ...Object.values(settingNames).map(({ variable }) => variable),
];

/** Gives the name of a setting in a sentence. */
export type NameSetting = (setting: keyof FlagValues | 'apiKey') => string;

/** Names a setting by its flag and its variable; the key has no flag. */
export const nameByFlag: NameSetting = (setting) => {
  if (setting === 'apiKey') return apiKeyVariable;
  const { flag, variable } = settingNames[setting];
  return `${flag} (${variable})`;
};

/** Collects problems and notes, each a sentence that holds no secret, and gives the names of settings in them. */
export interface Findings {
  readonly problem: (sentence: string) => void;
  readonly note: (sentence: string) => void;
  readonly nameOf: NameSetting;
}

/** The value of a variable: environment before `.env` before the earlier run. An empty value counts as not set. */
export function variableOf(sources: SettingSources, variable: string): string | undefined {
  return (
    filled(sources.environment[variable]) ??
    filled(sources.dotenv[variable]) ??
    filled(sources.ofEarlierRun?.[variable])
  );
}

/** The value of a setting: as given, else the text of its variable. Undefined where it is set nowhere. */
export function settingValue<Name extends keyof FlagValues>(
  sources: SettingSources,
  setting: Name,
): NonNullable<GivenSettings[Name]> | string | undefined {
  return sources.given[setting] ?? variableOf(sources, settingNames[setting].variable);
}

/** An empty text is taken for none. */
export function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** The settings that are on or off. */
export type SwitchName = 'mappedBasePath' | 'insecure' | 'useEnvProxy';

/** Whether a switch is on: as given, else by its variable. */
export function readSwitch(name: SwitchName, sources: SettingSources, findings: Findings): boolean {
  const value = settingValue(sources, name) ?? false;
  if (typeof value === 'boolean') return value;
  const text = value.trim().toLowerCase();
  if (['true', '1', 'yes'].includes(text)) return true;
  if (!['false', '0', 'no'].includes(text)) findings.problem(`${findings.nameOf(name)} must be true or false.`);
  return false;
}
