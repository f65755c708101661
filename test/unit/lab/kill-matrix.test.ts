import { describe, expect, it } from 'vitest';
import { catchersOf, checksOf, idleChecks, type KillMatrix, misrecordedFaults } from '../../../lab/kill-matrix.ts';
import { chooseCandidates } from '../../../lab/cases-alone.ts';
import { summary } from '../../support/summary.ts';

const matrix: KillMatrix = {
  rules: '1',
  requirements: ['GET-OK', 'LIST-OK'],
  cases: {
    a: { source: '1', settles: ['LIST-OK'] },
    b: { source: '1', settles: ['GET-OK', 'LIST-OK'] },
  },
  services: {
    'fault/bad': { source: '1', violated: { 'GET-OK': ['b'], 'LIST-OK': ['b'] } },
    'fault/worse': { source: '1', violated: { 'GET-OK': ['b'] } },
  },
  sizes: { sources: '', services: {} },
};
const fault = { title: 'It is broken.', apply: () => ({}) };

function named(...faults: Parameters<typeof misrecordedFaults>[1]): readonly string[] {
  return misrecordedFaults(matrix, faults);
}

describe('the kill matrix', () => {
  it('holds every check that was settled, and the services that it catches', () => {
    expect(checksOf(matrix)).toEqual(['a#LIST-OK', 'b#GET-OK', 'b#LIST-OK']);
    expect(catchersOf('GET-OK', matrix)).toEqual(new Map([['b', ['fault/bad', 'fault/worse']]]));
    expect(catchersOf('CREATE-OK', matrix)).toEqual(new Map());
  });

  it('names the checks that catch nothing', () => {
    expect(idleChecks(matrix)).toEqual(['a#LIST-OK']);
    expect(idleChecks({ ...matrix, cases: { b: { source: '1', settles: ['GET-OK', 'LIST-OK'] } } })).toEqual([]);
  });

  it('names the faults whose record differs from their declaration', () => {
    expect(named({ ...fault, id: 'bad', breaks: ['LIST-OK', 'GET-OK'] })).toEqual([]);
    expect(named({ ...fault, id: 'bad', breaks: ['LIST-OK'] })).toEqual(['bad']);
    expect(named({ ...fault, id: 'bad', breaks: ['LIST-OK', 'GET-OK', 'CREATE-OK'] })).toEqual(['bad']);
    expect(named({ ...fault, id: 'bad', breaksSome: ['CREATE-OK'] })).toEqual([]);
    expect(named({ ...fault, id: 'not-recorded', breaksSome: ['LIST-OK'] })).toEqual(['not-recorded']);
  });
});

describe('the cases that are tried alone', () => {
  it.each([
    ['first the one that finds most', { a: ['R'], b: ['R', 'S'] }, ['b', 'a']],
    ['two that find something', { a: ['R'], b: ['S'], c: ['T', 'U'], d: ['V'] }, ['c', 'a']],
    ['first the one that sends least', { 'generated/page/1': ['R'], a: ['R'] }, ['a', 'generated/page/1']],
    ['none that find something, if only fixtures do', {}, []],
  ])('are %s', (_, violatedBy, cases) => {
    expect(chooseCandidates(summary('fault/any', { violatedBy }))).toEqual([...cases, 'list/limit/20']);
  });
});
