import { describe, expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import { FLAWED_PAGES, NO_COMPLETE_PAGE, PAGES_CUT_AT_WILL } from '../../../../src/suite/reasons.ts';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { readCatalogue } from '../../../../src/suite/rules/catalogue.ts';
import { findStored, judgeRejectedBodies } from '../../../../src/suite/rules/rejected-bodies.ts';
import { credentials, pet, pets } from '../fakes.ts';
import { added, type Changes, outcomesOf, page, read, rejected, resultsOf, TERMS } from './histories.ts';

/** The largest page. Smaller ones below their limit are complete. */
const LARGEST = page({ limit: 100, status: 'available' }, pets(50, { status: 'available' }), { at: -10 });
const OTHERS = pets(5);
const NAME = 'cf1-01 Rex';
const CATEGORY = 1_234_567_890n;
const REX = pet(70n, { name: NAME, categoryId: 5n });
const WITH_CATEGORY = pet(71n, { categoryId: CATEGORY });
const WRONG_KEY = { credential: credentials['random-key'] };

const list = (at: number, shown: readonly Pet[], changes: Parameters<typeof page>[2] = {}): HistoryEntry =>
  page({ limit: 100 }, shown, { at, ...changes });
const body = (at: number, changes: Changes = {}): HistoryEntry =>
  rejected({ name: NAME, status: 'sold' }, 400, { at, ...changes });

const NO_EFFECT = 'AUTH-NO-EFFECT';
const NOT_STORED = 'CREATE-REFUSED-NOT-STORED';
const NO_KEYS = `${NO_EFFECT} not-applicable`;
const OPEN = [NO_KEYS, `${NOT_STORED} not-applicable`];
const RIGHT = [NO_KEYS, `${NOT_STORED} satisfied`];
const STORED = [NO_KEYS, `${NOT_STORED} violated`];

type Row = [title: string, outcomes: readonly string[], entries: readonly HistoryEntry[]];

describe('a rejected body', () => {
  it.each<Row>([
    ['leaves no pet on a complete page', RIGHT, [body(10), list(20, OTHERS)]],
    ['leaves a pet with its name', STORED, [body(10), list(20, [...OTHERS, REX])]],
    [
      'leaves a pet with its name on a page that is not complete',
      STORED,
      [body(10), page({ limit: 1 }, [REX], { at: 20 })],
    ],
    [
      'leaves a pet with its name in capitals, cut and padded',
      STORED,
      [body(10), list(20, [{ ...REX, name: ' CF1-01 R  ' }])],
    ],
    ['leaves no pet with another number in its name', RIGHT, [body(10), list(20, [{ ...REX, name: 'cf1-012 Rex' }])]],
    ['leaves no pet with a number that is cut', RIGHT, [body(10), list(20, [{ ...REX, name: 'cf1-01' }])]],
    ['leaves a pet with its name on a page without a limit', STORED, [body(10), page({}, [REX], { at: 20 })]],
    ['leaves a pet with its name that a read shows', STORED, [body(10), read(70n, REX, { at: 20 })]],
    ['leaves a pet that a page shows which was requested before', STORED, [body(10), list(9, [REX])]],
    ['leaves a pet that only a later page shows', STORED, [body(10), list(20, OTHERS), list(9000, [...OTHERS, REX])]],
    [
      'leaves a pet with its category',
      STORED,
      [rejected({ categoryId: CATEGORY }, 400, { at: 10 }), list(20, [WITH_CATEGORY])],
    ],
    ['leaves no pet with its name after it', [...OPEN], [list(0, [REX]), body(10)]],
    ['has the name of a pet that the run added', RIGHT, [added(REX), body(10), list(20, [...OTHERS, REX])]],
    ['has no mark but a status', OPEN, [rejected({ status: 'sold' }, 400, { at: 10 }), list(20, OTHERS)]],
    ['is accepted, which other requirements judge', OPEN, [body(10, { status: 201 }), list(20, [...OTHERS, REX])]],
    ['has no response', OPEN, [body(10, { status: null }), list(20, OTHERS)]],
    ['gets another status than 400', OPEN, [body(10, { status: 500 }), list(20, OTHERS)]],
    [
      'leaves a pet that a page in an unusual form shows',
      OPEN,
      [body(10), list(20, [REX], { request: { omits: ['Accept'] } })],
    ],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeRejectedBodies, [LARGEST, ...entries])).toEqual(outcomes);
  });

  it.each<[title: string, page: HistoryEntry]>([
    ['before the body had its response', list(10, OTHERS)],
    ['that may be capped', list(20, pets(50))],
    ['that is full', page({ limit: 5 }, OTHERS, { at: 20 })],
    ['with an element that is no pet', list(20, OTHERS, { size: 6 })],
    ['with another filter', page({ limit: 100, status: 'pending' }, [], { at: 20 })],
    ['with its filter alone', page({ limit: 100, status: 'sold' }, OTHERS, { at: 20 })],
    ['in an unusual form', list(20, OTHERS, { request: { omits: ['Accept'] } })],
  ])('is not proven by a page %s', (_, shown) => {
    expect(outcomesOf(judgeRejectedBodies, [LARGEST, body(10), shown])).toEqual(OPEN);
  });

  it('is not proven by a page that lacks a pet of the run', () => {
    const own = added(pet(72n), { at: -9000 });
    expect(outcomesOf(judgeRejectedBodies, [LARGEST, own, body(10), list(20, OTHERS)])).toEqual(RIGHT);
    const shown = read(72n, pet(72n), { at: 30 });
    expect(outcomesOf(judgeRejectedBodies, [LARGEST, own, body(10), list(20, OTHERS), shown])).toEqual(OPEN);
  });

  it('is proven by a filtered page if an unfiltered one had room', () => {
    const filtered = page({ limit: 100, status: 'sold' }, OTHERS, { at: 20 });
    // A cap may explain the size of this page, but it has room for pets without a status.
    expect(outcomesOf(judgeRejectedBodies, [LARGEST, body(10), filtered, list(30, pets(50))])).toEqual(RIGHT);
    // The service may filter after the limit.
    const full = page({ limit: 50 }, pets(50), { at: 30 });
    expect(outcomesOf(judgeRejectedBodies, [LARGEST, body(10), filtered, full])).toEqual(OPEN);
  });
});

