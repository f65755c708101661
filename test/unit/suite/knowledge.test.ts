import { describe, expect, it } from 'vitest';
import { PET_STATUSES, type Pet, type PetStatus } from '../../../src/contract/pet.ts';
import { createKnowledge, type Knowledge } from '../../../src/suite/knowledge.ts';
import type { HistoryEntry } from '../../../src/suite/history.ts';
import { listRequest } from '../../../src/suite/operations/requests.ts';
import { credentials, pet } from './fakes.ts';
import { added, type Changes, entry, noPage, page, read } from './rules/histories.ts';

/** The knowledge after some entries. A response is complete one millisecond after its request. */
function after(...entries: readonly HistoryEntry[]): Knowledge {
  const knowledge = createKnowledge();
  for (const each of entries) knowledge.read(each);
  return knowledge;
}

const seen = (at: number, fields: Partial<Pet> = {}): HistoryEntry => page({}, [pet(1n, fields)], { at });
const add = (at: number): HistoryEntry => added(pet(1n), { at });

describe('of a pet is known', () => {
  it.each<[title: string, known: Knowledge, pet: object | undefined]>([
    ['nothing', after(page({}, [])), undefined],
    ['when a response first showed it', after(seen(9), seen(29), add(19)), { firstKnownAt: 10 }],
    ['when it was first shown, although that response came later', after(seen(29), seen(9)), { firstKnownAt: 10 }],
    [
      'what was shown last, of a pet of others',
      after(seen(10, { name: 'Max', status: 'available' }), seen(20)),
      { isOwn: false, pet: pet(1n) },
    ],
    ['what a read showed', after(read(1n, pet(1n, { name: 'Max' }))), { isOwn: false, pet: pet(1n, { name: 'Max' }) }],
    [
      'what it was added with, of a pet of the run, but for its status',
      after(add(9), seen(20, { name: 'REX', categoryId: 9n, status: 'pending' })),
      { isOwn: true, pet: pet(1n, { status: 'pending' }), firstKnownAt: 10 },
    ],
    [
      'what it was added with, although it was shown before',
      after(seen(5, { name: 'Max' }), add(9)),
      { isOwn: true, pet: pet(1n) },
    ],
  ])('%s', (_, known, expected) => {
    if (expected === undefined) expect(known.find(1n)).toBeUndefined();
    else expect(known.find(1n)).toEqual(expect.objectContaining(expected));
  });
});

it('pets count by their status as it was shown last', () => {
  const known = after(
    page({}, [pet(1n, { status: 'available' }), pet(2n, { status: undefined })], { at: 9 }),
    added(pet(3n), { at: 19 }),
    seen(29, { status: 'pending' }),
  );
  expect(known.count(undefined)).toBe(3);
  expect(PET_STATUSES.map((status) => known.count(status))).toEqual([0, 1, 1]);
  expect(known.all().map(({ pet: { id } }) => id)).toEqual([1n, 2n, 3n]);
  expect(known.own()).toEqual([pet(3n)]);
});

it.each<[title: string, reads: readonly HistoryEntry[], ids: readonly bigint[]]>([
  ['before any read', [], [1n, 2n]],
  ['unless the last read did not show it', [read(1n, 404), read(2n, null)], [2n]],
  ['if a later read showed it', [read(1n, 404), read(1n, pet(1n))], [1n, 2n]],
  ['if a wrong key was rejected', [read(1n, 401, { credential: credentials['random-key'] })], [1n, 2n]],
])('an own pet is readable %s', (_, reads, ids) => {
  const known = after(add(1), added(pet(2n), { at: 2 }), page({}, [pet(3n)]), ...reads);
  expect(known.readable().map(({ id }) => id)).toEqual(ids);
});

it('a page was read if a response showed one', () => {
  expect(after(add(1), read(1n, 404)).listsNothing()).toBe(false);
  expect(after(page({}, []), page({}, [pet(1n)])).listsNothing()).toBe(false);
  expect(after(page({}, [])).listsNothing()).toBe(true);
});

it.each<[title: string, lists: readonly HistoryEntry[], works: PetStatus]>([
  ['the wanted one before any list', [], 'sold'],
  ['the wanted one if it found a pet', [listOf('pending'), listOf('sold')], 'sold'],
  ['another one that found a pet', [page({ status: 'sold' }, []), listOf('pending')], 'pending'],
  ['not one that found only others', [page({ status: 'pending' }, [pet(1n, { status: 'sold' })])], 'sold'],
])('a working filter is %s', (_, lists, works) => {
  expect(after(...lists).workingFilter('sold')).toBe(works);
});

function listOf(status: PetStatus): HistoryEntry {
  return page({ status }, [pet(1n, { status })]);
}

const accepted = (changes: Changes = {}): HistoryEntry => page({}, [], changes);

const rejected = (status: 401 | 403, changes: Changes = {}): HistoryEntry => noPage(status, changes);

it('the configured key was last accepted when the latest successful request with it was sent', () => {
  const wrong = { credential: credentials['random-key'] };
  const entries = [accepted(), rejected(401), accepted(wrong), noPage(500), noPage(null)];
  const sentLate = entries.map((each, index): HistoryEntry => ({ ...each, sentAt: 10 * (index + 1) }));
  expect(after(...sentLate).keyAcceptedAt()).toBe(10);
  expect(after(...sentLate.slice(1)).keyAcceptedAt()).toBe(-Infinity);
});

it('a status is given to wrong keys if a plain list with one got it', () => {
  const wrong = { credential: credentials['random-key'] };
  expect(after(rejected(403, wrong)).givesWrongKeys(403)).toBe(true);
  expect(after(rejected(401, wrong)).givesWrongKeys(403)).toBe(false);
  expect(after(rejected(403)).givesWrongKeys(403)).toBe(false);
  expect(after(rejected(403, { credential: credentials['basic-wrong-key'] })).givesWrongKeys(403)).toBe(false);
  expect(after(rejected(403, { ...wrong, request: { expects: [] } })).givesWrongKeys(403)).toBe(false);
  expect(after(entry(listRequest({ limit: 5 }), { ...wrong, status: 403 })).givesWrongKeys(403)).toBe(false);
});

describe('the key', () => {
  it.each<[title: string, hasAccepted: boolean, rejects: boolean, entries: readonly HistoryEntry[]]>([
    ['is not known without a response', false, false, [noPage(null)]],
    ['is accepted', true, false, [accepted()]],
    ['is accepted though the request fails', true, false, [noPage(500)]],
    ['is rejected: 401', false, true, [rejected(401)]],
    ['is rejected: 403', false, true, [rejected(403)]],
    ['is accepted after it was rejected', true, false, [rejected(401), accepted()]],
    ['is accepted before it is rejected', true, false, [accepted(), rejected(403)]],
    ['is rejected by another operation', false, false, [read(1n, 401)]],
    ['is rejected where the contract is silent', false, false, [rejected(401, { request: { expects: [] } })]],
    ['is a wrong one', false, false, [rejected(401, { credential: credentials['random-key'] })]],
  ])('%s', (_, hasAccepted, rejects, entries) => {
    const known = after(...entries);
    expect([known.hasAccepted('listPets'), known.rejects('listPets')]).toEqual([hasAccepted, rejects]);
  });
});
