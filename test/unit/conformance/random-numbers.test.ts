import { describe, expect, it } from 'vitest';
import { randomNumbers, seedFor, shuffled } from '../../../src/conformance/random-numbers.ts';

function draw(seed: number, count: number): readonly number[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => random());
}

describe('randomNumbers', () => {
  it('gives the same for the same seed and other numbers for another', () => {
    expect(draw(42, 20)).toEqual(draw(42, 20));
    expect(draw(42, 20)).not.toEqual(draw(43, 20));
  });

  it.each([0, 1, -1, 2 ** 31, 2 ** 32 - 1, 2 ** 53 - 1])('gives numbers from 0 up to 1 for the seed %i', (seed) => {
    const numbers = draw(seed, 2000);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(1990);
  });

  it('fills the range evenly', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const number of draw(7, 10_000)) tenths[Math.floor(number * 10)] = (tenths[Math.floor(number * 10)] ?? 0) + 1;
    expect(Math.min(...tenths)).toBeGreaterThan(850);
    expect(Math.max(...tenths)).toBeLessThan(1150);
  });
});

describe('seedFor', () => {
  it('gives the same for the same seed and purpose, and another for either other', () => {
    expect(seedFor(1, 'a case')).toBe(seedFor(1, 'a case'));
    expect(seedFor(1, 'a case')).not.toBe(seedFor(2, 'a case'));
    expect(seedFor(1, 'a case')).not.toBe(seedFor(1, 'b case'));
    expect(seedFor(1, 'ab')).not.toBe(seedFor(1, 'ba'));
  });

  it.each([0, 1, 2 ** 31, 2 ** 32 - 1])('is a whole number of 32 bits for the seed %i', (seed) => {
    for (const purpose of ['', 'a', 'specs/some case 12', '🐕']) {
      const derived = seedFor(seed, purpose);
      expect(Number.isInteger(derived) && derived >= 0 && derived < 2 ** 32).toBe(true);
    }
  });

  it('seldom gives one seed to two purposes', () => {
    const purposes = Array.from({ length: 2000 }, (_, index) => `list-limit/a-page-with-the-limit-${index} 1`);
    expect(new Set(purposes.map((purpose) => seedFor(5, purpose))).size).toBeGreaterThan(1995);
  });
});

describe('shuffled items', () => {
  const items = Array.from({ length: 50 }, (_, index) => index);

  it('are all there, in an order that the numbers give', () => {
    const once = shuffled(items, randomNumbers(1));
    expect(once.toSorted((left, right) => left - right)).toEqual(items);
    expect(once).not.toEqual(items);
    expect(shuffled(items, randomNumbers(1))).toEqual(once);
    expect(shuffled(items, randomNumbers(2))).not.toEqual(once);
  });
});
