import { escapeToken } from './json-pointer.ts';

/** A value of a JSON document. Its numbers are doubles: `numberText` of the document gives their source text. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The most levels of nesting. A deeper text is rejected before the parser recurses into it. */
const MAX_DEPTH = 1000;

/** The most objects and arrays of a text. Parsed, each takes up to thirty times its two characters. */
const MAX_CONTAINERS = 100_000;

/** The most duplicate keys that are reported: a hostile text could hold millions. */
const MAX_DUPLICATES = 20;

/** The longest pointer to a duplicate key, so that the list never outgrows a hostile text. */
const MAX_POINTER = 1000;

/** The source text of each number that its double prints differently, by the key in its object or array. */
export type SourceTexts = WeakMap<object, Map<string, string>>;

/** A parsed text. `rootText` is the source text of a number that is the whole value. */
export interface ParsedJson {
  readonly kind: 'json';
  readonly value: JsonValue;
  readonly sources: SourceTexts;
  readonly rootText: string | undefined;
  /** JSON Pointers (RFC 6901) of keys that occur twice in their object, each once. */
  readonly duplicateKeys: readonly string[];
}

/**
 * Why a text was not parsed. `syntax`: it stops being JSON `at` this UTF-16 unit, counted from 0, and `wanted` names what
 * should be there. `too-complex`: it exceeds a limit of this suite.
 */
export type JsonProblem =
  | { readonly kind: 'syntax'; readonly at: number; readonly wanted: string }
  | { readonly kind: 'too-complex'; readonly limit: string };

class Rejection extends Error {
  readonly problem: JsonProblem;

  constructor(problem: JsonProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/**
 * Parses a text by the grammar of JSON (RFC 8259 sections 2 to 7) in one pass. `JSON.parse` gives neither the source texts of
 * numbers, nor duplicate keys, nor the place of an error. Never throws. Takes linear time for any text.
 */
export function parseJsonText(text: string): ParsedJson | JsonProblem {
  try {
    return parseWhole(text);
  } catch (error) {
    if (error instanceof Rejection) return error.problem;
    throw error;
  }
}

const OWN_MEMBER = { enumerable: true, configurable: true, writable: true } as const;

/** A number, or the start of one that lacks the digit after its end. */
const NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y;
const NEEDS_ESCAPE = /[^ -\uffff]|\\/;
/** In a string: complete escapes, and single characters that may not stand there. */
const ESCAPES = /\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]|[^ -\uffff]|\\/g;
const LITERALS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

function parseWhole(text: string): ParsedJson {
  const sources: SourceTexts = new WeakMap();
  const duplicates: string[] = [];
  const path: string[] = [];
  let at = 0;
  let containers = 0;
  let lastNumber = '';

  function parseValue(): JsonValue {
    skipSpace();
    const mark = text.charAt(at);
    if (mark === '{') return parseObject();
    if (mark === '[') return parseArray();
    if (mark === '"') return parseString();
    if (mark === '-' || (mark >= '0' && mark <= '9')) return parseNumber();
    const literal = LITERALS.find(([word]) => text.startsWith(word, at));
    if (literal === undefined) return fail('a value');
    at += literal[0].length;
    return literal[1];
  }

  function parseNumber(): number {
    NUMBER.lastIndex = at;
    lastNumber = NUMBER.exec(text)?.[0] ?? '';
    at += lastNumber.length;
    if (!/\d$/.test(lastNumber)) fail('a digit');
    return Number(lastNumber);
  }

  function parseString(): string {
    const end = stringEnd(text, at);
    const quoted = text.slice(at, end ?? text.length);
    const isPlain = !NEEDS_ESCAPE.test(quoted);
    for (const { 0: found, index } of isPlain ? [] : quoted.matchAll(ESCAPES)) {
      if (found.length > 1) continue;
      at += index;
      fail(found === '\\' ? 'a valid escape' : 'no control character in a string');
    }
    at += quoted.length;
    if (end === null) fail('a closing double quote');
    return isPlain ? quoted.slice(1, -1) : String(JSON.parse(quoted));
  }

  function parseObject(): JsonValue {
    open();
    const members: Record<string, JsonValue> = {};
    for (let isFirst = true; hasItem('}', isFirst); isFirst = false) {
      skipSpace();
      if (text.charAt(at) !== '"') fail('a property name in double quotes');
      const key = parseString();
      skipSpace();
      if (text.charAt(at) !== ':') fail('a colon');
      at += 1;
      path.push(key);
      if (Object.hasOwn(members, key) && duplicates.length < MAX_DUPLICATES) duplicates.push(pointerTo(path));
      const value = parseValue();
      recordSource(members, key, value);
      // An assignment to __proto__ would set the prototype.
      if (key === '__proto__') Object.defineProperty(members, key, { ...OWN_MEMBER, value });
      else members[key] = value;
      path.pop();
    }
    return members;
  }

  function parseArray(): JsonValue {
    open();
    const items: JsonValue[] = [];
    while (hasItem(']', items.length === 0)) {
      const key = String(items.length);
      path.push(key);
      const value = parseValue();
      recordSource(items, key, value);
      items.push(value);
      path.pop();
    }
    return items;
  }

  function open(): void {
    at += 1;
    containers += 1;
    // Each open object or array has one key in the path.
    if (path.length >= MAX_DEPTH) tooComplex(`nested deeper than ${MAX_DEPTH} levels`);
    if (containers > MAX_CONTAINERS) tooComplex(`more than ${MAX_CONTAINERS} objects and arrays`);
  }

  /** Whether an item follows in an object or an array; passes the comma before it, or the closing mark. */
  function hasItem(closing: '}' | ']', isFirst: boolean): boolean {
    skipSpace();
    const mark = text.charAt(at);
    const isEnd = mark === closing;
    if (isFirst && !isEnd) return true;
    if (mark !== ',' && !isEnd) fail(`a comma or "${closing}"`);
    at += 1;
    return !isEnd;
  }

  /** Only the last of two numbers with one key counts. */
  function recordSource(holder: object, key: string, value: JsonValue): void {
    const texts = sources.get(holder);
    if (typeof value !== 'number' || lastNumber === String(value)) texts?.delete(key);
    else if (texts === undefined) sources.set(holder, new Map([[key, lastNumber]]));
    else texts.set(key, lastNumber);
  }

  function skipSpace(): void {
    while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at += 1;
  }

  function fail(wanted: string): never {
    throw new Rejection({ kind: 'syntax', at, wanted });
  }

  const value = parseValue();
  skipSpace();
  if (at < text.length) fail('the end of the text');
  const rootText = typeof value === 'number' ? lastNumber : undefined;
  return { kind: 'json', value, sources, rootText, duplicateKeys: [...new Set(duplicates)] };
}

function tooComplex(limit: string): never {
  throw new Rejection({ kind: 'too-complex', limit });
}

/**
 * The offset behind the closing quote of the string that starts here; null if it has none. Counts each run of backslashes
 * once, so that it stays linear.
 */
function stringEnd(text: string, start: number): number | null {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charAt(before) === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return null;
}

function pointerTo(path: readonly string[]): string {
  let pointer = '';
  for (const key of path) {
    pointer += `/${escapeToken(key.slice(0, MAX_POINTER))}`;
    if (pointer.length > MAX_POINTER) return `${pointer.slice(0, MAX_POINTER)}…`;
  }
  return pointer;
}
