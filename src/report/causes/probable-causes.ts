import { type Blockage, blockedBy } from '../blockages.ts';
import type { Report } from '../report.ts';
import { sameResponseNotice } from '../target-notices.ts';
import type { Cause, ProbableCause } from './cause.ts';
import { connectionCauses } from './connection-causes.ts';
import { createCauses } from './create-causes.ts';
import { errorCauses } from './error-causes.ts';
import { keyCauses } from './key-causes.ts';
import { listCauses } from './list-causes.ts';
import { petCauses } from './pet-causes.ts';
import { seenRun } from './seen-exchanges.ts';

/** Every cause. */
export const causes: readonly Cause[] = [
  ...keyCauses,
  ...errorCauses,
  ...listCauses,
  ...petCauses,
  ...createCauses,
  ...connectionCauses,
];

/** The causes that speak. There are none for a target that gives every request the same response: a notice says so. */
export function probableCauses({ checks, exchanges }: Pick<Report, 'checks' | 'exchanges'>): readonly ProbableCause[] {
  const all = checks.filter(({ outcome }) => outcome === 'violated');
  if (all.length === 0 || sameResponseNotice(exchanges) !== null) return [];
  const violated = Map.groupBy(all, ({ requirement }) => requirement);
  const run = seenRun(exchanges);
  return causes.flatMap((cause) => cause.judge(violated, run) ?? []);
}

/**
 * Those come first that let requests in without the right key, or by which no pet can be added. Then those that concern most
 * requirements: they explain them, or block them, and what blocks more comes first. Then those that explain most violated checks.
 */
export function rankCauses(all: readonly ProbableCause[], blockages: readonly Blockage[]) {
  return all
    .map((cause) => {
      const own = [...cause.requirements, ...cause.partly];
      // A mistake that explains a part may be none of the responses that block.
      const isShownIn = (id: string, places: Blockage['operations']): boolean =>
        cause.requirements.includes(id) || places.some((each) => cause.operations.get(id)?.has(each));
      const blocking = blockages.filter(({ by, operations }) => by.some(({ id }) => isShownIn(id, operations)));
      const blocked = blockedBy(blocking);
      return { ...cause, blocked, concerned: own.length + blocked };
    })
    .toSorted(
      (one, other) =>
        Number(other.comesFirst) - Number(one.comesFirst) ||
        other.concerned - one.concerned ||
        other.blocked - one.blocked ||
        other.checks - one.checks,
    );
}
