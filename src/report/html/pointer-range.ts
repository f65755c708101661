import { tokensOf } from '../../contract/json-pointer.ts';

/** A range of a text, end exclusive. `exact` is false if the pointer leads to a value that the text does not hold. */
export interface PointerRange {
  readonly start: number;
  readonly end: number;
  readonly exact: boolean;
}

/**
 * The range of the value that a JSON Pointer (RFC 6901) names in a JSON text, or of the last value on the way to it. A text
 * may be cut or not be JSON: then it is the range that was found before the end. Takes linear time and never throws.
 */
export function findPointer(text: string, pointer: string): PointerRange {
  let start = skipSpace(text, 0);
  for (const token of tokensOf(pointer)) {
    const next = text.charAt(start) === '{' ? findMember(text, start, token) : findElement(text, start, token);
    if (next === null) return { start, end: valueEnd(text, start), exact: false };
    start = next;
  }
  return { start, end: valueEnd(text, start), exact: true };
}

/** The value of a member. Of several with the same key, it is the last, as in parsers. */
function findMember(text: string, open: number, key: string): number | null {
  let found: number | null = null;
  let at = skipSpace(text, open + 1);
  while (text.charAt(at) === '"') {
    const keyEnd = valueEnd(text, at);
    const colon = skipSpace(text, keyEnd);
    if (text.charAt(colon) !== ':') return found;
    const value = skipSpace(text, colon + 1);
    if (value >= text.length) return found;
    if (keyOf(text.slice(at, keyEnd)) === key) found = value;
    const next = nextAfter(text, value);
    if (next === null) return found;
    at = next;
  }
  return found;
}

function findElement(text: string, open: number, token: string): number | null {
  if (text.charAt(open) !== '[' || !/^(?:0|[1-9]\d{0,8})$/.test(token)) return null;
  let at = skipSpace(text, open + 1);
  for (let left = Number(token); left > 0; left -= 1) {
    const next = nextAfter(text, at);
    if (next === null) return null;
    at = next;
  }
  return at >= text.length || text.charAt(at) === ']' ? null : at;
}

/** The position after the comma that follows a value; null if there is no comma. */
function nextAfter(text: string, value: number): number | null {
  const end = skipSpace(text, valueEnd(text, value));
  return text.charAt(end) === ',' ? skipSpace(text, end + 1) : null;
}

function keyOf(source: string): string | null {
  try {
    return String(JSON.parse(source));
  } catch {
    return null;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r\uFEFF'.includes(text.charAt(at))) at += 1;
  return at;
}

/** The position after a value that starts at `start`. Brackets are counted, not matched, which is enough for valid JSON. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const mark = text.charAt(at);
    if (mark === '"') at = stringEnd(text, at);
    else if (mark === '{' || mark === '[') {
      depth += 1;
      at += 1;
    } else if (mark === '}' || mark === ']') {
      if (depth === 0) return at;
      depth -= 1;
      at += 1;
    } else if (depth === 0) {
      return scalarEnd(text, at);
    } else at += 1;
    if (depth === 0) return at;
  }
  return at;
}

function scalarEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !',]} \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}
