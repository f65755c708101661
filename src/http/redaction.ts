import {
  createSecretSearch,
  isSearchedByValue,
  type Secret,
  type SecretSearch,
  unescapeOnce,
} from './secret-search.ts';

/**
 * Replaces secrets by their labels, in every form that `secret-search.ts` lists. A part of a key, and a secret of fewer than 8
 * characters, is replaced only where it is likely: in header fields that carry credentials and as a whole value in a query. In a
 * body it could occur by chance.
 */
export interface Redactor {
  readonly redactText: (text: string) => string;
  /** For the value of a header field; the name decides whether short secrets are looked for too. */
  readonly redactHeader: (name: string, value: string) => string;
  readonly redactUrl: (url: string) => string;
  /** For bytes that are not text. */
  readonly redactBytes: (bytes: Uint8Array) => Uint8Array;
  /** The label of a secret that the text holds, or null. */
  readonly containsSecret: (text: string) => string | null;
  /** The same for a file. */
  readonly findInFile: (data: Uint8Array) => string | null;
  /** The longest possible occurrence of a secret in characters: code that cuts a text must allow for it. */
  readonly longestOccurrence: number;
}

/** The names of response headers in which services issue secrets. */
const issuingHeader =
  /^(set-cookie2?|authorization|(proxy-)?authentication-info|(.*-)?(token|api-?key|secret|session(-id)?))$/i;

/** Replaces a secret that the service itself issues in a response header. A cookie keeps its name and attributes. */
export function redactIssuedSecret(name: string, value: string): string {
  if (!issuingHeader.test(name)) return value;
  return /^set-cookie/i.test(name) && value.includes('=')
    ? value.replace(/=[^;]*/, '=[value of the cookie]')
    : '[secret of the service]';
}

/** `%2525..` and `&amp;#x..;` need more, but not for every character of a secret. */
const longestEscape = 8;
const credentialHeader = /auth|key|token|cookie|secret|password|credential/i;

/** Makes a redactor for these secrets. The value of a secret is kept in it and nowhere else. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const { spansIn, longest } = createSecretSearch(secrets);
  const short = secrets.filter((secret) => secret.value !== '' && !isSearchedByValue(secret));
  const redactText = (text: string): string => replaceSpans(text, spansIn(text));
  const containsSecret = (text: string): string | null => spansIn(text)[0]?.label ?? null;
  return {
    redactText,
    redactHeader: (name, value) => {
      const redacted = redactText(value);
      return credentialHeader.test(name) ? replaceWords(redacted, short) : redacted;
    },
    redactUrl: (url) => redactText(url).replaceAll(/(?<==)[^&#]*/g, (value) => wholeValue(value, short)),
    redactBytes: (bytes) => {
      const text = latin1(bytes);
      const spans = spansIn(text);
      return spans.length === 0 ? bytes : Buffer.from(replaceSpans(text, spans), 'latin1');
    },
    containsSecret,
    findInFile: (data) => containsSecret(latin1(data)),
    longestOccurrence: longestEscape * longest,
  };
}

/** Each byte as a character, which is faster than to decode them. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Joins the parts, because a concatenation would keep the text with its secrets in memory. */
function replaceSpans(text: string, spans: ReturnType<SecretSearch['spansIn']>): string {
  const parts = spans.flatMap((span, index) => [text.slice(spans[index - 1]?.end ?? 0, span.start), span.label]);
  return [...parts, text.slice(spans.at(-1)?.end ?? 0)].join('');
}

/** In a credential header a short secret is a whole word, after a scheme or an equals sign. */
function replaceWords(text: string, secrets: readonly Secret[]): string {
  return text.replaceAll(/[^\s,;="']+/g, (word) => wholeValue(word, secrets));
}

function wholeValue(value: string, secrets: readonly Secret[]): string {
  const plain = unescapeOnce(value);
  return secrets.find((secret) => secret.value === value || secret.value === plain)?.label ?? value;
}
