import { describe, expect, it } from 'vitest';
import type { Pet } from '../../../../src/contract/pet.ts';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { readCatalogue, type Terms } from '../../../../src/suite/rules/catalogue.ts';
import { findMoves, judgeOtherPetsSame, judgeOwnPetsSame } from '../../../../src/suite/rules/same.ts';
import { pet, pets } from '../fakes.ts';
import { added, type Changes, doubtsOf, outcomesOf, page, read, resultsOf, TERMS } from './histories.ts';

const SOLD = pet(70n);
const PENDING: Pet = { ...SOLD, status: 'pending' };
const AVAILABLE: Pet = { ...SOLD, status: 'available' };
const WITHOUT: Pet = { ...SOLD, status: undefined };
const ADDED = added(SOLD);

const reads = (at: number, shown: Pet, changes: Changes = {}): HistoryEntry =>
  read(shown.id, shown, { at, ...changes });
const lists = (at: number, ...shown: readonly Pet[]): HistoryEntry => page({ limit: 100 }, shown, { at });

const RIGHT = ['GET-SAME satisfied', 'LIST-SAME satisfied'];
const WRONG = ['GET-SAME violated', 'LIST-SAME violated'];
const HIDDEN = ['GET-SAME violated', 'LIST-SAME satisfied'];

type Row = [title: string, outcomes: readonly string[], entries: readonly HistoryEntry[], terms?: Partial<Terms>];

describe('a pet of the run', () => {
  it.each<Row>([
    ['is read as it was added', ['GET-SAME satisfied'], [ADDED, reads(10, SOLD)]],
    ['is listed as it was added', ['LIST-SAME satisfied'], [ADDED, lists(10, SOLD)]],
    ['is read with another name', ['GET-SAME violated'], [ADDED, reads(10, { ...SOLD, name: 'Max' })]],
    ['is listed with another name', ['LIST-SAME violated'], [ADDED, lists(10, { ...SOLD, name: 'Max' })]],
    [
      'is read with the next id that a double can hold',
      ['GET-SAME violated'],
      [added({ ...SOLD, categoryId: 2n ** 53n + 1n }), reads(10, { ...SOLD, categoryId: 2n ** 53n })],
    ],
    [
      'is once read with another name',
      ['GET-SAME satisfied', 'GET-SAME violated'],
      [ADDED, reads(10, SOLD), reads(20, { ...SOLD, name: 'Max' })],
    ],
    ['was shown before it was added', [], [reads(0, { ...SOLD, name: 'Max' }), added(SOLD, { at: 1 })]],
    [
      'has an id that another pet had before',
      [],
      [lists(0, { ...SOLD, name: 'Max' }), added(SOLD, { at: 5 }), reads(10, { ...SOLD, name: 'Max' })],
    ],
    [
      'has an id that the run was given twice',
      [],
      [ADDED, added({ ...SOLD, name: 'Max' }, { at: 5 }), reads(10, { ...SOLD, name: 'Leo' })],
    ],
    ['is a pet of another client', [], [reads(10, SOLD), reads(20, { ...SOLD, name: 'Max' })]],
    [
      'is read in an unusual form',
      [],
      [ADDED, reads(10, { ...SOLD, name: 'Max' }, { request: { headers: [['Accept', '*/*']] } })],
    ],
    [
      'is read under a wrong status of success',
      ['GET-SAME unproven'],
      [ADDED, reads(10, SOLD, { status: 203, makeshift: 'GET /pets/{petId} got status 203 instead of 200' })],
    ],
  ])('%s', (_, outcomes, entries, terms) => {
    expect(outcomesOf(judgeOwnPetsSame, entries, terms)).toEqual(outcomes);
  });
});

describe('a pet of the run whose addition showed no name', () => {
  const makeshift = added(SOLD, { makeshift: 'POST /pets was read in spite of its wrong name' });
  const max = { ...SOLD, name: 'Max', categoryId: 9n };
  it.each<Row>([
    [
      'is read and listed with other values',
      ['CREATE-CATEGORY-INT64 violated', 'CREATE-KEEPS-CATEGORY violated', 'CREATE-KEEPS-NAME violated'],
      [makeshift, reads(10, max), lists(20, max)],
    ],
    [
      'is read and listed as it was sent',
      ['GET-SAME unproven', 'LIST-SAME unproven'],
      [makeshift, reads(10, SOLD), lists(20, SOLD)],
    ],
    ['is only listed with another name', ['LIST-SAME violated'], [makeshift, lists(20, max)]],
    [
      'is listed with another name than it is read with',
      ['GET-SAME unproven', 'LIST-SAME violated'],
      [makeshift, reads(10, SOLD), lists(20, max)],
    ],
    [
      'is read and listed with other values, although its addition was right',
      WRONG,
      [ADDED, reads(10, max), lists(20, max)],
    ],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeOwnPetsSame, entries)).toEqual(outcomes);
  });
});

