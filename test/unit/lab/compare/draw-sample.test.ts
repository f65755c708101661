import { describe, expect, it } from 'vitest';
import { drawSample } from '../../../../lab/compare/comparison.ts';

const ENTRIES = Array.from({ length: 100 }, (_, index) => index);

describe('a sample', () => {
  it('is decided by its seed, without repetition and in the order of the entries', () => {
    const drawn = drawSample(ENTRIES, 40, 1);
    expect(drawn).toEqual(drawSample(ENTRIES, 40, 1));
    expect(drawn).toHaveLength(40);
    expect(drawn).toEqual([...new Set(drawn)].toSorted((left, right) => left - right));
    expect(drawn).not.toEqual(drawSample(ENTRIES, 40, 2));
    expect(drawn).not.toEqual(ENTRIES.slice(0, 40));
  });

  it('holds every entry sooner or later', () => {
    const seen = new Set(Array.from({ length: 50 }, (_, seed) => drawSample(ENTRIES, 40, seed)).flat());
    expect(seen.size).toBe(100);
  });

  it('is everything where no more is there', () => {
    expect(drawSample([1, 2], 40, 1)).toEqual([1, 2]);
  });
});
