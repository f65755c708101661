import { X509Certificate } from 'node:crypto';
import type { SettingValues } from './settings.ts';
import { defaultValues, filled, type Findings, type SettingSources } from './sources.ts';

/** The unit of the settings of sizes, in bytes. */
export const KIBIBYTE = 1024;

/** How requests go over the network, and how much the client reads of a response. */
export interface NetworkSettings extends Pick<
  SettingValues,
  'rateLimit' | 'maxRequests' | 'maxHeaderSize' | 'maxBodySize' | 'maxDecompressedSize' | 'maxDepth'
> {
  readonly trust: Trust;
  /** The proxy of every connection; null if connections go straight to the target. */
  readonly proxy: Proxy | null;
}

/** Which certificates of a target are trusted. */
export interface Trust {
  /** Additional authorities as PEM, with their file; null if those of the machine are enough. */
  readonly authorities: { readonly file: string; readonly pem: string } | null;
  /** True if any certificate is trusted. The sender of a response is then unknown. */
  readonly insecure: boolean;
}

/** A forward proxy. The client uses CONNECT only: a response of the proxy must not pass for one of the target. */
export interface Proxy {
  /** Origin without credentials, such as `http://proxy.example:3128`. */
  readonly origin: string;
  /** The value of Proxy-Authorization, which is a secret; null if none is sent. */
  readonly authorization: string | null;
  /** The variable that named it. */
  readonly variable: string;
}

export const defaultNetwork: NetworkSettings = {
  ...defaultValues,
  trust: { authorities: null, insecure: false },
  proxy: null,
};

/** Which certificates of the service at a base address are trusted. */
export function readTrust(
  { caFile: file, insecure }: SettingValues,
  baseUrl: string,
  { readFile }: SettingSources,
  findings: Findings,
): Trust {
  if (insecure && baseUrl.startsWith('https:')) {
    findings.note(
      `${findings.nameOf('insecure')} is set: certificates are not checked, anyone may receive the key, and the report says so.`,
    );
  }
  const pem = file === null ? null : readAuthorities(file, readFile);
  if (file === null || pem !== null)
    return { authorities: pem === null || file === null ? null : { file, pem }, insecure };
  findings.problem(`The file of ${findings.nameOf('caFile')} must hold certificates in PEM.`);
  return { authorities: null, insecure };
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Null if the file cannot be read or holds no valid certificates. A key in the file is skipped. */
function readAuthorities(file: string, readFile: (path: string) => string): string | null {
  try {
    const certificates = readFile(file).match(CERTIFICATE) ?? [];
    for (const certificate of certificates) void new X509Certificate(certificate);
    return certificates.length === 0 ? null : certificates.join('\n');
  } catch {
    return null;
  }
}

/**
 * The proxy that the environment names for a base address; null if it names none or `NO_PROXY` excludes the host. Only
 * `--use-env-proxy` calls this: a variable of another program must not decide where the key is sent.
 */
export function readProxy(baseUrl: string, { environment }: SettingSources, findings: Findings): Proxy | null {
  const target = URL.parse(baseUrl);
  if (target === null) return null;
  const variables = target.protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const variable = variables.find((name) => filled(environment[name]) !== undefined);
  const setting = findings.nameOf('useEnvProxy');
  if (variable === undefined) {
    findings.note(`${setting} is set, but ${variables[0]} is not: the run connects directly to the target.`);
    return null;
  }
  const exceptions = filled(environment['NO_PROXY']) ?? filled(environment['no_proxy']) ?? '';
  if (isExcepted(target, exceptions)) {
    findings.note(`${setting} is set, but NO_PROXY excludes the target: the run connects directly to it.`);
    return null;
  }
  const proxy = parseProxy(environment[variable]?.trim() ?? '', variable);
  if (proxy === null)
    findings.problem(`${variable} must be the address of a proxy, such as http://proxy.example:3128.`);
  return proxy;
}

function parseProxy(text: string, variable: string): Proxy | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  const credentials = credentialsOf(url);
  if (credentials === null) return null;
  const authorization = credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { origin: url.origin, authorization, variable };
}

/** Null if the address has invalid percent-encoding. */
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
