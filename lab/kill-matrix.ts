import { findRequirement } from '../src/contract/requirements.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import type { CatalogueSize } from './fleet.ts';

/** What runs of the fleet found. Committed as docs/kill-matrix.json. */
export interface KillMatrix {
  /** The digest of the shared sources at the last run over the whole fleet. */
  readonly rules: string;
  /** The ids of all requirements. They are permanent. */
  readonly requirements: readonly string[];
  /** By case id. Fixtures and response rules have a row too, such as `rules/getPet`. */
  readonly cases: Readonly<Record<string, CaseRow>>;
  /** By service id, such as `fault/limit-ignored`. */
  readonly services: Readonly<Record<string, ServiceRow>>;
  readonly sizes: SizeRecord;
}

export interface CaseRow {
  /** The digest of the block that defines the case. Empty for fixtures and response rules. */
  readonly source: string;
  /** The requirements that the case found satisfied or violated on at least one service. */
  readonly settles: readonly string[];
  /** The services that were judged with this block. Absent if every recorded service was. */
  readonly ranOn?: readonly string[];
}

export interface ServiceRow {
  /** The digest of the block that defines the service. */
  readonly source: string;
  /** By violated requirement: the cases that found it. */
  readonly violated: Readonly<Record<string, readonly string[]>>;
  /** Only for steady faults: a case that catches the fault without the others. */
  readonly alone?: AloneRow;
}

export interface AloneRow {
  readonly case: string;
  /** The requirements that the case finds violated each time. */
  readonly violated: readonly string[];
}

/** By catalogue size: the violated requirements of a service, or why the run missed the fault. */
export type BySize = Readonly<Record<CatalogueSize, readonly string[] | string>>;

/** The judgements in larger catalogues, of all compliant variants and a sample of the faults. */
interface SizeRecord {
  /** The digest of the shared sources, the cases and the services of the sample. */
  readonly sources: string;
  readonly services: Readonly<Record<string, BySize>>;
}

/** All checks that were settled on at least one service, as `case#REQUIREMENT`. */
export function checksOf({ cases }: KillMatrix): readonly string[] {
  return Object.entries(cases).flatMap(([id, { settles }]) => settles.map((requirement) => `${id}#${requirement}`));
}

/** The checks that were violated on a service. */
export function checksOn(service: string, { services }: KillMatrix): readonly string[] {
  return Object.entries(services[service]?.violated ?? {}).flatMap(([requirement, cases]) =>
    cases.map((id) => `${id}#${requirement}`),
  );
}

/** By case id, the services on which the case found a requirement violated. */
export function catchersOf(requirement: string, { services }: KillMatrix): ReadonlyMap<string, readonly string[]> {
  const found = Object.entries(services).flatMap(([service, { violated }]) =>
    (violated[requirement] ?? []).map((caseId) => ({ caseId, service })),
  );
  const groups = Map.groupBy(found, ({ caseId }) => caseId);
  return new Map([...groups].map(([caseId, group]) => [caseId, group.map(({ service }) => service)]));
}

/** The checks that no service violates. Nothing shows that such a check can fail. */
export function idleChecks(matrix: KillMatrix): readonly string[] {
  const killing = new Set(Object.keys(matrix.services).flatMap((service) => checksOn(service, matrix)));
  return checksOf(matrix).filter((check) => !killing.has(check));
}

/** The faults whose recorded violations differ from their declaration, for required requirements. */
export function misrecordedFaults({ services }: KillMatrix, faults: readonly Fault[]): readonly string[] {
  return faults
    .filter((fault) => {
      const violated = Object.keys(services[`fault/${fault.id}`]?.violated ?? {}).filter(
        (id) => findRequirement(id)?.level === 'required',
      );
      if ('breaksSome' in fault) return violated.length === 0;
      return violated.length !== fault.breaks.length || fault.breaks.some((id) => !violated.includes(id));
    })
    .map(({ id }) => id);
}
