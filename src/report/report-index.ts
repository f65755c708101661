import type { Exchange } from '../http/exchange.ts';
import type { Check, Report, ReportedCase, ReportedDeviation, RequirementResult } from './report.ts';

/** What a report holds, by id; checks by the id of their requirement. */
export interface ReportIndex {
  readonly requirements: ReadonlyMap<string, RequirementResult>;
  readonly cases: ReadonlyMap<string, ReportedCase>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly checks: ReadonlyMap<string, readonly Check[]>;
  /** The known deviation by which a check deviates. */
  readonly deviationOf: (check: Check) => ReportedDeviation | undefined;
}

/** Looks through a report once, so that nobody has to search it for each of its thousand checks. */
export function indexReport(report: Report): ReportIndex {
  const deviations = byId(report.deviations);
  return {
    requirements: byId(report.requirements),
    cases: byId(report.cases),
    exchanges: byId(report.exchanges),
    checks: Map.groupBy(report.checks, ({ requirement }) => requirement),
    deviationOf: ({ id, requirement }) => deviations.get(id) ?? deviations.get(requirement),
  };
}

/** Where an id stands twice, as in no report of ours, the first one counts. */
function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.toReversed().map((item) => [item.id, item]));
}
