import { describe, expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import type { ListQuery } from '../../../../src/suite/api-request.ts';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { judgeStale } from '../../../../src/suite/rules/stale.ts';
import { pet, pets } from '../fakes.ts';
import { added, type Changes, doubtsOf, outcomesOf, page, resultsOf } from './histories.ts';

/** A large catalogue. The newest pets come first, so each page must show Rex first. */
const OTHERS = pets(60);
const REX = pet(70n);
/** The list must show Rex from 5101 on. */
const ADDED = added(REX, { at: 100 });

const before = (limit: number): readonly Pet[] => OTHERS.slice(0, limit);
const newest = (limit: number): readonly Pet[] => [REX, ...OTHERS].slice(0, limit);
const list = (at: number, limit: number, shown: readonly Pet[], changes: Changes = {}): HistoryEntry =>
  page({ limit }, shown, { at, ...changes });

const EARLIER = list(10, 20, before(20));
const OLD = list(5101, 20, before(20));
const PROOF = list(5200, 50, newest(50));

const DOUBT = ['LIST-COMPLETE doubt'];
const STALE = ['LIST-COMPLETE violated'];

describe('a page that was returned before an addition', () => {
  it.each<[title: string, outcomes: readonly string[], entries: readonly HistoryEntry[]]>([
    ['is returned again, although a larger page shows the pet', STALE, [EARLIER, ADDED, OLD, PROOF]],
    [
      'is returned again, although a smaller page shows the pet',
      STALE,
      [EARLIER, ADDED, OLD, list(5200, 19, newest(19))],
    ],
    [
      'is returned again in another case',
      STALE,
      [{ ...EARLIER, caseId: 'other/case', attempt: 'repeat' }, ADDED, OLD, PROOF],
    ],
    ['was read just before the addition', STALE, [list(99, 20, before(20)), ADDED, OLD, PROOF]],
    ['is returned again just before another page', STALE, [EARLIER, ADDED, OLD, list(5102, 50, newest(50))]],
    ['is returned again between other pages', STALE, [EARLIER, ADDED, list(300, 50, newest(50)), OLD, PROOF]],
    [
      'is returned again, before the addition and late',
      DOUBT,
      [EARLIER, list(50, 20, before(20)), ADDED, list(5100, 20, before(20)), PROOF],
    ],
    [
      'is right, since two other pets have changed places',
      [],
      [EARLIER, ADDED, OLD, list(5200, 50, [REX, pet(1n), pet(3n), pet(2n), ...OTHERS.slice(3)])],
    ],
    [
      'is returned with the pet in the last place',
      [],
      [EARLIER, ADDED, list(5101, 20, [...before(19), REX]), list(5200, 50, [...before(19), REX, pet(20n)])],
    ],
    ['is not returned again', [], [EARLIER, ADDED, list(5101, 20, newest(20)), PROOF]],
    ['is returned again within the settling time', DOUBT, [EARLIER, ADDED, list(5100, 20, before(20)), PROOF]],
    ['is returned again before the addition has ended', [], [EARLIER, ADDED, list(100, 20, before(20)), PROOF]],
    ['is returned again, and later pages were not read', DOUBT, [EARLIER, ADDED, list(300, 50, newest(50)), OLD]],
    [
      'is returned again, and another page was read at the same time',
      DOUBT,
      [EARLIER, ADDED, OLD, list(5101, 50, newest(50))],
    ],
    [
      'is returned again, and the pet may be removed',
      DOUBT,
      [EARLIER, ADDED, list(300, 50, newest(50)), OLD, list(5200, 50, before(50))],
    ],
    ['is right, since other pages lack the pet too', [], [EARLIER, ADDED, OLD, list(5200, 50, before(50))]],
    ['is right, since the pet is behind its limit', [], [EARLIER, ADDED, OLD, list(5200, 50, [...before(20), REX])]],
    [
      'is right if the pet is just behind its limit',
      [],
      [EARLIER, ADDED, OLD, list(5200, 50, [...before(20), REX, pet(21n)])],
    ],
    [
      'is old if the pet is just within its limit',
      STALE,
      [EARLIER, ADDED, OLD, list(5200, 50, [...before(19), REX, pet(20n)])],
    ],
    [
      'is right if what means no pet may stand before the pet',
      [],
      [EARLIER, ADDED, OLD, page({ limit: 50 }, [...before(19), REX, pet(20n)], { at: 5200, size: 22 })],
    ],
    [
      'is old if the pet is within its limit, whatever else means no pet',
      STALE,
      [EARLIER, ADDED, OLD, page({ limit: 50 }, [...before(18), REX], { at: 5200, size: 20 })],
    ],
    [
      'is right, since the list has another order',
      [],
      [EARLIER, ADDED, OLD, list(5200, 50, [REX, ...OTHERS.toReversed()])],
    ],
    [
      'is right, since another pet has come before',
      [],
      [EARLIER, ADDED, OLD, list(5200, 50, [REX, pet(99n), ...before(40)])],
    ],
    ['is not compared with a page that shows own pets alone', [], [EARLIER, ADDED, OLD, list(5200, 50, [REX])]],
    [
      'is not compared with a filtered page',
      [],
      [EARLIER, ADDED, OLD, page({ limit: 50, status: 'sold' }, newest(50), { at: 5200 })],
    ],
    ['is not compared with a page of the same limit', [], [EARLIER, ADDED, OLD, page({}, newest(20), { at: 5200 })]],
    ['is not compared with a page that was requested before', [], [EARLIER, ADDED, list(100, 50, newest(50)), OLD]],
    ['is not full, so it can be complete', [], [list(10, 20, before(19)), ADDED, list(5101, 20, before(19)), PROOF]],
    ['was requested when the pet was added already', [], [ADDED, list(200, 20, before(20)), OLD, PROOF]],
    ['was read while the pet was added', [], [list(100, 20, before(20)), ADDED, OLD, PROOF]],
    [
      'is returned again in an unusual form',
      [],
      [EARLIER, ADDED, list(5101, 20, before(20), { request: { omits: ['Accept'] } }), PROOF],
    ],
    ['is returned again, and a pet of another client is new', [], [EARLIER, OLD, PROOF]],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeStale, entries)).toEqual(outcomes);
  });

  it.each([
    [20, '/pets?limit=20', '/pets?limit=100'],
    [100, '/pets?limit=100', '/pets?limit=99'],
  ])(
    'leads after the settling time to the page with the limit %i again, and to one with another limit',
    (limit, again, other) => {
      const many = pets(101).filter(({ id }) => id !== REX.id);
      const entries = [
        list(10, limit, many.slice(0, limit)),
        ADDED,
        list(300, 50, newest(50)),
        list(400, limit, many.slice(0, limit)),
      ];
      expect(doubtsOf(judgeStale, entries)).toEqual([{ notBefore: 5101, steps: [[again], [other]] }]);
    },
  );

  it('is judged by the newest pet, since later pets may push an earlier one off the page', () => {
    const MAX = pet(71n);
    const entries = [
      EARLIER,
      ADDED,
      added(MAX, { at: 200 }),
      list(5300, 20, before(20)),
      list(5400, 50, [MAX, ...newest(49)]),
    ];
    expect(resultsOf(judgeStale, entries)).toMatchObject([
      { kind: 'violated', subject: '71', responses: { length: 3 } },
    ]);
  });
});

