import { describe, expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import type { ListQuery } from '../../../../src/suite/api-request.ts';
import { PAGES_CUT_AT_WILL } from '../../../../src/suite/catalogue/page.ts';
import type { Entry } from '../../../../src/suite/history.ts';
import { readCatalogue } from '../../../../src/suite/rules/catalogue.ts';
import { highestLimits, judgeDefaultLimit, judgeLimits } from '../../../../src/suite/rules/limits.ts';
import { pet, pets } from '../fakes.ts';
import { added, type Changes, doubtsOf, outcomesOf, page, read, resultsOf, TERMS } from './histories.ts';

const PROVEN = ['LIST-LIMIT-MAX satisfied'];
const UNPROVEN = ['LIST-LIMIT-MAX not-verified'];

type Row = [title: string, outcomes: readonly string[], entries: readonly Entry[]];

/** A page with a limit, full of pets, when more pets may be known. */
const limited = (at: number, query: ListQuery, size: number, changes: Changes = {}): Entry =>
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
    expect(resultsOf(judgeLimits, entries, { profile })).toMatchObject([{ kind: 'open', reason: { howToResolve } }]);
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

/** A page without a limit, between two with the limit 20. */
function compared(
  at: number,
  [before, without, after]: readonly [readonly Pet[], readonly Pet[], readonly Pet[]],
  filter: ListQuery = {},
): readonly Entry[] {
  return [
    page({ ...filter, limit: 20 }, before, { at }),
    page(filter, without, { at: at + 2 }),
    page({ ...filter, limit: 20 }, after, { at: at + 4 }),
  ];
}
const sizes = (at: number, before: number, without: number, after: number, filter?: ListQuery): readonly Entry[] =>
  compared(at, [pets(before), pets(without), pets(after)], filter);

describe('a page without a limit', () => {
  it.each<Row>([
    ['is as large as with the limit 20', EQUAL, [KNOWN, ...sizes(10, 20, 20, 20)]],
    ['is as large as with the limit 20, with a filter', EQUAL, [KNOWN, ...sizes(10, 20, 20, 20, { status: 'sold' })]],
    [
      'is as large as with the limit 20, with a filter that few pets match',
      OPEN,
      [KNOWN, ...sizes(10, 20, 20, 20, { status: 'pending' })],
    ],
    [
      'is as large as a capped page',
      EQUAL,
      [page({ limit: 100 }, pets(15)), ...pets(9).map(({ id }) => added(pet(100n + id))), ...sizes(10, 15, 15, 15)],
    ],
    ['is as large, but no more than 20 pets are known', OPEN, sizes(10, 20, 20, 20)],
    ['is as large, but exactly 20 pets are known', OPEN, [page({ limit: 100 }, pets(20)), ...sizes(10, 20, 20, 20)]],
    ['is as large as the page before alone', OPEN, [...MANY.map((each) => added(each)), ...sizes(10, 20, 20, 19)]],
    [
      'is smaller than the nearest pages',
      DOUBT,
      [page({ limit: 20 }, pets(9)), page({}, pets(8), { at: 1 }), page({ limit: 20 }, pets(9), { at: 2 }), LARGER],
    ],
    ['is compared with the last page before', OPEN, [page({ limit: 20 }, pets(9)), ...sizes(10, 8, 8, 9)]],
    ['is compared with the first page after', OPEN, [...sizes(10, 9, 8, 8), page({ limit: 20 }, pets(9), { at: 20 })]],
    ['is smaller', DOUBT, [KNOWN, ...sizes(10, 20, 19, 20)]],
    ['is larger', DOUBT, [KNOWN, ...sizes(10, 20, 21, 20)]],
    ['is smaller than a small catalogue', DOUBT, [...sizes(10, 10, 9, 10), LARGER]],
    [
      'is smaller and has another order, as a cap in bytes may cut it',
      OPEN,
      compared(10, [pets(10), pets(9).toReversed(), pets(10)]),
    ],
    ['is smaller and starts alike, so a cap in bytes would cut both', DOUBT, sizes(10, 10, 9, 10)],
    [
      'is smaller before the settling time is over',
      DOUBT,
      [...sizes(10, 20, 19, 20), ...sizes(5009, 20, 19, 20), LARGER],
    ],
    ['is smaller for the settling time', WRONG, [...sizes(10, 20, 19, 20), ...sizes(5010, 20, 19, 20), LARGER]],
    [
      'is smaller for the settling time, with a filter',
      WRONG,
      [...sizes(10, 9, 8, 9, { status: 'sold' }), ...sizes(5010, 9, 8, 9, { status: 'sold' }), LARGER],
    ],
    [
      'is smaller twice, and equal between',
      DOUBT,
      [...sizes(10, 9, 8, 9), ...sizes(3000, 9, 9, 9), ...sizes(5010, 9, 8, 9), LARGER],
    ],
    ['is smaller, and then equal', OPEN, [...sizes(10, 9, 8, 9), ...sizes(3000, 9, 9, 9), LARGER]],
    [
      'is smaller for the settling time, and then equal',
      WRONG,
      [...sizes(10, 9, 8, 9), ...sizes(5010, 9, 8, 9), ...sizes(9000, 9, 9, 9), LARGER],
    ],
    ['is smaller while other clients add pets', OPEN, [...sizes(10, 8, 8, 9), ...sizes(5010, 9, 9, 10)]],
    [
      'is larger with one filter, and equal without',
      [...EQUAL, ...WRONG],
      [
        KNOWN,
        ...sizes(10, 20, 20, 20),
        ...sizes(20, 20, 25, 20, { status: 'sold' }),
        ...sizes(5020, 20, 25, 20, { status: 'sold' }),
      ],
    ],
    [
      'is not compared with pages of another case',
      [],
      [0, 5000].flatMap((at) =>
        sizes(at, 9, 8, 9).map((each) => ({ ...each, caseId: each.page?.query.limit === 20 ? 'a/b' : 'a/c' })),
      ),
    ],
    ['is not compared without a page before', [], [page({}, pets(5)), page({ limit: 20 }, pets(9), { at: 10 })]],
    ['is not compared without a page after', [], [page({ limit: 20 }, pets(9)), page({}, pets(5), { at: 10 })]],
    [
      'is not compared with a page before of the same time',
      [],
      [page({ limit: 20 }, pets(9)), page({}, pets(5)), page({ limit: 20 }, pets(9), { at: 10 })],
    ],
    [
      'is not compared with a page after of the same time',
      [],
      [page({ limit: 20 }, pets(9)), page({}, pets(5), { at: 10 }), page({ limit: 20 }, pets(9), { at: 10 })],
    ],
    [
      'is not compared with a page of the same time',
      [],
      [page({ limit: 20 }, pets(9)), page({}, pets(5)), page({ limit: 20 }, pets(9))],
    ],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeDefaultLimit, entries)).toEqual(outcomes);
  });

  it('is requested again between pages with the limit 20 if it differs', () => {
    expect(doubtsOf(judgeDefaultLimit, [...sizes(10, 9, 8, 9), LARGER])).toEqual([
      { notBefore: undefined, steps: [['/pets?limit=20'], ['/pets'], ['/pets?limit=20']] },
    ]);
    expect(doubtsOf(judgeDefaultLimit, [...sizes(10, 9, 8, 9, { status: 'sold' }), LARGER])).toEqual([
      {
        notBefore: undefined,
        steps: [['/pets?limit=20&status=sold'], ['/pets?status=sold'], ['/pets?limit=20&status=sold']],
      },
    ]);
  });

  it('is no proof if the service cuts pages as it likes', () => {
    const cut = [page({ limit: 100 }, pets(50)), page({ limit: 30 }, pets(12), { at: 5 })];
    const entries = [...cut, ...sizes(10, 20, 19, 20), ...sizes(5010, 20, 19, 20)];
    expect(resultsOf(judgeDefaultLimit, entries)).toMatchObject([{ kind: 'open', reason: PAGES_CUT_AT_WILL }]);
    const full = [...cut, ...sizes(10, 19, 20, 19), ...sizes(5010, 19, 20, 19)];
    expect(resultsOf(judgeDefaultLimit, full)).toMatchObject([{ kind: 'open', reason: PAGES_CUT_AT_WILL }]);
    const larger = [...cut, ...sizes(10, 20, 21, 20), ...sizes(5010, 20, 21, 20)];
    expect(outcomesOf(judgeDefaultLimit, larger)).toEqual(WRONG);
  });
});

