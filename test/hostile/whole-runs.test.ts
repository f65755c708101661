import { beforeAll, describe, expect, it } from 'vitest';
import { fleet } from './fleet.ts';
import type { HostileTarget } from './hostile-target.ts';
import { DEADLINE_SECONDS, type FleetRun } from './judge-fleet.ts';
import { oneOfEachKind } from './one-of-each-kind.ts';
import { runAllFamilies, runFleetProcess } from './run-fleet-process.ts';

const WHICH = process.env['LONG'] === 'true' ? 'all' : 'some';
const targets = WHICH === 'all' ? fleet : oneOfEachKind(fleet);
/** What a run may take beyond its deadline, to be told and folded, on a machine that does other things too. */
const SPARE_SECONDS = 9;
const LANES = 2;

/** What a broken answer violates, and nothing besides. */
const VIOLATED_BY: Readonly<Record<string, readonly string[]>> = {
  'cut-short': ['ANSWER-COMPLETE'],
  'not-http': ['ANSWER-COMPLETE'],
  undecodable: ['ANSWER-JSON'],
};

describe('a whole run against a hostile target', () => {
  let runs: readonly FleetRun[] = [];

  beforeAll(async () => {
    runs = WHICH === 'all' ? await runAllFamilies(1) : [await runFleetProcess('some', LANES)];
  }, 600_000);

  it.each(targets.map((target) => [target.id, target] as const))('%s ends in time with the truth', (id, target) => {
    const judged = runs.flatMap(({ judged: all }) => all).find((each) => each.id === id);
    expect(judged).toBeDefined();
    expect(judged?.milliseconds).toBeLessThan((DEADLINE_SECONDS + SPARE_SECONDS) * 1000);
    expect([judged?.suiteFaults, judged?.harnessErrors]).toEqual([[], 0]);
    expect(judged?.verdict).toBe(verdictOn(target));
    if (target.ending !== 'answered') expect(judged?.violated).toEqual(VIOLATED_BY[target.ending] ?? []);
  });

  it('leaves no rejection unhandled', () => {
    expect(runs.flatMap(({ unhandled }) => unhandled)).toEqual([]);
  });
});

/** Nothing that may not be the doing of the service makes it not conformant. */
function verdictOn({ ending }: HostileTarget): string {
  return ending === 'answered' || VIOLATED_BY[ending] !== undefined ? 'not conformant' : 'inconclusive';
}
