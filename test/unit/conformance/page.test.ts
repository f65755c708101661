import { describe, expect, it } from 'vitest';
import {
  findOnPage,
  isComplete,
  isFlawed,
  listPath,
  pageLimit,
  type ListQuery,
} from '../../../src/conformance/page.ts';
import { page, pet } from './fakes.ts';

const pets = (count: number) => Array.from({ length: count }, (_, index) => pet(BigInt(index + 1)));

describe('isComplete', () => {
  it.each<[number, ListQuery, number, boolean]>([
    [0, { limit: 100 }, 0, true],
    [0, { limit: 100 }, 50, true],
    [0, { limit: 1 }, 0, true],
    [0, {}, 0, true],
    [4, { limit: 100 }, 4, false],
    [4, { limit: 100 }, 5, true],
    [4, { limit: 5 }, 100, true],
    [4, { limit: 4 }, 100, false],
    [4, { limit: 3 }, 100, false],
    [19, {}, 20, true],
    [19, {}, 19, false],
    [20, {}, 100, false],
    [100, { limit: 100 }, 100, false],
    [99, { limit: 100 }, 100, true],
  ])('of %i animals for %j, the largest page being %i, is %s', (size, query, largest, expected) => {
    expect(isComplete(page(pets(size), query), { largestPage: () => largest })).toBe(expected);
  });

  it('is false where an element is no animal, even on a page that is short', () => {
    expect(isComplete(page(pets(3), { limit: 100 }, 4), { largestPage: () => 50 })).toBe(false);
    expect(isComplete(page([], { limit: 100 }, 1), { largestPage: () => 50 })).toBe(false);
  });
});

it('a page is flawed where an element could not be read', () => {
  expect(isFlawed(page(pets(2)))).toBe(false);
  expect(isFlawed(page(pets(2), {}, 3))).toBe(true);
});

it('the limit of a page is the one asked for, else 20', () => {
  expect(pageLimit({ limit: 7 })).toBe(7);
  expect(pageLimit({ status: 'sold' })).toBe(20);
});

it('an animal is found by its exact id', () => {
  const large = 2n ** 53n + 1n;
  expect(findOnPage(page([pet(large)]), large)?.id).toBe(large);
  expect(findOnPage(page([pet(large)]), large - 1n)).toBeUndefined();
});

it.each<[ListQuery, string]>([
  [{}, '/pets'],
  [{ limit: 1 }, '/pets?limit=1'],
  [{ status: 'sold' }, '/pets?status=sold'],
  [{ limit: 100, status: 'available' }, '/pets?limit=100&status=available'],
  [{ limit: 99, status: 'available' }, '/pets?status=available&limit=99'],
])('the path for %j is %s', (query, path) => {
  expect(listPath(query)).toBe(path);
});
