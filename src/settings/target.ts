import { bad, ok } from '../contract/result.ts';
import { readNamedFile } from './read-file.ts';
import { isLoopback } from './network.ts';
import { type SettingContext, nonBlank } from './read-settings.ts';
import { settings, type SettingValues } from './settings.ts';

// The target of a run: its base address and its key.

/**
 * Reads and checks the base address, and removes a slash at its end. Null if none is set: the embedded service is the target.
 * Empty if there is a problem with it.
 */
export function readBaseAddress({ baseUrl, mappedBasePath }: SettingValues, context: SettingContext): string | null {
  const empty = emptyAddress(context);
  if (empty === null) return baseUrl === null ? null : checkAddress(baseUrl, mappedBasePath, context);
  context.problem(empty);
  // The embedded service may be meant, which needs no key.
  return null;
}

/**
 * The problem with an address that is set but empty; null if it is not. A pipeline passes an undefined variable like this. In
 * `.env`, an empty value counts as not set.
 */
function emptyAddress({ given, environment, nameOf }: SettingContext): string | null {
  const { variable } = settings.baseUrl;
  const isGiven = given.baseUrl !== undefined;
  const address = isGiven ? given.baseUrl : environment[variable];
  if (typeof address !== 'string' || nonBlank(address) !== undefined) return null;
  const where = isGiven ? `${nameOf('baseUrl')} is empty` : `${variable} is set but empty in the environment`;
  return `${where}. Pipelines pass an undefined variable like this. Set it to the address of the service, or ${isGiven ? 'omit' : 'unset'} it. Without an address, the run judges the embedded service.`;
}

/** No problem quotes a part that may be secret. */
function checkAddress(text: string, mapped: boolean, context: SettingContext): string {
  const { problem, note, nameOf } = context;
  const name = nameOf('baseUrl');
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    problem(`${name} must be an absolute address that starts with http:// or https://.`);
    return '';
  }
  const address = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const problems = [
    url.username !== '' || url.password !== '' ? `${name} must not contain a user name or password.` : null,
    /[?#]/.test(text) ? `${name} must not contain a query or fragment.` : null,
    mapped || address.endsWith('/v1')
      ? null
      : `${name} must end in /v1 (got ${address}). If a gateway maps the path, set ${nameOf('mappedBasePath')}.`,
  ].filter((each) => each !== null);
  problems.forEach(problem);
  if (problems.length > 0) return '';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    note(`${name} is a plain http:// address: the key is sent over the network unencrypted.`);
  noteAddressOfDotenv(address, context);
  return address;
}

/** The folder with `.env` may come from someone else, who then receives the key of the environment. */
function noteAddressOfDotenv(address: string, { given, environment, note }: SettingContext): void {
  const isOfDotenv = given.baseUrl === undefined && nonBlank(environment[settings.baseUrl.variable]) === undefined;
  const isKeyGiven = given.apiKey !== undefined || given.apiKeyFile !== undefined;
  const isKeyOfEnvironment = [settings.apiKey, settings.apiKeyFile].some(
    ({ variable }) => nonBlank(environment[variable]) !== undefined,
  );
  if (isOfDotenv && !isKeyGiven && isKeyOfEnvironment)
    note(`Only .env names the address: the key of the environment is sent to ${address}.`);
}

/** The key for the service. Empty if none is needed, because the embedded service has its own, or if there is a problem. */
export function readApiKey(isNeeded: boolean, context: SettingContext): string {
  const { problem, note, nameOf } = context;
  const key = findKey(context);
  if (!isNeeded) {
    if (key !== null)
      note(
        `A key is set, but ${nameOf('baseUrl')} is not: the run judges the embedded service, which has a key of its own.`,
      );
    return '';
  }
  if (key === null)
    problem(
      `${nameOf('apiKey')} must hold the key of the service, or ${nameOf('apiKeyFile')} must name a file that does.`,
    );
  return key ?? '';
}

/** The key from the caller, otherwise from the environment, otherwise from `.env`. Null if none has one. Empty if there is a problem. */
function findKey(context: SettingContext): string | null {
  const { given, environment, dotenv, note, nameOf } = context;
  const name = nameOf('apiKey');
  if (typeof given.apiKeyFile === 'string') return readKeyFile(given.apiKeyFile, nameOf('apiKeyFile'), context);
  // An empty key must not send the key of the environment to this service.
  if (typeof given.apiKey === 'string')
    return nonBlank(given.apiKey) === undefined ? null : checkKey(given.apiKey, name, context);
  for (const layer of [environment, dotenv]) {
    const value = nonBlank(layer[settings.apiKey.variable]);
    const file = nonBlank(layer[settings.apiKeyFile.variable]);
    if (value !== undefined && file !== undefined)
      note(`${name} and ${settings.apiKeyFile.variable} are both set; the run uses ${name}.`);
    if (value !== undefined) return checkKey(value, name, context);
    if (file !== undefined) return readKeyFile(file, settings.apiKeyFile.variable, context);
  }
  return null;
}

function checkKey(key: string, from: string, { problem }: SettingContext): string {
  if (/^[!-~]+$/.test(key)) return key;
  problem(`The key in ${from} must be visible ASCII characters without a space or a line break.`);
  return '';
}

function readKeyFile(path: string, from: string, context: SettingContext): string {
  const read = readNamedFile(from, context.readFile(path), (text) => {
    const key = text.replace(/\r?\n$/, '');
    return key === '' ? bad('is empty') : ok(key);
  });
  if (read.kind === 'ok') return checkKey(read.value, from, context);
  context.problem(`${read.problems.join(' ')} It must hold only the key.`);
  return '';
}
