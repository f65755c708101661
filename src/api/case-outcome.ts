import { findRequirement } from '../contract/requirements.ts';
import { foldChecks, isRuleCase } from '../report/verdict/fold-checks.ts';
import type { Check, Report, Verdict } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';
import { factLines } from '../report/section.ts';
import { byId, type Lookup } from '../report/report-index.ts';
import { factsOf, violationOf } from '../report/violation.ts';
import type { CaseEnd } from '../suite/execution/run-cases.ts';
import type { RunRecord } from '../suite/records/records.ts';

/** How a case ended. */
export type CaseOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'skipped'; readonly reason: string };

/**
 * The outcome of a case, from what it has recorded. It failed if it violates a required requirement, of a response rule too,
 * or if the suite has a fault. It is skipped if it settled nothing.
 */
export function caseOutcome(records: readonly RunRecord[], end: CaseEnd): CaseOutcome {
  const { caseId } = end.description;
  const own = records.filter(
    (record) =>
      ('caseId' in record && record.caseId === caseId) ||
      (record.type === 'exchange' && record.exchange.caseId === caseId),
  );
  const checks = foldChecks(own, [end]);
  const failing = checks.filter(
    (check) => check.outcome === 'harness-error' || (check.outcome === 'violated' && isRequired(check)),
  );
  if (failing.length > 0) {
    const { description } = end;
    const exchanges = own.flatMap((record) => (record.type === 'exchange' ? [record.exchange] : []));
    const lookup = { cases: byId([{ ...description, id: caseId }]), exchanges: byId(exchanges) };
    const named = failing.map((check) => ({ ...check, case: caseId }));
    return { kind: 'failed', message: describeChecks(named, lookup) };
  }
  const judged = checks.filter((check) => check.case === caseId);
  const unsettled = judged.find(({ outcome }) => outcome === 'not-verified') ?? judged[0];
  if (unsettled === undefined || judged.some(({ outcome }) => SETTLED.has(outcome))) return { kind: 'passed' };
  const what = unsettled.outcome === 'not-verified' ? 'Not verified' : 'Not applicable';
  const reason = [`${what}: ${unsettled.reason ?? 'no reason is known.'}`, unsettled.howToResolve ?? '']
    .join(' ')
    .trim();
  return { kind: 'skipped', reason: safeText(reason) };
}

/** The outcome of a rule: what the responses of the whole run show of a requirement. */
export function ruleOutcome(report: Report, requirement: string): CaseOutcome {
  const checks = report.checks.filter((check) => check.requirement === requirement && isRuleCase(check.case));
  const violated = checks.filter(({ outcome }) => outcome === 'violated');
  const lookup = { cases: byId(report.cases), exchanges: byId(report.exchanges) };
  if (violated.length > 0) return { kind: 'failed', message: describeChecks(violated, lookup) };
  if (checks.some(({ outcome }) => SETTLED.has(outcome))) return { kind: 'passed' };
  const reason = checks[0]?.reason ?? 'No response of this run was suitable to judge it.';
  return { kind: 'skipped', reason: safeText(reason) };
}

const SETTLED: ReadonlySet<string> = new Set(['satisfied', 'observed', 'violated']);

function isRequired({ requirement }: Check): boolean {
  return findRequirement(requirement)?.level === 'required';
}

/** A verdict with its reasons, on several lines that are inert on a terminal. */
export function describeVerdict({ outcome, reasons }: Verdict): string {
  return [`The verdict is: ${outcome}.`, ...reasons.map(({ text }) => safeText(text))].join('\n');
}

/** The failing checks of a report, on several lines that are inert on a terminal. */
function describeChecks(checks: readonly Check[], lookup: Lookup): string {
  return checks
    .map((check) => {
      const row = findRequirement(check.requirement);
      const named = `${check.requirement}${row === undefined ? '' : ` (part ${row.part})`}`;
      if (check.outcome === 'harness-error')
        return `${named} could not be judged because of a fault of the suite itself: ${safeText(check.reason ?? '')}`;
      return [
        `${named} is violated${row === undefined ? '' : `: ${row.statement}`}`,
        ...factLines(factsOf(violationOf(check, lookup)))
          .filter(({ label }) => label !== 'Evidence')
          .map(({ label, text }) => `  ${label}: ${text}`),
      ].join('\n');
    })
    .join('\n\n');
}
