import { describe, expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import type { ListQuery } from '../../../../src/suite/api-request.ts';
import { TRUNCATED_PAGE, PAGES_CUT_AT_WILL } from '../../../../src/suite/reasons.ts';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { readCatalogue } from '../../../../src/suite/rules/catalogue.ts';
import { highestLimits, judgeDefaultLimit, judgeLimits } from '../../../../src/suite/rules/limits.ts';
import { pet, pets } from '../fakes.ts';
import { added, type Changes, doubtsOf, outcomesOf, page, read, resultsOf, TERMS } from './histories.ts';

const PROVEN = ['LIST-LIMIT-MAX satisfied'];
const UNPROVEN = ['LIST-LIMIT-MAX not-verified'];

type Row = [title: string, outcomes: readonly string[], entries: readonly HistoryEntry[]];

/** A page with a limit, full of pets, when more pets may be known. */
const limited = (at: number, query: ListQuery, size: number, changes: Changes = {}): HistoryEntry =>
  page(query, pets(size), { at, ...changes });

describe('a page with a limit', () => {
  const six = page({ limit: 100 }, pets(6));
  const pending = page({ limit: 100 }, pets(9, { status: 'pending' }));
  it.each<Row>([
    ['holds as many pets, and more are known', PROVEN, [six, limited(10, { limit: 5 }, 5)]],
    [
      'holds as many pets, and more are known just before',
      PROVEN,
      [page({ limit: 100 }, pets(6), { at: 9 }), limited(10, { limit: 5 }, 5)],
    ],
    ['holds fewer pets, and more are known', PROVEN, [six, limited(10, { limit: 5 }, 3)]],
    ['holds as many pets, and no more are known', UNPROVEN, [six, limited(10, { limit: 6 }, 6)]],
    [
      'holds as many pets, and more are known only later',
      UNPROVEN,
      [limited(10, { limit: 5 }, 5), page({ limit: 100 }, pets(6), { at: 10 })],
    ],
    [
      'holds as many pets, and more with its status are known',
      PROVEN,
      [six, limited(10, { limit: 5, status: 'sold' }, 5)],
    ],
    [
      'holds as many pets, and more with another status are known',
      UNPROVEN,
      [pending, limited(10, { limit: 5, status: 'sold' }, 5)],
    ],
    [
      'holds too many pets, which a response rule judges',
      UNPROVEN,
      [limited(5, { limit: 6 }, 6), six, limited(10, { limit: 5 }, 6)],
    ],
    [
      'has a wrong status of success',
      ['LIST-LIMIT-MAX unproven'],
      [page({}, pets(6)), limited(10, { limit: 5 }, 5, { makeshift: '202' })],
    ],
    ['has an unusual form', [], [page({}, pets(6)), limited(10, { limit: 5 }, 5, { request: { omits: ['Accept'] } })]],
    ['is missing', [], [page({}, pets(30))]],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeLimits, entries)).toEqual(outcomes);
  });

  it('proves its limit by pets that the run has added or read', () => {
    const own = pets(3).map((each) => added(each));
    const readPets = pets(6)
      .slice(3)
      .map((each) => read(each.id, each));
    expect(outcomesOf(judgeLimits, [...own, ...readPets, limited(10, { limit: 5 }, 5)])).toEqual(PROVEN);
    expect(outcomesOf(judgeLimits, [...own, limited(10, { limit: 3 }, 3)])).toEqual(UNPROVEN);
    const late = added(pet(9n), { at: 10 });
    expect(outcomesOf(judgeLimits, [...own, late, limited(10, { limit: 3 }, 3)])).toEqual(UNPROVEN);
    expect(outcomesOf(judgeLimits, [...own, late, limited(11, { limit: 3 }, 3)])).toEqual(PROVEN);
  });

  it.each<readonly [title: string, got: RegExp, status: number | null]>([
    ['a status', /The last POST \/pets with a valid pet got status 500\.$/, 500],
    ['no response', /The last POST \/pets with a valid pet got no response\.$/, null],
  ])('proves nothing after an addition that got %s, which is told', (_, got, status) => {
    const failed = added(pet(2n), { status, pet: null });
    const results = resultsOf(judgeLimits, [added(pet(1n)), failed, limited(10, { limit: 1 }, 1)]);
    expect(results).toMatchObject([{ reason: { reason: expect.stringMatching(got) } }]);
    const later = resultsOf(judgeLimits, [failed, added(pet(1n)), limited(10, { limit: 1 }, 1)]);
    expect(later).toMatchObject([{ reason: { reason: expect.not.stringMatching(got) } }]);
  });

  it('counts a pet once, by the status that it shows at last', () => {
    const moved = [added(pet(1n, { status: 'available' })), read(1n, pet(1n), { at: 5 })];
    expect(outcomesOf(judgeLimits, [...moved, limited(10, { limit: 1, status: 'sold' }, 1)])).toEqual(UNPROVEN);
    const two = [...moved, added(pet(2n))];
    expect(outcomesOf(judgeLimits, [...two, limited(10, { limit: 1, status: 'sold' }, 1)])).toEqual(PROVEN);
  });

  it.each([
    ['full', 'Raise --max-creates (PETSTORE_MAX_CREATES), or add at least 3 pets to the catalogue.'],
    ['read-only', 'Add at least 3 pets to the catalogue.'],
  ] as const)('asks for more pets than the lowest limit, in the profile %s', (profile, howToResolve) => {
    const entries = [limited(10, { limit: 9 }, 2), limited(20, { limit: 2 }, 2)];
    expect(resultsOf(judgeLimits, entries, { profile })).toMatchObject([
      { kind: 'undecided', reason: { howToResolve } },
    ]);
  });

  it('gives the highest limit that was proven, with each filter', () => {
    const entries = [
      page({}, pets(10)),
      limited(10, { limit: 3 }, 3),
      limited(20, { limit: 7 }, 7),
      limited(30, { limit: 10 }, 10),
      limited(40, { limit: 2, status: 'sold' }, 2),
    ];
    expect(highestLimits(readCatalogue(entries, TERMS))).toEqual({ none: 7, sold: 2 });
    expect(highestLimits(readCatalogue([], TERMS))).toEqual({});
  });
});

