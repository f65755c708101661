import type { CaseDescription } from '../src/suite/case.ts';
import { findRequirement } from '../src/contract/requirements.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import type { CatalogueSize } from './fleet.ts';
import type { Summary } from './summary.ts';

/** Some cases, and the requirements that they find violated on a service. */
export interface QuickCases {
  readonly cases: readonly string[];
  readonly violated: readonly string[];
}

/** By size of the catalogue: the requirements that were violated on a service, or why a fault was not seen. */
export type BySize = Readonly<Record<CatalogueSize, readonly string[] | string>>;

/** What catches what, as runs of the fleet have shown it. Committed as docs/kill-matrix.json. */
export interface KillMatrix {
  /** The digest of the suite's sources with which the whole fleet was judged last. */
  readonly sources: string;
  /** Ids of all checks that some service let settle. A new one comes last, so that the places of the others stay. */
  readonly checks: readonly string[];
  /** By id of the service, broken or compliant: places in `checks` of those that were violated on it. */
  readonly kills: Readonly<Record<string, readonly number[]>>;
  /** By id of the service: a few cases by which it is caught as well. Only of faults that show every time. */
  readonly quick: Readonly<Record<string, QuickCases>>;
  /** By id of the service: how it was judged in larger catalogues. A sample of the faults, and all compliant variants. */
  readonly sizes: Readonly<Record<string, BySize>>;
}

/** The matrix with the rows of some services replaced. */
export function withRows(
  matrix: KillMatrix,
  summaries: readonly Summary[],
  quick: Readonly<Record<string, QuickCases>>,
): KillMatrix {
  const checks = [...new Set([...matrix.checks, ...summaries.flatMap(({ settled }) => settled).toSorted()])];
  const places = new Map(checks.map((check, place) => [check, place]));
  const kills = new Map(Object.entries(matrix.kills));
  const chosen = new Map(Object.entries(matrix.quick));
  for (const { id, violatedChecks } of summaries) {
    kills.delete(id);
    chosen.delete(id);
    const killing = violatedChecks.flatMap((check) => places.get(check) ?? []);
    if (killing.length > 0)
      kills.set(
        id,
        killing.toSorted((left, right) => left - right),
      );
    const cases = quick[id];
    if (cases !== undefined) chosen.set(id, cases);
  }
  return { ...matrix, checks, kills: sorted(kills), quick: sorted(chosen) };
}

/** The matrix without the services that are none any more, and without the checks that none of the summaries settles. */
export function pruned(matrix: KillMatrix, summaries: readonly Summary[]): KillMatrix {
  const services = new Set(summaries.map(({ id }) => id));
  const settled = new Set(summaries.flatMap((summary) => summary.settled));
  const checks = matrix.checks.filter((check) => settled.has(check));
  const places = new Map(checks.map((check, place) => [check, place]));
  const kept = <T>(rows: Readonly<Record<string, T>>): readonly (readonly [string, T])[] =>
    Object.entries(rows).filter(([id]) => services.has(id));
  const moved = (before: readonly number[]): readonly number[] =>
    before.flatMap((place) => places.get(matrix.checks[place] ?? '') ?? []);
  return {
    ...matrix,
    checks,
    kills: Object.fromEntries(kept(matrix.kills).map(([id, killing]) => [id, moved(killing)])),
    quick: Object.fromEntries(kept(matrix.quick)),
    sizes: Object.fromEntries(kept(matrix.sizes)),
  };
}

function sorted<T>(entries: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** The requirements that were violated on a service. */
export function violatedOn(service: string, { checks, kills }: KillMatrix): ReadonlySet<string> {
  return new Set((kills[service] ?? []).map((place) => requirementOf(checks[place] ?? '')));
}

/** Which services a check catches. */
export function caughtBy({ checks, kills }: KillMatrix, check: string): readonly string[] {
  const place = checks.indexOf(check);
  return Object.entries(kills).flatMap(([id, killing]) => (killing.includes(place) ? [id] : []));
}

/** The cases that judge something of which no check is recorded. */
export function newCases(cases: readonly CaseDescription[], { checks }: KillMatrix): readonly string[] {
  const known = new Set(checks);
  return cases
    .filter(({ caseId, requirements }) =>
      requirements.some((id) => findRequirement(id)?.level !== 'unspecified' && !known.has(`${caseId}#${id}`)),
    )
    .map(({ caseId }) => caseId);
}

/** The checks that no service violates, in the matrix or now: each is a check that cannot be seen to fail. */
export function idleChecks({ checks, kills }: KillMatrix, now: readonly Summary[] = []): readonly string[] {
  const killing = new Set([
    ...Object.values(kills).flatMap((places) => places.map((place) => checks[place])),
    ...now.flatMap(({ violatedChecks }) => violatedChecks),
  ]);
  const all = new Set([...checks, ...now.flatMap(({ settled }) => settled)]);
  return [...all].filter((check) => !killing.has(check));
}

/** The recorded checks that no case of today makes. */
export function staleChecks({ checks }: KillMatrix, cases: readonly CaseDescription[]): readonly string[] {
  const cited = new Set(cases.flatMap(({ caseId, requirements }) => requirements.map((id) => `${caseId}#${id}`)));
  return checks.filter((check) => !cited.has(check) && !/^(fixtures#|rules\/)/.test(check));
}

/** The faults on which the recorded checks found other required requirements violated than they declare, or none. */
export function misrecordedFaults(matrix: KillMatrix, faults: readonly Fault[]): readonly string[] {
  return faults
    .filter((fault) => {
      const violated = new Set(
        [...violatedOn(`fault/${fault.id}`, matrix)].filter((id) => findRequirement(id)?.level === 'required'),
      );
      if ('breaksSome' in fault) return violated.size === 0;
      return violated.size !== fault.breaks.length || fault.breaks.some((id) => !violated.has(id));
    })
    .map(({ id }) => id);
}

function requirementOf(check: string): string {
  return check.slice(check.lastIndexOf('#') + 1);
}