const stale = (query: ListQuery): readonly HistoryEntry[] => [
  page({ ...query, limit: 20 }, before(20), { at: 10 }),
  ADDED,
  page({ ...query, limit: 20 }, before(20), { at: 5101 }),
  page({ ...query, limit: 50 }, newest(50), { at: 5200 }),
];

it('a filtered page that was returned before an addition is compared with pages of its filter', () => {
  expect(outcomesOf(judgeStale, stale({ status: 'sold' }))).toEqual(['LIST-STATUS-COMPLETE violated']);
});

it('a page without a limit is judged as one with the limit 20', () => {
  expect(
    outcomesOf(judgeStale, [page({}, before(20), { at: 10 }), ADDED, page({}, before(20), { at: 5101 }), PROOF]),
  ).toEqual(STALE);
});

it('a page of one pet proves no order', () => {
  const [first, ...others] = before(5);
  const one = first === undefined ? [] : [first];
  const entries = [
    page({ limit: 1 }, one, { at: 10 }),
    ADDED,
    page({ limit: 1 }, one, { at: 6000 }),
    page({ limit: 50 }, [...newest(1), ...one, ...others], { at: 6100 }),
  ];
  expect(outcomesOf(judgeStale, entries)).toEqual([]);
});

it('a page that has changed since leaves no doubt', () => {
  const entries = [
    page({ limit: 20 }, before(20), { at: 10 }),
    ADDED,
    page({ limit: 20 }, before(20), { at: 300 }),
    page({ limit: 20 }, newest(20), { at: 5101 }),
    page({ limit: 50 }, newest(50), { at: 5200 }),
  ];
  expect(outcomesOf(judgeStale, entries)).toEqual([]);
});
