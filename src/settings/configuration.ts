import { didYouMean } from '../contract/nearest-words.ts';
import { isOnThisMachine, type NetworkSettings, readProxy, readTrust } from './network.ts';
import { checkVariables, type SettingContext, readSettings, type SettingSources } from './read-settings.ts';
import { settingNames, settingOf, type SettingValues } from './settings.ts';
import { readApiKey, readBaseAddress } from './target.ts';
import { bad, ok, type Result } from '../contract/result.ts';

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
  /** Whether the run adds pets that a service may store and then fail to list, and sends unusual keys. */
  readonly riskyProbes: boolean;
  /** How many seconds the controlled trials of a run take; 10 unless given. */
  readonly trialSeconds?: number;
}

/** A configuration with notes for the operator, or all problems. None of them holds a secret. */
export type Resolution = Result<{
  readonly configuration: Configuration;
  readonly notes: readonly string[];
}>;

/**
 * Resolves the configuration of a run. Flags override the environment, the environment overrides `.env`, and `.env` overrides
 * defaults. Without a base address, the embedded service is the target, and the caller sets its address and key. Throws if this
 * machine could not read a file, whatever it holds.
 */
export function resolveConfiguration(sources: SettingSources): Resolution {
  if (sources.dotenvFault !== undefined) throw sources.dotenvFault;
  const problems: string[] = [...(sources.dotenvProblems ?? [])];
  const notes: string[] = [];
  const context: SettingContext = {
    ...sources,
    problem: (text) => problems.push(text),
    note: (text) => notes.push(text),
  };
  const values = readSettings(context);
  const address = readBaseAddress(values, context);
  const baseUrl = address ?? '';
  const proxy = values.useEnvProxy && baseUrl !== '' ? readProxy(baseUrl, context) : null;
  const isHere = baseUrl === '' || isOnThisMachine({ ...values, baseUrl, proxy });
  const configuration: Configuration = {
    ...values,
    baseUrl,
    riskyProbes: values.riskyProbes ?? isHere,
    embedded: address === null,
    apiKey: readApiKey(address !== null, context),
    formats: readFormats(values.formats, context),
    seed: values.seed ?? sources.freshSeed,
    trust: readTrust(values, baseUrl, context),
    proxy,
  };
  if (values.requestTimeout < FAIR_TIMEOUT)
    context.note(
      `${context.nameOf('requestTimeout')} is below ${FAIR_TIMEOUT} s. The contract allows a slow service, so checks of slow responses may end as not verified.`,
    );
  checkVariables(context);
  return problems.length > 0 ? bad(...problems) : ok({ configuration, notes });
}

function readFormats(named: readonly string[] | null, { formats, nameOf, problem }: SettingContext): readonly string[] {
  if (named === null) return formats;
  const wrong = formatProblem(named, formats);
  if (wrong !== null) problem(`${nameOf('formats')} ${wrong}`);
  return [...new Set([...formats.slice(0, 1), ...named.map((name) => name.toLowerCase())])];
}

/** The problem with a list of formats, as the end of a sentence; null if there is none. Case does not matter. */
export function formatProblem(named: readonly string[], known: readonly string[]): string | null {
  const unknown = named.find((name) => !known.includes(name.toLowerCase()));
  if (named.length > 0 && unknown === undefined) return null;
  return `must be one or more of ${known.join(', ')}, with commas between them${didYouMean(unknown ?? '', known) || '.'}`;
}

/** The contract promises no response time, so a verdict should wait at least this long. */
const FAIR_TIMEOUT = 10;

type ReportedValue = string | number | boolean | null;

/** The settings that a report names. The seed and the profile have places of their own. */
export function reportedSettings(configuration: Configuration): Readonly<Record<string, ReportedValue>> {
  return Object.fromEntries(
    settingNames.flatMap((name): readonly (readonly [string, ReportedValue])[] => {
      const value = configuration[name];
      if (settingOf(name).isReported === true) return [[name, value === null ? null : String(value).trim()]];
      if (typeof value === 'bigint') return [[name, String(value)]];
      const isReported = name !== 'seed' && (typeof value === 'number' || typeof value === 'boolean');
      return isReported ? [[name, value]] : [];
    }),
  );
}
