import { decodeUtf8 } from './utf8.ts';
import { type JsonValue, type NotJson, type ParsedJson, parseJsonText } from './json-parser.ts';

export { type JsonValue } from './json-parser.ts';

/** An object of a JSON text. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Whether a JSON value is an object, neither null nor an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isRecord(value);
}

/** Whether any value is an object, neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an array. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A received JSON text, parsed without losing digits that a double cannot hold (part 2: int64). */
export interface JsonDocument extends Omit<ParsedJson, 'kind'> {
  /** The decoded text, without a byte-order mark. */
  readonly text: string;
  readonly byteOrderMark: boolean;
}

/** The result of reading bytes. */
export type JsonReading = { readonly kind: 'json'; readonly document: JsonDocument } | NotJson;

/**
 * Reads a body as JSON (RFC 8259), strictly and exactly, if it is nested at most 1000 levels deep and has
 * at most 100,000 objects and arrays. Takes linear time for any input. Throws only if the parser disagrees with `JSON.parse`,
 * which decides what JSON is: a fault of the suite.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  const decoded = decodeUtf8(bytes);
  if (decoded === null)
    return { kind: 'not-json', reason: 'encoding', problem: `invalid UTF-8 at byte ${firstInvalidByte(bytes)}` };
  const byteOrderMark = decoded.startsWith('\uFEFF');
  const text = byteOrderMark ? decoded.slice(1) : decoded;
  if (text === '') return { kind: 'not-json', reason: 'empty', problem: 'the body is empty' };
  const parsed = parseJsonText(text);
  if (parsed.kind === 'not-json' && parsed.reason === 'too-complex') return parsed;
  if ((parsed.kind === 'json') !== (parseJson(text) !== undefined))
    throw new Error('JSON.parse disagrees with the parser of the suite.');
  if (parsed.kind === 'not-json') return parsed;
  const { value, duplicateKeys, numberText } = parsed;
  return { kind: 'json', document: { value, text, byteOrderMark, duplicateKeys, numberText } };
}

/** The value of a JSON text, with numbers as doubles; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a body when it is first asked for, and keeps the result. */
export function readJsonOnce(bytes: Uint8Array): () => JsonReading {
  let reading: JsonReading | null = null;
  return () => (reading ??= readJson(bytes));
}

/** The position, from 1, of the first byte that is not UTF-8: decoded and encoded again, it becomes U+FFFD. */
function firstInvalidByte(bytes: Uint8Array): number {
  const again = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const at = bytes.findIndex((byte, index) => byte !== again[index]);
  return (at === -1 ? bytes.length : at) + 1;
}

const RAW_TEXT = Symbol('raw JSON text');

/** Text that is written unchanged, valid JSON or not. */
interface RawJson {
  readonly [RAW_TEXT]: string;
}

/** What can be written: JSON values, bigints (exact integers) and raw text, nested in any way. */
export type JsonInput =
  | null
  | boolean
  | number
  | bigint
  | string
  | RawJson
  | readonly JsonInput[]
  | { readonly [key: string]: JsonInput };

/** Marks a text to be written unchanged, such as `12.0` or `1e400`. */
export function rawJson(text: string): RawJson {
  return { [RAW_TEXT]: text };
}

/**
 * Writes JSON without white space. Bigints are exact, lone surrogates are escaped, the order of keys stays.
 * Throws a TypeError for anything without a JSON value: undefined, NaN, an infinity, a function.
 */
export function writeJson(value: JsonInput): string {
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'object') return writeObject(value);
  // A value that was built with a cast may still be undefined.
  throw new TypeError(`JSON has no value for ${typeof value}`);
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no value for ${value}`);
  return Object.is(value, -0) ? '-0' : String(value);
}

function writeObject(value: JsonInput & (object | null)): string {
  if (value === null) return 'null';
  if (isRaw(value)) return value[RAW_TEXT];
  if (isArray(value)) return `[${Array.from(value, writeJson).join(',')}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}

function isRaw(value: object): value is RawJson {
  return RAW_TEXT in value;
}

function isArray(value: object): value is readonly JsonInput[] {
  return Array.isArray(value);
}
