import type { CaseDescription } from '../src/suite/case.ts';
import { findRequirement } from '../src/contract/requirements.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import type { CatalogueSize } from './fleet.ts';
import type { Summary } from './summary.ts';

/** Some cases, and the requirements that they find violated on a service. */
export interface FewCases {
  readonly cases: readonly string[];
  readonly violated: readonly string[];
}

/** By catalogue size: the violated requirements of a service, or why the run missed the fault. */
export type BySize = Readonly<Record<CatalogueSize, readonly string[] | string>>;

/** Which check catches which service, from runs of the fleet. Committed as docs/kill-matrix.json. */
export interface KillMatrix {
  /** The digest of the suite's sources at the last run over the whole fleet. */
  readonly sources: string;
  /** Ids of all checks that were settled on at least one service. Append new ids: others refer to their positions. */
  readonly checks: readonly string[];
  /** By service id, broken or compliant: positions in `checks` of the violated checks. */
  readonly kills: Readonly<Record<string, readonly number[]>>;
  /** By service id: few cases that also catch it. Only for deterministic faults. */
  readonly few: Readonly<Record<string, FewCases>>;
  /** By service id: the judgements in larger catalogues. Holds a sample of the faults, and all compliant variants. */
  readonly sizes: Readonly<Record<string, BySize>>;
}

/** Replaces the rows of some services. */
export function withRows(
  matrix: KillMatrix,
  summaries: readonly Summary[],
  few: Readonly<Record<string, FewCases>>,
): KillMatrix {
  const checks = [...new Set([...matrix.checks, ...summaries.flatMap(({ settled }) => settled).toSorted()])];
  const places = new Map(checks.map((check, place) => [check, place]));
  const kills = new Map(Object.entries(matrix.kills));
  const chosen = new Map(Object.entries(matrix.few));
  for (const { id, violatedChecks } of summaries) {
    kills.delete(id);
    chosen.delete(id);
    const killing = violatedChecks.flatMap((check) => places.get(check) ?? []);
    // The empty row of a fault says that it was missed, not that no run has judged it.
    if (killing.length > 0 || id.startsWith('fault/'))
      kills.set(
        id,
        killing.toSorted((left, right) => left - right),
      );
    const cases = few[id];
    if (cases !== undefined) chosen.set(id, cases);
  }
  return { ...matrix, checks, kills: sorted(kills), few: sorted(chosen) };
}

/** Removes services without a summary, and checks that no summary settles. */
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
    few: Object.fromEntries(kept(matrix.few)),
    sizes: Object.fromEntries(kept(matrix.sizes)),
  };
}

function sorted<T>(entries: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** The checks that were violated on a service. */
export function checksOn(service: string, { checks, kills }: KillMatrix): readonly string[] {
  return (kills[service] ?? []).flatMap((place) => checks[place] ?? []);
}

/** How many faults runs have judged, how many of these are caught, and how many no run has judged yet. */
export function countCaught(
  faults: readonly { readonly id: string }[],
  { kills }: KillMatrix,
): { readonly judged: number; readonly caught: number; readonly unjudged: number } {
  const rows = faults.map(({ id }) => kills[`fault/${id}`]).filter((row) => row !== undefined);
  const caught = rows.filter((killing) => killing.length > 0).length;
  return { judged: rows.length, caught, unjudged: faults.length - rows.length };
}

/** The requirements that were violated on a service. */
export function violatedOn(service: string, matrix: KillMatrix): ReadonlySet<string> {
  return new Set(checksOn(service, matrix).map(requirementOf));
}

/** The services that a check catches. */
export function caughtBy({ checks, kills }: KillMatrix, check: string): readonly string[] {
  const place = checks.indexOf(check);
  return Object.entries(kills).flatMap(([id, killing]) => (killing.includes(place) ? [id] : []));
}

/** The cases with at least one check that is not recorded. */
export function newCases(cases: readonly CaseDescription[], { checks }: KillMatrix): readonly string[] {
  const known = new Set(checks);
  return cases
    .filter(({ caseId, requirements }) =>
      requirements.some((id) => findRequirement(id)?.level !== 'unspecified' && !known.has(`${caseId}#${id}`)),
    )
    .map(({ caseId }) => caseId);
}

/** The checks that no service violates, in the matrix or in `now`. Nothing shows that such a check can fail. */
export function idleChecks({ checks, kills }: KillMatrix, now: readonly Summary[] = []): readonly string[] {
  const killing = new Set([
    ...Object.values(kills).flatMap((places) => places.map((place) => checks[place])),
    ...now.flatMap(({ violatedChecks }) => violatedChecks),
  ]);
  const all = new Set([...checks, ...now.flatMap(({ settled }) => settled)]);
  return [...all].filter((check) => !killing.has(check));
}

/** The recorded checks that no current case makes. */
export function staleChecks({ checks }: KillMatrix, cases: readonly CaseDescription[]): readonly string[] {
  const cited = new Set(cases.flatMap(({ caseId, requirements }) => requirements.map((id) => `${caseId}#${id}`)));
  return checks.filter((check) => !cited.has(check) && !/^(fixtures#|rules\/)/.test(check));
}

/** The faults whose recorded violations differ from their declaration, for required requirements. */
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
