import { describe, expect, it } from 'vitest';
import {
  drawableFaults,
  drawSets,
  judgeSet,
  type JudgeFaults,
  SET_SIZES,
  type SetFault,
  type SetRow,
  summariseMissed,
  summariseSizes,
} from '../../../lab/several-faults.ts';
import type { Fault } from '../../../src/reference/faults/fault.ts';
import { faults } from '../../../src/reference/faults/index.ts';

const drawable = drawableFaults(faults);

describe('the faults to draw from', () => {
  const common = { id: 'x', title: 'It differs.', apply: () => ({}) };
  const breaks = ['GET-OK'] as const;

  it('include one that always shows, and most faults of the fleet', () => {
    expect(drawableFaults([{ ...common, breaks }])).toHaveLength(1);
    expect(drawable.length).toBeGreaterThan(faults.length / 2);
  });

  it.each<readonly [string, Fault]>([
    ['shows sometimes', { ...common, breaksSome: breaks }],
    ['shows in a soak only', { ...common, breaks, soakMinutes: 1 }],
    ['shows at one date only', { ...common, breaks, at: '2031-01-15T12:00:00Z' }],
    ['brings its own pets', { ...common, breaks, apply: () => ({ seedPets: () => [] }) }],
  ])('include none that %s', (_, fault) => {
    expect(drawableFaults([fault])).toEqual([]);
  });
});

describe('the sets of a seed', () => {
  const sets = drawSets(drawable, 20, 1);

  it('are the same each time, and others for another seed', () => {
    expect(drawSets(drawable, 20, 1)).toEqual(sets);
    expect(drawSets(drawable.toReversed(), 20, 1)).toEqual(sets);
    expect(drawSets(drawable, 20, 2)).not.toEqual(sets);
  });

  it('are as many of each size as asked for, and no two are equal', () => {
    expect(sets.map(({ faults: drawn }) => drawn.length)).toEqual(SET_SIZES.flatMap((size) => Array(20).fill(size)));
    expect(new Set(sets.map((set) => idsOf(set.faults).toSorted().join())).size).toBe(sets.length);
  });

  it('hold no fault twice, and no two that declare the same requirements', () => {
    for (const set of sets) {
      const declarations = set.faults.map(({ breaks }) => breaks.toSorted().join());
      expect(new Set(idsOf(set.faults)).size).toBe(set.faults.length);
      expect(new Set(declarations).size).toBe(declarations.length);
    }
  });

  it('lose at most one fault to a new one, and only if it enters', () => {
    const before = drawSets(drawable.slice(1), 20, 1);
    const changed = sets.filter((set, place) => {
      const gone = idsOf(before[place]?.faults ?? []).filter((id) => !idsOf(set.faults).includes(id));
      expect(gone.length).toBeLessThanOrEqual(1);
      return gone.length > 0;
    });
    expect(changed.every(({ faults: drawn }) => drawn.some(({ id }) => id === drawable[0]?.id))).toBe(true);
  });
});

function idsOf(chosen: readonly SetFault[]): readonly string[] {
  return chosen.map(({ id }) => id);
}

const ONE: SetFault = { id: 'one', breaks: ['LIST-OK', 'LIST-SAME'] };
const TWO: SetFault = { id: 'two', breaks: ['LIST-SAME', 'GET-OK'] };
const THREE: SetFault = { id: 'three', breaks: ['GET-SAME'] };

/** Judges as if each fault showed only without the faults before it, and then its first requirement only. */
const showsFirst: JudgeFaults = async ([first]) => ({
  violated: first?.breaks.slice(0, 1) ?? [],
  notVerified: ['GET-SAME'],
  replaced: [],
  outcomes: { 'LIST-SAME': 'verified', 'GET-OK': 'not-applicable', 'GET-SAME': 'not-verified' },
});

