import type { Summary } from './summary.ts';

/** What catches what, as one run of the whole fleet has shown it. Committed as docs/kill-matrix.json. */
export interface KillMatrix {
  /** Ids of all checks that some service let settle, sorted. */
  readonly checks: readonly string[];
  /** By id of the service, broken or lawful: places in `checks` of those that were violated on it. */
  readonly kills: Readonly<Record<string, readonly number[]>>;
  /** Lines of `specs/` that found something to hold or violated on some service, sorted. */
  readonly sites: readonly string[];
}

/** Draws the matrix from the summaries of a fleet. */
export function killMatrixOf(summaries: readonly Summary[]): KillMatrix {
  const checks = [...new Set(summaries.flatMap(({ settled }) => settled))].sort();
  const places = new Map(checks.map((check, place) => [check, place]));
  const kills = summaries
    .filter(({ violatedChecks }) => violatedChecks.length > 0)
    .map(({ id, violatedChecks }): [string, number[]] => [
      id,
      violatedChecks.flatMap((check) => places.get(check) ?? []).sort((left, right) => left - right),
    ]);
  return {
    checks,
    kills: Object.fromEntries(kills),
    sites: [...new Set(summaries.flatMap(({ judgedAt }) => judgedAt))].sort(),
  };
}

/** The checks that no service of the fleet violates: each is a check that cannot be seen to fail. */
export function idleChecks({ checks, kills }: KillMatrix): readonly string[] {
  const killing = new Set(Object.values(kills).flat());
  return checks.filter((_, place) => !killing.has(place));
}

/** The faults that no check catches. */
export function uncaughtFaults({ kills }: KillMatrix, faults: readonly { readonly id: string }[]): readonly string[] {
  return faults.map(({ id }) => id).filter((id) => (kills[`fault/${id}`] ?? []).length === 0);
}

/** The lines of `specs/` that have judged and were never seen to find a violation. */
export function idleSites(summaries: readonly Summary[]): readonly string[] {
  const violated = new Set(summaries.flatMap(({ violatedAt }) => violatedAt));
  return killMatrixOf(summaries).sites.filter((site) => !violated.has(site));
}

/** Which services a check catches. */
export function caughtBy({ checks, kills }: KillMatrix, check: string): readonly string[] {
  const place = checks.indexOf(check);
  return Object.entries(kills).flatMap(([id, killing]) => (killing.includes(place) ? [id] : []));
}