describe('a page without a limit that lacks a pet of the run', () => {
  const REX = pet(70n);
  const WITH = [...pets(9), REX];
  const ALSO = [...WITH, pet(71n)];
  /** The others differ in size, so sizes decide nothing. */
  const lacking = (at: number): readonly Entry[] => compared(at, [WITH, pets(9), ALSO]);
  const showing = (at: number): readonly Entry[] => compared(at, [WITH, WITH, ALSO]);

  it.each<Row>([
    ['that is old', WRONG, [added(REX), ...lacking(5000)]],
    ['that was added within the settling time', DOUBT, [added(REX), ...lacking(10)]],
    ['in a catalogue that changes: it shows the pet', OPEN, [added(REX), ...showing(5000)]],
    ['that another client added', OPEN, lacking(5000)],
    ['that only the page before shows', OPEN, [added(REX), ...compared(5000, [WITH, pets(9), pets(11)])]],
    ['and that is as long as they are', OPEN, [added(REX), ...compared(5000, [WITH, pets(10), ALSO])]],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeDefaultLimit, entries)).toEqual(outcomes);
  });

  it('with a filter is read many times with the filter', () => {
    const filter = { status: 'sold' } as const;
    const entries = [
      added(REX),
      ...compared(10, [WITH, pets(9), ALSO], filter),
      ...compared(100, [WITH, WITH, ALSO], filter),
    ];
    expect(doubtsOf(judgeDefaultLimit, entries).map(({ steps }) => steps.map((step) => step[0]))).toEqual([
      ['/pets?limit=20&status=sold', '/pets?status=sold', '/pets?limit=20&status=sold'],
    ]);
  });

  it('now and then is read many times after the settling time', () => {
    const [doubt, ...others] = doubtsOf(judgeDefaultLimit, [added(REX), ...lacking(10), ...showing(100)]);
    expect(others).toEqual([]);
    expect(doubt?.notBefore).toBe(5001);
    expect(doubt?.steps.map((step) => [new Set(step), step.length])).toEqual([
      [new Set(['/pets?limit=20']), 1],
      [new Set(['/pets']), 80],
      [new Set(['/pets?limit=20']), 1],
    ]);
    const many = Array.from({ length: 80 }, (_, index) => showing(6000 + 10 * index)).flat();
    expect(doubtsOf(judgeDefaultLimit, [added(REX), ...lacking(10), ...showing(100), ...many])).toEqual([]);
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
