import { readProblem } from '../contract/read-bounded.ts';
import { didYouMean } from '../contract/nearest-words.ts';
import type { ExamplePath } from './kinds.ts';
import { misspeltVariables } from './misspelt-variables.ts';
import { defaultNetwork, isLoopback, isOnThisMachine, type NetworkSettings, readProxy, readTrust } from './network.ts';
import { settingNames, settings, settingVariables, type SettingValues } from './settings.ts';
import { defaultValues, filled, type Findings, readSettings, type SettingSources } from './sources.ts';

/** The configuration of a run: the value of each setting, and the content of the files that settings name. */
export interface Configuration
  extends Omit<SettingValues, 'baseUrl' | 'apiKey' | 'formats' | 'seed' | 'riskyProbes'>, NetworkSettings {
  /** Base address without a trailing slash. Its path ends in `/v1` (part 9 rule 1) unless `mappedBasePath`. */
  readonly baseUrl: string;
  /** True if no target is set, so the embedded reference service is the target. */
  readonly embedded: boolean;
  readonly apiKey: string;
  /** The formats in which the report is written, by name, each once. */
  readonly formats: readonly string[];
  readonly seed: number;
  /** Whether the run sends what a service may store and then fail to list. */
  readonly riskyProbes: boolean;
  /** How many seconds the controlled trials of a run take; 10 unless given. */
  readonly trialSeconds?: number;
  /** Present if the run repeats an earlier run. */
  readonly earlierExamples?: EarlierExamples;
  /** Cases run one after another, so a limit leaves out the same cases every time. */
  readonly oneCaseAtATime?: boolean;
}

/** The seed of an earlier run, and its failed examples, which run first. */
export interface EarlierExamples {
  readonly seed: number;
  readonly counterexamples: readonly ExamplePath[];
}

/** A configuration with notes for the operator, or all problems. None of them holds a secret. */
export type Resolution =
  | { readonly kind: 'ok'; readonly configuration: Configuration; readonly notes: readonly string[] }
  | {
      readonly kind: 'bad';
      readonly problems: readonly string[];
      /** The folder for the report. */
      readonly reports: string;
    };

/** The configuration of a run that is given only a target and its key. */
export function configurationFor(baseUrl: string, apiKey: string): Configuration {
  return {
    ...defaultValues,
    ...defaultNetwork,
    baseUrl,
    embedded: false,
    apiKey,
    formats: ['json'],
    seed: 1,
    riskyProbes: true,
  };
}

/**
 * Resolves the configuration of a run: flags before environment before `.env` before defaults. Without a base address the
 * embedded service is the target, and the caller sets its address and key.
 */
export function resolveConfiguration(sources: SettingSources): Resolution {
  const problems: string[] = [];
  const notes: string[] = [];
  const findings: Findings = {
    problem: (text) => problems.push(text),
    note: (text) => notes.push(text),
    nameOf: sources.nameOf,
  };
  if (typeof sources.dotenvProblem === 'string') findings.problem(sources.dotenvProblem);
  const values = readSettings(sources, findings);
  const empty = emptyBaseAddress(sources);
  if (empty !== null) findings.problem(empty);
  const address = empty === null ? values.baseUrl : null;
  const baseUrl = address === null ? '' : readBaseAddress(address, values.mappedBasePath, findings);
  const proxy = values.useEnvProxy && baseUrl !== '' ? readProxy(baseUrl, sources, findings) : null;
  const isHere = baseUrl === '' || isOnThisMachine({ ...values, baseUrl, proxy });
  const configuration: Configuration = {
    ...values,
    baseUrl,
    riskyProbes: values.riskyProbes ?? isHere,
    embedded: address === null,
    apiKey: readKeyFor(address === null, sources, findings),
    formats: readFormats(values.formats, sources, findings),
    seed: values.seed ?? sources.freshSeed,
    trust: readTrust(values, baseUrl, sources, findings),
    proxy,
  };
  if (values.examplePath !== null && values.seed === null)
    findings.problem(`${sources.nameOf('examplePath')} needs the ${sources.nameOf('seed')} of the run that found it.`);
  for (const problem of misspeltVariables(sources)) findings.problem(problem);
  noteUnusualSettings(configuration, sources, findings);
  noteAddressOfDotenv(baseUrl, sources, findings);
  return problems.length > 0
    ? { kind: 'bad', problems, reports: values.reports }
    : { kind: 'ok', configuration, notes };
}

/**
 * The problem with an address that is set but empty; null if it is not. An undefined variable of a pipeline looks like this.
 * In `.env` an empty value counts as not set.
 */
function emptyBaseAddress({ given, environment, nameOf }: SettingSources): string | null {
  const { variable } = settings.baseUrl;
  const [address, where, remedy] =
    given.baseUrl === undefined
      ? [environment[variable], `${variable} is set but empty in the environment`, 'unset it']
      : [given.baseUrl, `${nameOf('baseUrl')} is empty`, 'leave it out'];
  if (typeof address !== 'string' || filled(address) !== undefined) return null;
  return `${where}. Pipelines pass an undefined variable like this. Set it to the address of the service, or ${remedy}. Without an address, the run judges the embedded service.`;
}

/** The base address without a trailing slash; '' if there is a problem. No problem quotes a part that may be secret. */
function readBaseAddress(text: string, mapped: boolean, findings: Findings): string {
  const name = findings.nameOf('baseUrl');
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    findings.problem(`${name} must be an absolute address that starts with http:// or https://.`);
    return '';
  }
  const address = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const problems = [
    url.username !== '' || url.password !== '' ? `${name} must not contain a user name or password.` : null,
    /[?#]/.test(text) ? `${name} must not contain a query or fragment.` : null,
    mapped || address.endsWith('/v1')
      ? null
      : `${name} must end in /v1 (got ${address}). If a gateway maps the path, set ${findings.nameOf('mappedBasePath')}.`,
  ].filter((problem) => problem !== null);
  for (const problem of problems) findings.problem(problem);
  if (problems.length > 0) return '';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    findings.note(`${name} is a plain http:// address: the key is sent over the network unencrypted.`);
  return address;
}

