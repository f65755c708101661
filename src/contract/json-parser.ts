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
    return new Parser(text).parseText();
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

/** Reads one text. Each method starts where the one before it stopped, and throws a Rejection at the first error. */
class Parser {
  readonly #text: string;
  #at = 0;
  #containers = 0;
  /** The keys and indexes that lead to the value here. */
  readonly #path: string[] = [];
  readonly #duplicates: string[] = [];
  /** The source texts of numbers that their doubles print differently, by the key in their object or array. */
  readonly #sources = new WeakMap<object, Map<string, string>>();

  constructor(text: string) {
    this.#text = text;
  }

  parseText(): ParsedJson {
    const value = this.#parseValue();
    this.#skipSpace();
    if (this.#next() !== '') this.#fail('the end of the text');
    const sources = this.#sources;
    return {
      kind: 'json',
      value,
      duplicateKeys: [...new Set(this.#duplicates)],
      numberText(holder, key) {
        const number = ownValue(holder, key);
        return typeof number === 'number' ? (sources.get(holder as object)?.get(key) ?? String(number)) : undefined;
      },
    };
  }

  #parseValue(): JsonValue {
    this.#skipSpace();
    const next = this.#next();
    if (next === '{') return this.#parseObject();
    if (next === '[') return this.#parseArray();
    if (next === '"') return this.#parseString();
    if (next === '-' || (next >= '0' && next <= '9')) return this.#parseNumber();
    const word = this.#take(LITERAL);
    if (word === '') return this.#fail('a value');
    return word === 'null' ? null : word === 'true';
  }

  #parseNumber(): number {
    const source = this.#take(NUMBER);
    if (!/\d$/.test(source)) this.#fail('a digit');
    return Number(source);
  }

  #parseString(): string {
    const start = this.#at;
    this.#at += 1;
    this.#take(PLAIN_CHARACTERS);
    while (this.#next() === '\\') {
      if (this.#take(ESCAPE) === '') this.#fail('a valid escape');
      this.#take(PLAIN_CHARACTERS);
    }
    if (this.#next() === '') this.#fail('a closing double quote');
    if (this.#next() !== '"') this.#fail('no control character in a string');
    this.#at += 1;
    const quoted = this.#text.slice(start, this.#at);
    return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  }

  #parseObject(): JsonValue {
    this.#open();
    const members: Record<string, JsonValue> = {};
    for (let isFirst = true; this.#hasItem('}', isFirst); isFirst = false) {
      this.#skipSpace();
      if (this.#next() !== '"') this.#fail('a property name in double quotes');
      const key = this.#parseString();
      this.#skipSpace();
      if (this.#next() !== ':') this.#fail('a colon');
      this.#at += 1;
      if (Object.hasOwn(members, key) && this.#duplicates.length < MAX_DUPLICATES)
        this.#duplicates.push(pointerTo([...this.#path, key]));
      const value = this.#parseItem(members, key);
      // An assignment to __proto__ would set the prototype.
      if (key === '__proto__') Object.defineProperty(members, key, { ...OWN_MEMBER, value });
      else members[key] = value;
    }
    return members;
  }

  #parseArray(): JsonValue {
    this.#open();
    const items: JsonValue[] = [];
    while (this.#hasItem(']', items.length === 0)) items.push(this.#parseItem(items, String(items.length)));
    return items;
  }

  #open(): void {
    this.#at += 1;
    this.#containers += 1;
    // Each open object or array has one key in the path.
    if (this.#path.length >= MAX_DEPTH) throw new Rejection('too-complex', `nested deeper than ${MAX_DEPTH} levels`);
    if (this.#containers > MAX_CONTAINERS)
      throw new Rejection('too-complex', `more than ${MAX_CONTAINERS} objects and arrays`);
  }

  /** Whether an item follows in an object or an array; passes the comma before it, or the closing mark. */
  #hasItem(closing: '}' | ']', isFirst: boolean): boolean {
    this.#skipSpace();
    const next = this.#next();
    const isEnd = next === closing;
    if (isFirst && !isEnd) return true;
    if (next !== ',' && !isEnd) this.#fail(`a comma or "${closing}"`);
    this.#at += 1;
    return !isEnd;
  }

  /** The value that the caller puts at `holder[key]`. */
  #parseItem(holder: object, key: string): JsonValue {
    this.#path.push(key);
    this.#skipSpace();
    const start = this.#at;
    const value = this.#parseValue();
    if (typeof value === 'number') this.#recordSource(holder, key, value, this.#text.slice(start, this.#at));
    this.#path.pop();
    return value;
  }

  /** Only the last of two numbers with one key counts. */
  #recordSource(holder: object, key: string, value: number, source: string): void {
    const texts = this.#sources.get(holder);
    if (source === String(value)) texts?.delete(key);
    else if (texts === undefined) this.#sources.set(holder, new Map([[key, source]]));
    else texts.set(key, source);
  }

  /** The character here; empty at the end of the text. */
  #next(): string {
    return this.#text.charAt(this.#at);
  }

  /** Passes what a pattern matches here, and gives it; empty if it matches nothing. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    while (this.#next() !== '' && ' \t\n\r'.includes(this.#next())) this.#at += 1;
  }

  #fail(wanted: string): never {
    const text = this.#text;
    if (this.#at >= text.length)
      throw new Rejection('syntax', `ends at character ${text.length}, where ${wanted} should follow`);
    const found = JSON.stringify(String.fromCodePoint(text.codePointAt(this.#at) ?? 0));
    throw new Rejection('syntax', `${found} at character ${this.#at + 1}, where ${wanted} should be`);
  }
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
