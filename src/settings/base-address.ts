import { isLoopback } from './network.ts';
import { type Findings, nonBlank, type SettingSources } from './read-settings.ts';
import { settings, type SettingValues } from './settings.ts';

/**
 * The target that the settings name. `embedded`: they name none. `empty` and `bad`: the findings hold the problem. An address
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
  findings: Findings,
): BaseAddress {
  const empty = emptyAddress(sources);
  if (empty !== null) {
    findings.problem(empty);
    return { kind: 'empty' };
  }
  if (baseUrl === null) return { kind: 'embedded' };
  const checked = checkAddress(baseUrl, mappedBasePath, findings);
  if (checked.kind === 'address') noteAddressOfDotenv(checked.address, sources, findings);
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
function checkAddress(text: string, mapped: boolean, findings: Findings): BaseAddress {
  const name = findings.nameOf('baseUrl');
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    findings.problem(`${name} must be an absolute address that starts with http:// or https://.`);
    return { kind: 'bad' };
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
  if (problems.length > 0) return { kind: 'bad' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    findings.note(`${name} is a plain http:// address: the key is sent over the network unencrypted.`);
  return { kind: 'address', address };
}

/** The folder with `.env` may come from someone else, who then receives the key of the environment. */
function noteAddressOfDotenv(
  address: string,
  { given, environment, dotenv }: SettingSources,
  findings: Findings,
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
  findings.note(`Only .env names the address: the key of the environment is sent to ${address}.`);
}