const EQUAL = ['LIST-LIMIT-DEFAULT satisfied'];
const OPEN = ['LIST-LIMIT-DEFAULT not-verified'];
const DOUBT = ['LIST-LIMIT-DEFAULT doubt', ...OPEN];
const WRONG = ['LIST-LIMIT-DEFAULT violated'];
const MANY = pets(30);
/** 30 pets are known. */
const KNOWN = page({ limit: 100 }, MANY);
/** A later page, so large that no constant cap explains smaller ones. */
const LARGER = page({ limit: 100 }, MANY, { at: 20_000 });

const without = (at: number, shown: readonly Pet[], filter: ListQuery = {}): HistoryEntry =>
  page(filter, shown, { at });
const twenty = (at: number, shown: readonly Pet[], filter: ListQuery = {}): HistoryEntry =>
  page({ ...filter, limit: 20 }, shown, { at });

/** A page without a limit, between two with the limit 20. */
function compared(
  at: number,
  [before, between, after]: readonly (readonly Pet[])[],
  filter?: ListQuery,
): HistoryEntry[] {
  return [
    twenty(at, before ?? [], filter),
    without(at + 2, between ?? [], filter),
    twenty(at + 4, after ?? [], filter),
  ];
}
const sizes = (at: number, before: number, between: number, after: number, filter?: ListQuery): HistoryEntry[] =>
  compared(at, [pets(before), pets(between), pets(after)], filter);

