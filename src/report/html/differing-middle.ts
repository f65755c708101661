/** A text in three: what it has in common with another at its beginning and end, and what differs between. */
export interface MarkedText {
  readonly before: string;
  readonly middle: string;
  readonly after: string;
}

/** Marks where two texts differ; null where they have too little in common for a mark to tell anything. */
export function differingMiddle(one: string, other: string): readonly [MarkedText, MarkedText] | null {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  // Half of a pair of surrogates is no character.
  if (isHighSurrogate(one, start - 1)) start -= 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  if (isHighSurrogate(one, one.length - end - 1) && end > 0) end -= 1;
  if (start + end < shorter / 3 || one === other) return null;
  return [inThree(one, start, end), inThree(other, start, end)];
}

function inThree(text: string, start: number, end: number): MarkedText {
  return {
    before: text.slice(0, start),
    middle: text.slice(start, text.length - end),
    after: text.slice(text.length - end),
  };
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd8_00 && code <= 0xdb_ff;
}
