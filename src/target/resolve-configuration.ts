import { didYouMean } from '../contract/nearest-words.ts';
import { emptyBaseAddress, readBaseAddress } from './base-address.ts';
import { chooseFormats } from './choose-formats.ts';
import type { Configuration, OnlyExample, Profile } from './configuration.ts';
import { misspeltVariables } from './misspelt-variables.ts';
import { readNetwork } from './resolve-network.ts';
import { readApiKey, readHeaders } from './secret-settings.ts';
import { type Findings, readSwitch, type SettingSources, settingVariables, textOf } from './settings.ts';

export type { FlagValues, SettingSources } from './settings.ts';

/** A configuration with notes that an operator should see, or every problem at once. None of them holds a secret. */
export type Resolution =
  | { readonly kind: 'ok'; readonly configuration: Configuration; readonly notes: readonly string[] }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

type NumberSetting =
  | 'concurrency'
  | 'seed'
  | 'maxCreates'
  | 'examples'
  | 'wait'
  | 'requestTimeout'
  | 'settle'
  | 'deadline';

interface NumberRule {
  readonly fallback: number;
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
  readonly what: string;
}

const seconds = 'a number of seconds';
const count = 'a whole number';
const rules: Readonly<Record<NumberSetting, NumberRule>> = {
  concurrency: { fallback: 20, least: 1, most: 100, whole: true, what: count },
  // Stands for the fresh seed of the run, which the report tells, so that what it found can be found again.
  seed: { fallback: -1, least: 0, most: 2_147_483_647, whole: true, what: count },
  maxCreates: { fallback: 200, least: 0, most: 100_000, whole: true, what: count },
  examples: { fallback: 5, least: 0, most: 10_000, whole: true, what: count },
  wait: { fallback: 0, least: 0, most: 3_600, whole: false, what: seconds },
  requestTimeout: { fallback: 10, least: 1, most: 600, whole: false, what: seconds },
  settle: { fallback: 5, least: 0, most: 600, whole: false, what: seconds },
  deadline: { fallback: 900, least: 1, most: 86_400, whole: false, what: seconds },
};

/** No response time is promised, so a verdict should wait this long at least. */
const fairTimeout = 10;
const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/**
 * Resolves what a run is to do: flags before environment before `.env` before defaults. Without a base address the
 * embedded service is the target, and address and key are left empty for the caller to fill in.
 */
export function resolveConfiguration(sources: SettingSources): Resolution {
  const problems: string[] = [];
  const notes: string[] = [];
  const findings: Findings = {
    problem: (text) => problems.push(text),
    note: (text) => notes.push(text),
    nameOf: sources.nameOf,
  };
  const mappedBasePath = readSwitch('mappedBasePath', sources, findings);
  if (typeof sources.dotenvProblem === 'string') findings.problem(sources.dotenvProblem);
  const empty = emptyBaseAddress(sources);
  if (empty !== null) findings.problem(empty);
  const address = empty === null ? textOf(sources, 'baseUrl') : undefined;
  const embedded = address === undefined;
  const baseUrl = embedded ? '' : readBaseAddress(address, mappedBasePath, findings);
  const configuration: Configuration = {
    baseUrl,
    embedded,
    apiKey: readKeyFor(embedded, sources, findings),
    reportsDirectory: textOf(sources, 'reports') ?? 'reports',
    formats: readFormats(sources, findings),
    categoryId: readCategory(sources, findings),
    concurrency: readNumber('concurrency', sources, findings),
    seed: readSeed(sources, findings),
    profile: readProfile(sources, findings),
    maxCreates: readNumber('maxCreates', sources, findings),
    examples: readNumber('examples', sources, findings),
    onlyExample: readOnlyExample(sources, findings),
    asOf: readAsOf(sources, findings),
    headers: readHeaders(sources, findings),
    mappedBasePath,
    waitSeconds: readNumber('wait', sources, findings),
    requestTimeoutSeconds: readNumber('requestTimeout', sources, findings),
    settleSeconds: readNumber('settle', sources, findings),
    deadlineSeconds: readNumber('deadline', sources, findings),
    network: readNetwork(baseUrl, sources, findings),
  };
  for (const problem of misspeltVariables(sources)) findings.problem(problem);
  noteOddities(configuration, sources, findings);
  return problems.length > 0 ? { kind: 'bad', problems } : { kind: 'ok', configuration, notes };
}

