import { describe, expect, it } from 'vitest';
import type { CaseDescription } from '../../../src/suite/case.ts';
import { type CaseFilter, selectCases } from '../../../src/run/read-run-inputs.ts';

function described(caseId: string, ...requirements: CaseDescription['requirements']): CaseDescription {
  const title = caseId.replaceAll('-', ' ');
  return {
    caseId,
    title,
    place: 'specs/a.spec.ts:1',
    requirements,
    feeds: [],
    mayCreate: 0,
    needs: [],
    stage: 'main',
    repeatGroup: caseId,
  };
}

const CASES = [
  described('list/limit-7', 'LIST-LIMIT-MAX', 'LIST-OK'),
  described('list/limit-8', 'LIST-LIMIT-MAX'),
  described('get/known-id', 'GET-OK'),
  { ...described('create/one', 'CREATE-OK'), feeds: ['CREATE-STORED' as const] },
];

function chosen(filter: Partial<CaseFilter>): unknown {
  const choice = selectCases(CASES, { only: null, grep: null, ...filter });
  return choice.kind === 'ok' ? [...choice.value] : choice.problems.join(' ');
}

describe('the cases of a selection', () => {
  it.each([
    [{ only: ['LIST-LIMIT-MAX'] }, ['list/limit-7', 'list/limit-8']],
    [{ only: ['list-limit-max'] }, ['list/limit-7', 'list/limit-8']],
    [{ only: ['get/known-id'] }, ['get/known-id']],
    [{ only: ['list/limit-8#LIST-LIMIT-MAX'] }, ['list/limit-8']],
    [{ only: ['GET-OK', 'list/limit-8'] }, ['get/known-id', 'list/limit-8']],
    // A rule judges what a case feeds.
    [{ only: ['CREATE-STORED'] }, ['create/one']],
    [{ only: ['create/one#CREATE-STORED'] }, ['create/one']],
    [{ only: ['rules/createPet#CREATE-STORED'] }, ['create/one']],
    // A rule judges the requests of every case.
    [{ only: ['LIST-COMPLETE'] }, CASES.map(({ caseId }) => caseId)],
    [{ only: ['PET-ID'] }, CASES.map(({ caseId }) => caseId)],
    [{ only: ['rules/listPets#PET-ID'] }, CASES.map(({ caseId }) => caseId)],
    // Fixtures are made before every selection.
    [{ only: ['fixtures#LIST-OK'] }, ['list/limit-7']],
    [{ grep: 'LIMIT.[78]' }, ['list/limit-7', 'list/limit-8']],
    [{ only: ['LIST-LIMIT-MAX'], grep: '8$' }, ['list/limit-8']],
  ])('by %j are these', (filter, cases) => {
    expect(chosen(filter)).toEqual(cases);
  });

  it.each([
    [{ only: ['LIST-LIMIT'] }, 'did you mean LIST-'],
    [{ only: ['list/limit-9'] }, 'there is no requirement, case or check "list/limit-9"'],
    [{ only: ['list/limit-8#LIST-OK'] }, 'there is no check "list/limit-8#LIST-OK"'],
    [{ only: ['list/limit-8#CREATE-STORED'] }, 'there is no check "list/limit-8#CREATE-STORED"'],
    [{ only: ['list/limit-8#LIST-COMPLETE'] }, 'there is no check "list/limit-8#LIST-COMPLETE"'],
    [{ only: ['SCOPE-OTHER'] }, 'there is no requirement'],
    [{ only: [] }, 'no case is selected'],
    [{ grep: '(' }, 'is not a regular expression'],
    [{ grep: '^(((((.+)+)+)+)+)+!$' }, 'takes too long'],
    [{ grep: 'nothing like it' }, 'no case is selected'],
  ])('by %j are refused', (filter, problem) => {
    expect(chosen(filter)).toContain(problem);
  });
});
