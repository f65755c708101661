import type { Exchange } from '../http/exchange.ts';
import type { Report, ReportedCase } from './report.ts';

/** What the records of a run hold, by id. */
export interface Lookup {
  readonly cases: ReadonlyMap<string, Omit<ReportedCase, 'id'>>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
}

/** A report, with its parts by their ids. */
export type ReportIndex = ReturnType<typeof indexOf>;

/** Looks up the parts of a report. */
export function indexOf(report: Report) {
  const checks = Map.groupBy(report.checks, ({ requirement }) => requirement);
  return {
    report,
    requirements: byId(report.requirements),
    cases: byId(report.cases),
    exchanges: byId(report.exchanges),
    checksOf: (requirement: string) => checks.get(requirement) ?? [],
  };
}

/** If an id occurs twice, which a valid report never has, the first one counts. */
export function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.toReversed().map((item) => [item.id, item]));
}
