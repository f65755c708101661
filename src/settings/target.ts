import { isLoopback } from './network.ts';
import { type Messages, nonBlank, type SettingSources } from './read-settings.ts';
import { settings, type SettingValues } from './settings.ts';

// The target of a run: its base address and its key.

/**
 * The target that the settings name. `embedded`: they name none. `empty` and `bad`: the messages hold the problem. An address
 * has no trailing slash.
 */
type BaseAddress =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'bad' };

/** Reads and checks the base address. */
export function readBaseAddress(
  { baseUrl, mappedBasePath }: SettingValues,
  sources: SettingSources,
  messages: Messages,
): BaseAddress {
  const empty = emptyAddress(sources);
  if (empty !== null) {
    messages.problem(empty);
    return { kind: 'empty' };
  }
  if (baseUrl === null) return { kind: 'embedded' };
  const checked = checkAddress(baseUrl, mappedBasePath, messages);
  if (checked.kind === 'address') noteAddressOfDotenv(checked.address, sources, messages);
  return checked;
}

/**
 * The problem with an address that is set but empty; null if it is not. A pipeline passes an undefined variable like this. In
 * `.env`, an empty value counts as not set.
 */
function emptyAddress({ given, environment, nameOf }: SettingSources): string | null {
  const { variable } = settings.baseUrl;
  const [address, where, remedy] =
    given.baseUrl === undefined
      ? [environment[variable], `${variable} is set but empty in the environment`, 'unset it']
      : [given.baseUrl, `${nameOf('baseUrl')} is empty`, 'omit it'];
  if (typeof address !== 'string' || nonBlank(address) !== undefined) return null;
  return `${where}. Pipelines pass an undefined variable like this. Set it to the address of the service, or ${remedy}. Without an address, the run judges the embedded service.`;
}

/** No problem quotes a part that may be secret. */
function checkAddress(text: string, mapped: boolean, messages: Messages): BaseAddress {
  const name = messages.nameOf('baseUrl');
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    messages.problem(`${name} must be an absolute address that starts with http:// or https://.`);
    return { kind: 'bad' };
  }
  const address = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const problems = [
    url.username !== '' || url.password !== '' ? `${name} must not contain a user name or password.` : null,
    /[?#]/.test(text) ? `${name} must not contain a query or fragment.` : null,
    mapped || address.endsWith('/v1')
      ? null
      : `${name} must end in /v1 (got ${address}). If a gateway maps the path, set ${messages.nameOf('mappedBasePath')}.`,
  ].filter((problem) => problem !== null);
  for (const problem of problems) messages.problem(problem);
  if (problems.length > 0) return { kind: 'bad' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    messages.note(`${name} is a plain http:// address: the key is sent over the network unencrypted.`);
  return { kind: 'address', address };
}

/** The folder with `.env` may come from someone else, who then receives the key of the environment. */
function noteAddressOfDotenv(
  address: string,
  { given, environment, dotenv }: SettingSources,
  messages: Messages,
): void {
  const { variable } = settings.baseUrl;
  const isOfDotenv =
    given.baseUrl === undefined &&
    nonBlank(environment[variable]) === undefined &&
    nonBlank(dotenv[variable]) !== undefined;
  const isKeyGivenOtherwise =
    given.apiKey !== undefined ||
    given.apiKeyFile !== undefined ||
    [settings.apiKey, settings.apiKeyFile].every((each) => nonBlank(environment[each.variable]) === undefined);
  if (!isOfDotenv || isKeyGivenOtherwise) return;
  messages.note(`Only .env names the address: the key of the environment is sent to ${address}.`);
}

/** The key that the sources give, if any. `bad`: the messages hold the problem. */
type FoundKey = { readonly kind: 'none' } | { readonly kind: 'key'; readonly key: string } | { readonly kind: 'bad' };

/** The key for the service. Empty if none is needed: the embedded service brings its own. Empty too if there is a problem. */
export function readApiKey(isNeeded: boolean, sources: SettingSources, messages: Messages): string {
  const found = findKey(sources, messages);
  if (!isNeeded) {
    if (found.kind !== 'none')
      messages.note(`A key is set but no ${messages.nameOf('baseUrl')}: the embedded service is the target.`);
    return '';
  }
  if (found.kind === 'none')
    messages.problem(
      `${messages.nameOf('apiKey')} must hold the key of the service, or ${messages.nameOf('apiKeyFile')} must name a file that does.`,
    );
  return found.kind === 'key' ? found.key : '';
}

/** The key from the caller, else from the environment, else from `.env`. */
function findKey(sources: SettingSources, messages: Messages): FoundKey {
  const { apiKey, apiKeyFile } = sources.given;
  const name = messages.nameOf('apiKey');
  if (apiKeyFile !== undefined) return readKeyFile(apiKeyFile, messages.nameOf('apiKeyFile'), sources, messages);
  // An empty key must not send the key of the environment to this service.
  if (apiKey !== undefined) return nonBlank(apiKey) === undefined ? { kind: 'none' } : checkKey(apiKey, name, messages);
  for (const layer of [sources.environment, sources.dotenv]) {
    const value = nonBlank(layer[settings.apiKey.variable]);
    const file = nonBlank(layer[settings.apiKeyFile.variable]);
    if (value !== undefined && file !== undefined)
      messages.note(`${name} and ${settings.apiKeyFile.variable} are both set; the run uses ${name}.`);
    if (value !== undefined) return checkKey(value, name, messages);
    if (file !== undefined) return readKeyFile(file, settings.apiKeyFile.variable, sources, messages);
  }
  return { kind: 'none' };
}

function checkKey(key: string, from: string, messages: Messages): FoundKey {
  if (/^[!-~]+$/.test(key)) return { kind: 'key', key };
  messages.problem(`The key in ${from} must be visible ASCII characters without a space or a line break.`);
  return { kind: 'bad' };
}

function readKeyFile(path: string, from: string, { readFile }: SettingSources, messages: Messages): FoundKey {
  const read = readFile(path);
  const key = read.kind === 'ok' ? read.value.replace(/\r?\n$/, '') : '';
  if (key !== '') return checkKey(key, from, messages);
  const problem = read.kind === 'ok' ? 'is empty' : read.problem;
  messages.problem(`The file of ${from} ${problem}. It must hold only the key.`);
  return { kind: 'bad' };
}
