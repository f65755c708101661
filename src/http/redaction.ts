import { layersOfEscaping, type Unescaped, undoMailEncoding, unescapeOnce } from './escaped-text.ts';
import {
  anchorPattern,
  createSecretSearch,
  type Needle,
  needlesOf,
  type Secret,
  shortestSecretByValue,
} from './secret-search.ts';

/**
 * Replaces secrets by their labels, in any of these encodings: raw, percent-encoded, escaped for JSON or
 * HTML (up to three layers, mixed), base64 or base64url at any alignment, hexadecimal, and others that one standard tool
 * undoes (SECURITY.md lists them). It also replaces parts of a secret from 12 characters on, and where a text was shortened,
 * any beginning of it.
 *
 * A secret of fewer than 8 characters is replaced only where it is likely: in header fields that carry credentials
 * and as a whole value in a query. In a body it could occur by chance.
 */
export interface Redactor {
  readonly redactText: (text: string) => string;
  /** For the value of a header field; the name decides whether short secrets are looked for too. */
  readonly redactHeader: (name: string, value: string) => string;
  readonly redactUrl: (url: string) => string;
  /** For bytes that are not text. */
  readonly redactBytes: (bytes: Uint8Array) => Uint8Array;
  /** The label of a secret that the text holds in any encoding, or null. */
  readonly containsSecret: (text: string) => string | null;
  /** The same for a complete file, many times as fast; the file's own JSON escaping is an additional layer. */
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

interface Span {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** `%2525..` and `&amp;#x..;` need more, but not for every character of a secret. */
const longestEscape = 8;
const credentialHeader = /auth|key|token|cookie|secret|password|credential/i;
const base64Character = /[A-Za-z0-9+/_-]/;

/** Makes a redactor for these secrets. The value of a secret is kept in it and nowhere else. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const needles = needlesOf(secrets);
  const anyAnchor = anchorPattern(needles);
  const pieces = piecesOfSecrets(secrets);
  const short = shortSecrets(secrets);
  const find = (text: string): readonly Span[] =>
    findSecrets(text, (layer) => [
      ...(anyAnchor.test(layer) ? findInLayer(layer, needles) : []),
      ...beginningsInLayer(layer, needles),
      ...partsInLayer(layer, pieces),
    ]);
  const redactText = rememberingClean((text) => replaceSpans(text, find(text)));
  let searchFile: ReturnType<typeof createSecretSearch> | null = null;
  return {
    redactText,
    redactHeader: (name, value) => {
      const redacted = redactText(value);
      return credentialHeader.test(name) ? replaceWords(redacted, short) : redacted;
    },
    redactUrl: (url) => redactText(url).replaceAll(/(?<==)[^&#]*/g, (value) => wholeValue(value, short)),
    redactBytes: (bytes) => {
      const text = Buffer.from(bytes).toString('latin1');
      const spans = find(text);
      return spans.length === 0 ? bytes : Buffer.from(replaceSpans(text, spans), 'latin1');
    },
    containsSecret: (text) => find(text)[0]?.label ?? null,
    findInFile(data) {
      // Most redactors search no file.
      searchFile ??= createSecretSearch(needles);
      return searchFile(data);
    },
    longestOccurrence: longestEscape * Math.max(0, ...needles.map((needle) => needle.text.length)),
  };
}

/** Short texts repeat: most are values of header fields. */
const LONGEST_REMEMBERED = 256;
const MOST_REMEMBERED = 1000;

/** Remembers short texts without a secret, so each is searched once. */
function rememberingClean(redact: (text: string) => string): (text: string) => string {
  const clean = new Set<string>();
  return (text) => {
    if (clean.has(text)) return text;
    const redacted = redact(text);
    if (redacted === text && text.length <= LONGEST_REMEMBERED && clean.size < MOST_REMEMBERED) clean.add(text);
    return redacted;
  };
}

/** Finds secrets in a text and in its layers without escapes. `findIn` searches one layer. */
function findSecrets(text: string, findIn: (layer: string) => readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  let layer = text;
  let toSource: Unescaped['sourceRange'] = sameRange;
  for (let depth = 0; depth <= layersOfEscaping; depth += 1) {
    const mail = undoMailEncoding(layer);
    for (const view of [{ text: layer, sourceRange: sameRange }, ...(mail === null ? [] : [mail])]) {
      for (const span of findIn(view.text)) {
        const [start, end] = toSource(...view.sourceRange(span.start, span.end));
        found.push({ start, end, label: span.label });
      }
    }
    const next = depth < layersOfEscaping ? unescapeOnce(layer) : null;
    if (next === null) break;
    const outer = toSource;
    toSource = (start, end) => outer(...next.sourceRange(start, end));
    layer = next.text;
  }
  return united(found);
}

