import { describe, expect, it } from 'vitest';
import { readDeviations, unknownChecks } from '../../../src/gate/known-deviations.ts';

const ENTRY = { id: 'LIST-LIMIT-MAX', reason: 'A reason.', owner: 'An owner', expires: '2030-01-31' };

function listOf(...entries: readonly object[]): string {
  return JSON.stringify({ deviations: entries });
}

describe('a list of known deviations', () => {
  it('is read, with requirements and checks', () => {
    const check = { ...ENTRY, id: 'list/limit/some-case#LIST-LIMIT-MAX' };
    expect(readDeviations(listOf(ENTRY, check))).toEqual({ kind: 'ok', value: [ENTRY, check] });
    expect(readDeviations(listOf())).toEqual({ kind: 'ok', value: [] });
  });

  it.each([
    ['is not JSON', 'x', 'the list is not JSON'],
    ['has a member too many', JSON.stringify({ deviations: [], more: 1 }), '"more" is not known'],
    ['lacks a reason', listOf({ ...ENTRY, reason: undefined }), '"reason" is missing'],
    ['has an empty reason', listOf({ ...ENTRY, reason: ' ' }), '/deviations/0/reason: is blank'],
    ['has an invisible owner', listOf({ ...ENTRY, owner: '\u200b' }), '/deviations/0/owner: is blank'],
    ['has a date in words', listOf({ ...ENTRY, expires: 'next year' }), '/deviations/0/expires'],
    ['has a date of no calendar', listOf({ ...ENTRY, expires: '2030-02-30' }), '2030-02-30 is not a calendar date'],
    ['names an unknown requirement', listOf({ ...ENTRY, id: 'NO-SUCH' }), 'no requirement or check NO-SUCH'],
    ['names an unknown requirement of a check', listOf({ ...ENTRY, id: 'a/b#NO-SUCH' }), 'a/b#NO-SUCH'],
    ['lists what is only observed', listOf({ ...ENTRY, id: 'OPEN-LIST-ORDER' }), 'is only observed'],
    ['lists something twice', listOf(ENTRY, ENTRY), 'LIST-LIMIT-MAX is listed twice'],
  ])('that %s is refused', (_, text, problem) => {
    const read = readDeviations(text);
    expect(read.kind === 'bad' ? read.problems.join(' ') : 'ok').toContain(problem);
  });
});

describe('the checks in it', () => {
  const cases = [{ caseId: 'list/limit/a-case', judges: ['LIST-LIMIT-MAX' as const] }];

  it.each([
    ['list/limit/a-case#LIST-LIMIT-MAX', true],
    ['list/limit/a-case#LIST-OK', false],
    ['list/limit/gone#LIST-LIMIT-MAX', false],
    ['fixtures#LIST-LIMIT-MAX', true],
    ['rules/listPets#PET-ID', true],
    ['rules/listPets#LIST-SAME', true],
    ['rules/createPet#CREATE-NAMES', false],
    ['rules/nothing#PET-ID', false],
    ['LIST-LIMIT-MAX', true],
  ])('%s: known is %s', (id, isKnown) => {
    expect(unknownChecks([{ ...ENTRY, id }], cases)).toEqual(isKnown ? [] : [`there is no check ${id}`]);
  });
});
