import type { Report } from './report.ts';

/** A report, with its parts by their ids. */
export type ReportIndex = ReturnType<typeof indexOf>;

/** What a check refers to, by id. */
export type Lookup = Pick<ReportIndex, 'cases' | 'exchanges'>;

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
