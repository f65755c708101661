const RAW_TEXT = Symbol('raw JSON text');

/** Text that is written unchanged, valid JSON or not. */
export interface RawJson {
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
