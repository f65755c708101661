import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readProblem } from '../contract/read-bounded.ts';
import type { SettingValues } from './settings.ts';
import { defaultValues, filled, type Findings, type SettingSources } from './sources.ts';

/** The unit of the settings of sizes, in bytes. */
export const KIBIBYTE = 1024;

/** How requests go over the network, and how much the client reads of a response. */
export interface NetworkSettings extends Pick<
  SettingValues,
  | 'connectTo'
  | 'clientKeyPassphrase'
  | 'rateLimit'
  | 'maxRequests'
  | 'maxHeaderSize'
  | 'maxBodySize'
  | 'maxDecompressedSize'
  | 'maxDepth'
> {
  readonly trust: Trust;
  /** The proxy of every connection; null if connections go straight to the target. */
  readonly proxy: Proxy | null;
}

/** Which certificates of a target are trusted, and the one that the client shows. */
export interface Trust {
  /** Additional authorities as PEM, with their file; null if those of the machine are enough. */
  readonly authorities: { readonly file: string; readonly pem: string } | null;
  /** True if any certificate is trusted. The sender of a response is then unknown. */
  readonly insecure: boolean;
  /** Null if the client shows no certificate. */
  readonly client: ClientIdentity | null;
}

/** The certificate of the client with its chain as PEM, its file, and its key, which no output can show. */
export interface ClientIdentity {
  readonly file: string;
  readonly certificates: string;
  readonly key: KeyObject;
}

/** A forward proxy. */
export interface Proxy {
  /** Origin without credentials, such as `http://proxy.example:3128`. */
  readonly origin: string;
  /** The value of Proxy-Authorization, which is a secret; null if none is sent. */
  readonly authorization: string | null;
  /** The variable that named it. */
  readonly variable: string;
}

/** Whether a host name or an IP address, with its brackets, is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Whether the target is on this machine. A proxy, or a tunnel that ends on this machine, may lead to another one. */
export function isOnThisMachine({
  baseUrl,
  connectTo,
  proxy,
}: Pick<NetworkSettings, 'connectTo' | 'proxy'> & { readonly baseUrl: string }): boolean {
  const hosts = [baseUrl, ...(connectTo === null ? [] : [`http://${connectTo}`])].map((url) => new URL(url).hostname);
  return proxy === null && hosts.every(isLoopback);
}

export const defaultNetwork: NetworkSettings = {
  ...defaultValues,
  trust: { authorities: null, insecure: false, client: null },
  proxy: null,
};

/** Which certificates of the service at a base address are trusted, and the one that the client shows. */
export function readTrust(values: SettingValues, baseUrl: string, sources: SettingSources, findings: Findings): Trust {
  const { caFile: file, insecure } = values;
  if (insecure && baseUrl.startsWith('https:')) {
    findings.note(
      `${findings.nameOf('insecure')} is set: certificates are not checked, so any server may receive the key. The report says so.`,
    );
  }
  const pem = file === null ? null : readCertificates(file, sources);
  if (file !== null && pem === null)
    findings.problem(`The file of ${findings.nameOf('caFile')} must hold certificates in PEM.`);
  const client = readClientIdentity(values, sources, findings);
  return { authorities: file === null || pem === null ? null : { file, pem }, insecure, client };
}

function readClientIdentity(
  { clientCertFile: file, clientKeyFile, clientKeyPassphrase }: SettingValues,
  sources: SettingSources,
  { problem, nameOf }: Findings,
): ClientIdentity | null {
  if (file === null && clientKeyFile === null) return null;
  if (file === null || clientKeyFile === null) {
    problem(`${nameOf('clientCertFile')} and ${nameOf('clientKeyFile')} must be set together.`);
    return null;
  }
  const certificates = readCertificates(file, sources);
  if (certificates === null) {
    problem(`The file of ${nameOf('clientCertFile')} must hold certificates in PEM.`);
    return null;
  }
  const key = readClientKey(clientKeyFile, clientKeyPassphrase, sources);
  if (typeof key === 'string') problem(`The file of ${nameOf('clientKeyFile')} ${key}.`);
  else if (new X509Certificate(certificates).checkPrivateKey(key)) return { file, certificates, key };
  else problem(`${nameOf('clientKeyFile')} does not match the certificate of ${nameOf('clientCertFile')}.`);
  return null;
}

/** The key, or the problem as a phrase about its file. No error of the parser is quoted: it may show a part of the key. */
function readClientKey(
  file: string,
  passphrase: string | null,
  { readFile, nameOf }: SettingSources,
): KeyObject | string {
  let key: string;
  try {
    key = readFile(file);
  } catch (error) {
    return readProblem(error);
  }
  try {
    return createPrivateKey({ key, ...(passphrase === null ? {} : { passphrase }) });
  } catch {
    return `must hold a private key in PEM that ${nameOf('clientKeyPassphrase')} decrypts, if it is encrypted`;
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Null if the file cannot be read or holds no valid certificates. A key in the file is skipped. */
function readCertificates(file: string, { readFile }: SettingSources): string | null {
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
