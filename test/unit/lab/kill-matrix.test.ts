import { describe, expect, it } from 'vitest';
import type { CaseDescription } from '../../../src/suite/case.ts';
import { chooseFewCases } from '../../../lab/few-cases.ts';
import {
  caughtBy,
  idleChecks,
  type KillMatrix,
  misrecordedFaults,
  newCases,
  pruned,
  staleChecks,
  withRows,
} from '../../../lab/kill-matrix.ts';
import { summary } from '../../support/summary.ts';

const good = summary('compliant/good', { settled: ['b#R', 'a#R', 'c#R'] });
const bad = summary('fault/bad', { settled: ['a#R', 'b#R'], violatedChecks: ['b#R', 'a#R'] });
const EMPTY: KillMatrix = {
  sources: '',
  checks: [],
  kills: {},
  few: {},
  sizes: {},
};
const few = { 'fault/bad': { cases: ['a'], violated: ['R'] } };
const matrix = withRows(EMPTY, [good, bad], few);

function testCase(caseId: string, requirements: CaseDescription['requirements']): CaseDescription {
  return {
    caseId,
    title: caseId,
    place: 'specs/a.spec.ts:1',
    requirements,
    mayCreate: 0,
    needs: [],
    stage: 'main',
    repeatGroup: caseId,
  };
}

const fault = { title: 'It is broken.', apply: () => ({}) };

describe('the kill matrix', () => {
  it('holds every check that was settled, and what was violated on which service', () => {
    expect(matrix).toEqual({
      sources: '',
      checks: ['a#R', 'b#R', 'c#R'],
      kills: { 'fault/bad': [0, 1] },
      few,
      sizes: {},
    });
    expect(caughtBy(matrix, 'b#R')).toEqual(['fault/bad']);
    expect(caughtBy(matrix, 'c#R')).toEqual([]);
  });

  it('leaves the rows and places of others as they are where one is replaced', () => {
    const other = summary('fault/other', { settled: ['A#R', 'b#R'], violatedChecks: ['A#R'] });
    expect(withRows(matrix, [other], {})).toEqual({
      sources: '',
      checks: ['a#R', 'b#R', 'c#R', 'A#R'],
      kills: { 'fault/bad': [0, 1], 'fault/other': [3] },
      few,
      sizes: {},
    });
    expect(withRows(matrix, [summary('fault/bad')], {})).toMatchObject({ kills: { 'fault/bad': [] }, few: {} });
  });

  it('loses what is no service and no check any more', () => {
    const now = [summary('fault/other', { settled: ['b#R'], violatedChecks: ['b#R'] })];
    expect(pruned(withRows(matrix, now, {}), now)).toEqual({
      sources: '',
      checks: ['b#R'],
      kills: { 'fault/other': [0] },
      few: {},
      sizes: {},
    });
  });

  it('names the checks that catch nothing, in the record or now', () => {
    expect(idleChecks(matrix)).toEqual(['c#R']);
    expect(idleChecks(matrix, [summary('fault/new', { settled: ['d#R'], violatedChecks: ['c#R'] })])).toEqual(['d#R']);
  });

  it('names the faults of which something else is recorded than they declare', () => {
    const record = { ...matrix, checks: ['a#LIST-OK', 'b#GET-OK', 'c#LIST-OK'] };
    const named = (...faults: Parameters<typeof misrecordedFaults>[1]): readonly string[] =>
      misrecordedFaults(record, faults);
    expect(named({ ...fault, id: 'bad', breaks: ['LIST-OK', 'GET-OK'] })).toEqual([]);
    expect(named({ ...fault, id: 'bad', breaks: ['LIST-OK'] })).toEqual(['bad']);
    expect(named({ ...fault, id: 'bad', breaks: ['LIST-OK', 'GET-OK', 'CREATE-OK'] })).toEqual(['bad']);
    expect(named({ ...fault, id: 'bad', breaksSome: ['CREATE-OK'] })).toEqual([]);
    expect(named({ ...fault, id: 'not-recorded', breaksSome: ['LIST-OK'] })).toEqual(['not-recorded']);
  });

  it('names the cases that are new, and the checks whose case is gone', () => {
    const record = { ...matrix, checks: ['a#LIST-OK', 'fixtures#LIST-OK', 'rules/getPet#ANSWER-JSON'] };
    const known = testCase('a', ['LIST-OK']);
    expect(newCases([known], record)).toEqual([]);
    expect(newCases([known, testCase('b', ['LIST-OK']), testCase('a', ['GET-OK'])], record)).toEqual(['b', 'a']);
    expect(staleChecks(record, [known])).toEqual([]);
    expect(staleChecks(record, [testCase('a', ['GET-OK'])])).toEqual(['a#LIST-OK']);
  });
});

describe('the few cases that catch a service', () => {
  it.each([
    ['the one that finds all', { a: ['R'], b: ['R', 'S'] }, ['b']],
    ['as many as find all', { a: ['R'], b: ['S'] }, ['a', 'b']],
    ['three at most, the best first', { a: ['R'], b: ['S'], c: ['T', 'U'], d: ['V'] }, ['c', 'a', 'b']],
    ['rather one that sends little', { 'generated/page/1': ['R'], 'list/limit/20': ['R'] }, ['list/limit/20']],
    ['none, so all, where only fixtures find something', {}, null],
  ])('are %s', (_, violatedBy, cases) => {
    expect(chooseFewCases(summary('fault/any', { violatedBy }))).toEqual(cases);
  });
});
