import { describe, expect, it } from 'vitest';
import { createScope } from '../../../src/suite/case-scope.ts';
import { randomNumbers } from '../../../src/suite/random-numbers.ts';
import { createKnowledge } from '../../../src/suite/knowledge.ts';
import { createPets, drawUnknownId, middlePet, petsToReadBack } from '../../../src/suite/pets.ts';
import type { IdRange } from '../../../src/suite/api-request.ts';
import { addOwn, fakeRun, pet, pets, showKnown } from './fakes.ts';
import { read } from './rules/histories.ts';

const INT64_MAX = 2n ** 63n - 1n;

function drawn(range: IdRange, count: number, knowledge = createKnowledge()): readonly bigint[] {
  const random = randomNumbers(7);
  return Array.from({ length: count }, () => drawUnknownId({ knowledge }, random, range));
}

it.each<[IdRange, bigint, bigint]>([
  ['positive', 0n, INT64_MAX],
  ['negative', -(2n ** 63n), -1n],
  ['exact', 2n ** 53n, INT64_MAX],
  ['wide', 2n ** 33n, 2n ** 53n],
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
  const knowledge = createKnowledge();
  knowledge.read(read(first, pet(first)));
  expect(drawn('positive', 1, knowledge)).toEqual([second]);
});

it('any pet and any id are of one pet: that of the run, before those of others', () => {
  const { run } = fakeRun(() => ({}));
  showKnown(run, pet(1n));
  addOwn(run, pet(2n));
  const own = createPets(createScope(run, { caseId: 'some/case', attempt: 'first' }));
  expect([own.any().id, own.anyId()]).toEqual([2n, 2n]);
});

it.each([
  ['that the service accepts', 'available', 'available'],
  ['that the service has given no pet', 'sold', 'available'],
  ['that is absent', undefined, undefined],
] as const)('a body that cases share has a status %s', (_, status, wanted) => {
  const { run } = fakeRun(() => ({}));
  addOwn(run, { ...pet(2n), status: 'available' });
  const { shared } = createPets(createScope(run, { caseId: 'some/case', attempt: 'first' }));
  expect(shared({ name: 'Rex', status })).toMatchObject({ name: 'Rex', status: wanted });
});

describe('the pets to read back', () => {
  const ids = Array.from({ length: 90 }, (_, index) => BigInt(index + 1));
  const toReadBack = (fillers: readonly bigint[]): readonly bigint[] => {
    const { run } = fakeRun(() => ({}));
    for (const id of ids) addOwn(run, pet(id));
    run.found.fillerIds = new Set(fillers);
    for (const id of [5n, 15n, 16n]) run.history.append(read(id, pet(id)));
    run.history.append(read(85n, 404));
    return petsToReadBack(run).map(({ id }) => id);
  };

  it('are the first ones, those that no read has shown, and one that a read did not find', () => {
    const wanted = ids.filter((id) => id <= 70n && id !== 15n && id !== 16n);
    expect(toReadBack(ids.slice(70))).toEqual([...wanted, 85n]);
  });

  it('are some fillers too, if less than fifty pets would be read', () => {
    const others = ids.filter((id) => id <= 30n && id !== 15n && id !== 16n);
    expect(toReadBack(ids.slice(30))).toEqual([...others, 85n, ...ids.slice(30, 30 + 50 - 29 - 3)]);
  });
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
    const scope = createScope(run, { caseId: 'some/case', attempt: 'first' });
    const ids = createPets(scope).unknownIdsBetweenOwn();
    expect(ids).toHaveLength(count);
    const [least = 0n, greatest = least] = [own.toSorted(byId)[0], own.toSorted(byId).at(-1)];
    expect(ids.filter((id) => id <= least || id >= greatest || own.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(count);
  });
});

function byId(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}

it.each([
  [0, undefined],
  [1, 0],
  [2, 1],
  [5, 2],
])('of %i pets the one in the middle has index %j', (count, index) => {
  const all = pets(count);
  expect(middlePet(all)).toBe(index === undefined ? undefined : all[index]);
});
