import { describe, expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { NO_COMPLETE_PAGE, PAGES_CUT_AT_WILL } from '../../../../src/suite/reasons.ts';
import { readCatalogue, type Terms } from '../../../../src/suite/rules/catalogue.ts';
import { judgeNoCompletePage } from '../../../../src/suite/rules/no-complete-page.ts';
import { findDelays, judgeFiltered, judgeListed } from '../../../../src/suite/rules/listed.ts';
import { pet, pets } from '../fakes.ts';
import { added, doubtsOf, noPage, outcomesOf, page, read, rejected, resultsOf, TERMS } from './histories.ts';

/** The largest page. Smaller ones below their limit are complete. */
const LARGEST = page(
  { limit: 100, status: 'available' },
  pets(50).map(({ id }) => pet(1000n + id, { status: 'available' })),
);
const OTHERS = pets(5);
const REX = pet(70n);
const BEN = pet(71n);
/** The run adds Rex. The list must show him 5 seconds later, from 5101 on. */
const REX_ADDED = added(REX, { at: 100 });
const ALL = [...OTHERS, REX];

const list = (at: number, shown: readonly Pet[], changes: Parameters<typeof page>[2] = {}): HistoryEntry =>
  page({ limit: 100 }, shown, { at, ...changes });
const sold = (at: number, shown: readonly Pet[], changes: Parameters<typeof page>[2] = {}): HistoryEntry =>
  page({ limit: 100, status: 'sold' }, shown, { at, ...changes });

const SHOWN = ['CREATE-STORED satisfied', 'LIST-COMPLETE satisfied'];
const DOUBT = ['LIST-COMPLETE doubt'];
const LOST = ['CREATE-STORED violated'];
const NOT_LISTED = ['LIST-COMPLETE violated'];

it.each([
  [5101, '5 s'],
  [1100, 'less than 1 s'],
])('a page at %i that lacks a pet says how long before it was added: %s', (at, age) => {
  const entries = [LARGEST, added(REX, { at: 100 }), list(at, OTHERS), read(70n, REX, { at: at + 10 })];
  const results = resultsOf(judgeListed, entries, { settlingTime: 900 });
  expect(results.filter(({ kind }) => kind === 'violated')).toMatchObject([
    { expected: `pet 70, added by this run ${age} before, in a complete page` },
  ]);
});

describe('a pet and another one with its name on a page', () => {
  const NAME = 'cf1-ab12cd Rex';
  const EARLY = [pet(60n), pet(61n, { name: 'cf1-early' })].map((each, at) => added(each, { at }));
  const [own, twin] = [pet(70n, { name: NAME }), pet(71n, { name: NAME })];
  const once = added(own, { at: 100 });
  const both = list(200, [own, twin]);
  const unknown = added(own, { at: 110, pet: null, status: null });
  const early = [pet(61n, { name: 'cf1-early' }), pet(72n, { name: 'cf1-early' })];
  const plain = [pet(73n, { name: 'Rex' }), pet(74n, { name: 'Rex' })] as const;
  it.each<readonly [title: string, isStoredTwice: boolean, entries: readonly HistoryEntry[]]>([
    ['after one request', true, [once, both]],
    ['on a full page after one request', true, [once, page({ limit: 2 }, [own, twin], { at: 200 })]],
    ['after two requests', false, [once, added(twin, { at: 110 }), both]],
    ['after a second request without a response', false, [once, unknown, both]],
    ['of which one has wrong fields', true, [once, list(200, [own], { others: [{ id: 71n, name: NAME }] })]],
    ['of which one has wrong fields and another name', false, [once, list(200, [own], { others: [{ id: 71n }] })]],
    ['on different pages', false, [once, list(200, [own]), list(300, [twin])]],
    ['that is shown with the name of another pet', false, [once, added(pet(71n, { name: 'cf1-b Tom' })), both]],
    ['after a request that was sent again', false, [added(own, { at: 100, isResent: true }), both]],
    [
      'after a request that was in flight during a disturbance',
      false,
      [once, both, noPage(503, { at: 101, isResent: true })],
    ],
    ['after a request before a disturbance', true, [once, both, noPage(503, { at: 102, isResent: true })]],
    ...[null, 0, 502].map(
      (status) =>
        [`after a request beside one that got ${status}`, false, [once, both, noPage(status, { at: 101 })]] as const,
    ),
    ...[401, 500].map(
      (status) =>
        [`after a request beside one that got ${status}`, true, [once, both, noPage(status, { at: 101 })]] as const,
    ),
    ['that a list showed, so it has a second entry', true, [{ ...once, pet: null }, once, both]],
    ['that a run with the same seed may have added', false, [list(200, early)]],
    ['without a name of the run', false, [added(plain[0], { at: 100 }), list(200, plain)]],
  ])('%s: stored twice is %s', (_, isStoredTwice, entries) => {
    const outcomes = outcomesOf(judgeListed, [...EARLY, ...entries], { phase: 'on-the-day' });
    expect(outcomes.includes('CREATE-STORED violated')).toBe(isStoredTwice);
  });
});

describe('an added pet', () => {
  it.each<[title: string, outcomes: readonly string[], entries: readonly HistoryEntry[], terms?: Partial<Terms>]>([
    ['is listed', SHOWN, [list(200, ALL)]],
    ['is listed on a page that is not complete', SHOWN, [page({ limit: 1 }, [REX], { at: 200 })]],
    ['is listed late, within the settling time', SHOWN, [list(200, OTHERS), list(5100, ALL)]],
    ['is not listed yet', DOUBT, [list(200, OTHERS)]],
    ['is not listed at the end of the settling time', DOUBT, [list(5100, OTHERS)]],
    ['is not listed after it, and was not read since', DOUBT, [read(70n, 404, { at: 5100 }), list(5101, OTHERS)]],
    ['is not listed, and a read does not find it: 404', LOST, [list(5101, OTHERS), read(70n, 404, { at: 5200 })]],
    [
      'is not listed, and a read does not find it: 410',
      LOST,
      [list(5101, OTHERS), read(70n, 410, { at: 5200 }), read(2000n, pet(2000n))],
    ],
    [
      'is not listed, and no read finds a pet that a list shows: 404',
      ['CREATE-STORED satisfied', 'LIST-COMPLETE satisfied', ...NOT_LISTED],
      [list(200, ALL), list(5101, OTHERS), read(70n, 404, { at: 5200 })],
    ],
    ['is not listed, and no read finds a pet: 410', NOT_LISTED, [list(5101, OTHERS), read(70n, 410, { at: 5200 })]],
    [
      'is not listed, but read',
      ['CREATE-STORED satisfied', ...NOT_LISTED],
      [list(5101, OTHERS), read(70n, REX, { at: 5200 })],
    ],
    [
      'is not listed, and a read got 404 from the day of the removal',
      NOT_LISTED,
      [list(5101, OTHERS), read(70n, 404, { at: 5200 })],
      { phase: 'on-the-day' },
    ],
    ['is not listed on a page of which a part arrived', [], [list(5101, OTHERS, { isTruncated: true })]],
    ['is not listed, and a read has no response', NOT_LISTED, [list(5101, OTHERS), read(70n, null, { at: 5200 })]],
    [
      'is not listed, and a read at the same time does not find it',
      LOST,
      [list(5101, OTHERS), read(70n, 404, { at: 5101 })],
    ],
    [
      'is not listed twice, and read between',
      ['CREATE-STORED satisfied', 'LIST-COMPLETE satisfied', ...NOT_LISTED],
      [list(5101, OTHERS), read(70n, REX, { at: 5200 }), list(5300, OTHERS)],
    ],
    [
      'is not listed in time with a limit, although it is listed with another one',
      [...SHOWN, ...DOUBT],
      [page({ limit: 7 }, OTHERS, { at: 200 }), list(300, ALL)],
    ],
    [
      'is not listed in time with a limit, and then the page is full',
      SHOWN,
      [page({ limit: 7 }, OTHERS, { at: 200 }), page({ limit: 7 }, pets(7), { at: 300 }), list(400, ALL)],
    ],
    [
      'is not listed, and a read does not find it, although a filtered list shows it later',
      [...NOT_LISTED, 'CREATE-STORED satisfied', 'LIST-STATUS-COMPLETE satisfied'],
      [list(5101, OTHERS), read(70n, 404, { at: 5200 }), sold(5300, [pet(70n)])],
    ],
    [
      'is not listed, and a read does not find it, although a filtered list showed it before',
      ['CREATE-STORED satisfied', 'LIST-STATUS-COMPLETE satisfied', ...LOST],
      [sold(200, [REX]), list(5101, OTHERS), read(70n, 404, { at: 5200 }), read(2000n, pet(2000n))],
    ],
    [
      'is not listed, and a read does not find it, and a filtered list shows another pet that is not listed',
      [...NOT_LISTED, ...DOUBT, 'CREATE-STORED satisfied', 'LIST-STATUS-COMPLETE satisfied'],
      [added(BEN, { at: 110 }), list(5111, OTHERS), read(70n, 404, { at: 5200 }), sold(5300, [BEN])],
    ],
    ['is not listed after reads were removed', NOT_LISTED, [list(5101, OTHERS)], { phase: 'after' }],
    ['is not listed on the day of the removal', NOT_LISTED, [list(5101, OTHERS)], { phase: 'on-the-day' }],
    ['is on no empty list', NOT_LISTED, [page({}, [], { at: 5101 })], { phase: 'after' }],
    [
      'is lost once after the settling time, although the next list shows it',
      ['CREATE-STORED satisfied', 'LIST-COMPLETE satisfied', ...NOT_LISTED],
      [list(5101, OTHERS), list(5200, ALL)],
      { phase: 'after' },
    ],
  ])('%s', (_, outcomes, entries, terms) => {
    expect(outcomesOf(judgeListed, [LARGEST, REX_ADDED, ...entries], terms)).toEqual([...outcomes].sort());
  });

  it.each<[title: string, lacking: HistoryEntry]>([
    ['a page as large as the largest, which the service may cap', list(9000, pets(50))],
    ['a page that is one pet smaller, since the cap may be in bytes', list(9000, pets(49))],
    ['a full page', page({ limit: 5 }, OTHERS, { at: 9000 })],
    ['a page without a limit', page({}, OTHERS, { at: 9000 })],
    ['a page with an element that is no pet', list(9000, OTHERS, { size: 6 })],
    ['a page with a filter', page({ limit: 100, status: 'pending' }, [], { at: 9000 })],
    ['a page that was requested before the addition had ended', list(100, OTHERS)],
    ['a page in an unusual form', list(9000, OTHERS, { request: { headers: [['Accept', '*/*']] } })],
    ['a page without some headers', list(9000, OTHERS, { request: { omits: ['Accept'] } })],
    ['a page with another spelling', list(9000, OTHERS, { request: { spell: (path) => path } })],
  ])('is not missing because of %s', (_, lacking) => {
    expect(outcomesOf(judgeListed, [LARGEST, REX_ADDED, lacking], { phase: 'after' })).toEqual([]);
  });

  it('verifies nothing by a page in an unusual form, or by a wrong status of success', () => {
    const shown = [
      list(200, ALL, { request: { headers: [['Accept', '*/*']] } }),
      list(250, ALL, { request: { spellName: (name) => name.toLowerCase() } }),
      list(300, ALL, { makeshift: 'GET /pets got status 202 instead of 200', status: 202 }),
    ];
    expect(outcomesOf(judgeListed, [LARGEST, REX_ADDED, ...shown])).toEqual([
      'CREATE-STORED unproven',
      'LIST-COMPLETE unproven',
    ]);
  });

  it('is missing from a page on which all ids can be read, and on it by its id alone', () => {
    const phase = { phase: 'after' } as const;
    const lacking = list(5101, OTHERS, { others: [{ id: 80n }] });
    expect(outcomesOf(judgeListed, [LARGEST, REX_ADDED, lacking], phase)).toEqual(NOT_LISTED);
    const showing = list(5101, OTHERS, { others: [{ id: REX.id }] });
    expect(outcomesOf(judgeListed, [LARGEST, REX_ADDED, showing], phase)).toEqual([]);
  });

  it('is missing from a page with a wrong status of success', () => {
    const lacking = list(5101, OTHERS, { makeshift: 'GET /pets got status 202 instead of 200', status: 202 });
    expect(outcomesOf(judgeListed, [LARGEST, REX_ADDED, lacking], { phase: 'after' })).toEqual(NOT_LISTED);
  });
});

describe('a list that may be late', () => {
  const again = '/pets?limit=100';

  it('is read again if its pages are cut at will only where it was empty', () => {
    const cut = [page({ limit: 100 }, pets(50)), page({ limit: 20 }, OTHERS, { at: 50 })];
    const empty = page({ limit: 1 }, [], { at: 200 });
    expect(doubtsOf(judgeListed, [...cut, REX_ADDED, list(200, OTHERS)])).toEqual([]);
    expect(doubtsOf(judgeListed, [...cut, REX_ADDED, empty, list(300, OTHERS)])).toEqual([
      { notBefore: undefined, steps: Array.from({ length: 3 }, () => ['/pets?limit=1']) },
    ]);
  });

  it('is read again, between other lists', () => {
    expect(doubtsOf(judgeListed, [LARGEST, REX_ADDED, list(200, OTHERS)])).toEqual([
      { notBefore: undefined, steps: [[again], [again], [again]] },
    ]);
  });

  it('leads to a read when the settling time has passed', () => {
    expect(doubtsOf(judgeListed, [LARGEST, REX_ADDED, list(5101, OTHERS)])).toEqual([
      { notBefore: undefined, steps: [['/pets/70']] },
    ]);
  });

  it('may turn out to be complete when a larger page has come', () => {
    const early = [REX_ADDED, list(200, OTHERS)];
    expect(doubtsOf(judgeListed, early)).toHaveLength(1);
    const settled = [REX_ADDED, list(5101, OTHERS)];
    expect(outcomesOf(judgeListed, settled, { phase: 'after' })).toEqual([]);
    expect(outcomesOf(judgeListed, [...settled, LARGEST], { phase: 'after' })).toEqual(NOT_LISTED);
  });

  const comesAndGoes = [list(200, ALL), list(300, OTHERS), list(400, ALL)];

  it('is read many times after the settling time if a pet comes and goes', () => {
    const [doubt, ...others] = doubtsOf(judgeListed, [LARGEST, REX_ADDED, ...comesAndGoes]);
    expect(others).toEqual([]);
    expect(doubt?.notBefore).toBe(5101);
    expect(doubt?.steps.map((step) => [new Set(step), step.length])).toEqual(
      [1, 80, 1].map((count) => [new Set([again]), count]),
    );
  });

  it.each<[lists: number, lackingAt: number | null, outcomes: readonly string[]]>([
    [79, null, ['CREATE-STORED satisfied', 'LIST-COMPLETE doubt', 'LIST-COMPLETE satisfied']],
    [80, null, SHOWN],
    [80, 40, ['CREATE-STORED satisfied', 'LIST-COMPLETE satisfied', ...NOT_LISTED]],
  ])('is judged by %i such lists, of which number %j lacks the pet', (count, lackingAt, outcomes) => {
    const many = Array.from({ length: count }, (_, index) => list(6000 + index, index === lackingAt ? OTHERS : ALL));
    const entries = [LARGEST, REX_ADDED, ...comesAndGoes, ...many, read(70n, REX, { at: 9000 })];
    expect(outcomesOf(judgeListed, entries)).toEqual([...outcomes].sort());
  });
});

describe('a page', () => {
  it('is satisfied by a pet of others that a response showed before', () => {
    const first = list(100, OTHERS);
    expect(outcomesOf(judgeListed, [first])).toEqual([]);
    expect(outcomesOf(judgeListed, [first, list(101, OTHERS)])).toEqual(['LIST-COMPLETE satisfied']);
    expect(outcomesOf(judgeListed, [first, sold(101, OTHERS)])).toEqual(['LIST-STATUS-COMPLETE satisfied']);
    expect(outcomesOf(judgeListed, [first, list(100, OTHERS)])).toEqual([]);
    // LIST-STATUS-FILTER judges a pet with another status.
    const pending = page({ limit: 100, status: 'pending' }, OTHERS, { at: 101 });
    expect(outcomesOf(judgeListed, [first, pending])).toEqual([]);
  });

  it('can lack pets of others, which may be withdrawn', () => {
    const entries = [LARGEST, list(100, OTHERS), list(9000, OTHERS.slice(1)), read(1n, 404, { at: 9100 })];
    expect(outcomesOf(judgeListed, entries)).toEqual(['LIST-COMPLETE satisfied']);
  });

  it.each([
    ['no page is complete', NO_COMPLETE_PAGE, list(9000, pets(50))],
    ['the service cuts pages as it likes', PAGES_CUT_AT_WILL, page({ limit: 20 }, OTHERS, { at: 9000 })],
  ] as const)('decides nothing if %s', (_, reason, last) => {
    const entries = [list(0, pets(50)), REX_ADDED, last, list(9100, pets(50))];
    const results = [...resultsOf(judgeListed, entries), ...resultsOf(judgeNoCompletePage, entries)];
    const undecided = results.flatMap((each) => (each.kind === 'undecided' ? [[each.requirement, each.reason]] : []));
    expect(undecided.slice(0, 2)).toEqual([
      ['LIST-COMPLETE', reason],
      ['LIST-STATUS-COMPLETE', reason],
    ]);
    expect(results.filter(({ kind }) => kind === 'violated' || kind === 'doubt')).toEqual([]);
  });

  it('decides about the pets that were added before it', () => {
    const later = added(pet(71n), { at: 300 });
    expect(outcomesOf(judgeListed, [LARGEST, REX_ADDED, list(200, ALL), later])).toEqual(SHOWN);
  });

  it('is not missed if the run has added nothing', () => {
    expect(outcomesOf(judgeListed, [list(0, pets(50)), rejected({ name: 'Tom' }, 400)])).toEqual([]);
  });
});

const FOUND = 'DEPRECATION-REPLACEMENT satisfied';
const NOT_FOUND = 'DEPRECATION-REPLACEMENT violated';
const FILTER = 'LIST-STATUS-COMPLETE violated';
const FILTER_DOUBT = 'LIST-STATUS-COMPLETE doubt';
const MIXED = [pet(1n, { status: 'available' }), ...OTHERS.slice(1)];
const REX_PENDING: Pet = { ...REX, status: 'pending' };

describe('the filtered list and an added pet', () => {
  it.each<[title: string, outcomes: readonly string[], entries: readonly HistoryEntry[]]>([
    ['shows it', [FOUND], [list(200, ALL), sold(300, ALL)]],
    ['shows it late', [FOUND], [list(200, ALL), sold(300, OTHERS), sold(5100, ALL)]],
    ['lacks it, and a list at the same time shows it', [], [{ ...list(250, ALL), doneAt: 350 }, sold(300, OTHERS)]],
    ['lacks it, and a list that follows at once shows it', [], [sold(300, OTHERS), list(301, ALL)]],
    ['lacks it within the settling time', [FILTER_DOUBT], [list(200, ALL), sold(5100, OTHERS)]],
    [
      'lacks it, and the unfiltered list was not read a settling time later',
      [FILTER_DOUBT],
      [list(200, ALL), sold(5101, OTHERS), list(10_101, ALL)],
    ],
    [
      'lacks it, and the unfiltered list shows it a settling time later',
      [NOT_FOUND, FILTER],
      [list(200, ALL), sold(5101, OTHERS), list(10_102, ALL)],
    ],
    ['lacks it, but no page before showed it', [], [list(200, OTHERS), sold(5101, OTHERS), list(10_102, ALL)]],
    [
      'lacks it, and parts of unfiltered lists show it',
      [NOT_FOUND, FILTER],
      [list(200, ALL, { isTruncated: true }), sold(5101, OTHERS), list(10_102, ALL, { isTruncated: true })],
    ],
    [
      'lacks it, and parts of unfiltered lists lack it too',
      [],
      [list(200, OTHERS, { isTruncated: true }), sold(5101, OTHERS), list(10_102, OTHERS, { isTruncated: true })],
    ],
    [
      'lacks it on a page of which a part arrived',
      [],
      [list(200, ALL), sold(5101, OTHERS, { isTruncated: true }), list(10_102, ALL)],
    ],
    [
      'lacks it after the service has moved it',
      [],
      [list(200, ALL), sold(5101, OTHERS), list(10_102, [...OTHERS, REX_PENDING])],
    ],
    [
      'lacks it before the service moves it',
      [NOT_FOUND, FILTER],
      [list(200, ALL), sold(5101, OTHERS), list(10_102, ALL), list(20_000, [...OTHERS, REX_PENDING])],
    ],
    [
      'lacks it soon after the service has moved it there and back',
      [FILTER_DOUBT],
      [list(200, ALL), list(5000, [REX_PENDING]), list(5100, ALL), sold(5150, OTHERS), list(10_500, ALL)],
    ],
    [
      'lacks it and later shows it again',
      [FOUND, NOT_FOUND, FILTER],
      [list(200, ALL), sold(5101, OTHERS), sold(5200, ALL), list(10_102, ALL)],
    ],
    [
      'is not complete: it is as large as the largest page',
      [],
      [list(200, ALL), sold(5101, pets(50)), list(10_102, ALL)],
    ],
    [
      'is not complete: it is full',
      [],
      [page({ limit: 6 }, ALL, { at: 200 }), page({ limit: 6, status: 'sold' }, pets(6), { at: 5101 })],
    ],
    [
      'is not complete: it has no limit',
      [],
      [page({}, ALL, { at: 200 }), page({ status: 'sold' }, OTHERS, { at: 5101 }), page({}, ALL, { at: 10_102 })],
    ],
    [
      'lacks it, in full lists without an order',
      [],
      [
        page({ limit: 5 }, [REX, ...OTHERS.slice(1)], { at: 5100 }),
        page({ limit: 5, status: 'sold' }, OTHERS.slice(1), { at: 5101 }),
        page({ limit: 5 }, [...OTHERS.slice(1), REX], {
          at: 10_102,
        }),
      ],
    ],
    [
      'lacks it, in full lists with an order',
      [NOT_FOUND, FILTER],
      [5100, 10_102]
        .map((at) => page({ limit: 5 }, [REX, ...OTHERS.slice(1)], { at }))
        .toSpliced(1, 0, page({ limit: 5, status: 'sold' }, OTHERS.slice(1), { at: 5101 })),
    ],
    [
      'lacks it, and the list that showed it is older than the settling time',
      [FILTER_DOUBT],
      [list(5000, ALL), sold(10_002, OTHERS), list(15_100, ALL)],
    ],
    [
      'is filtered after the limit, which Rex is behind',
      [],
      [
        page({ limit: 5 }, MIXED, { at: 200 }),
        list(200, [...MIXED, REX]),
        page({ limit: 5, status: 'sold' }, MIXED.slice(1), { at: 5101 }),
        page({ limit: 5 }, MIXED, { at: 10_102 }),
        list(10_102, [...MIXED, REX]),
      ],
    ],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeFiltered, [LARGEST, REX_ADDED, ...entries])).toEqual([...outcomes].sort());
  });
});