describe('a body with a wrong key', () => {
  const REJECTED = [`${NO_EFFECT} satisfied`, `${NOT_STORED} not-applicable`];
  const EFFECT = [`${NO_EFFECT} violated`, `${NOT_STORED} not-applicable`];
  const NOTHING = [`${NO_EFFECT} not-applicable`, `${NOT_STORED} not-applicable`];
  it.each<Row>([
    ['leaves no pet', REJECTED, [body(10, { ...WRONG_KEY, status: 401 }), list(20, OTHERS)]],
    ['leaves a pet', EFFECT, [body(10, { ...WRONG_KEY, status: 401 }), list(20, [...OTHERS, REX])]],
    ['gets 201 and leaves a pet', EFFECT, [body(10, { ...WRONG_KEY, status: 201 }), list(20, [...OTHERS, REX])]],
    ['gets 500 and leaves a pet', EFFECT, [body(10, { ...WRONG_KEY, status: 500 }), list(20, [...OTHERS, REX])]],
    ['has no response', NOTHING, [body(10, { ...WRONG_KEY, status: null }), list(20, OTHERS)]],
    [
      'may be accepted, since the contract is silent',
      NOTHING,
      [body(10, { ...WRONG_KEY, status: 201, request: { expects: [] } }), list(20, [...OTHERS, REX])],
    ],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeRejectedBodies, [LARGEST, ...entries])).toEqual(outcomes);
  });
});

it('each body is judged alone', () => {
  const names = ['Tom', 'Max', 'Ben'];
  const bodies = names.map((name, index) => rejected({ name }, 400, { at: index, caseId: `some/${name}` }));
  const results = resultsOf(judgeRejectedBodies, [LARGEST, ...bodies, list(20, [pet(70n, { name: 'Max' })])]);
  expect(results.flatMap((each) => ('subject' in each ? [`${each.subject} ${each.kind}`] : []))).toEqual([
    'some/Max violated',
    'some/Tom satisfied',
    'some/Ben satisfied',
  ]);
});

const zero = (name: string): Pet => pet(0n, { name });

