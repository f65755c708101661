import { tokensOf } from '../contract/json-pointer.ts';

/** A range of a text, end exclusive. `exact` is false if the pointer leads to a value that the text does not hold. */
export interface PointerRange {
  readonly start: number;
  readonly end: number;
  readonly exact: boolean;
}

/** A string, which may be cut, a bracket, a comma or colon, or a number or word. */
const TOKEN = /"(?:[^"\\]|\\[^])*"?|[{}[\],:]|[^\s"{}[\],:\uFEFF]+/g;

/** An array or object that is open. `depth`: how many keys of the pointer lead to it; null if they lead elsewhere. */
interface Container {
  readonly start: number;
  readonly depth: number | null;
  /** The key of the next value: a name, or null for one that follows; or an index. */
  key: string | number | null;
}

/**
 * The range of the value that a JSON Pointer (RFC 6901) names in a JSON text, or of the last value on the way to it. A text
 * may be cut or not be JSON: then it is the range that was found before the end. Takes linear time and never throws.
 */
export function findPointer(text: string, pointer: string): PointerRange {
  const keys = tokensOf(pointer);
  const open: Container[] = [];
  // The values on the way, the whole text first. One that is not closed reaches to the end of the text.
  const found: { readonly start: number; end: number }[] = [];

  /** Takes the next value if it is on the way. Of several members with the same key, parsers take the last. */
  function take(start: number, end: number): number | null {
    const { depth, key } = open.at(-1) ?? { depth: -1, key: null };
    const isNext = open.length === 0 ? found.length === 0 : depth !== null && keys[depth] === String(key);
    if (!isNext || depth === null) return null;
    found.length = depth + 1;
    found.push({ start, end });
    return depth + 1;
  }

  for (const { 0: token, index: start } of text.matchAll(TOKEN)) {
    const within = open.at(-1);
    const end = start + token.length;
    if (token === '{' || token === '[') {
      open.push({ start, depth: take(start, text.length), key: token === '{' ? null : 0 });
    } else if (token === '}' || token === ']') {
      open.pop();
      const value = within === undefined || within.depth === null ? undefined : found[within.depth];
      if (value !== undefined && value.start === within?.start) value.end = end;
    } else if (token === ',') {
      if (within !== undefined) within.key = typeof within.key === 'number' ? within.key + 1 : null;
    } else if (within?.key === null) within.key = keyOf(token);
    else if (token !== ':') take(start, end);
  }
  const { start, end } = found.at(-1) ?? { start: 0, end: text.length };
  return { start, end, exact: found.length === keys.length + 1 };
}

function keyOf(source: string): string | null {
  try {
    return String(JSON.parse(source));
  } catch {
    return null;
  }
}