describe('pets of others that a list shows otherwise than reads', () => {
  const other = pet(5n);
  const differing = [
    ...[0, 100, 6000, 6100].map((at) => reads(at, { ...other, status: undefined })),
    ...[50, 150, 6050, 6060].map((at) => lists(at, other)),
  ];
  it.each([
    ['violate LIST-SAME', [], ['LIST-SAME violated']],
    ['do not, if reads show pets of the run so, too', [ADDED, reads(10, WITHOUT), lists(20, SOLD)], []],
    [
      'violate LIST-SAME, if lists show pets of the run so',
      [ADDED, reads(10, SOLD), lists(20, WITHOUT)],
      ['LIST-SAME violated'],
    ],
  ])('%s', (_, ofRun, outcomes) => {
    expect(outcomesOf(judgeOtherPetsSame, [...ofRun, ...differing])).toEqual(outcomes);
  });
});

it('a pet is judged once for each attempt by its reads, and once by its lists', () => {
  const shown = [reads(10, SOLD), reads(20, SOLD), lists(30, SOLD), reads(40, SOLD, { attempt: 'second try' })];
  const satisfied = resultsOf(judgeOwnPetsSame, [ADDED, ...shown]).map((each) =>
    each.kind === 'satisfied' ? [each.requirement, each.subject, each.entry.sentAt] : [],
  );
  expect(satisfied).toEqual([
    ['GET-SAME', '70', 10],
    ['LIST-SAME', '70', 30],
    ['GET-SAME', '70', 40],
  ]);
});

const TOM = pet(80n);
const TOM_PENDING: Pet = { ...TOM, status: 'pending' };
const TOM_ADDED = added(TOM);

it('a pet whose id is twice on a page is shown as it was added', () => {
  const other: Pet = { ...SOLD, name: 'Max' };
  for (const shown of [
    [other, SOLD],
    [SOLD, other],
  ])
    expect(outcomesOf(judgeOwnPetsSame, [ADDED, lists(10, ...shown)])).toEqual(['LIST-SAME satisfied']);
  expect(outcomesOf(judgeOwnPetsSame, [ADDED, lists(10, other, other)])).toEqual(['LIST-SAME violated']);
});

