import { describe, expect, it } from 'vitest';
import { readKillMatrix } from '../../../lab/detection-record.ts';
import type { KillMatrix } from '../../../lab/kill-matrix.ts';
import { chooseQuick, foldsOf, quickProfiles } from '../../../lab/quick-profile.ts';
import { loadCases } from '../../../src/run/load-cases.ts';
import { faults } from '../../../src/reference/faults/index.ts';
import { quickCasesOf } from '../../../src/suite/quick-cases.ts';

describe.each(quickProfiles)('the cases of the profile %s', (profile) => {
  it('are those that the kill matrix chooses: else run npm run detection', () => {
    const ids = faults.map(({ id }) => `fault/${id}`);
    expect(quickCasesOf(profile)).toEqual(chooseQuick(readKillMatrix(), profile, ids));
  });

  it('are cases of the suite', async () => {
    const known = new Set((await loadCases()).map(({ caseId }) => caseId));
    expect(quickCasesOf(profile)?.cases.filter((id) => !known.has(id))).toEqual([]);
  });
});

const MOST = { requests: 120, creates: 12 };
const NOTHING = { kills: {}, caughtUnseen: [], accused: [] };

/** Cases with what they ask, and faults with the checks that catch them. */
function matrixOf(
  cases: Readonly<Record<string, readonly number[]>>,
  kills: Readonly<Record<string, readonly string[]>>,
): KillMatrix {
  const checks = [...new Set(Object.values(kills).flat())];
  const asked = { most: MOST, fixtures: [0], additions: [0, 50], cases };
  return {
    sources: '',
    checks,
    kills: Object.fromEntries(Object.entries(kills).map(([id, own]) => [id, own.map((each) => checks.indexOf(each))])),
    few: { 'fault/rule': { cases: ['few'], violated: ['PET-ID'] } },
    sizes: {},
    quick: { quick: { ...NOTHING, asked }, 'quick-read-only': { ...NOTHING, asked: { ...asked, additions: [] } } },
  };
}

function chosen(...[cases, kills]: Parameters<typeof matrixOf>): readonly string[] {
  return chooseQuick(matrixOf(cases, kills), 'quick', Object.keys(kills)).cases;
}

describe('the choice', () => {
  it('takes the case that catches most for its requests, and no case that catches nothing', () => {
    const many = Array.from({ length: 119 }, (_, index) => index + 1);
    const kills = { 'fault/one': ['dear#LIST-OK', 'cheap#LIST-OK'], 'fault/two': ['dear#LIST-OK'] };
    expect(chosen({ dear: many, cheap: [1], idle: [2] }, kills)).toEqual(['cheap', 'dear']);
    expect(chosen({ dear: [...many, 200], cheap: [1] }, kills)).toEqual(['cheap']);
  });

  it('takes one case for each part of the contract first', () => {
    const all = Array.from({ length: 119 }, (_, index) => index + 1);
    const kills = {
      ...Object.fromEntries(all.map((index) => [`fault/${index}`, [`case-${index}#LIST-OK`]])),
      'fault/auth': ['auth#AUTH-FIRST'],
    };
    const cases = { ...Object.fromEntries(all.map((index) => [`case-${index}`, [index]])), auth: [300, 301, 302] };
    expect(chosen(cases, kills)).toContain('auth');
  });

  it('does not count what fixtures catch, and knows by the few cases who broke a response rule', () => {
    expect(chosen({ a: [1] }, { 'fault/a': ['fixtures#CREATE-NAMES', 'a#CREATE-NAMES'] })).toEqual([]);
    expect(chosen({ few: [1], other: [2] }, { 'fault/rule': ['rules/listPets#PET-ID'] })).toEqual(['few']);
  });

  it('keeps to the number of pets', () => {
    const additions = Array.from({ length: 13 }, (_, index) => index + 1);
    const cases = Object.fromEntries(additions.map((index) => [`case-${index}`, [index]]));
    const kills = Object.fromEntries(additions.map((index) => [`fault/${index}`, [`case-${index}#CREATE-OK`]]));
    const matrix = matrixOf(cases, kills);
    const asked = { most: MOST, fixtures: [], additions, cases };
    const adding = { ...matrix, quick: { ...matrix.quick, quick: { ...NOTHING, asked } } };
    expect(chooseQuick(adding, 'quick', Object.keys(kills))).toMatchObject({ requests: 12, creates: 12 });
  });
});

it('the folds hold each fault once, apart from those that choose for it', () => {
  const folds = foldsOf(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(folds.flatMap(({ part }) => part).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  for (const { part, others } of folds) expect(part.filter((each) => others.includes(each))).toEqual([]);
});
