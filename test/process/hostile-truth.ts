import { expect } from 'vitest';
import { VIOLATED_BY, verdictOn } from '../../lab/hostile/bounds.ts';
import type { HostileTarget } from '../../lab/hostile/hostile-target.ts';
import type { Judged } from '../../lab/hostile/judge-fleet.ts';

/** Fails unless a run against a hostile target ended as the target declares, without a fault of the suite. */
export function expectTruth(target: HostileTarget, judged: Judged | undefined): void {
  expect(judged).toBeDefined();
  expect([judged?.suiteFaults, judged?.harnessErrors]).toEqual([[], 0]);
  const verdict = verdictOn(target);
  expect(judged?.verdict).toBe(verdict);
  expect(judged?.end).toBeOneOf(verdict === 'conformant' ? ['complete'] : ['complete', 'deadline']);
  expect(judged?.lost).toBe(0);
  if (target.ending === 'response') return;
  const broken = VIOLATED_BY[target.ending] ?? [];
  // A broken body leaves the status, which may be wrong too.
  expect(judged?.violated.slice(0, broken.length)).toEqual(broken);
  if (broken.length === 0) expect(judged?.violated).toEqual([]);
}

/** Targets with their ids, for a test table. */
export const named = (targets: readonly HostileTarget[]) => targets.map((target) => [target.id, target] as const);
