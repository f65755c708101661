import type { Exchange } from '../../http/exchange.ts';
import type { Check, Report, ReportedCase, RequirementResult } from '../report.ts';
import { indexReport as recordsById } from '../report-index.ts';
import { representativeCheck } from '../representative-check.ts';
import { anchorsOf, type Anchors } from './anchors.ts';
import type { Place } from './markup.ts';

/** A report with what its sections look up again and again. */
export interface ReportIndex {
  readonly report: Report;
  readonly anchors: Anchors;
  readonly caseOf: (check: Check) => ReportedCase | undefined;
  readonly requirement: (id: string) => RequirementResult | undefined;
  readonly exchange: (id: string) => Exchange | undefined;
  readonly checksOf: (requirement: string) => readonly Check[];
  /** The violated requirements in the order of the table. */
  readonly violations: readonly Violation[];
  /** Those whose only violations are known deviations. */
  readonly deviations: readonly Violation[];
  /** The violation that shows an exchange in full; the other exchanges stand in a list of their own. */
  readonly shownBy: (exchange: string) => Violation | undefined;
  /** How many characters of an exchange's body are shown. */
  readonly bodyLimit: (exchange: string) => number;
  /** Whether there are so many checks and exchanges that a browser would open the page slowly if each opened. */
  readonly manyEntries: boolean;
}

/** A violated or deviating requirement with the checks that make it so; the first of them tells most. */
export interface Violation {
  readonly requirement: RequirementResult;
  readonly telling: Check | null;
  readonly others: readonly Check[];
}

/** Bodies of exchanges that show a violation are shown whole, as long as all of them together stay below this. */
const WHOLE_BODIES = 4_000_000;
/** What the bodies of all other exchanges may take up together, and the least and the most that one of them may. */
const CUT_BODIES = 1_000_000;
const LEAST_CUT = 120;
/** A normal run has two thousand. */
const MANY_ENTRIES = 5_000;
const MOST_CUT = 2_000;

/** Prepares a report for its sections. */
export function indexReport(report: Report): ReportIndex {
  const { cases, requirements, exchanges, checks } = recordsById(report);
  const found = (wanted: 'violated' | 'deviating'): readonly Violation[] =>
    report.requirements
      .filter(({ outcome }) => outcome === wanted)
      .map((requirement) => violationOf(requirement, checks.get(requirement.id) ?? [], cases));
  const violations = found('violated');
  const deviations = found('deviating');
  const shown = new Map<string, Violation>();
  for (const violation of [...violations, ...deviations]) {
    const exchange = violation.telling?.exchanges.at(-1);
    if (exchange !== undefined && exchanges.has(exchange) && !shown.has(exchange)) shown.set(exchange, violation);
  }
  return {
    report,
    anchors: anchorsOf(report),
    caseOf: (check) => cases.get(check.case),
    requirement: (id) => requirements.get(id),
    exchange: (id) => exchanges.get(id),
    checksOf: (requirement) => checks.get(requirement) ?? [],
    violations,
    deviations,
    shownBy: (exchange) => shown.get(exchange),
    bodyLimit: bodyLimits(report, exchanges),
    manyEntries: report.checks.length + report.exchanges.length > MANY_ENTRIES,
  };
}

/** Where a violated requirement is told in full. */
export function violationPlace(requirement: RequirementResult, index: Pick<ReportIndex, 'anchors'>): Place {
  return { id: `violation-${index.anchors.of(requirement).id}` };
}

function violationOf(
  requirement: RequirementResult,
  checks: readonly Check[],
  cases: ReadonlyMap<string, ReportedCase>,
): Violation {
  const violated = checks.filter(({ outcome }) => outcome === requirement.outcome);
  const telling = representativeCheck(violated, (id) => cases.get(id)) ?? null;
  return { requirement, telling, others: violated.filter((check) => check !== telling) };
}

function bodyLimits(report: Report, exchanges: ReadonlyMap<string, Exchange>): (exchange: string) => number {
  const whole = new Set<string>();
  let left = WHOLE_BODIES;
  for (const check of report.checks) {
    if (check.outcome !== 'violated' && check.outcome !== 'deviating') continue;
    for (const id of [...check.exchanges, ...check.repeatExchanges, ...check.furtherViolations]) {
      const size = bodySize(exchanges.get(id));
      if (whole.has(id) || size > left) continue;
      whole.add(id);
      left -= size;
    }
  }
  const cut = Math.floor(CUT_BODIES / Math.max(1, report.exchanges.length));
  const limit = Math.min(MOST_CUT, Math.max(LEAST_CUT, cut));
  return (exchange) => (whole.has(exchange) ? Number.POSITIVE_INFINITY : limit);
}

function bodySize(exchange: Exchange | undefined): number {
  return (exchange?.request.body?.text.length ?? 0) + (exchange?.response?.body.text.length ?? 0);
}
