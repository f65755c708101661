import { describe, expect, it } from 'vitest';
import { createScope } from '../../../src/suite/case-scope.ts';
import { randomNumbers } from '../../../src/suite/execution/random-numbers.ts';
import { createKnowledge } from '../../../src/suite/catalogue/known-pets.ts';
import { createPets, drawUnknownId, petsToReadBack } from '../../../src/suite/pets.ts';
import type { IdRange } from '../../../src/suite/api-request.ts';
import { addOwn, fakeRun, pet, showKnown } from './fakes.ts';
import { read } from './rules/histories.ts';

const INT64_MAX = 2n ** 63n - 1n;

function drawn(range: IdRange, count: number, known = createKnowledge()): readonly bigint[] {
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
  const known = createKnowledge();
  known.read(read(first, pet(first)));
  expect(drawn('positive', 1, known)).toEqual([second]);
});

it('of the pets to read back, those that fill the catalogue are a share, and those with an id that was unknown', () => {
  const { run } = fakeRun(() => ({}));
  const ids = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
  for (const id of ids) addOwn(run, pet(id));
  run.creation.fillerIds = new Set(ids.slice(2));
  run.history.append(read(10n, 404));
  expect(petsToReadBack(run).map(({ id }) => id)).toEqual([1n, 2n, 8n, 10n, 14n, 20n]);
});

describe('unknown ids between those of the pets of the run', () => {
  it.each<[title: string, own: readonly bigint[], known: readonly bigint[], count: number]>([
    ['are those of a small gap', [11n, 13n], [], 1],
    ['are those between negative ids', [-1n, -3n], [], 1],
    ['are in the order of the ids, not of the additions', [1n, 9n, 5n], [], 6],
    ['are at most 24', [1n, 90n], [], 24],
    ['are some of a gap of 99', [1n, 101n], [], 24],
    ['are none in a gap of a hundred: the service does not count its ids', [1n, 102n], [], 0],
    ['are none that a response has shown', [1n, 3n], [2n], 0],
    ['are none around one pet', [1n], [], 0],
  ])('%s', (_, own, known, count) => {
    const { run } = fakeRun(() => ({}));
    for (const id of own) addOwn(run, pet(id));
    for (const id of known) showKnown(run, pet(id));
    const { judge } = createScope(run, { caseId: 'some/case', attempt: 'first' });
    const ids = createPets(run, judge).unknownIdsBetweenOwn();
    expect(ids).toHaveLength(count);
    const [least = 0n, greatest = least] = [own.toSorted(byId)[0], own.toSorted(byId).at(-1)];
    expect(ids.filter((id) => id <= least || id >= greatest || own.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(count);
  });
});

function byId(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}
