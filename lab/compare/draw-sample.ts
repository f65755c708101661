import { randomStream } from '../../src/reference/random-stream.ts';

/** Draws so many of the entries that a seed decides, in the order in which they stand. All of them where there are no more. */
export function drawSample<Entry>(entries: readonly Entry[], count: number, seed: number): readonly Entry[] {
  const random = randomStream(seed);
  const lots = entries.map((entry, place) => ({ entry, place, lot: random() }));
  return lots
    .toSorted((left, right) => (left.lot < right.lot ? -1 : 1))
    .slice(0, count)
    .toSorted((left, right) => left.place - right.place)
    .map(({ entry }) => entry);
}
