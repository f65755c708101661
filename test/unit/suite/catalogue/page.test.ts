import { expect, it } from 'vitest';
import { listPath, type ListQuery } from '../../../../src/suite/api-request.ts';
import {
  findOnPage,
  findSame,
  isComplete,
  isFlawed,
  middlePet,
  tooFewPets,
} from '../../../../src/suite/catalogue/page.ts';
import { createPageCaps } from '../../../../src/suite/catalogue/page-caps.ts';
import { page, seenPage, pet, pets } from '../fakes.ts';

it.each<[count: number, query: ListQuery, largest: number, isComplete: boolean, size?: number]>([
  [0, { limit: 100 }, 0, true],
  [4, { limit: 100 }, 4, false],
  [4, { limit: 100 }, 5, true],
  [4, { limit: 4 }, 100, false],
  [19, {}, 19, false],
  [100, { limit: 100 }, 100, false],
  // An element is no pet.
  [3, { limit: 100 }, 50, false, 4],
])('a page of %i pets for %j, where the largest has %i, is complete: %s', (count, query, largest, expected, size) => {
  const shown = page(pets(count), query, size);
  const pages = createPageCaps();
  pages.recordPage(seenPage(largest));
  expect(isComplete(shown, { pages })).toBe(expected);
  expect(isFlawed(shown)).toBe(size !== undefined);
});

it.each([
  ['full', undefined, 'Raise --max-creates (PETSTORE_MAX_CREATES), or add at least 2 pets to the catalogue.'],
  ['read-only', 'sold', 'Add at least 2 pets with status "sold" to the catalogue.'],
] as const)('too few pets are resolved as the profile %s allows', (profile, status, howToResolve) => {
  const matching = status === undefined ? '' : ' with status "sold"';
  expect(tooFewPets(profile, { known: 1, limit: 1, status })).toEqual({
    reason: `The run knows only 1 pet${matching}, so a page of at most 1 proves nothing.`,
    howToResolve,
  });
});

it('a pet is found by its exact id', () => {
  const large = 2n ** 53n + 1n;
  expect(findOnPage(page([pet(large)]), large)?.id).toBe(large);
  expect(findOnPage(page([pet(large)]), large - 1n)).toBeUndefined();
});

it('of two pets with one id the one with the same values counts', () => {
  const [first, second] = [pet(1n, { name: 'First' }), pet(1n, { name: 'Second' })];
  const both = page([first, second]);
  expect(findSame(both, second)).toBe(second);
  expect(findSame(both, pet(1n, { name: 'Third' }))).toBe(first);
  expect(findSame(both, pet(2n))).toBeUndefined();
});

it.each<[ListQuery, string]>([
  [{}, '/pets'],
  [{ limit: 100, status: 'available' }, '/pets?limit=100&status=available'],
  [{ limit: 99, status: 'available' }, '/pets?status=available&limit=99'],
])('the path for %j is %s', (query, path) => {
  expect(listPath(query)).toBe(path);
});

it.each([
  [0, undefined],
  [1, 0],
  [2, 1],
  [5, 2],
])('of %i pets the one in the middle has index %j', (count, index) => {
  const all = pets(count);
  expect(middlePet(all)).toBe(index === undefined ? undefined : all[index]);
});