describe('the status of a pet of the run', () => {
  it.each<Row>([
    ['is lost', ['GET-SAME satisfied', 'GET-SAME violated'], [ADDED, reads(10, SOLD), reads(20, WITHOUT)]],
    ['is moved after a read showed it', RIGHT, [ADDED, reads(10, SOLD), reads(20, PENDING), lists(30, PENDING)]],
    ['is moved after a list showed it', RIGHT, [ADDED, lists(10, SOLD), reads(20, PENDING), lists(30, PENDING)]],
    ['is another one that no response showed before', WRONG, [ADDED, reads(20, PENDING), lists(30, PENDING)]],
    [
      'is moved and the name is changed too',
      WRONG,
      [ADDED, reads(10, { ...SOLD, name: 'Max' }), lists(20, { ...PENDING, name: 'Max' })],
    ],
    [
      'is moved twice, as all responses show',
      RIGHT,
      [ADDED, reads(10, SOLD), reads(20, PENDING), lists(30, PENDING), reads(40, AVAILABLE), lists(50, AVAILABLE)],
    ],
    [
      'is another one on one page alone',
      ['GET-SAME satisfied', 'LIST-SAME satisfied', 'LIST-SAME violated'],
      [ADDED, reads(10, SOLD), lists(20, PENDING), reads(30, SOLD), lists(40, SOLD)],
    ],
    [
      'is still another one in the list',
      ['GET-SAME doubt', ...HIDDEN.slice(1)],
      [ADDED, lists(10, SOLD), reads(20, PENDING), reads(5020, PENDING), lists(9000, SOLD)],
    ],
    [
      'is still another one in the list a settling time later',
      HIDDEN,
      [ADDED, lists(10, SOLD), reads(20, PENDING), reads(5021, PENDING), lists(9000, SOLD)],
    ],
    ['was not read since', ['LIST-SAME doubt', 'LIST-SAME satisfied'], [ADDED, lists(10, SOLD), lists(20, PENDING)]],
    ['was not listed since', ['GET-SAME doubt', 'GET-SAME satisfied'], [ADDED, reads(10, SOLD), reads(20, PENDING)]],
    [
      'is moved, and no list can show the pet',
      ['GET-SAME satisfied'],
      [ADDED, reads(10, SOLD), reads(20, PENDING), lists(30, ...pets(5))],
    ],
    [
      'is moved, and the next list cannot show the pet',
      ['GET-SAME satisfied'],
      [ADDED, reads(10, SOLD), reads(20, PENDING), lists(21, ...pets(5))],
    ],
    [
      'is moved, and a list at the same time does not show the pet',
      ['GET-SAME doubt', 'GET-SAME satisfied'],
      [ADDED, reads(10, SOLD), reads(20, PENDING), lists(20, ...pets(5))],
    ],
    [
      'is moved, and only the filtered list was read',
      ['GET-SAME doubt', 'GET-SAME satisfied', 'LIST-SAME doubt'],
      [ADDED, reads(10, SOLD), reads(20, PENDING), page({ limit: 100, status: 'pending' }, [PENDING], { at: 30 })],
    ],
    [
      'is moved, which needs no read when reads are removed',
      ['LIST-SAME satisfied'],
      [ADDED, lists(10, SOLD), lists(20, PENDING)],
      { phase: 'after' },
    ],
  ])('%s', (_, outcomes, entries, terms) => {
    expect(outcomesOf(judgeOwnPetsSame, entries, terms)).toEqual(outcomes);
  });

  const UNSEEN = [ADDED, reads(20, PENDING), lists(30, PENDING)];
  it.each<Row>([
    [
      'if the service has moved another pet in the same way',
      RIGHT,
      [...UNSEEN, TOM_ADDED, reads(5, TOM), lists(25, TOM_PENDING), reads(40, TOM_PENDING)],
    ],
    [
      'not if no response showed the first status of the other pet either',
      WRONG,
      [...UNSEEN, TOM_ADDED, reads(40, TOM_PENDING), lists(50, TOM_PENDING)],
    ],
    [
      'not if the other pet keeps its status',
      ['GET-SAME violated', 'LIST-SAME satisfied', 'LIST-SAME violated'],
      [...UNSEEN, TOM_ADDED, lists(40, TOM)],
    ],
    [
      'not if the other pet keeps its status, as it always did',
      ['GET-SAME satisfied', ...HIDDEN, 'LIST-SAME violated'],
      [...UNSEEN, TOM_ADDED, reads(5, TOM), lists(21, TOM)],
    ],
    [
      'not if the other pet was added with the second status',
      ['GET-SAME satisfied', ...WRONG],
      [...UNSEEN, added(TOM_PENDING), reads(40, TOM_PENDING)],
    ],
    [
      'not if the other pet was not seen since, and reads are removed',
      ['LIST-SAME satisfied', 'LIST-SAME violated'],
      [ADDED, lists(30, PENDING), TOM_ADDED, lists(10, TOM)],
      { phase: 'after' },
    ],
  ])('that no response showed first is right %s', (_, outcomes, entries, terms) => {
    expect(outcomesOf(judgeOwnPetsSame, entries, terms)).toEqual(outcomes);
  });

  it('that no response showed first leads to a read of another pet that may have moved', () => {
    const doubts = doubtsOf(judgeOwnPetsSame, [...UNSEEN, TOM_ADDED, reads(5, TOM)]);
    expect(doubts).toEqual([0, 1].map(() => ({ notBefore: undefined, steps: [['/pets/80']] })));
  });

  it('that is another one leads to a list and a read', () => {
    const steps = [['/pets?limit=100'], ['/pets/70']];
    expect(doubtsOf(judgeOwnPetsSame, [ADDED, reads(10, SOLD), reads(20, PENDING)])).toEqual([
      { notBefore: undefined, steps },
    ]);
    expect(doubtsOf(judgeOwnPetsSame, [ADDED, lists(10, SOLD), lists(20, PENDING)])).toEqual([
      { notBefore: undefined, steps },
    ]);
  });
});

