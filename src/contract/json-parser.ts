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

/** A parsed text. */
export interface ParsedJson {
  readonly kind: 'json';
  readonly value: JsonValue;
  /** JSON Pointers (RFC 6901) of keys that occur twice in their object, at most 20; the last occurrence is the one in `value`. */
  readonly duplicateKeys: readonly string[];
  /** The source text of the number at `holder[key]`; undefined if no number stands there. */
  readonly numberText: (holder: unknown, key: string) => string | undefined;
}

/** Why bytes are not read as JSON. `problem` is a short phrase; its positions count from 1. `too-complex` is a limit of this suite. */
export interface NotJson {
  readonly kind: 'not-json';
  readonly reason: 'empty' | 'encoding' | 'syntax' | 'too-complex';
  readonly problem: string;
}

class Rejection extends Error {
  readonly reason: 'syntax' | 'too-complex';

  constructor(reason: Rejection['reason'], problem: string) {
    super(problem);
    this.reason = reason;
  }
}

/**
 * Parses a text by the grammar of JSON (RFC 8259 sections 2 to 7) in one pass. `JSON.parse` shows no duplicate keys, and not every
 * message of it has the place of the error. Never throws. Takes linear time for any text.
 */
export function parseJsonText(text: string): ParsedJson | NotJson {
  try {
    return parseWhole(text);
  } catch (error) {
    if (error instanceof Rejection) return { kind: 'not-json', reason: error.reason, problem: error.message };
    throw error;
  }
}

const OWN_MEMBER = { enumerable: true, configurable: true, writable: true } as const;

/** A number, or the start of one that lacks the digit after its end. */
const NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y;
const PLAIN_CHARACTERS = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/y;
const LITERAL = /true|false|null/y;

function parseWhole(text: string): ParsedJson {
  /** The source texts of numbers that their doubles print differently, by the key in their object or array. */
  const sources = new WeakMap<object, Map<string, string>>();
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
    const word = take(LITERAL);
    if (word === '') return fail('a value');
    return word === 'null' ? null : word === 'true';
  }

  /** Passes what a pattern matches here, and gives it; empty if it matches nothing. */
  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  }

  function parseNumber(): number {
    lastNumber = take(NUMBER);
    if (!/\d$/.test(lastNumber)) fail('a digit');
    return Number(lastNumber);
  }

  function parseString(): string {
    const start = at;
    at += 1;
    take(PLAIN_CHARACTERS);
    while (text.charAt(at) === '\\') {
      if (take(ESCAPE) === '') fail('a valid escape');
      take(PLAIN_CHARACTERS);
    }
    if (at >= text.length) fail('a closing double quote');
    if (text.charAt(at) !== '"') fail('no control character in a string');
    at += 1;
    const quoted = text.slice(start, at);
    return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
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
    if (path.length >= MAX_DEPTH) throw new Rejection('too-complex', `nested deeper than ${MAX_DEPTH} levels`);
    if (containers > MAX_CONTAINERS)
      throw new Rejection('too-complex', `more than ${MAX_CONTAINERS} objects and arrays`);
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
    if (at >= text.length)
      throw new Rejection('syntax', `ends at character ${text.length}, where ${wanted} should follow`);
    const found = JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0));
    throw new Rejection('syntax', `${found} at character ${at + 1}, where ${wanted} should be`);
  }

  const value = parseValue();
  skipSpace();
  if (at < text.length) fail('the end of the text');
  return {
    kind: 'json',
    value,
    duplicateKeys: [...new Set(duplicates)],
    numberText(holder, key) {
      const number = ownValue(holder, key);
      return typeof number === 'number' ? (sources.get(holder as object)?.get(key) ?? String(number)) : undefined;
    },
  };
}

/** The value of an own member; undefined if there is none, or if `holder` is no object. */
export function ownValue(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null
    ? Object.getOwnPropertyDescriptor(holder, key)?.value
    : undefined;
}

function pointerTo(path: readonly string[]): string {
  let pointer = '';
  for (const key of path) {
    pointer += `/${escapeToken(key.slice(0, MAX_POINTER))}`;
    if (pointer.length > MAX_POINTER) return `${pointer.slice(0, MAX_POINTER)}…`;
  }
  return pointer;
}
