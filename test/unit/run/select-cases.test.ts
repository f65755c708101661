import { describe, expect, it } from 'vitest';
import type { CaseDescription } from '../../../src/suite/case.ts';
import { selectCases } from '../../../src/run/read-run-inputs.ts';

function described(caseId: string, ...judges: CaseDescription['judges']): CaseDescription {
  const title = caseId.replaceAll('-', ' ');
  return {
    caseId,
    title,
    place: 'specs/a.spec.ts:1',
    judges,
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

function chosen(only: readonly string[]): unknown {
  const choice = selectCases(CASES, only);
  return choice.kind === 'ok' ? [...choice.value] : choice.problems.join(' ');
}

describe('the cases of a selection', () => {
  it.each([
    [['LIST-LIMIT-MAX'], ['list/limit-7', 'list/limit-8']],
    [['list-limit-max'], ['list/limit-7', 'list/limit-8']],
    [['get/known-id'], ['get/known-id']],
    [['list/limit-8#LIST-LIMIT-MAX'], ['list/limit-8']],
    [
      ['GET-OK', 'list/limit-8'],
      ['get/known-id', 'list/limit-8'],
    ],
    // A rule judges what a case feeds.
    [['CREATE-STORED'], ['create/one']],
    [['create/one#CREATE-STORED'], ['create/one']],
    [['rules/createPet#CREATE-STORED'], ['create/one']],
    // A rule judges the requests of every case.
    [['LIST-COMPLETE'], CASES.map(({ caseId }) => caseId)],
    [['PET-ID'], CASES.map(({ caseId }) => caseId)],
    [['rules/listPets#PET-ID'], CASES.map(({ caseId }) => caseId)],
    // Fixtures are made before every selection.
    [['fixtures#LIST-OK'], ['list/limit-7']],
    [['list'], ['list/limit-7', 'list/limit-8']],
  ])('by %j are these', (only, cases) => {
    expect(chosen(only)).toEqual(cases);
  });

  it.each([
    [['LIST-LIMIT'], 'did you mean LIST-'],
    [['list/limit-9'], 'there is no requirement, check, case or topic "list/limit-9"'],
    [['lists/limit-9'], 'did you mean list/limit-'],
    [['lit'], 'there is no requirement, check, case or topic "lit"'],
    [['list/limit-8#LIST-OK'], 'there is no check "list/limit-8#LIST-OK"'],
    [['list/limit-8#CREATE-STORED'], 'there is no check "list/limit-8#CREATE-STORED"'],
    [['list/limit-8#LIST-COMPLETE'], 'there is no check "list/limit-8#LIST-COMPLETE"'],
    [['SCOPE-OTHER'], 'there is no requirement'],
    [[], 'no case is selected'],
  ])('by %j are refused', (only, problem) => {
    expect(chosen(only)).toContain(problem);
  });
});