describe('a pet that was added without a status', () => {
  const STATUSLESS_ADDED = added(WITHOUT);
  const filtered = page({ limit: 100, status: 'sold' }, [WITHOUT], { at: 30 });
  it.each<Row>([
    ['has none', RIGHT, [STATUSLESS_ADDED, reads(10, WITHOUT), lists(20, WITHOUT)]],
    ['shows one later', RIGHT, [STATUSLESS_ADDED, reads(10, PENDING), lists(20, PENDING)]],
    [
      'shows one by a read alone',
      ['GET-SAME violated', 'LIST-SAME satisfied'],
      [STATUSLESS_ADDED, reads(6000, PENDING), reads(12_000, PENDING), lists(12_001, WITHOUT)],
    ],
    [
      'shows one by a filter alone',
      ['GET-SAME satisfied', 'LIST-SAME satisfied', 'LIST-SAME violated'],
      [
        STATUSLESS_ADDED,
        reads(10, WITHOUT),
        page({ limit: 100, status: 'pending' }, [PENDING], { at: 20 }),
        reads(6000, WITHOUT),
        lists(12_000, WITHOUT),
      ],
    ],
    ['is listed by a filter, which another rule judges', ['LIST-SAME satisfied'], [STATUSLESS_ADDED, filtered]],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeOwnPetsSame, entries)).toEqual(outcomes);
  });
});

const moves = (...entries: readonly HistoryEntry[]): unknown => findMoves(readCatalogue(entries, TERMS));

it('the pets that the service has moved are those of the run that all responses show with another status', () => {
  expect(moves(ADDED, reads(10, SOLD), lists(20, SOLD))).toEqual([]);
  expect(moves(ADDED, reads(20, PENDING), lists(30, PENDING))).toEqual([]);
  expect(moves(reads(10, TOM), reads(20, TOM_PENDING), lists(30, TOM_PENDING))).toEqual([]);
  const moved = [ADDED, reads(10, SOLD), reads(20, PENDING), lists(30, PENDING)];
  expect(moves(...moved)).toEqual([{ pet: SOLD, movedTo: ['pending'] }]);
  expect(moves(...moved, reads(40, AVAILABLE), lists(50, AVAILABLE))).toEqual([
    { pet: SOLD, movedTo: ['pending', 'available'] },
  ]);
});

const RENAMED: Pet = { ...TOM, name: 'Thomas' };
const OPEN = 'LIST-SAME not-verified';
const steady = (count: number, entry: (at: number) => HistoryEntry): readonly HistoryEntry[] =>
  Array.from({ length: count }, (_, index) => entry(index * 2000));

