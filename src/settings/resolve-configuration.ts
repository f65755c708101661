import { didYouMean } from '../contract/nearest-words.ts';
import { baseAddressText, emptyBaseAddress, readBaseAddress } from './base-address.ts';
import { chooseFormats } from './choose-formats.ts';
import type { Configuration, OnlyExample, Profile } from './configuration.ts';
import { misspeltVariables } from './misspelt-variables.ts';
import { readNumber } from './number-settings.ts';
import { readNetwork } from './resolve-network.ts';
import { readApiKey, readHeaders } from './secret-settings.ts';
import { type Findings, readSwitch, type SettingSources, settingValue, settingVariables } from './settings.ts';

export type { FlagValues, SettingSources } from './settings.ts';

/** A configuration with notes that an operator should see, or every problem at once. None of them holds a secret. */
export type Resolution =
  | { readonly kind: 'ok'; readonly configuration: Configuration; readonly notes: readonly string[] }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

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
  const address = empty === null ? baseAddressText(sources) : undefined;
  const embedded = address === undefined;
  const baseUrl = embedded ? '' : readBaseAddress(address, mappedBasePath, findings);
  const configuration: Configuration = {
    baseUrl,
    embedded,
    apiKey: readKeyFor(embedded, sources, findings),
    reportsDirectory: settingValue(sources, 'reports') ?? 'reports',
    formats: readFormats(sources, findings),
    categoryId: readCategory(sources, findings),
    concurrency: readNumber('concurrency', sources, findings) ?? 20,
    seed: readNumber('seed', sources, findings) ?? sources.freshSeed,
    profile: readProfile(sources, findings),
    maxCreates: readNumber('maxCreates', sources, findings) ?? 200,
    examples: readNumber('examples', sources, findings) ?? 5,
    onlyExample: readOnlyExample(sources, findings),
    asOf: readAsOf(sources, findings),
    headers: readHeaders(sources, findings),
    mappedBasePath,
    waitSeconds: readNumber('wait', sources, findings) ?? 0,
    requestTimeoutSeconds: readNumber('requestTimeout', sources, findings) ?? 10,
    settleSeconds: readNumber('settleTimeout', sources, findings) ?? 5,
    deadlineSeconds: readNumber('deadline', sources, findings) ?? 900,
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

function readProfile(sources: SettingSources, findings: Findings): Profile {
  const text = settingValue(sources, 'profile')?.trim() ?? 'full';
  if (text === 'full' || text === 'read-only') return text;
  const hint = didYouMean(text, ['full', 'read-only']) || '.';
  findings.problem(`${findings.nameOf('profile')} must be full or read-only${hint}`);
  return 'full';
}

function readFormats(sources: SettingSources, findings: Findings): readonly string[] {
  const choice = chooseFormats(settingValue(sources, 'format'), sources.formats, findings.nameOf('format'));
  if (choice.kind === 'ok') return [...new Set([...sources.formats.slice(0, 1), ...choice.formats])];
  findings.problem(choice.problem);
  return [];
}

function readCategory(sources: SettingSources, findings: Findings): bigint | null {
  const given = settingValue(sources, 'categoryId');
  if (given === undefined) return null;
  const value = wholeNumber(given);
  if (value !== null && value >= int64.least && value <= int64.most) return value;
  findings.problem(`${findings.nameOf('categoryId')} must be a whole number in the range of int64.`);
  return null;
}

/** Null where it is no whole number. */
function wholeNumber(given: string | bigint | number): bigint | null {
  const isWhole = typeof given === 'string' ? /^\s*-?\d{1,19}\s*$/.test(given) : isInteger(given);
  return isWhole ? BigInt(given) : null;
}

function isInteger(value: bigint | number): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function readOnlyExample(sources: SettingSources, findings: Findings): OnlyExample | null {
  const text = settingValue(sources, 'examplePath')?.trim();
  if (text === undefined) return null;
  const [, caseId, path] = /^([\w-]+\/[\w-]+):(\d+(?::\d+)*)$/.exec(text) ?? [];
  if (caseId !== undefined && path !== undefined) {
    if (settingValue(sources, 'seed') === undefined)
      findings.problem(`${findings.nameOf('examplePath')} needs the ${findings.nameOf('seed')} it was found with.`);
    return { caseId, path };
  }
  findings.problem(`${findings.nameOf('examplePath')} must be a case and a path, as a report gives them.`);
  return null;
}

function readAsOf(sources: SettingSources, findings: Findings): string | null {
  const given = settingValue(sources, 'asOf');
  const text = given instanceof Date ? given.toISOString() : given?.trim();
  if (text === undefined || sources.isAsOf(text)) return text ?? null;
  findings.problem(`${findings.nameOf('asOf')} must be a date such as 2030-12-04 or a date and time with its zone.`);
  return null;
}

function noteOddities(configuration: Configuration, sources: SettingSources, findings: Findings): void {
  if (configuration.requestTimeoutSeconds < fairTimeout) {
    findings.note(
      `${findings.nameOf('requestTimeout')} is below ${fairTimeout} s: a slow service is allowed, and its answers may stay unverified.`,
    );
  }
  const known = new Set(settingVariables);
  const set = new Set([...Object.keys(sources.environment), ...Object.keys(sources.dotenv)]);
  for (const variable of [...set].sort()) {
    if (!variable.startsWith('PETSTORE_') || variable.startsWith('PETSTORE_HEADER_') || known.has(variable)) continue;
    findings.note(`${variable} is not a setting of this suite and was ignored.`);
  }
}