function findInLayer(text: string, needles: readonly Needle[]): readonly Span[] {
  const spans: Span[] = [];
  for (const needle of needles) {
    for (let at = text.indexOf(needle.text); at >= 0; at = text.indexOf(needle.text, at + 1)) {
      const end = at + needle.text.length;
      const left = needle.edges.left === 1 && base64Character.test(text.charAt(at - 1)) ? 1 : 0;
      const right = needle.edges.right === 1 && base64Character.test(text.charAt(end)) ? 1 : 0;
      spans.push({ start: at - left, end: end + right, label: needle.label });
    }
  }
  return spans;
}

/** A shorter beginning of a secret is likely to occur by chance. */
const shortestBeginning = 4;

/** Where the suite shortened a text: a mark, after the text or its closing quote. An escape may be cut, too. */
const shortened = /(?:%[0-9a-f]?|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|&#?[a-z0-9]{0,6}|~)?["']?…/gi;

/** Beginnings of secrets at the end of shortened texts. */
function beginningsInLayer(text: string, needles: readonly Needle[]): readonly Span[] {
  if (!text.includes('…')) return [];
  return [...text.matchAll(shortened)].flatMap(({ index, 0: mark }) =>
    // What looks like a cut escape may be part of the secret.
    Array.from(mark, (_, offset) => index + offset).flatMap((end) => {
      const found = beginningBefore(text, end, needles);
      return found === null ? [] : [found];
    }),
  );
}

function beginningBefore(text: string, end: number, needles: readonly Needle[]): Span | null {
  let longest: Span | null = null;
  for (const needle of needles) {
    const least = longest === null ? shortestBeginning : longest.end - longest.start + 1;
    for (let length = Math.min(needle.text.length, end); length >= least; length -= 1) {
      if (!text.startsWith(needle.text.slice(0, length), end - length)) continue;
      longest = { start: end - length, end, label: needle.label };
      break;
    }
  }
  return longest;
}

/** A shorter part is likely to be the common prefix of many keys, or a word. */
const shortestPart = 12;
const pieceLength = 8;
/** Every part holds one of the pieces. */
const pieceDistance = shortestPart - pieceLength + 1;

interface Piece {
  readonly text: string;
  readonly at: number;
  readonly secret: Secret;
}

/** The pieces by which parts of secrets are found. A near miss of the key consists of its parts, so it adds none. */
function piecesOfSecrets(secrets: readonly Secret[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const secret of secrets) {
    const { value } = secret;
    const count = Math.max(0, Math.floor((value.length - pieceLength) / pieceDistance) + 1);
    const pieces = Array.from({ length: count }, (_, index) => {
      const at = index * pieceDistance;
      return { text: value.slice(at, at + pieceLength), at, secret };
    });
    if (!all.some(({ text }) => value.includes(text))) all.push(...pieces);
  }
  return all;
}

/** Parts of secrets, as they are. */
function partsInLayer(text: string, pieces: readonly Piece[]): readonly Span[] {
  const spans: Span[] = [];
  for (const piece of pieces) {
    const { value, label } = piece.secret;
    for (let found = text.indexOf(piece.text); found >= 0; found = text.indexOf(piece.text, found + 1)) {
      let [start, end] = [found, found + pieceLength];
      const offset = piece.at - found;
      while (start > 0 && start + offset > 0 && text[start - 1] === value[start + offset - 1]) start -= 1;
      while (end < text.length && end + offset < value.length && text[end] === value[end + offset]) end += 1;
      if (end - start >= shortestPart) spans.push({ start, end, label: label.replace('[', '[part of ') });
    }
  }
  return spans;
}

const sameRange: Unescaped['sourceRange'] = (start, end) => [start, end];

/** Merges overlapping finds under the label of the longest, so no end of a secret remains. */
function united(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const result: Span[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) {
      result.push(span);
    } else if (span.end > last.end) {
      const longer = span.end - span.start > last.end - last.start ? span : last;
      result[result.length - 1] = { start: last.start, end: span.end, label: longer.label };
    }
  }
  return result;
}

/** Joins the parts, because a concatenation would keep the text with its secrets in memory. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  const parts = spans.flatMap((span, index) => [text.slice(spans[index - 1]?.end ?? 0, span.start), span.label]);
  return [...parts, text.slice(spans.at(-1)?.end ?? 0)].join('');
}

function shortSecrets(secrets: readonly Secret[]): readonly Secret[] {
  return secrets
    .filter(({ value }) => value.length > 0 && value.length < shortestSecretByValue)
    .sort((a, b) => b.value.length - a.value.length);
}

/** In a credential header a short secret is a whole word, after a scheme or an equals sign. */
function replaceWords(text: string, secrets: readonly Secret[]): string {
  return text.replaceAll(/[^\s,;="']+/g, (word) => wholeValue(word, secrets));
}

function wholeValue(value: string, secrets: readonly Secret[]): string {
  const plain = unescapeOnce(value)?.text ?? value;
  return secrets.find((secret) => secret.value === value || secret.value === plain)?.label ?? value;
}
