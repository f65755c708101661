import { escapeToken } from './json-pointer.ts';

/** The default limit of nesting. A deeper text is rejected before anything recurses into it. */
export const DEFAULT_DEPTH = 256;

/** The most objects and arrays of a text. Parsed, each takes up to thirty times its two characters. */
export const MAX_CONTAINERS = 100_000;

/** The most duplicate keys that are reported: a hostile text could hold millions. */
const MAX_DUPLICATES = 20;

/** The longest pointer to a duplicate key, so that the list never outgrows a hostile text. */
const MAX_POINTER = 1000;

/** The most unusual numbers that are located one by one: a hostile text could hold millions, deeply nested. */
export const MAX_UNUSUAL = 2000;

/** A number whose text may differ from what a JavaScript number prints, and the keys and indices that lead to it. */
export interface UnusualNumber {
  readonly path: readonly string[];
  readonly source: string;
}

/**
 * What one pass over a text finds. Except for `tooComplex`, it is meaningful only if the text is valid JSON. `tooComplex`
 * says which limit of this suite the text exceeds.
 * `duplicateKeys` are JSON pointers (RFC 6901), each once; `unusualNumbers` are those with a fraction, an exponent, more
 * than 15 characters or minus zero, in the order of the text; null if there are more than `MAX_UNUSUAL`.
 */
export interface JsonScan {
  readonly tooComplex: string | null;
  readonly duplicateKeys: readonly string[];
  readonly unusualNumbers: readonly UnusualNumber[] | null;
}

/** One open array (`isObject` false) or object. Frames are reused, since only one is open at each depth. */
interface Frame {
  isObject: boolean;
  readonly keys: Set<string>;
  key: string;
  index: number;
}

interface ScanState {
  readonly frames: Frame[];
  depth: number;
  containers: number;
  expectsKey: boolean;
  readonly duplicates: string[];
  unusual: UnusualNumber[] | null;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Finds nesting beyond `deepest` levels, too many values, duplicate keys and unusual numbers in one pass. Any text is safe: linear time, never throws. */
export function scanJson(text: string, deepest: number = DEFAULT_DEPTH): JsonScan {
  const state: ScanState = { frames: [], depth: 0, containers: 0, expectsKey: false, duplicates: [], unusual: [] };
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = closingQuote(text, at);
      if (end < 0) break;
      if (state.expectsKey) takeKey(state, text.slice(at + 1, end));
      at = end + 1;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = numberEnd(text, at);
      if (!isPlainInteger(text, at, end)) takeUnusual(state, text.slice(at, end));
      at = end;
    } else {
      takeMark(state, code);
      if (state.depth > deepest) return tooComplex(`nested deeper than ${deepest} levels`);
      if (state.containers > MAX_CONTAINERS) return tooComplex(`more than ${MAX_CONTAINERS} objects and arrays`);
      at += 1;
    }
  }
  return { tooComplex: null, duplicateKeys: [...new Set(state.duplicates)], unusualNumbers: state.unusual };
}

function tooComplex(limit: string): JsonScan {
  return { tooComplex: limit, duplicateKeys: [], unusualNumbers: null };
}

function takeMark(state: ScanState, code: number): void {
  if (code === OPEN_OBJECT || code === OPEN_ARRAY) open(state, code === OPEN_OBJECT);
  else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) close(state);
  else if (code === COMMA) {
    const frame = state.frames[state.depth - 1];
    if (frame === undefined) return;
    frame.index += 1;
    state.expectsKey = frame.isObject;
  }
}

function open(state: ScanState, isObject: boolean): void {
  const frame = state.frames[state.depth];
  if (frame === undefined) state.frames.push({ isObject, keys: new Set(), key: '', index: 0 });
  else {
    frame.isObject = isObject;
    frame.keys.clear();
    frame.key = '';
    frame.index = 0;
  }
  state.depth += 1;
  state.containers += 1;
  state.expectsKey = isObject;
}

function close(state: ScanState): void {
  if (state.depth > 0) state.depth -= 1;
  state.expectsKey = false;
}

function takeKey(state: ScanState, source: string): void {
  state.expectsKey = false;
  const frame = state.frames[state.depth - 1];
  if (frame === undefined) return;
  frame.key = source.includes('\\') ? unescaped(source) : source;
  if (!frame.keys.has(frame.key)) frame.keys.add(frame.key);
  else if (state.duplicates.length < MAX_DUPLICATES) state.duplicates.push(pointerOf(state));
}

function takeUnusual(state: ScanState, source: string): void {
  if (state.unusual === null) return;
  if (state.unusual.length === MAX_UNUSUAL) state.unusual = null;
  else {
    const frames = state.frames.slice(0, state.depth);
    state.unusual.push({
      path: frames.map((frame) => (frame.isObject ? frame.key : String(frame.index))),
      source,
    });
  }
}

function pointerOf(state: ScanState): string {
  let pointer = '';
  for (const frame of state.frames.slice(0, state.depth)) {
    const token = frame.isObject ? frame.key.slice(0, MAX_POINTER) : String(frame.index);
    pointer += `/${escapeToken(token)}`;
    if (pointer.length > MAX_POINTER) return `${pointer.slice(0, MAX_POINTER)}…`;
  }
  return pointer;
}

/** An invalid string stays as it is: the parser then rejects the whole text. */
function unescaped(source: string): string {
  try {
    return String(JSON.parse(`"${source}"`));
  } catch {
    return source;
  }
}

/** Counts each run of backslashes once, at the quote that follows it, so that the scan stays linear. */
function closingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
    end = text.indexOf('"', end + 1);
  }
  return -1;
}

function numberEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && isNumberCharacter(text.charCodeAt(at))) at += 1;
  return at;
}

function isNumberCharacter(code: number): boolean {
  // The digits, the plus sign, the minus sign, the point, and the letter e in both cases.
  return (code >= ZERO && code <= NINE) || code === 0x2b || code === MINUS || code === 0x2e || (code | 0x20) === 0x65;
}

function isPlainInteger(text: string, start: number, end: number): boolean {
  if (end - start > 15) return false;
  const negative = text.charCodeAt(start) === MINUS;
  if (negative && text.charCodeAt(start + 1) === ZERO) return false;
  for (let at = negative ? start + 1 : start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}
