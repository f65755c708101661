import { expect, it } from 'vitest';
import { randomNumbers, seedFor, shuffled } from '../../../src/suite/random-numbers.ts';

function draw(seed: number, count: number): readonly number[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => random());
}

it.each([0, -1, 2 ** 53 - 1])('the numbers of the seed %i are its own, and fill the range from 0 up to 1', (seed) => {
  const numbers = draw(seed, 2000);
  expect(draw(seed, 20)).toEqual(numbers.slice(0, 20));
  expect(draw(seed + 1, 20)).not.toEqual(numbers.slice(0, 20));
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  const tenths = Array.from({ length: 10 }, (_, tenth) => numbers.filter((each) => Math.floor(each * 10) === tenth));
  expect(tenths.filter(({ length }) => length < 140 || length > 260)).toEqual([]);
});

it.each([0, 2 ** 32 - 1])('the seeds that are derived from %i have 32 bits, and differ by purpose', (seed) => {
  const purposes = Array.from({ length: 2000 }, (_, index) => `list-limit/a-page-with-the-limit-${index} 1`);
  const derived = [...purposes, 'ab', 'ba'].map((purpose) => seedFor(seed, purpose));
  expect(derived.every((each) => Number.isInteger(each) && each >= 0 && each < 2 ** 32)).toBe(true);
  expect(new Set(derived).size).toBeGreaterThan(1995);
  expect(seedFor(seed + 1, 'ab')).not.toBe(seedFor(seed, 'ab'));
});

it('shuffled items are all there, in an order that the numbers give', () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const once = shuffled(items, randomNumbers(1));
  expect(once.toSorted((left, right) => left - right)).toEqual(items);
  expect(once).not.toEqual(items);
  expect(shuffled(items, randomNumbers(1))).toEqual(once);
  expect(shuffled(items, randomNumbers(2))).not.toEqual(once);
});
