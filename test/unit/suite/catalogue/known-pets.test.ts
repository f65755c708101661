import { expect, it } from 'vitest';
import { PET_STATUSES } from '../../../../src/contract/pet.ts';
import { createKnownPets, type KnownPets } from '../../../../src/suite/catalogue/known-pets.ts';
import { seenPage, pet } from '../fakes.ts';

function after(...events: readonly ((known: KnownPets) => void)[]): KnownPets {
  const known = createKnownPets();
  for (const event of events) event(known);
  return known;
}

const seen =
  (at: number, fields: Parameters<typeof pet>[1] = {}, exchange?: string) =>
  (known: KnownPets): void =>
    known.recordShown([pet(1n, fields)], at, exchange === undefined ? null : { exchangeId: exchange });
const added =
  (at: number, fields: Parameters<typeof pet>[1] = {}) =>
  (known: KnownPets): void =>
    void known.recordAdded(pet(1n, fields), at, { exchangeId: `add-${at}`, doneAt: at });

const others = { isOwn: false } as const;
const own = { isOwn: true } as const;

it.each<[title: string, pets: KnownPets, known: object | undefined]>([
  ['nothing', after(), undefined],
  [
    'when and by which exchange it was first shown',
    after(seen(10, {}, 'x1'), seen(30, {}, 'x2'), added(20)),
    { firstKnownAt: 10, shownBy: { exchangeId: 'x1' } },
  ],
  [
    'what was shown last, of a pet of others',
    after(seen(10, { status: 'available' }), seen(20, { status: 'sold' })),
    { ...others, pet: pet(1n, { status: 'sold' }) },
  ],
  [
    'what it was added with, of an own one',
    after(added(10), seen(20, { name: 'REX' })),
    { ...own, pet: pet(1n), firstKnownAt: 10 },
  ],
  ['that a read showed the status it was added with', after(added(10), seen(20)), { isReadAsAdded: true }],
  [
    'that no read did',
    after(added(10), seen(20, { status: 'pending' })),
    { isReadAsAdded: false, pet: pet(1n), movedTo: [] },
  ],
  [
    'where the service moved it',
    after(added(10), (known) => known.recordMoved(1n, 'pending')),
    { pet: pet(1n, { status: 'pending' }), movedTo: ['pending'] },
  ],
])('of a pet is known %s', (_, pets, known) => {
  if (known === undefined) expect(pets.find(1n)).toBeUndefined();
  else expect(pets.find(1n)).toMatchObject(known);
});

it('pets count from when they were first known, by their status as it was shown last', () => {
  const known = after(
    (all) => all.recordShown([pet(1n, { status: 'available' }), pet(2n, { status: undefined })], 10, null),
    (all) => void all.recordAdded(pet(3n), 20, { exchangeId: 'x3', doneAt: 20 }),
    seen(30, { status: 'pending' }),
  );
  expect([9, 10, 19, 20].map((at) => known.countBefore(at, undefined))).toEqual([0, 2, 2, 3]);
  const counted = new Map(PET_STATUSES.map((status) => [status, known.countBefore(30, status)]));
  expect([...counted].filter(([, count]) => count > 0)).toEqual([
    ['pending', 1],
    ['sold', 1],
  ]);
  expect(known.all().map(({ pet: { id } }) => id)).toEqual([1n, 2n, 3n]);
  expect(known.own().map(({ id }) => id)).toEqual([3n]);
});

it('the largest page, and the highest proven limit of each filter, are kept', () => {
  const known = after();
  expect([known.pages.largestPage(), known.highestProven()]).toEqual([0, {}]);
  for (const size of [3, 7, 5]) known.pages.recordPage(seenPage(size));
  for (const limit of [5, 3]) known.recordProvenLimit(limit, undefined);
  known.recordProvenLimit(2, 'sold');
  expect([known.pages.largestPage(), known.highestProven()]).toEqual([7, { none: 5, sold: 2 }]);
});

it('an added pet names the earlier owner of its id: an added pet, a pet on an earlier page, or none', () => {
  const known = after((all) => all.recordShown([pet(5n), pet(6n)], 10, null));
  const add = (id: bigint, sentAt: number): unknown =>
    known.recordAdded(pet(id), sentAt, { exchangeId: `x${sentAt}`, doneAt: sentAt + 1 });
  expect([add(1n, 20), add(5n, 20), add(6n, 9)]).toEqual([null, { addedBy: null }, null]);
  expect(add(1n, 30)).toMatchObject({ addedBy: { exchangeId: 'x20' } });
});

it('pets of rejected bodies are those first seen since, by the name or the category of the body, until they are forgotten', () => {
  const known = after();
  const body = { requirement: 'AUTH-NO-EFFECT', caseId: 'a/b', exchangeId: 'x1', sentAt: 10 } as const;
  known.recordRejected({ ...body, mark: 'Rex 1' });
  known.recordRejected({ ...body, mark: 77n });
  known.recordShown([pet(1n)], 11, { exchangeId: 'x2' });
  known.recordShown([pet(2n, { categoryId: 77n })], 9, null);
  expect(known.petsFromRejectedBodies()).toMatchObject([
    { pet: { id: 1n }, shownBy: { exchangeId: 'x2' }, body: { mark: 'Rex 1' } },
  ]);
  known.forgetPetsFromRejectedBodies();
  expect([known.petsFromRejectedBodies(), known.find(1n), known.find(2n)?.pet.id]).toEqual([[], undefined, 2n]);
});
