import { beforeAll, describe, expect, it } from 'vitest';
import recorded from '../../docs/kill-matrix.json' with { type: 'json' };
import { faults } from '../../src/reference/faults/index.ts';
import { lawfulServices } from '../../src/reference/lawful/index.ts';
import { judgeFleet } from '../../lab/fleet-run.ts';
import { idleChecks, idleSites, killMatrixOf, uncaughtFaults, type KillMatrix } from '../../lab/kill-matrix.ts';
import type { Summary } from '../../lab/summary.ts';

// Every broken and every lawful service is judged once, all in one process, and each is a test of its own.

let summaries: ReadonlyMap<string, Summary> = new Map();

beforeAll(async () => {
  summaries = await judgeFleet('--all');
});

/** The summary of one service; its own faults fail the test. */
function summaryOf(id: string): Summary {
  const summary = summaries.get(id);
  if (summary === undefined) throw new Error(`${id} was not judged`);
  expect(summary.harnessErrors).toEqual([]);
  expect(summary.suiteFaults).toEqual([]);
  return summary;
}

describe('detection: a service that is broken in one way is not conformant, for the reason that it declares', () => {
  it.each(faults.map((fault) => [fault.id, fault] as const))('%s', (id, fault) => {
    const { verdict, violated, first } = summaryOf(`fault/${id}`);
    expect(verdict, first ?? '').toBe('not conformant');
    if ('breaks' in fault) expect(violated.toSorted(), first ?? '').toEqual(fault.breaks.toSorted());
    else
      expect(
        violated.filter((each) => !fault.breaksSome.includes(each)),
        first ?? '',
      ).toEqual([]);
  });
});

describe('fairness: a service that the contract allows is not accused', () => {
  it.each(lawfulServices.map((lawful) => [lawful.id, lawful] as const))('%s', (id, { expects }) => {
    const { verdict, violated, first, notApplicable, notVerified } = summaryOf(`lawful/${id}`);
    expect(violated, first ?? '').toEqual([]);
    expect(verdict).toBe(expects.verdict);
    expect(notApplicable).toEqual(expect.arrayContaining([...(expects.notApplicable ?? [])]));
    expect(notVerified).toEqual(expect.arrayContaining([...(expects.notVerified ?? [])]));
  });
});

describe('the kill matrix', () => {
  const before: KillMatrix = recorded;
  /** Of faults that show now and then, whatever they were ever seen to break counts. */
  const withUnsteady = (): KillMatrix => {
    const now = killMatrixOf([...summaries.values()]);
    const unsteady = faults.filter((fault) => 'breaksSome' in fault).map(({ id }) => `fault/${id}`);
    const seen = unsteady.flatMap((id) => (before.kills[id] ?? []).map((place) => before.checks[place] ?? ''));
    const places = seen.map((check) => now.checks.indexOf(check)).filter((place) => place !== -1);
    return { ...now, kills: { ...now.kills, unsteady: places } };
  };

  it('has no check that catches no fault', () => {
    expect(idleChecks(withUnsteady())).toEqual([]);
  });

  it('has no fault that no check catches', () => {
    expect(uncaughtFaults(withUnsteady(), faults)).toEqual([]);
  });

  it('has seen every line of specs/ that judges find a violation', () => {
    expect(idleSites([...summaries.values()])).toEqual([]);
  });

  it('is recorded for the services of today: else run npm run detection', () => {
    const judged = Object.keys(before.kills);
    expect(faults.map(({ id }) => `fault/${id}`).filter((id) => !judged.includes(id))).toEqual([]);
    const known = new Set([
      ...faults.map(({ id }) => `fault/${id}`),
      ...lawfulServices.map(({ id }) => `lawful/${id}`),
    ]);
    expect(judged.filter((id) => !known.has(id))).toEqual([]);
  });

  it('is recorded for the checks of today: else run npm run detection', () => {
    const now = killMatrixOf([...summaries.values()]);
    expect(now.checks.filter((check) => !before.checks.includes(check))).toEqual([]);
    expect(before.checks.filter((check) => !now.checks.includes(check))).toEqual([]);
  });
});
