import { decodeUtf8 } from './utf8.ts';
import { DEFAULT_DEPTH, type JsonScan, scanJson, type UnusualNumber } from './json-scan.ts';
import { findSyntaxProblem } from './json-syntax.ts';

export { DEFAULT_DEPTH } from './json-scan.ts';
export { type JsonInput, type RawJson, rawJson, writeJson } from './json-write.ts';

/** A value of a JSON document. Its numbers are doubles: {@link JsonDocument.numberText} gives their source text. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** An object of a JSON text. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Whether a JSON value is an object, neither null nor an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an array. */
export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A received JSON text, parsed without losing digits that a double cannot hold (part 2: int64). */
export interface JsonDocument {
  readonly value: JsonValue;
  /** The decoded text, without a byte-order mark. */
  readonly text: string;
  readonly byteOrderMark: boolean;
  /** JSON pointers of keys that occur twice in their object, at most 20; the last occurrence is the one in `value`. */
  readonly duplicateKeys: readonly string[];
  /** The source text of the number at `holder[key]`, where a null holder means the root; undefined if it is not a number. */
  numberText(holder: object | null, key: string): string | undefined;
}

/** Why a body is not read as JSON. `too-complex` is a limit of this suite, not a fault of the sender. */
export type NotJsonReason = 'empty' | 'encoding' | 'syntax' | 'too-complex';

/** The result of reading bytes. `problem` is a short phrase; its positions count from 1. */
export type JsonReading =
  | { readonly kind: 'json'; readonly document: JsonDocument }
  | { readonly kind: 'not-json'; readonly problem: string; readonly reason: NotJsonReason };

type SourceTexts = WeakMap<object, Map<string, string>>;

type SourceReviver = (this: object, key: string, value: JsonValue, context: { readonly source?: string }) => JsonValue;

// TypeScript's library does not declare the third argument of the reviver yet.
const parseWithSource = JSON.parse as (text: string, reviver?: SourceReviver) => JsonValue;

/**
 * Reads a body as JSON (RFC 8259), strictly and exactly, if it is nested at most `deepest` (up to 2000) levels deep
 * and has at most `MAX_CONTAINERS` objects and arrays. Never throws. Takes linear time for any input.
 */
export function readJson(bytes: Uint8Array, deepest: number = DEFAULT_DEPTH): JsonReading {
  const decoded = decodeUtf8(bytes);
  if (decoded === null) return notJson('encoding', `invalid UTF-8 at byte ${firstInvalidByte(bytes)}`);
  const byteOrderMark = decoded.startsWith('\uFEFF');
  const text = byteOrderMark ? decoded.slice(1) : decoded;
  if (text === '') return notJson('empty', 'the body is empty');
  const scan = scanJson(text, deepest);
  if (scan.tooComplex !== null) return notJson('too-complex', scan.tooComplex);
  const parsed = parseExactly(text, scan);
  if (parsed === null) return notJson('syntax', syntaxProblem(text));
  const { value, numberText } = parsed;
  return { kind: 'json', document: { value, text, byteOrderMark, duplicateKeys: scan.duplicateKeys, numberText } };
}

/** Reads a body when it is first asked for, and keeps the result. */
export function readJsonOnce(bytes: Uint8Array, deepest?: number): () => JsonReading {
  let reading: JsonReading | null = null;
  return () => (reading ??= readJson(bytes, deepest));
}

function notJson(reason: NotJsonReason, problem: string): JsonReading {
  return { kind: 'not-json', problem, reason };
}

/** The position, from 1, of the first byte that is not UTF-8; one after the last byte if the bytes end too early. */
function firstInvalidByte(bytes: Uint8Array): number {
  let validLength = 0;
  let invalidLength = bytes.length + 1;
  while (invalidLength - validLength > 1) {
    const middle = Math.floor((validLength + invalidLength) / 2);
    if (canStartUtf8(bytes.subarray(0, middle))) validLength = middle;
    else invalidLength = middle;
  }
  return invalidLength;
}

/** Whether more bytes could complete these to valid UTF-8. */
function canStartUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Parses a text, with the source of each number that its double prints differently. Null for an invalid text. */
function parseExactly(text: string, scan: JsonScan): Pick<JsonDocument, 'value' | 'numberText'> | null {
  try {
    // A duplicate key has two sources, and only the parser says which value won.
    const { unusualNumbers, duplicateKeys } = scan;
    const canUseScan = unusualNumbers !== null && (unusualNumbers.length === 0 || duplicateKeys.length === 0);
    const { value, sources, rootText } = canUseScan ? parseWithScan(text, unusualNumbers) : parseWithReviver(text);
    const numberText = (holder: object | null, key: string): string | undefined =>
      holder === null ? rootText : (sources.get(holder)?.get(key) ?? printedNumber(holder, key));
    return { value, numberText };
  } catch {
    return null;
  }
}

interface Sourced {
  readonly value: JsonValue;
  readonly sources: SourceTexts;
  readonly rootText: string | undefined;
}

/** Uses the sources that the scan found. This is much faster than a reviver, which runs for every value. */
function parseWithScan(text: string, unusual: readonly UnusualNumber[]): Sourced {
  const value = parseWithSource(text);
  const sources: SourceTexts = new WeakMap();
  for (const { path, source } of unusual) {
    const holder = path.slice(0, -1).reduce<unknown>((each, key) => ownValue(each, key), value);
    const key = path.at(-1);
    if (key !== undefined) recordSource(sources, holder, key, ownValue(holder, key), source);
  }
  const rootSource = unusual.find(({ path }) => path.length === 0)?.source;
  return { value, sources, rootText: typeof value === 'number' ? (rootSource ?? String(value)) : undefined };
}

function parseWithReviver(text: string): Sourced {
  const sources: SourceTexts = new WeakMap();
  let lastSource: string | undefined;
  const value = parseWithSource(text, function revive(key, each, context) {
    lastSource = context.source;
    if (context.source !== undefined) recordSource(sources, this, key, each, context.source);
    return each;
  });
  // The root is revived last.
  return { value, sources, rootText: typeof value === 'number' ? (lastSource ?? String(value)) : undefined };
}

function recordSource(sources: SourceTexts, holder: unknown, key: string, value: unknown, source: string): void {
  if (typeof value !== 'number' || source === String(value)) return;
  if (typeof holder !== 'object' || holder === null) return;
  const texts = sources.get(holder);
  if (texts === undefined) sources.set(holder, new Map([[key, source]]));
  else texts.set(key, source);
}

/** The value of an own member; undefined if there is none, or if `holder` is no object. */
export function ownValue(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null
    ? Object.getOwnPropertyDescriptor(holder, key)?.value
    : undefined;
}

function printedNumber(holder: object, key: string): string | undefined {
  const value = ownValue(holder, key);
  return typeof value === 'number' ? String(value) : undefined;
}

function syntaxProblem(text: string): string {
  const problem = findSyntaxProblem(text);
  // The parser rejected what the grammar allows, so this is a limit of the engine.
  if (problem === null) return 'the parser rejected the text';
  if (problem.at >= text.length) return `ends at character ${text.length}, where ${problem.wanted} should follow`;
  const found = JSON.stringify(String.fromCodePoint(text.codePointAt(problem.at) ?? 0));
  return `${found} at character ${problem.at + 1}, where ${problem.wanted} should be`;
}