describe('a page without a limit', () => {
  const sold = { status: 'sold' } as const;
  it.each<Row>([
    ['is as large as with the limit 20', EQUAL, [KNOWN, ...sizes(10, 20, 20, 20)]],
    ['is as large as with the limit 20, with a filter', EQUAL, [KNOWN, ...sizes(10, 20, 20, 20, sold)]],
    [
      'is as large as with the limit 20, with a filter that few pets match',
      OPEN,
      [KNOWN, ...sizes(10, 20, 20, 20, { status: 'pending' })],
    ],
    ['is as large as the page before alone', OPEN, [...MANY.map((each) => added(each)), ...sizes(10, 20, 20, 19)]],
    ['is as large as the page after alone', OPEN, [...MANY.map((each) => added(each)), ...sizes(10, 19, 20, 20)]],
    ['is smaller', DOUBT, [KNOWN, ...sizes(6000, 20, 19, 20)]],
    [
      'is smaller again, and the settling time has not passed',
      DOUBT,
      [...sizes(10, 20, 19, 20), ...sizes(5000, 20, 19, 20)],
    ],
    [
      'is smaller, before and after pages with the limit 20 a settling time apart',
      WRONG,
      [twenty(10, pets(20)), ...sizes(6000, 20, 19, 20), twenty(11_003, pets(20))],
    ],
    [
      'is smaller with a filter',
      WRONG,
      [twenty(10, pets(9), sold), ...sizes(6000, 9, 8, 9, sold), twenty(11_003, pets(9), sold)],
    ],
    [
      'is smaller while other clients remove a pet',
      DOUBT,
      [twenty(10, pets(9)), ...sizes(6000, 9, 8, 8), twenty(11_003, pets(8))],
    ],
    [
      'is smaller while a pet has another status, which it had before and has again later',
      OPEN,
      [twenty(10, pets(9), sold), ...sizes(6000, 9, 8, 8, sold), twenty(11_003, pets(9), sold)],
    ],
    [
      'is smaller, and shows a pet that was not listed for the settling time',
      DOUBT,
      [twenty(10, pets(8)), ...sizes(6000, 9, 8, 9), twenty(10_000, pets(9))],
    ],
    ['is smaller while other clients add pets', OPEN, [...sizes(10, 8, 8, 9), ...sizes(6000, 9, 9, 10)]],
    [
      'has another pet instead, and is as long as the others',
      OPEN,
      [twenty(10, pets(9)), ...compared(6000, [pets(9), [...pets(8), pet(50n)], pets(9)]), twenty(11_003, pets(9))],
    ],
    ['is not compared without a page with the limit 20', [], [without(6000, pets(5))]],
    ['is not compared without a page before', OPEN, [without(6000, pets(5)), twenty(11_003, pets(9))]],
    ['is not compared with a page of the same time', OPEN, [without(6000, pets(5)), twenty(6000, pets(9))]],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeDefaultLimit, [...entries, LARGER])).toEqual(outcomes);
  });

  it('is as large as a capped page', () => {
    const capped = [page({ limit: 100 }, pets(15)), ...pets(9).map(({ id }) => added(pet(100n + id)))];
    expect(outcomesOf(judgeDefaultLimit, [...capped, ...sizes(10, 15, 15, 15)])).toEqual(EQUAL);
  });

  it.each([20, 19])('is as large, but only %i pets are known', (count) => {
    expect(outcomesOf(judgeDefaultLimit, sizes(10, count, count, count))).toEqual(OPEN);
  });

  it('is smaller by one than the largest page, as a cap in bytes may cut it', () => {
    const entries = [twenty(10, pets(9)), ...sizes(6000, 9, 8, 9), twenty(11_003, pets(9))];
    expect(outcomesOf(judgeDefaultLimit, entries)).toEqual(OPEN);
  });

  it.each([
    ['is cut', true, TRUNCATED_PAGE],
    ['is whole', false, expect.stringMatching(/^Pages with the default limit and without a limit differ/)],
  ])('%s, and the run knew fewer pets only before', (_, isTruncated, reason) => {
    const later = page({}, pets(19), { at: 6000, isTruncated });
    const entries = [...sizes(10, 3, 3, 3), ...MANY.map((each) => added(each, { at: 20 })), later];
    expect(resultsOf(judgeDefaultLimit, entries).at(-1)).toMatchObject({
      kind: 'undecided',
      reason: isTruncated ? { reason, cause: 'wrong-response' } : reason,
      evidence: [later],
    });
  });

  it('is wrong by its number of pets', () => {
    const entries = [KNOWN, twenty(10, pets(20)), ...sizes(6000, 20, 18, 20), twenty(11_003, pets(20))];
    expect(resultsOf(judgeDefaultLimit, entries)[0]).toMatchObject({
      expected: '20 pets, as with limit=20',
      actual: '18 pets',
      difference: { kind: 'count', expected: 20, actual: 18 },
    });
  });

  it('is no proof if the service cuts pages as it likes', () => {
    const cut = [page({ limit: 100 }, pets(50)), page({ limit: 30 }, pets(12), { at: 5 })];
    const entries = [...cut, twenty(10, pets(20)), ...sizes(6000, 20, 19, 20), twenty(11_003, pets(20))];
    expect(resultsOf(judgeDefaultLimit, entries)).toMatchObject([{ kind: 'undecided', reason: PAGES_CUT_AT_WILL }]);
  });
});