describe('a set', () => {
  it('is judged until no fault is left, and the first run counts', async () => {
    expect(await judgeSet({ id: '3/1', faults: [ONE, TWO, THREE] }, showsFirst)).toEqual({
      faults: ['one', 'two', 'three'],
      replaced: [],
      shown: ['LIST-OK'],
      missed: { 'LIST-SAME': 'verified', 'GET-OK': 'not-applicable', 'GET-SAME': 'not-verified' },
      hidden: ['two', 'three'],
      undeclared: [],
      blocked: ['GET-SAME'],
      rounds: 3,
      left: [],
    });
  });

  it('loses every fault of which a declared requirement is shown', async () => {
    const rounds: string[] = [];
    const row = await judgeSet({ id: '3/1', faults: [ONE, TWO, THREE] }, async (left, round) => {
      rounds.push(`${round}: ${idsOf(left).join()}`);
      return {
        violated: round === 1 ? ['LIST-SAME', 'LIST-OK', 'GET-UNKNOWN'] : ['GET-SAME'],
        notVerified: [],
        replaced: [],
        outcomes: {},
      };
    });
    expect(rounds).toEqual(['1: one,two,three', '2: three']);
    expect(row).toMatchObject({ undeclared: ['GET-UNKNOWN'], hidden: ['three'], rounds: 2, left: [] });
  });

  it('leaves a replaced fault out of what the first run can show, and judges it once the other ones are fixed', async () => {
    const row = await judgeSet({ id: '3/1', faults: [ONE, TWO, THREE] }, async (_, round) => ({
      violated: round === 1 ? ['LIST-OK', 'LIST-SAME'] : ['GET-SAME'],
      notVerified: [],
      replaced: round === 1 ? ['three'] : [],
      outcomes: { 'GET-OK': 'verified' },
    }));
    expect(row).toMatchObject({
      replaced: ['three'],
      shown: ['LIST-OK', 'LIST-SAME'],
      missed: { 'GET-OK': 'verified' },
      hidden: [],
      rounds: 2,
      left: [],
    });
  });

  it.each<readonly [string, JudgeFaults, number, readonly string[]]>([
    ['its first run', async () => ({ violated: [], notVerified: [], replaced: [], outcomes: {} }), 0, ['one', 'three']],
    [
      'a later run',
      async (_, round) => ({
        violated: round === 1 ? ['LIST-OK'] : ['LIST-OK', 'LIST-SAME'],
        notVerified: [],
        replaced: [],
        outcomes: {},
      }),
      1,
      ['three'],
    ],
  ])('is stuck if %s shows none of the faults that are left', async (_, judge, rounds, left) => {
    expect(await judgeSet({ id: '3/1', faults: [ONE, THREE] }, judge)).toMatchObject({ rounds, left });
  });
});

function rowWith(fields: Partial<SetRow>): SetRow {
  return {
    faults: [],
    replaced: [],
    shown: [],
    missed: {},
    hidden: [],
    undeclared: [],
    blocked: [],
    rounds: 1,
    left: [],
    ...fields,
  };
}

const ROWS: readonly SetRow[] = [
  rowWith({
    faults: ['a', 'b', 'c'],
    shown: ['LIST-OK'],
    missed: { 'GET-OK': 'not-verified', 'GET-SAME': 'verified' },
    hidden: ['b', 'c'],
    blocked: ['GET-OK', 'GET-SPELLINGS'],
    rounds: 2,
  }),
  rowWith({ faults: ['a', 'd'], shown: ['LIST-OK', 'GET-OK'] }),
  rowWith({ faults: ['d', 'e', 'f'], shown: ['LIST-OK', 'GET-OK', 'GET-SAME'] }),
  rowWith({
    faults: ['g', 'h', 'i'],
    shown: ['LIST-OK', 'LIST-SAME'],
    missed: { 'GET-OK': 'verified' },
    hidden: ['i'],
    left: ['i'],
  }),
];

describe('the sums', () => {
  it('are those of each size', () => {
    expect(summariseSizes(ROWS)).toEqual([
      {
        size: 2,
        sets: 1,
        shown: { part: 2, whole: 2 },
        least: { part: 2, whole: 2 },
        complete: 1,
        faultsShown: { part: 2, whole: 2 },
        greenAfter: new Map([[1, 1]]),
        stuck: 0,
        blocked: 0,
      },
      {
        size: 3,
        sets: 3,
        shown: { part: 6, whole: 9 },
        least: { part: 1, whole: 3 },
        complete: 1,
        faultsShown: { part: 6, whole: 9 },
        greenAfter: new Map([
          [1, 1],
          [2, 1],
        ]),
        stuck: 1,
        blocked: 2,
      },
    ]);
    expect(summariseSizes([])).toEqual([]);
    const [{ faultsShown } = {}] = summariseSizes([
      rowWith({ faults: ['a', 'b', 'c'], replaced: ['a'], hidden: ['b'] }),
    ]);
    expect(faultsShown).toEqual({ part: 1, whole: 2 });
  });

  it('name the missed requirements, those that are missed most often first', () => {
    expect(summariseMissed(ROWS)).toEqual([
      {
        requirement: 'GET-OK',
        missed: { part: 2, whole: 4 },
        outcomes: new Map([
          ['not-verified', 1],
          ['verified', 1],
        ]),
      },
      { requirement: 'GET-SAME', missed: { part: 1, whole: 2 }, outcomes: new Map([['verified', 1]]) },
    ]);
  });
});
