import { expect, it } from 'vitest';
import { listPath, type ListQuery } from '../../../../src/suite/api-request.ts';
import { isFlawed, middlePet, tooFewPets } from '../../../../src/suite/catalogue/page.ts';
import { page, pets } from '../fakes.ts';

it('a page is flawed if an element is not a valid pet', () => {
  expect(isFlawed(page(pets(3)))).toBe(false);
  expect(isFlawed(page(pets(3), {}, 4))).toBe(true);
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
