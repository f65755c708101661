import { beforeAll, describe, expect, it } from 'vitest';
import { showsViolation, VIOLATED_BY } from '../../lab/hostile/bounds.ts';
import { fleet } from '../../lab/hostile/fleet.ts';
import type { HostileTarget } from '../../lab/hostile/hostile-target.ts';
import { judgeAllByCommand, type JudgedByCommand } from '../../lab/hostile/judge-by-command.ts';
import type { FleetRun, Judged } from '../../lab/hostile/judge-fleet.ts';
import { oneOfEachKind } from '../../lab/hostile/one-of-each-kind.ts';
import { openRemoteTargets } from '../../lab/hostile/remote-targets.ts';
import { runFleetProcess } from '../../lab/hostile/run-fleet-process.ts';

const LONG = process.env['LONG'] === 'true';
const LANES = 3;
/** Bytes. */
const MOST_MEMORY = 300_000_000;
/** Those that need the most memory; all of them in `npm run test:long`. */
const HEAVY = ['content/long-line', 'content/many-duplicates'];

function expectTruth(target: HostileTarget, judged: Judged | undefined): void {
  expect(judged).toBeDefined();
  expect([judged?.suiteFaults, judged?.harnessErrors]).toEqual([[], 0]);
  expect(judged?.verdict).toBe(showsViolation(target) ? 'not conformant' : 'inconclusive');
  expect(['complete', showsViolation(target) ? 'interrupted' : 'deadline']).toContain(judged?.end);
  if (target.ending !== 'answered') expect(judged?.violated).toEqual(VIOLATED_BY[target.ending] ?? []);
}

const named = (targets: readonly HostileTarget[]) => targets.map((target) => [target.id, target] as const);

describe('a whole run against a hostile target', () => {
  let run: FleetRun = { judged: [], unhandled: [] };

  beforeAll(async () => {
    run = await runFleetProcess(LANES);
  });

  it.each(named(oneOfEachKind(fleet)))('%s ends with the truth', (id, target) => {
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
