import { alternatives } from './describe.ts';

/** A longer word is not a typing error, and the comparison would take long. */
const LONGEST = 80;
const MAX_SUGGESTIONS = 3;

/**
 * Suggests known words for an unknown one, as the end of a sentence: `; did you mean full?`. Empty if none is near. A word
 * is near if it has at most one typing error for each three letters, or if a known word contains it.
 */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestWords(word, known).slice(0, MAX_SUGGESTIONS);
  return near.length === 0 ? '' : `; did you mean ${alternatives(near)}?`;
}

function nearestWords(word: string, known: readonly string[]): readonly string[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === '' || wanted.length > LONGEST) return [];
  const slips = Math.max(1, Math.floor(wanted.length / 3));
  const distances = known.map((each) => ({ each, distance: editDistance(wanted, each.toLowerCase()) }));
  const least = Math.min(slips, ...distances.map(({ distance }) => distance));
  const near = distances.filter(({ distance }) => distance === least).map(({ each }) => each);
  return near.length > 0 ? near : known.filter((each) => each.toLowerCase().includes(wanted));
}

/** How many letters to add, omit, change or swap with a neighbour to turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[line - 1] === to[column - 1] ? 0 : 1;
      const isSwap = line > 1 && column > 1 && from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      const swapped = isSwap ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(at(row, column) + 1, at(next, column - 1) + 1, at(row, column - 1) + same, swapped));
    }
    [before, row] = [row, next];
  }
  return at(row, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
