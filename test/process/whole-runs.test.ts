import { beforeAll, describe, expect, it } from 'vitest';
import { fleet } from '../../lab/hostile/fleet.ts';
import type { FleetRun } from '../../lab/hostile/judge-fleet.ts';
import { oneOfEachKind } from '../../lab/hostile/one-of-each-kind.ts';
import { runFleetProcess } from '../../lab/hostile/run-fleet-process.ts';
import { expectTruth, named } from './hostile-truth.ts';

const LANES = 3;

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
