import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { bad, ok, problemsOf } from '../contract/result.ts';
import type { SettingName, SettingValues } from './settings.ts';
import { readNamedFile } from './read-file.ts';
import { type SettingContext, defaultValues, nonBlank } from './read-settings.ts';

/** The unit of the settings of sizes, in bytes. */
export const KIBIBYTE = 1024;

/** How requests go over the network, and how much the client reads of a response. */
export interface NetworkSettings extends Pick<
  SettingValues,
  'connectTo' | 'clientKeyPassphrase' | 'rateLimit' | 'maxRequests' | 'maxHeaderSize' | 'maxBodySize'
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
interface ClientIdentity {
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

/** Whether the target is on this machine. A proxy, or a tunnel from this machine, may lead to another machine. */
export function isOnThisMachine({
  baseUrl,
  connectTo,
  proxy,
}: {
  readonly baseUrl: string;
  readonly connectTo: string | null;
  readonly proxy: Proxy | string | null;
}): boolean {
  const addresses = [baseUrl, ...(connectTo === null ? [] : [`http://${connectTo}`])];
  return proxy === null && addresses.every((address) => isLoopback(URL.parse(address)?.hostname ?? ''));
}

export const defaultNetwork: NetworkSettings = {
  ...defaultValues,
  trust: { authorities: null, insecure: false, client: null },
  proxy: null,
};

/** Which certificates of the service at a base address are trusted, and the one that the client shows. */
export function readTrust(values: SettingValues, baseUrl: string, context: SettingContext): Trust {
  const { caFile: file, insecure } = values;
  if (insecure && baseUrl.startsWith('https:')) {
    context.note(
      `${context.nameOf('insecure')} is set: certificates are not checked, so any server may receive the key. The report says so.`,
    );
  }
  const pem = file === null ? null : readCertificates(file, 'caFile', context);
  const client = readClientIdentity(values, context);
  return { authorities: file === null || pem === null ? null : { file, pem }, insecure, client };
}

function readClientIdentity(
  { clientCertFile: file, clientKeyFile, clientKeyPassphrase: passphrase }: SettingValues,
  context: SettingContext,
): ClientIdentity | null {
  const { problem, nameOf } = context;
  if (file === null && clientKeyFile === null) return null;
  if (file === null || clientKeyFile === null) {
    problem(`${nameOf('clientCertFile')} and ${nameOf('clientKeyFile')} must be set together.`);
    return null;
  }
  const certificates = readCertificates(file, 'clientCertFile', context);
  if (certificates === null) return null;
  const wanted = `must hold a private key in PEM that ${nameOf('clientKeyPassphrase')} decrypts, if it is encrypted`;
  const key = parseFile(clientKeyFile, 'clientKeyFile', wanted, context, (text) =>
    createPrivateKey({ key: text, ...(passphrase === null ? {} : { passphrase }) }),
  );
  if (key === null) return null;
  if (new X509Certificate(certificates).checkPrivateKey(key)) return { file, certificates, key };
  problem(`${nameOf('clientKeyFile')} does not match the certificate of ${nameOf('clientCertFile')}.`);
  return null;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a file, without a key that it holds too; null if there is a problem. */
function readCertificates(file: string, setting: SettingName, context: SettingContext): string | null {
  return parseFile(file, setting, 'must hold certificates in PEM', context, (text) => {
    const certificates = text.match(CERTIFICATE) ?? [''];
    return certificates
      .map((pem) => new X509Certificate(pem).toString())
      .join('')
      .trimEnd();
  });
}

/**
 * What `parse` makes of the text of a file; null if there is a problem. No error of the parser is quoted: it may show a part of
 * a key.
 */
function parseFile<T>(
  file: string,
  setting: SettingName,
  wanted: string,
  { readFile, problem, nameOf }: SettingContext,
  parse: (text: string) => T,
): T | null {
  const read = readNamedFile(nameOf(setting), readFile(file), (text) => {
    try {
      return ok(parse(text));
    } catch {
      return bad(wanted);
    }
  });
  problemsOf(read).forEach(problem);
  return read.kind === 'ok' ? read.value : null;
}

/**
 * The proxy that the environment names for a base address; null if it names none or `NO_PROXY` excludes the host. Only
 * `--use-env-proxy` calls this: a variable of another program must not decide where the key is sent.
 */
export function readProxy(baseUrl: string, { environment, nameOf, note, problem }: SettingContext): Proxy | null {
  const target = new URL(baseUrl);
  const variables = target.protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const variable = variables.find((name) => nonBlank(environment[name]) !== undefined);
  const setting = nameOf('useEnvProxy');
  if (variable === undefined) {
    note(`${setting} is set, but ${variables[0]} is not: the run connects directly to the target.`);
    return null;
  }
  const exceptions = nonBlank(environment['NO_PROXY']) ?? nonBlank(environment['no_proxy']) ?? '';
  if (isExcepted(target, exceptions)) {
    note(`${setting} is set, but NO_PROXY excludes the target: the run connects directly to it.`);
    return null;
  }
  const proxy = parseProxy(environment[variable]?.trim() ?? '', variable);
  if (proxy === null) problem(`${variable} must be the address of a proxy, such as http://proxy.example:3128.`);
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
