import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../src/conformance/random-numbers.ts';
import { createSightings } from '../../../src/conformance/sightings.ts';
import { drawUnknownId, type IdRange } from '../../../src/conformance/unknown-id.ts';
import { pet } from './fakes.ts';

const INT64_MAX = 2n ** 63n - 1n;

function drawn(range: IdRange, count = 500): readonly bigint[] {
  const random = randomNumbers(7);
  const sightings = createSightings();
  return Array.from({ length: count }, () => drawUnknownId({ sightings }, random, range));
}

describe('an id drawn at random', () => {
  it.each<[IdRange, bigint, bigint]>([
    ['positive', 0n, INT64_MAX],
    ['negative', -(2n ** 63n), -1n],
    ['exact', 2n ** 53n, INT64_MAX],
    ['small', 1_000_000_000n, 2n ** 31n - 1n],
  ])('is %s where that is asked for', (range, least, greatest) => {
    const ids = drawn(range);
    expect(ids.filter((id) => id < least || id > greatest)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is one that no double holds, where it is to be exact', () => {
    expect(drawn('exact').filter((id) => BigInt(Number(id)) === id)).toEqual([]);
  });

  it('is spread over the whole range', () => {
    const ids = drawn('positive');
    expect(ids.some((id) => id > INT64_MAX / 2n)).toBe(true);
    expect(ids.some((id) => id < INT64_MAX / 2n)).toBe(true);
  });

  it('is none that an answer has shown', () => {
    const sightings = createSightings();
    const first = drawUnknownId({ sightings }, randomNumbers(7), 'positive');
    sightings.seen([pet(first)], 1);
    expect(drawUnknownId({ sightings }, randomNumbers(7), 'positive')).not.toBe(first);
  });

  it('is the same for the same seed', () => {
    expect(drawn('negative', 5)).toEqual(drawn('negative', 5));
  });
});
