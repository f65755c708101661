import { filled, type Findings, type SettingSources, settingNames, settingValue } from './settings.ts';

/**
 * The problem of an address that is given without a value, as an undefined variable of a pipeline is; null where there is
 * none. In `.env` an empty value counts as not set.
 */
export function emptyBaseAddress({ given, environment, nameOf }: SettingSources): string | null {
  const { variable } = settingNames.baseUrl;
  const [address, where, remedy] =
    given.baseUrl === undefined
      ? [environment[variable], `${variable} is set but empty in the environment`, 'unset it']
      : [given.baseUrl, `${nameOf('baseUrl')} is empty`, 'leave it out'];
  if (typeof address !== 'string' || filled(address) !== undefined) return null;
  return `${where}, as an undefined variable of a pipeline is. Set it to the address of the service, or ${remedy}: without an address the run judges the embedded service.`;
}

/** The text of the base address; undefined where none is set. */
export function baseAddressText(sources: SettingSources): string | undefined {
  const address = settingValue(sources, 'baseUrl');
  return typeof address === 'object' ? address.href : address;
}

/**
 * The base address without a trailing slash; '' where there is a problem. Its path ends in the version segment (part 9
 * rule 1) unless a gateway maps it. The address is quoted in no problem: it may hold a password.
 */
export function readBaseAddress(text: string, mapped: boolean, findings: Findings): string {
  const name = findings.nameOf('baseUrl');
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    findings.problem(`${name} must be an absolute address that begins with http:// or https://.`);
    return '';
  }
  const path = url.pathname.replace(/\/+$/, '');
  const problems = [
    url.username !== '' || url.password !== '' ? `${name} must hold no user name and no password.` : null,
    /[?#]/.test(text) ? `${name} must hold no query and no fragment.` : null,
    mapped || path.endsWith('/v1')
      ? null
      : `${name} must end in /v1; for a gateway that maps it to another path, set ${findings.nameOf('mappedBasePath')}.`,
  ].filter((problem) => problem !== null);
  for (const problem of problems) findings.problem(problem);
  if (problems.length > 0) return '';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    findings.note(`${name} is a plain http:// address: the key goes over the network unencrypted.`);
  }
  return `${url.origin}${path}`;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.') || hostname.endsWith('.localhost')
  );
}
