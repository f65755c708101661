/** A text in three: what it has in common with another at its start and end, and what differs between. */
type TextInThree = Readonly<Record<'before' | 'middle' | 'after', string>>;

/** Two texts, each in three. */
export function splitAtDifference(one: string, other: string): readonly [TextInThree, TextInThree] {
  const [left, right] = [Array.from(one), Array.from(other)];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const inThree = (text: readonly string[]): TextInThree => ({
    before: text.slice(0, start).join(''),
    middle: text.slice(start, text.length - end).join(''),
    after: text.slice(text.length - end).join(''),
  });
  return [inThree(left), inThree(right)];
}

const MOST_POINTS = 8;

/** Names the code points that differ, if some are beyond ASCII or all are spaces: they may look alike or be invisible. Else null. */
export function codePointNote(expected: string, actual: string): string | null {
  const middles = splitAtDifference(expected, actual).map(({ middle }) => Array.from(middle));
  const points = middles.flat();
  const isUnclear = points.some((each) => each > '~') || (points.length > 0 && points.every((each) => each === ' '));
  if (!isUnclear || middles.some(({ length }) => length > MOST_POINTS)) return null;
  const [wanted, got] = middles.map((middle) => middle.map(nameOf).join(' ') || 'nothing there');
  return `the code points differ: expected has ${wanted}, actual has ${got}`;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
