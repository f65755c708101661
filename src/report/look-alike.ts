// Finds texts that differ but look the same to a reader, and the code points that differ.

import { listSome } from '../contract/describe.ts';

/** Letters of other alphabets that look like Latin ones, in the order of `LATIN`. */
const FOREIGN = 'АВЕКМНОРСТХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧοıƖᴏ‐‑‒–—−’‘‛ʼ′“”';
const LATIN = "ABEKMHOPCTXaeopcyxijsABEZHIKMNOPTYXoilo------'''''\"\"";
const LATIN_FOR: ReadonlyMap<string, string> = new Map(
  Array.from(FOREIGN, (character, index) => [character, LATIN[index] ?? character]),
);

const CODE_POINTS_SHOWN = 8;

/** The code points that differ between two texts that look the same; null if the texts look different or are equal. */
export function lookAlikeNote(expected: string, actual: string): string | null {
  const pair = lookAlikePair(expected, actual);
  if (pair === null) return null;
  const [wanted, got] = differingCodePoints(...pair);
  return `the two look alike; expected has ${namePoints(wanted)}, actual has ${namePoints(got)}`;
}

/** The whole texts, or the first quoted strings in them that look alike and differ. */
function lookAlikePair(expected: string, actual: string): readonly [string, string] | null {
  if (looksLike(expected, actual)) return [expected, actual];
  const got = quotedStrings(actual);
  for (const wanted of quotedStrings(expected)) {
    const other = got.includes(wanted) ? undefined : got.find((each) => looksLike(wanted, each));
    if (other !== undefined) return [wanted, other];
  }
  return null;
}

function quotedStrings(text: string): readonly string[] {
  return text.match(/"(?:[^"\\]|\\.)*"/gsu) ?? [];
}

function looksLike(one: string, other: string): boolean {
  return one !== other && drawnText(one) === drawnText(other);
}

/** A text as a reader sees it: without invisible characters, and with one character for all that look like it. */
function drawnText(text: string): string {
  return Array.from(text, (character) => LATIN_FOR.get(character) ?? character)
    .join('')
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

function differingCodePoints(one: string, other: string): readonly [readonly string[], readonly string[]] {
  const [left, right] = [Array.from(one), Array.from(other)];
  const { start, end } = commonEnds(left, right);
  return [left.slice(start, left.length - end), right.slice(start, right.length - end)];
}

/** How many characters two texts have in common at their start and at their end. */
export function commonEnds(
  left: readonly string[],
  right: readonly string[],
): { readonly start: number; readonly end: number } {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return { start, end };
}

function namePoints(characters: readonly string[]): string {
  if (characters.length === 0) return 'nothing there';
  const named = characters.map(
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return listSome(named, CODE_POINTS_SHOWN, ' ');
}
