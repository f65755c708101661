import type { Check, Deviation, ReportedDeviation, RequirementResult } from '../report.ts';

/** Whether a known deviation has an effect on a day, `YYYY-MM-DD` in UTC. On its last day it still has. */
export function isCurrent({ expires }: Pick<Deviation, 'expires'>, day: string): boolean {
  return expires >= day;
}

/** The checks of a run. A violation that a current deviation lists becomes deviating. */
export function applyDeviations(
  checks: readonly Check[],
  deviations: readonly Deviation[],
  day: string,
): readonly Check[] {
  const listed = new Set(deviations.filter((each) => isCurrent(each, day)).map(({ id }) => id));
  if (listed.size === 0) return checks;
  return checks.map((check) =>
    check.outcome === 'violated' && isListed(check, listed) ? { ...check, outcome: 'deviating' } : check,
  );
}

function isListed({ id, requirement }: Check, listed: ReadonlySet<string>): boolean {
  return listed.has(id) || listed.has(requirement);
}

/** The checks as they were before deviations were applied. */
export function withoutDeviations(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => (check.outcome === 'deviating' ? { ...check, outcome: 'violated' } : check));
}

/** Whether a check or a requirement is violated, by a known deviation or otherwise. */
export function isViolated({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'violated' || outcome === 'deviating';
}

/** The state of each known deviation, from the checks and requirements after the deviations were applied. */
export function settleDeviations(
  deviations: readonly Deviation[],
  checks: readonly Check[],
  requirements: readonly RequirementResult[],
  day: string,
): readonly ReportedDeviation[] {
  const outcomes = new Map<string, string>([
    ...requirements.map(({ id, outcome }) => [id, outcome] as const),
    ...checks.map(({ id, outcome }) => [id, outcome] as const),
  ]);
  return deviations.map(({ id, reason, owner, expires }) => {
    const concerned = checks.filter((check) => check.outcome === 'deviating' && isListed(check, new Set([id])));
    const isSettled = ['verified', 'satisfied'].includes(outcomes.get(id) ?? '');
    const withoutEffect = isSettled ? 'stale' : 'unsettled';
    const state = isCurrent({ expires }, day) ? (concerned.length > 0 ? 'open' : withoutEffect) : 'expired';
    return { id, reason, owner, expires, state, checks: state === 'open' ? concerned.map((check) => check.id) : [] };
  });
}

/** Why a list of known deviations is out of date, one sentence each. Such a list always gates. */
export function outdatedDeviations(deviations: readonly ReportedDeviation[]): readonly string[] {
  return deviations.flatMap(({ id, state, owner, expires }) => {
    if (state === 'stale')
      return [
        `The known deviation ${id} (${owner}) is stale: the requirement holds now. Remove the entry from the list.`,
      ];
    if (state === 'expired')
      return [`The known deviation ${id} (${owner}) expired after ${expires} and has no effect.`];
    return [];
  });
}