function readKeyFor(embedded: boolean, sources: SettingSources, findings: Findings): string {
  const key = readApiKey(sources, findings);
  if (embedded) {
    if (key !== null)
      findings.note(`A key is set but no ${findings.nameOf('baseUrl')}: the embedded service is the target.`);
    return '';
  }
  if (key === null) {
    const file = findings.nameOf('apiKeyFile');
    findings.problem(
      `${findings.nameOf('apiKey')} must hold the key for the service at the base address, or ${file} name a file that does.`,
    );
  }
  return key ?? '';
}

function readNumber(setting: NumberSetting, sources: SettingSources, findings: Findings): number {
  const { fallback, least, most, whole, what } = rules[setting];
  const text = textOf(sources, setting);
  if (text === undefined) return fallback;
  const value = Number(text);
  const form = whole ? /^\s*\d+\s*$/ : /^\s*\d+(\.\d+)?\s*$/;
  if (form.test(text) && value >= least && value <= most) return value;
  findings.problem(`${findings.nameOf(setting)} must be ${what} from ${least} to ${most}.`);
  return fallback;
}

function readSeed(sources: SettingSources, findings: Findings): number {
  return textOf(sources, 'seed') === undefined ? sources.freshSeed : readNumber('seed', sources, findings);
}

function readProfile(sources: SettingSources, findings: Findings): Profile {
  const text = textOf(sources, 'profile')?.trim() ?? 'full';
  if (text === 'full' || text === 'read-only') return text;
  const hint = didYouMean(text, ['full', 'read-only']) || '.';
  findings.problem(`${findings.nameOf('profile')} must be full or read-only${hint}`);
  return 'full';
}

function readFormats(sources: SettingSources, findings: Findings): readonly string[] {
  const choice = chooseFormats(textOf(sources, 'format'), sources.formats, findings.nameOf('format'));
  if (choice.kind === 'ok') return [...new Set([...sources.formats.slice(0, 1), ...choice.formats])];
  findings.problem(choice.problem);
  return [];
}

function readCategory(sources: SettingSources, findings: Findings): bigint | null {
  const text = textOf(sources, 'categoryId')?.trim();
  if (text === undefined) return null;
  const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : null;
  if (value !== null && value >= int64.least && value <= int64.most) return value;
  findings.problem(`${findings.nameOf('categoryId')} must be a whole number in the range of int64.`);
  return null;
}

function readOnlyExample(sources: SettingSources, findings: Findings): OnlyExample | null {
  const text = textOf(sources, 'examplePath')?.trim();
  if (text === undefined) return null;
  const [, caseId, path] = /^([\w-]+\/[\w-]+):(\d+(?::\d+)*)$/.exec(text) ?? [];
  if (caseId !== undefined && path !== undefined) {
    if (textOf(sources, 'seed') === undefined)
      findings.problem(`${findings.nameOf('examplePath')} needs the ${findings.nameOf('seed')} it was found with.`);
    return { caseId, path };
  }
  findings.problem(`${findings.nameOf('examplePath')} must be a case and a path, as a report gives them.`);
  return null;
}

function readAsOf(sources: SettingSources, findings: Findings): string | null {
  const text = textOf(sources, 'asOf')?.trim();
  if (text === undefined || sources.isAsOf(text)) return text ?? null;
  findings.problem(`${findings.nameOf('asOf')} must be a date such as 2030-12-04 or a date and time with its zone.`);
  return null;
}

function noteOddities(configuration: Configuration, sources: SettingSources, findings: Findings): void {
  if (configuration.requestTimeoutSeconds < fairTimeout) {
    findings.note(
      `${findings.nameOf('requestTimeout')} is below ${fairTimeout} s: a slow service is lawful, and its answers may stay unverified.`,
    );
  }
  const known = new Set(settingVariables);
  const set = new Set([...Object.keys(sources.environment), ...Object.keys(sources.dotenv)]);
  for (const variable of [...set].sort()) {
    if (!variable.startsWith('PETSTORE_') || variable.startsWith('PETSTORE_HEADER_') || known.has(variable)) continue;
    findings.note(`${variable} is not a setting of this suite and was ignored.`);
  }
}
