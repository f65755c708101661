import { describe, expect, it } from 'vitest';
import { caughtBy, idleChecks, idleSites, killMatrixOf, uncaughtFaults } from '../../../lab/kill-matrix.ts';
import type { Summary } from '../../../lab/summary.ts';

function summary(id: string, fields: Partial<Summary>): Summary {
  return {
    id,
    verdict: 'conformant',
    milliseconds: 1,
    violated: [],
    warned: [],
    notVerified: [],
    notApplicable: [],
    outcomes: {},
    violatedChecks: [],
    settled: [],
    first: null,
    harnessErrors: [],
    suiteFaults: [],
    judgedAt: [],
    violatedAt: [],
    ...fields,
  };
}

const good = summary('lawful/good', {
  settled: ['b#R', 'a#R', 'c#R'],
  judgedAt: ['specs/a.spec.ts:1', 'specs/b.spec.ts:2'],
});
const bad = summary('fault/bad', {
  settled: ['a#R', 'b#R'],
  violatedChecks: ['b#R', 'a#R'],
  judgedAt: ['specs/a.spec.ts:1'],
  violatedAt: ['specs/a.spec.ts:1'],
});
const missed = summary('fault/missed', { settled: ['a#R'] });

describe('the kill matrix', () => {
  const matrix = killMatrixOf([good, bad, missed]);

  it('holds every check that was settled and what was violated on which service', () => {
    expect(matrix).toEqual({
      checks: ['a#R', 'b#R', 'c#R'],
      kills: { 'fault/bad': [0, 1] },
      sites: ['specs/a.spec.ts:1', 'specs/b.spec.ts:2'],
    });
  });

  it('names the checks that catch nothing', () => {
    expect(idleChecks(matrix)).toEqual(['c#R']);
    expect(idleChecks(killMatrixOf([bad]))).toEqual([]);
  });

  it('names the faults that nothing catches', () => {
    expect(uncaughtFaults(matrix, [{ id: 'bad' }, { id: 'missed' }])).toEqual(['missed']);
    expect(uncaughtFaults(matrix, [{ id: 'bad' }])).toEqual([]);
  });

  it('names the lines that were never seen to find a violation', () => {
    expect(idleSites([good, bad])).toEqual(['specs/b.spec.ts:2']);
    expect(idleSites([bad])).toEqual([]);
  });

  it('tells what a check catches', () => {
    expect(caughtBy(matrix, 'a#R')).toEqual(['fault/bad']);
    expect(caughtBy(matrix, 'c#R')).toEqual([]);
  });
});
