import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { UNSAFE } from '../contract/describe.ts';
import type { Credential, OutgoingRequest } from './request.ts';
import type { Header } from './exchange.ts';
import type { NetworkSettings } from '../settings/network.ts';
import { settings } from '../settings/settings.ts';

/** A request as it is recorded. `headers` holds neither Authorization nor the configured headers. */
export interface CurlRequest extends Pick<OutgoingRequest, 'method' | 'credential' | 'omits' | 'spellName'> {
  readonly url: string;
  readonly headers: readonly Header[];
  /** Names of the headers that the configuration adds; their values are secrets and come from the environment. */
  readonly configuredHeaders: readonly string[];
  /** How the run reaches the target. */
  readonly network: Pick<NetworkSettings, 'trust' | 'connectTo' | 'clientKeyPassphrase'>;
  readonly body: Uint8Array | null;
}

/** A longer body is not put on the command line, so the command can be pasted. */
const LONGEST_INLINE_BODY = 16_384;
const REDACTED_KEY = '[key]';

/** A bash command that sends the same request, with `$PETSTORE_API_KEY` instead of the key. */
export function curlCommand(request: CurlRequest): string {
  const { body } = request;
  const [before, data, after] = body === null ? ['', null, ''] : dataOf(body);
  const parts = [
    'curl -sS -i --compressed --globoff --path-as-is',
    ...networkOptions(request),
    ...methodOption(request.method, body !== null),
    withKey(quote(request.url)),
    ...authorizationOption(request.credential, request.spellName?.('Authorization')),
    ...request.headers.map(([name, value]) => `-H ${withKey(quote(value === '' ? `${name};` : `${name}: ${value}`))}`),
    ...(request.omits ?? []).map((name) => `-H ${quote(`${name}:`)}`),
    ...request.configuredHeaders.map((name) => `-H "${name}: $${headerVariable(name)}"`),
    // curl adds a media type to a body that has none.
    ...(body === null || request.headers.some(([name]) => name.toLowerCase() === 'content-type')
      ? []
      : ["-H 'Content-Type:'"]),
    ...(data === null ? [] : [data]),
  ];
  return `${before}${parts.join(' ')}${after}`;
}

/** The environment variable that holds the value of a configured header. */
function headerVariable(name: string): string {
  return `PETSTORE_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/** What a terminal or build server would act on within quotes: a second number sign may start a command. */
const ACTING = `${UNSAFE}|(?<=#)#`;
const NEEDS_ESCAPES = new RegExp(`'|${ACTING}`, 'u');
const ESCAPED = new RegExp(`['\\\\]|${ACTING}`, 'gu');

/** The text as one bash word that no terminal acts on. It must hold no NUL. */
export function quote(text: string): string {
  return NEEDS_ESCAPES.test(text) ? `$'${text.replaceAll(ESCAPED, escapeCharacter)}'` : `'${text}'`;
}

function escapeCharacter(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (character === '\n') return String.raw`\n`;
  return [...Buffer.from(character, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

function methodOption(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD' && !hasBody) return ['--head'];
  return method === 'GET' && !hasBody ? [] : [`-X ${method}`];
}

/** Files and the passphrase come from the variables of their settings, since neither is part of a report. */
function networkOptions({ network: { trust, connectTo, clientKeyPassphrase } }: CurlRequest): readonly string[] {
  return [
    trust.authorities === null ? [] : [`--cacert "$${settings.caFile.variable}"`],
    trust.insecure ? ['--insecure'] : [],
    trust.client === null
      ? []
      : [`--cert "$${settings.clientCertFile.variable}" --key "$${settings.clientKeyFile.variable}"`],
    trust.client === null || clientKeyPassphrase === null ? [] : [`--pass "$${settings.clientKeyPassphrase.variable}"`],
    connectTo === null ? [] : [`--connect-to ${quote(`::${connectTo}`)}`],
  ].flat();
}

/** A key in a query or a header was redacted; the command reads it from the environment. */
function withKey(word: string): string {
  return word.replaceAll(REDACTED_KEY, () => `'"$PETSTORE_API_KEY"${word.startsWith('$') ? '$' : ''}'`);
}

function authorizationOption({ authorization, shell }: Credential, name = 'Authorization'): readonly string[] {
  if (authorization === null || shell === null) return [];
  return authorization === '' ? [`-H '${name};'`] : [`-H "${name}: ${shell.slice(1)}`];
}

/** The option for a body, with what stands before and after the command. */
function dataOf(body: Uint8Array): readonly [before: string, option: string, after: string] {
  if (body.length > LONGEST_INLINE_BODY) {
    return ['', '--data-binary @body', ` # body: a file of ${body.length} bytes, sha256 ${hash('sha256', body)}`];
  }
  const bytes = Buffer.from(body);
  const text = bytes.toString('utf8');
  if (text.includes('\0') || !isUtf8(body))
    return [`printf %s ${bytes.toString('base64')} | base64 -d | `, '--data-binary @-', ''];
  // An at sign in front would make curl read a file.
  return ['', `${text.startsWith('@') ? '--data-raw' : '--data-binary'} ${quote(text)}`, ''];
}