describe('a page without a limit, where filtered pages are cut before they are filtered', () => {
  const sold = { status: 'sold' } as const;
  const cut = [
    page({ ...sold, limit: 100 }, pets(25)),
    page({ ...sold, limit: 20 }, pets(5), { at: 5 }),
    page({ ...sold, limit: 100 }, pets(25), { at: 7 }),
  ];
  const shorter = [twenty(10, pets(20)), ...sizes(6000, 20, 10, 20), twenty(11_003, pets(20))];

  it('is smaller', () => {
    expect(outcomesOf(judgeDefaultLimit, [...cut, KNOWN, ...shorter])).toEqual(WRONG);
  });

  it('is as large', () => {
    expect(outcomesOf(judgeDefaultLimit, [...cut, KNOWN, ...sizes(10, 20, 20, 20)])).toEqual(EQUAL);
  });

  it('is no proof if an unfiltered page was cut too', () => {
    const short = page({ limit: 25 }, pets(12), { at: 30 });
    expect(resultsOf(judgeDefaultLimit, [...cut, KNOWN, short, ...shorter])).toMatchObject([
      { kind: 'undecided', reason: PAGES_CUT_AT_WILL },
    ]);
  });
});

describe('a page without a limit that lacks a pet of the run', () => {
  const REX = pet(70n);
  const WITH = [...pets(9), REX];
  const lacking = (at: number, filter?: ListQuery): HistoryEntry[] => compared(at, [WITH, pets(9), WITH], filter);
  const showing = (at: number, filter?: ListQuery): HistoryEntry[] => compared(at, [WITH, WITH, WITH], filter);

  it.each<Row>([
    ['that is old', WRONG, [added(REX), ...lacking(5000), twenty(10_004, WITH)]],
    ['that was added within the settling time', DOUBT, [added(REX), ...lacking(10), twenty(10_004, WITH)]],
    ['in a catalogue that changes: it shows the pet', OPEN, [added(REX), ...showing(5000), twenty(10_004, WITH)]],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeDefaultLimit, [...entries, LARGER])).toEqual(outcomes);
  });

  it.each<[filter: ListQuery, plain: string, with20: string]>([
    [{}, '/pets', '/pets?limit=20'],
    [{ status: 'sold' }, '/pets?status=sold', '/pets?limit=20&status=sold'],
  ])('with the filter %j is read again, between pages with the limit 20', (filter, plain, with20) => {
    const again = doubtsOf(judgeDefaultLimit, [LARGER, added(REX), ...lacking(10, filter)]);
    expect(again).toEqual([{ notBefore: undefined, steps: [[with20], [plain], [with20]] }]);
    const settled = doubtsOf(judgeDefaultLimit, [LARGER, added(REX), ...lacking(5000, filter)]);
    expect(settled).toEqual([{ notBefore: 10_003, steps: [[with20]] }]);
    const comesAndGoes = [LARGER, added(REX), ...showing(5, filter), ...lacking(20, filter), ...showing(100, filter)];
    const many = doubtsOf(judgeDefaultLimit, comesAndGoes);
    expect(many).toEqual([{ notBefore: 5001, steps: [[with20], Array.from({ length: 80 }, () => plain), [with20]] }]);
    const seen = Array.from({ length: 80 }, (_, index) => showing(6000 + 10 * index, filter)).flat();
    expect(doubtsOf(judgeDefaultLimit, [...comesAndGoes, ...seen])).toEqual([]);
  });
});

it('a pet that gets the status later proves no limit of its filter', () => {
  const sold = pets(5, { status: 'sold' });
  const [last] = pets(6).slice(-1);
  if (last === undefined) throw new TypeError('A pet is missing.');
  const entries = [
    page({ limit: 100 }, [...sold, { ...last, status: 'pending' }], { at: 0 }),
    page({ limit: 5, status: 'sold' }, sold, { at: 10 }),
    page({ limit: 100 }, [...sold, { ...last, status: 'sold' }], { at: 20 }),
  ];
  expect(outcomesOf(judgeLimits, entries)).toEqual(['LIST-LIMIT-MAX not-verified']);
});
