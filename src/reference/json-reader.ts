import type { Json } from './json-value.ts';

/** The result of reading a text: a value, or where and why it is not JSON (RFC 8259). */
export type JsonReading =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'malformed'; readonly at: number; readonly why: string };

interface Cursor {
  readonly text: string;
  at: number;
}

const maximumDepth = 200;
const whiteSpace = /[ \t\n\r]*/y;
const numeral = /(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?/y;
const characters = /(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const escapes = /\\(?:u([0-9a-fA-F]{4})|(.))/g;
const shortEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Reads one JSON text strictly: nothing may follow the value, and numbers are exact. The last of equal names wins. */
export function readJson(text: string): JsonReading {
  const cursor: Cursor = { text, at: 0 };
  try {
    const value = readValue(cursor, 0);
    skipWhiteSpace(cursor);
    if (cursor.at < text.length) return malformed(cursor, 'text after the value');
    return { kind: 'value', value };
  } catch (error) {
    if (error instanceof SyntaxError) return malformed(cursor, error.message);
    throw error;
  }
}

function malformed(cursor: Cursor, why: string): JsonReading {
  return { kind: 'malformed', at: cursor.at, why };
}

function readValue(cursor: Cursor, depth: number): Json {
  if (depth > maximumDepth) throw new SyntaxError('nested too deeply');
  skipWhiteSpace(cursor);
  const next = cursor.text[cursor.at];
  if (next === '{') return readObject(cursor, depth);
  if (next === '[') return readArray(cursor, depth);
  if (next === '"') return readString(cursor);
  if (take(cursor, 'null')) return null;
  if (take(cursor, 'true')) return true;
  if (take(cursor, 'false')) return false;
  return readNumber(cursor);
}

function readObject(cursor: Cursor, depth: number): Json {
  const fields = new Map<string, Json>();
  readMembers(cursor, '}', () => {
    if (cursor.text[cursor.at] !== '"') throw new SyntaxError('a name was expected');
    const name = readString(cursor);
    skipWhiteSpace(cursor);
    if (!take(cursor, ':')) throw new SyntaxError('a colon was expected');
    fields.set(name, readValue(cursor, depth + 1));
  });
  return Object.fromEntries(fields);
}

function readArray(cursor: Cursor, depth: number): Json {
  const elements: Json[] = [];
  readMembers(cursor, ']', () => {
    elements.push(readValue(cursor, depth + 1));
  });
  return elements;
}

function readMembers(cursor: Cursor, end: string, readOne: () => void): void {
  cursor.at += 1;
  skipWhiteSpace(cursor);
  if (take(cursor, end)) return;
  for (;;) {
    skipWhiteSpace(cursor);
    readOne();
    skipWhiteSpace(cursor);
    if (take(cursor, end)) return;
    if (!take(cursor, ',')) throw new SyntaxError(`a comma or ${end} was expected`);
  }
}

function readString(cursor: Cursor): string {
  const found = match(cursor, characters, cursor.at + 1);
  if (found === undefined) throw new SyntaxError('a string is not closed or holds what it may not');
  const inside = cursor.text.slice(cursor.at + 1, found.end - 1);
  cursor.at = found.end;
  return inside.replace(escapes, (_whole, hex: string | undefined, short: string | undefined) =>
    hex === undefined ? (shortEscapes[short ?? ''] ?? short ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function readNumber(cursor: Cursor): Json {
  const found = match(cursor, numeral, cursor.at);
  if (found === undefined) throw new SyntaxError('a value was expected');
  const source = cursor.text.slice(cursor.at, found.end);
  cursor.at = found.end;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found.groups;
  return exactInteger(sign, whole, fraction, Number(exponent)) ?? Number(source);
}

/** The integer of a numeral; undefined for a fraction and for far more digits than an int64 has. */
function exactInteger(sign: string, whole: string, fraction: string, exponent: number): bigint | undefined {
  const significant = fraction.replace(/0+$/, '');
  const digits = `${whole}${significant}`;
  if (/^0+$/.test(digits)) return 0n;
  const zeros = exponent - significant.length;
  if (zeros > 40) return undefined;
  if (zeros >= 0) return BigInt(`${sign}${digits}${'0'.repeat(zeros)}`);
  const cut = digits.slice(0, zeros);
  return /^0*$/.test(digits.slice(zeros)) && cut !== '' ? BigInt(`${sign}${cut}`) : undefined;
}

function match(cursor: Cursor, pattern: RegExp, from: number): { end: number; groups: RegExpExecArray } | undefined {
  const sticky = new RegExp(pattern.source, 'y');
  sticky.lastIndex = from;
  const groups = sticky.exec(cursor.text);
  return groups === null ? undefined : { end: sticky.lastIndex, groups };
}

function skipWhiteSpace(cursor: Cursor): void {
  cursor.at = match(cursor, whiteSpace, cursor.at)?.end ?? cursor.at;
}

function take(cursor: Cursor, word: string): boolean {
  if (!cursor.text.startsWith(word, cursor.at)) return false;
  cursor.at += word.length;
  return true;
}
