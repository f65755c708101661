import type { Proxy } from './network-settings.ts';
import type { Secret } from './secret-settings.ts';
import { type Findings, type SettingSources, filled } from './settings.ts';

/**
 * The proxy that the environment names for a base address, null where none does or `NO_PROXY` excepts the host. Read only
 * where it was asked for: a variable of some other program must not decide where the key is sent.
 */
export function readProxy(baseUrl: string, { environment }: SettingSources, findings: Findings): Proxy | null {
  const target = URL.parse(baseUrl);
  if (target === null) return null;
  const variables = target.protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const variable = variables.find((name) => filled(environment[name]) !== undefined);
  const flag = findings.nameOf('useEnvProxy');
  if (variable === undefined) {
    findings.note(`${flag} is given, but ${variables[0]} is not set: the target is reached directly.`);
    return null;
  }
  const exceptions = filled(environment['NO_PROXY']) ?? filled(environment['no_proxy']) ?? '';
  if (isExcepted(target, exceptions)) {
    findings.note(`${flag} is given, but NO_PROXY excepts the target, which is reached directly.`);
    return null;
  }
  const proxy = parseProxy(environment[variable]?.trim() ?? '', variable);
  if (proxy === null)
    findings.problem(`${variable} must be the address of a proxy, such as http://proxy.example:3128.`);
  return proxy;
}

/** What must not be written of a proxy: its credentials, alone and as they are sent. */
export function proxySecrets(proxy: Proxy | null): readonly Secret[] {
  if (proxy === null || proxy.authorization === null) return [];
  const encoded = proxy.authorization.replace(/^Basic /, '');
  const plain = Buffer.from(encoded, 'base64').toString();
  const password = plain.slice(plain.indexOf(':') + 1);
  return [encoded, plain, password].map((value) => ({ value, label: '[proxy credentials]' }));
}

function parseProxy(text: string, variable: string): Proxy | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  const credentials = credentialsOf(url);
  if (credentials === null) return null;
  const authorization = credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { origin: url.origin, authorization, variable };
}

/** Null where the escapes of the address are none. */
function credentialsOf({ username, password }: URL): string | null {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return null;
  }
}

/** Whether a list such as `localhost, .corp.example, 10.0.0.7:8080` holds a host; `*` holds all. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const usedPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', onlyPort] = /^(\[[^\]]*\]|[^:]*|[0-9a-f:]+)(?::(\d+))?$/.exec(entry) ?? [];
      if (onlyPort !== undefined && onlyPort !== usedPort) return false;
      const bare = name.replace(/^\*?\./, '').replaceAll(/[[\]]/g, '');
      const host = hostname.replaceAll(/[[\]]/g, '');
      return bare !== '' && (host === bare || host.endsWith(`.${bare}`));
    });
}