it('a service that stores rejected bodies under one id is found, whichever of them it shows', () => {
  const bodies = ['Tom', 'Max'].map((name, index) => rejected({ name }, 400, { at: index }));
  for (const shown of [[zero('Max')], [zero('Default'), zero('Max')]]) {
    const lists = shown.map((each, index) => list(20 + index, [...OTHERS, each]));
    expect(outcomesOf(judgeRejectedBodies, [LARGEST, ...bodies, ...lists])).toContain(`${NOT_STORED} violated`);
  }
});

it.each([
  ['its category, under another name', list(20, [...OTHERS, pet(70n, { name: 'Other', categoryId: CATEGORY })]), true],
  ['its name, without a valid field', list(20, OTHERS, { others: [{ id: 70n, name: NAME }] }), true],
  ['another name and category, without a valid field', list(20, OTHERS, { others: [{ id: 70n, name: 'Rex' }] }), false],
])('a stored pet is found by %s', (_, shown, isFound) => {
  const sent = rejected({ name: NAME, categoryId: CATEGORY, status: 'sold' }, 400, { at: 10 });
  const outcomes = outcomesOf(judgeRejectedBodies, [LARGEST, sent, shown]);
  expect(outcomes.includes(`${NOT_STORED} violated`)).toBe(isFound);
});

it('a stored pet is found with its body and the response that shows it', () => {
  const [sent, shown, again] = [body(10), list(20, [...OTHERS, REX]), list(30, [REX])];
  const results = resultsOf(judgeRejectedBodies, [sent, shown, again]);
  expect(results.filter(({ kind }) => kind === 'violated')).toMatchObject([
    { subject: 'some/case', responses: [shown, sent] },
  ]);
  expect(findStored(readCatalogue([sent, shown], TERMS))).toMatchObject([{ body: sent, view: { pet: REX } }]);
  expect(findStored(readCatalogue([body(10, { status: 201 }), shown], TERMS))).toEqual([]);
});

const reasons = (entries: readonly HistoryEntry[], profile: 'full' | 'read-only' = 'full'): readonly unknown[] =>
  resultsOf(judgeRejectedBodies, entries, { profile }).map((each) =>
    each.kind === 'undecided' ? each.reason : each.kind,
  );

describe('no body is judged', () => {
  it('if the service rejected none, or none was sent', () => {
    expect(new Set(reasons([LARGEST]))).toEqual(
      new Set(['The service did not reject a body that identifies its pet.']),
    );
    expect(reasons([])).toEqual([]);
    expect(new Set(reasons([LARGEST], 'read-only'))).toEqual(
      new Set(['The profile read-only does not send bodies that could be stored.']),
    );
  });

  it('if no page is complete, or the service cuts pages as it likes', () => {
    expect(reasons([body(10)])).toContain(NO_COMPLETE_PAGE);
    const cut = [list(0, pets(50)), page({ limit: 20 }, OTHERS, { at: 20 }), list(30, OTHERS)];
    expect(reasons([...cut, body(10)])).toContain(PAGES_CUT_AT_WILL);
  });

  it('if later pages show elements with wrong fields', () => {
    expect(reasons([LARGEST, body(10), list(20, OTHERS, { size: 6 })])).toContain(FLAWED_PAGES);
    expect(reasons([list(5, OTHERS, { size: 6 }), body(10)])).toContain(NO_COMPLETE_PAGE);
  });
});

it('a pet that had the marks before the body was sent is one of an earlier run', () => {
  const shown = [...OTHERS, REX];
  expect(outcomesOf(judgeRejectedBodies, [LARGEST, list(0, shown), body(10), list(20, shown)])).toEqual(RIGHT);
});

it('bodies that are stored under one id are each found', () => {
  const second = rejected({ name: 'cf1-02 Max' }, 401, { at: 11, ...WRONG_KEY });
  const pages = [list(20, [...OTHERS, REX]), list(30, [...OTHERS, pet(70n, { name: 'cf1-02 Max' })])];
  expect(outcomesOf(judgeRejectedBodies, [LARGEST, body(10), second, ...pages])).toEqual([
    `${NO_EFFECT} violated`,
    `${NOT_STORED} violated`,
  ]);
});