describe('the filtered list and pets of others', () => {
  const TOM = pet(80n);
  const BOTH = [...OTHERS, TOM];
  it.each<[title: string, outcomes: readonly string[], entries: readonly HistoryEntry[]]>([
    [
      'lacks a pet that unfiltered lists show before and a settling time later',
      [FILTER],
      [list(200, BOTH), sold(5201, OTHERS), list(10_202, BOTH)],
    ],
    [
      'lacks a pet that was first listed less than a settling time before',
      [FILTER_DOUBT],
      [list(200, BOTH), sold(5200, OTHERS), list(10_201, BOTH)],
    ],
    [
      'lacks a pet that got its status less than a settling time before',
      [FILTER_DOUBT],
      [list(100, [pet(80n, { status: 'pending' })]), list(300, BOTH), sold(5201, OTHERS), list(10_300, BOTH)],
    ],
    [
      'lacks a pet that has another status later',
      [],
      [list(200, BOTH), sold(5201, OTHERS), list(10_202, [...OTHERS, pet(80n, { status: 'available' })])],
    ],
    [
      'lacks a pet that is withdrawn, since no list shows it again',
      [FILTER_DOUBT],
      [list(200, BOTH), sold(5201, OTHERS), list(10_202, OTHERS)],
    ],
    [
      'lacks a renamed pet',
      [FILTER],
      [list(200, BOTH), sold(5201, OTHERS), list(10_202, [...OTHERS, { ...TOM, name: 'Thomas' }])],
    ],
    [
      'lacks a pet that only a list at the same time shows',
      [FILTER_DOUBT],
      [list(200, OTHERS), list(5201, BOTH), sold(5202, OTHERS), list(10_300, BOTH)],
    ],
    ['lacks a pet that only a later list shows', [], [list(200, OTHERS), sold(5201, OTHERS), list(5300, BOTH)]],
    [
      'lacks a pet that the last list before lacks too',
      [],
      [list(200, BOTH), list(5000, OTHERS), sold(5100, OTHERS), list(10_202, BOTH)],
    ],
    [
      'lacks a pet that the list just before lacks too',
      [],
      [list(200, BOTH), list(5200, OTHERS), sold(5201, OTHERS), list(10_202, BOTH)],
    ],
    [
      'lacks a pet that lists with another limit show',
      [],
      [page({ limit: 99 }, BOTH, { at: 200 }), sold(5201, OTHERS), page({ limit: 99 }, BOTH, { at: 10_202 })],
    ],
    [
      'lacks a pet without a status',
      [],
      [200, 10_202]
        .map((at) => list(at, [...OTHERS, pet(80n, { status: undefined })]))
        .toSpliced(1, 0, sold(5201, OTHERS)),
    ],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeFiltered, [LARGEST, ...entries])).toEqual(outcomes);
  });

  it('is violated once by a page that lacks several pets', () => {
    const results = resultsOf(judgeFiltered, [LARGEST, list(200, BOTH), sold(5201, []), list(10_202, BOTH)]);
    expect(results.map(({ kind }) => kind)).toEqual(['violated']);
  });

  it('asks for the unfiltered list a settling time after the page', () => {
    const entries = [LARGEST, list(200, BOTH), sold(5201, OTHERS)];
    expect(doubtsOf(judgeFiltered, entries)).toEqual([{ notBefore: 10_202, steps: [['/pets?limit=100']] }]);
  });

  it('asks for the filtered list again, between unfiltered lists, if it may be late', () => {
    const filtered = '/pets?limit=100&status=sold';
    expect(doubtsOf(judgeFiltered, [LARGEST, list(200, BOTH), sold(300, OTHERS)])).toEqual([
      { notBefore: undefined, steps: [['/pets?limit=100'], [filtered], ['/pets?limit=100']] },
    ]);
  });

  it('asks for many filtered lists if a pet comes and goes', () => {
    const entries = [list(200, BOTH), sold(300, BOTH), list(400, BOTH), sold(500, OTHERS), sold(600, BOTH)];
    const [doubt, ...others] = doubtsOf(judgeFiltered, [LARGEST, ...entries]);
    expect(others).toEqual([]);
    expect(doubt).toMatchObject({ notBefore: 5201, steps: { length: 3 } });
    expect(doubt?.steps[1]).toEqual(Array.from({ length: 80 }, () => '/pets?limit=100&status=sold'));
    const many = Array.from({ length: 80 }, (_, index) => sold(6000 + index, BOTH));
    expect(outcomesOf(judgeFiltered, [LARGEST, ...entries, ...many])).toEqual([]);
  });
});

