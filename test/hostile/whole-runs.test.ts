import { beforeAll, describe, expect, it } from 'vitest';
import { fleet } from './fleet.ts';
import type { HostileTarget } from './hostile-target.ts';
import { judgeAllByCommand, type JudgedByCommand } from './judge-by-command.ts';
import { DEADLINE_SECONDS, type FleetRun, type Judged } from './judge-fleet.ts';
import { oneOfEachKind } from './one-of-each-kind.ts';
import { openRemoteTargets } from './remote-targets.ts';
import { runFleetProcess } from './run-fleet-process.ts';

const LONG = process.env['LONG'] === 'true';
/** What a run may take beyond its deadline, to be told and folded, on a machine that does other things too. */
const SPARE_SECONDS = 20;
const LANES = 3;
/** Bytes. */
const MOST_MEMORY = 300_000_000;
/** Those that need the most memory; all of them in `npm run test:long`. */
const HEAVY = ['content/long-line', 'content/many-duplicates'];

/** What a broken answer violates, and nothing besides. */
const VIOLATED_BY: Readonly<Record<string, readonly string[]>> = {
  'cut-short': ['ANSWER-COMPLETE'],
  'not-http': ['ANSWER-COMPLETE'],
  undecodable: ['ANSWER-JSON'],
};

function expectTruth(target: HostileTarget, judged: Judged | undefined): void {
  expect(judged).toBeDefined();
  expect(judged?.milliseconds).toBeLessThan((DEADLINE_SECONDS + SPARE_SECONDS) * 1000);
  expect([judged?.suiteFaults, judged?.harnessErrors]).toEqual([[], 0]);
  expect(judged?.verdict).toBe(verdictOn(target));
  if (target.ending !== 'answered') expect(judged?.violated).toEqual(VIOLATED_BY[target.ending] ?? []);
}

/** Nothing that may not be the doing of the service makes it not conformant. */
function verdictOn({ ending }: HostileTarget): string {
  return ending === 'answered' || VIOLATED_BY[ending] !== undefined ? 'not conformant' : 'inconclusive';
}

const named = (targets: readonly HostileTarget[]) => targets.map((target) => [target.id, target] as const);

describe('a whole run against a hostile target', () => {
  let run: FleetRun = { judged: [], unhandled: [] };

  beforeAll(async () => {
    run = await runFleetProcess(LANES);
  });

  it.each(named(oneOfEachKind(fleet)))('%s ends in time with the truth', (id, target) => {
    expectTruth(
      target,
      run.judged.find((each) => each.id === id),
    );
  });

  it('leaves no rejection unhandled', () => {
    expect(run.unhandled).toEqual([]);
  });
});

describe('the command against a hostile target', () => {
  const targets = fleet.filter(({ id }) => LONG || HEAVY.includes(id));
  let judged: readonly JudgedByCommand[] = [];

  beforeAll(async () => {
    const remote = openRemoteTargets();
    judged = await judgeAllByCommand(targets, remote);
    remote.close();
  });

  it.each(named(targets))('%s ends with the truth, and within 300 MB', (id, target) => {
    const found = judged.find((each) => each.id === id);
    expectTruth(target, found);
    expect(found?.complaint).toBe('');
    expect(found?.peakBytes).toBeLessThan(MOST_MEMORY);
  });
});