describe('a pet of another client', () => {
  it.each<Row>([
    ['is listed as it is read', ['LIST-SAME satisfied'], [lists(10, TOM), reads(20, TOM)]],
    ['is only listed', [], [lists(10, TOM), lists(20, RENAMED)]],
    ['is only read', [], [reads(10, TOM), reads(20, RENAMED)]],
    ['is listed in another way', ['LIST-SAME doubt', OPEN], [lists(10, TOM), reads(20, RENAMED)]],
    ['is renamed between two reads', [OPEN], [reads(10, TOM), lists(20, TOM_PENDING), reads(30, RENAMED)]],
    [
      'is renamed, and then listed as it is read',
      ['LIST-SAME satisfied'],
      [lists(10, TOM), reads(20, RENAMED), lists(30, RENAMED), reads(40, RENAMED)],
    ],
    [
      'is renamed between reads, and listed as the second one shows it',
      ['LIST-SAME satisfied'],
      [reads(10, TOM), lists(20, RENAMED), reads(30, RENAMED)],
    ],
    [
      'is listed in another way beside one that is listed as it is read',
      ['LIST-SAME doubt', 'LIST-SAME satisfied'],
      [lists(10, TOM, SOLD), reads(20, RENAMED), reads(30, SOLD)],
    ],
    [
      'is listed under a wrong status of success',
      ['LIST-SAME unproven'],
      [page({}, [TOM], { at: 10, makeshift: 'GET /pets got status 202 instead of 200' }), reads(20, TOM)],
    ],
    [
      'is listed in another way for the settling time and longer',
      ['LIST-SAME violated'],
      [...steady(4, (at) => reads(at, RENAMED)), ...steady(4, (at) => lists(at + 1000, TOM)), reads(9000, RENAMED)],
    ],
    [
      'is listed so four times, and read so four times, until the settling time has just passed',
      ['LIST-SAME violated'],
      [...[0, 2000, 4000, 5002].map((at) => reads(at, RENAMED)), ...[0, 1000, 2000, 5001].map((at) => lists(at, TOM))],
    ],
    [
      'is listed so while it is read for the last time',
      ['LIST-SAME doubt', OPEN],
      [...[0, 2000, 4000, 5001].map((at) => reads(at, RENAMED)), ...[0, 1000, 2000, 5001].map((at) => lists(at, TOM))],
    ],
    [
      'is listed so, and was read three times',
      ['LIST-SAME doubt', OPEN],
      [...[0, 3000, 9000].map((at) => reads(at, RENAMED)), ...steady(4, (at) => lists(at + 1000, TOM))],
    ],
    [
      'is listed so three times since the first read',
      ['LIST-SAME doubt', OPEN],
      [
        ...steady(4, (at) => reads(at + 500, RENAMED)),
        ...[499, 1000, 2000, 6000].map((at) => lists(at, TOM)),
        reads(9000, RENAMED),
      ],
    ],
    [
      'is listed so within the settling time alone',
      ['LIST-SAME doubt', OPEN],
      [
        ...steady(4, (at) => reads(at, RENAMED)),
        ...[1000, 2000, 3000, 5000].map((at) => lists(at, TOM)),
        reads(9000, RENAMED),
      ],
    ],
    [
      'was not read after the late list',
      ['LIST-SAME doubt', OPEN],
      [...[0, 1000, 2000, 3000].map((at) => reads(at, RENAMED)), ...steady(4, (at) => lists(at + 1000, TOM))],
    ],
    [
      'is listed in several ways',
      ['LIST-SAME doubt', OPEN],
      [
        ...steady(4, (at) => reads(at, RENAMED)),
        ...steady(4, (at) => lists(at + 1000, TOM)),
        lists(7500, TOM_PENDING),
        reads(9000, RENAMED),
      ],
    ],
  ])('%s', (_, outcomes, entries) => {
    expect(outcomesOf(judgeOtherPetsSame, entries)).toEqual(outcomes);
  });

  it('is not one that the run added', () => {
    expect(outcomesOf(judgeOtherPetsSame, [ADDED, lists(10, PENDING), reads(20, SOLD)])).toEqual([]);
  });

  it('is read and listed again if it differs', () => {
    const entries = [page({ limit: 9, status: 'sold' }, [TOM], { at: 10 }), reads(20, RENAMED)];
    expect(doubtsOf(judgeOtherPetsSame, entries)).toEqual([
      { notBefore: undefined, steps: [['/pets/80'], ['/pets?status=sold&limit=9'], ['/pets/80']] },
    ]);
  });

  it('is compared with the list before its last read', () => {
    const results = resultsOf(judgeOtherPetsSame, [lists(10, TOM), reads(20, TOM), lists(30, RENAMED)]);
    expect(results.map(({ kind }) => kind)).toEqual(['satisfied']);
  });
});

it('a pet may be moved twice, although only one response shows the status between', () => {
  const sold = pet(70n, { status: 'sold' });
  const [pending, available] = (['pending', 'available'] as const).map((status) => ({ ...sold, status }));
  if (pending === undefined || available === undefined) throw new TypeError('Two statuses are missing.');
  for (const between of [page({ limit: 100 }, [pending], { at: 20 }), read(70n, pending, { at: 20 })]) {
    const entries = [
      added(sold),
      read(70n, sold, { at: 10 }),
      between,
      read(70n, available, { at: 30 }),
      page({ limit: 100 }, [available], { at: 40 }),
    ];
    expect(outcomesOf(judgeOwnPetsSame, entries).filter((each) => !each.endsWith('satisfied'))).toEqual([]);
  }
});

it('a status that no later response shows is wrong', () => {
  const sold = pet(70n, { status: 'sold' });
  const entries = [
    added(sold),
    read(70n, sold, { at: 10 }),
    page({ limit: 100 }, [{ ...sold, status: 'pending' }], { at: 20 }),
    read(70n, sold, { at: 30 }),
    page({ limit: 100 }, [sold], { at: 40 }),
  ];
  expect(outcomesOf(judgeOwnPetsSame, entries)).toContain('LIST-SAME violated');
});

it('a read with the right status satisfies what one with another status of success does not', () => {
  const own = pet(70n);
  const wrong = read(70n, own, { at: 10, status: 203, makeshift: 'GET /pets/{petId} got status 203' });
  expect(outcomesOf(judgeOwnPetsSame, [added(own), wrong])).toEqual(['GET-SAME unproven']);
  expect(outcomesOf(judgeOwnPetsSame, [added(own), wrong, read(70n, own, { at: 20 })])).toEqual([
    'GET-SAME satisfied',
    'GET-SAME unproven',
  ]);
  const addedWrong = added(own, { status: 200, makeshift: 'POST /pets got status 200' });
  expect(outcomesOf(judgeOwnPetsSame, [addedWrong, read(70n, own, { at: 20 })])).toEqual(['GET-SAME unproven']);
});