describe('the filtered list as the replacement of a read', () => {
  const MISSING = [list(5101, OTHERS), sold(5102, OTHERS)];
  it.each<[title: string, outcomes: readonly string[], entries: readonly HistoryEntry[]]>([
    ['finds no pet that both complete lists lack', [NOT_FOUND], [REX_ADDED, ...MISSING]],
    ['is not judged within the settling time', [], [added(REX, { at: 102 }), ...MISSING]],
    ['is not judged by the filtered list alone', [], [REX_ADDED, sold(5102, OTHERS)]],
    ['is not judged by the unfiltered list alone', [], [REX_ADDED, list(5101, OTHERS), sold(5102, pets(60))]],
    [
      'is not judged by lists with another limit',
      [],
      [REX_ADDED, page({ limit: 99 }, OTHERS, { at: 5101 }), page({ limit: 99, status: 'sold' }, OTHERS, { at: 5102 })],
    ],
    ['is judged by the first pet of its status', [FOUND], [added(pet(1n)), REX_ADDED, ...MISSING]],
    ['is not judged by a pet that has moved', [], [REX_ADDED, read(70n, REX_PENDING, { at: 200 }), ...MISSING]],
    ['finds a pet of others that was read before', [FOUND], [read(1n, pet(1n)), ...MISSING]],
    ['finds a pet of others that was read just before', [FOUND], [read(1n, pet(1n), { at: 5101 }), ...MISSING]],
    ['verifies nothing by a pet that was read at the same time', [], [read(1n, pet(1n), { at: 5102 }), ...MISSING]],
    ['verifies nothing by a pet that was read later', [], [...MISSING, read(1n, pet(1n), { at: 5200 })]],
    [
      'verifies nothing by a pet that was read with another status',
      [],
      [read(1n, pet(1n, { status: 'pending' })), ...MISSING],
    ],
    [
      'verifies nothing by a wrong status of success',
      ['DEPRECATION-REPLACEMENT unproven'],
      [REX_ADDED, sold(200, ALL, { makeshift: 'GET /pets got status 202 instead of 200' })],
    ],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeFiltered, [LARGEST, ...entries])).toEqual(outcomes);
  });
});

const delays = (...entries: readonly HistoryEntry[]): readonly number[] =>
  findDelays(readCatalogue([LARGEST, REX_ADDED, ...entries], TERMS));

it('the delay of a list is the time until it shows an addition that a complete page lacked', () => {
  expect(delays(list(200, OTHERS), list(350, OTHERS), list(601, ALL), list(700, ALL))).toEqual([500]);
  expect(delays(list(200, ALL), list(350, OTHERS), list(601, ALL))).toEqual([]);
  expect(delays(list(200, OTHERS))).toEqual([]);
  expect(delays(sold(200, OTHERS), list(350, ALL))).toEqual([]);
  expect(delays(list(50, OTHERS), list(350, ALL))).toEqual([]);
  // A page that may be cut shows no delay.
  expect(delays(page({ limit: 5 }, OTHERS, { at: 200 }), list(601, ALL))).toEqual([]);
});
