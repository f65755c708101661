import { expect, it } from 'vitest';
import { createSightings, type Sightings } from '../../../src/conformance/sightings.ts';
import { pet } from './fakes.ts';

function after(...events: readonly ((sightings: Sightings) => void)[]): Sightings {
  const sightings = createSightings();
  for (const event of events) event(sightings);
  return sightings;
}

const seen =
  (at: number, fields: Parameters<typeof pet>[1] = {}, exchange?: string) =>
  (sightings: Sightings): void =>
    sightings.seen([pet(1n, fields)], at, exchange);
const added =
  (at: number, fields: Parameters<typeof pet>[1] = {}) =>
  (sightings: Sightings): void =>
    sightings.added(pet(1n, fields), at);

const others = { own: false } as const;
const own = { own: true } as const;

it.each<[title: string, sightings: Sightings, known: object | undefined]>([
  ['nothing', after(), undefined],
  [
    'when and by which exchange it was first shown',
    after(seen(10, {}, 'x1'), seen(30, {}, 'x2'), added(20)),
    { firstKnownAt: 10, shownBy: 'x1' },
  ],
  [
    'what was shown last, of an animal of others',
    after(seen(10, { status: 'available' }), seen(20, { status: 'sold' })),
    { ...others, pet: pet(1n, { status: 'sold' }) },
  ],
  [
    'what it was added with, of an own one',
    after(added(10), seen(20, { name: 'REX' })),
    { ...own, pet: pet(1n), firstKnownAt: 10 },
  ],
])('of an animal is known %s', (_, sightings, known) => {
  if (known === undefined) expect(sightings.find(1n)).toBeUndefined();
  else expect(sightings.find(1n)).toMatchObject(known);
});

it('animals count from when they were first known, by their status as it was shown last', () => {
  const sightings = after(
    (all) => all.seen([pet(1n, { status: 'available' }), pet(2n, { status: undefined })], 10),
    (all) => all.added(pet(3n), 20),
    seen(30, { status: 'pending' }),
  );
  expect([9, 10, 19, 20].map((at) => sightings.knownBefore(at, undefined))).toEqual([0, 2, 2, 3]);
  const counted = (['available', 'pending', 'sold'] as const).map((status) => sightings.knownBefore(30, status));
  expect(counted).toEqual([0, 1, 1]);
  expect([sightings.all(), sightings.own()].map((all) => all.map((each) => each.pet.id))).toEqual([[1n, 2n, 3n], [3n]]);
});

it('the largest page, and the highest proven limit of each filter, are kept', () => {
  const sightings = after();
  expect([sightings.largestPage(), sightings.highestProven()]).toEqual([0, {}]);
  for (const size of [3, 7, 5]) sightings.page(size);
  for (const limit of [5, 3]) sightings.proven(limit, undefined);
  sightings.proven(2, 'sold');
  expect([sightings.largestPage(), sightings.highestProven()]).toEqual([7, { none: 5, sold: 2 }]);
});
