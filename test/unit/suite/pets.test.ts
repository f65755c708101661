import { expect, it } from 'vitest';
import { randomNumbers } from '../../../src/suite/execution/random-numbers.ts';
import { createKnownPets } from '../../../src/suite/catalogue/known-pets.ts';
import { drawUnknownId, type IdRange, petsToReadBack } from '../../../src/suite/pets.ts';
import { addOwn, fakeRun, pet } from './fakes.ts';

const INT64_MAX = 2n ** 63n - 1n;

function drawn(range: IdRange, count: number, known = createKnownPets()): readonly bigint[] {
  const random = randomNumbers(7);
  return Array.from({ length: count }, () => drawUnknownId({ known }, random, range));
}

it.each<[IdRange, bigint, bigint]>([
  ['positive', 0n, INT64_MAX],
  ['negative', -(2n ** 63n), -1n],
  ['exact', 2n ** 53n, INT64_MAX],
  ['small', 1_000_000_000n, 2n ** 31n - 1n],
])('an id that is %s is drawn from all of its range', (range, least, greatest) => {
  const ids = drawn(range, 200);
  expect(ids.filter((id) => id < least || id > greatest)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  const middle = (least + greatest) / 2n;
  expect(new Set(ids.map((id) => id > middle)).size).toBe(2);
  expect(drawn(range, 5)).toEqual(ids.slice(0, 5));
  // No double holds an exact one.
  if (range === 'exact') expect(ids.filter((id) => BigInt(Number(id)) === id)).toEqual([]);
});

it('an id that a response has shown is not drawn', () => {
  const [first = 0n, second = 0n] = drawn('positive', 2);
  const known = createKnownPets();
  known.recordShown([pet(first)], 1, null);
  expect(drawn('positive', 1, known)).toEqual([second]);
});

it('of the pets to read back, those that fill the catalogue are a share, and those with an id that was unknown', () => {
  const { run } = fakeRun(() => ({}));
  const ids = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
  for (const id of ids) addOwn(run, pet(id));
  run.creation.fillerIds = new Set(ids.slice(2));
  run.known.recordUnknown(10n);
  expect(petsToReadBack(run).map(({ id }) => id)).toEqual([1n, 2n, 8n, 10n, 14n, 20n]);
});