function readKeyFor(embedded: boolean, sources: SettingSources, findings: Findings): string {
  const key = findKey(sources, findings);
  if (embedded) {
    if (key !== null)
      findings.note(`A key is set but no ${findings.nameOf('baseUrl')}: the embedded service is the target.`);
    return '';
  }
  if (key === null)
    findings.problem(
      `${findings.nameOf('apiKey')} must hold the key of the service, or ${findings.nameOf('apiKeyFile')} must name a file that does.`,
    );
  return key ?? '';
}

/** The key from the caller, else from the environment, else from `.env`; null if none is set. */
function findKey(sources: SettingSources, findings: Findings): string | null {
  const { apiKey, apiKeyFile } = sources.given;
  const name = findings.nameOf('apiKey');
  if (apiKeyFile !== undefined) return readKeyFile(apiKeyFile, findings.nameOf('apiKeyFile'), sources, findings);
  // An empty key must not send the key of the environment to this service.
  if (apiKey !== undefined) return filled(apiKey) === undefined ? null : checkKey(apiKey, name, findings);
  for (const layer of [sources.environment, sources.dotenv]) {
    const value = filled(layer[settings.apiKey.variable]);
    const file = filled(layer[settings.apiKeyFile.variable]);
    if (value !== undefined && file !== undefined)
      findings.note(`${name} and ${settings.apiKeyFile.variable} are both set; the run uses ${name}.`);
    if (value !== undefined) return checkKey(value, name, findings);
    if (file !== undefined) return readKeyFile(file, settings.apiKeyFile.variable, sources, findings);
  }
  return null;
}

/** The key, or '' if it has a problem: only a missing key is null. */
function checkKey(key: string, from: string, findings: Findings): string {
  if (/^[!-~]+$/.test(key)) return key;
  findings.problem(`The key in ${from} must be visible ASCII characters without a space or a line break.`);
  return '';
}

function readKeyFile(path: string, from: string, { readFile }: SettingSources, findings: Findings): string {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    findings.problem(`The file of ${from} ${readProblem(error)}. It must hold only the key.`);
    return '';
  }
  const key = text.replace(/\r?\n$/, '');
  if (key !== '') return checkKey(key, from, findings);
  findings.problem(`The file of ${from} is empty. It must hold only the key.`);
  return '';
}

function readFormats(
  named: readonly string[] | null,
  { formats }: SettingSources,
  findings: Findings,
): readonly string[] {
  if (named === null) return formats;
  const problem = formatProblem(named, formats);
  if (problem !== null) findings.problem(`${findings.nameOf('formats')} ${problem}`);
  return [...new Set([...formats.slice(0, 1), ...named.map((name) => name.toLowerCase())])];
}

/** The problem with a list of formats, as the end of a sentence; null if there is none. Case does not matter. */
export function formatProblem(named: readonly string[], known: readonly string[]): string | null {
  const unknown = named.find((name) => !known.includes(name.toLowerCase()));
  if (named.length > 0 && unknown === undefined) return null;
  return `must be one or more of ${known.join(', ')}, with commas between them${didYouMean(unknown ?? '', known) || '.'}`;
}

/** A `.env` may come with a folder of someone else, who then receives the key of the environment. */
function noteAddressOfDotenv(
  baseUrl: string,
  { given, environment, dotenv }: SettingSources,
  findings: Findings,
): void {
  const { variable } = settings.baseUrl;
  const isOfDotenv =
    given.baseUrl === undefined &&
    filled(environment[variable]) === undefined &&
    filled(dotenv[variable]) !== undefined;
  const isKeyGivenOtherwise =
    given.apiKey !== undefined ||
    given.apiKeyFile !== undefined ||
    [settings.apiKey, settings.apiKeyFile].every((each) => filled(environment[each.variable]) === undefined);
  if (!isOfDotenv || isKeyGivenOtherwise) return;
  findings.note(`Only .env names the address: the key of the environment is sent to ${baseUrl}.`);
}

/** The contract promises no response time, so a verdict should wait at least this long. */
const FAIR_TIMEOUT = 10;

function noteUnusualSettings(configuration: Configuration, sources: SettingSources, findings: Findings): void {
  if (configuration.requestTimeout < FAIR_TIMEOUT)
    findings.note(
      `${findings.nameOf('requestTimeout')} is below ${FAIR_TIMEOUT} s. The contract allows a slow service, so checks of slow responses may end as not verified.`,
    );
  const known = new Set(settingVariables);
  const set = new Set([...Object.keys(sources.environment), ...Object.keys(sources.dotenv)]);
  for (const variable of [...set].sort()) {
    if (!variable.startsWith('PETSTORE_') || variable.startsWith('PETSTORE_HEADER_') || known.has(variable)) continue;
    findings.note(`${variable} is not a setting of this suite. The run ignores it.`);
  }
}

/**
 * The settings that a report records by name: numbers, switches and the category. A text may be a path or a secret. The
 * seed has a place of its own.
 */
export function recordedSettings(configuration: Configuration): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    settingNames.flatMap((name): readonly (readonly [string, string | number | boolean])[] => {
      const value = name === 'seed' ? null : configuration[name];
      if (typeof value === 'bigint') return [[name, String(value)]];
      return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
    }),
  );
}
