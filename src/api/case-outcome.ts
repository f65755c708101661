import { findRequirement } from '../contract/requirements.ts';
import { reportedCase } from '../report/verdict/build-report.ts';
import { foldChecks, isRuleCase } from '../report/verdict/fold-checks.ts';
import type { Check, Report, Verdict } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';
import { factLines } from '../report/section.ts';
import { byId, indexOf, type Lookup } from '../report/report-index.ts';
import { checkDetailsOf, factsOf } from '../report/check-details.ts';
import type { CaseEnd } from '../suite/execution/run-cases.ts';
import type { RunRecord } from '../suite/records/records.ts';

/** How a case ended. */
export type CaseOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'skipped'; readonly reason: string };

/** The outcome of a case, from what it has recorded. It fails with a response rule that its responses violate, too. */
export function caseOutcome(records: readonly RunRecord[], end: CaseEnd): CaseOutcome {
  const { caseId } = end.description;
  const own = records.filter((record) => isOfCase(record, caseId));
  const checks = foldChecks(own, [end]);
  const failing = checks.filter(
    (check) => check.outcome === 'harness-error' || (check.outcome === 'violated' && isRequired(check)),
  );
  if (failing.length > 0) {
    const exchanges = own.flatMap((record) => (record.type === 'exchange' ? [record.exchange] : []));
    const lookup = { cases: byId([reportedCase(end.description)]), exchanges: byId(exchanges) };
    const named = failing.map((check) => ({ ...check, case: caseId }));
    return { kind: 'failed', message: describeChecks(named, lookup) };
  }
  const judged = checks.filter((check) => check.case === caseId);
  // A case without checks of its own feeds rules.
  return judged.length === 0 ? { kind: 'passed' } : unlessSettled(judged);
}

function isOfCase(record: RunRecord, caseId: string): boolean {
  if (record.type === 'exchange') return record.exchange.caseId === caseId;
  return 'caseId' in record && record.caseId === caseId;
}

/** The outcome of a rule: what the responses of the whole run show of a requirement. */
export function ruleOutcome(report: Report, requirement: string): CaseOutcome {
  const checks = report.checks.filter((check) => check.requirement === requirement && isRuleCase(check.case));
  const violated = checks.filter(({ outcome }) => outcome === 'violated');
  if (violated.length > 0) return { kind: 'failed', message: describeChecks(violated, indexOf(report)) };
  return unlessSettled(checks);
}

const SETTLED: ReadonlySet<string> = new Set(['satisfied', 'observed', 'violated']);

/** Skipped with the reason of a check, unless one settled something. */
function unlessSettled(checks: readonly Check[]): CaseOutcome {
  if (checks.some(({ outcome }) => SETTLED.has(outcome))) return { kind: 'passed' };
  const open = checks.find(({ outcome }) => outcome === 'not-verified') ?? checks[0];
  if (open === undefined) return { kind: 'skipped', reason: 'No response of this run was suitable for a judgement.' };
  const what = open.outcome === 'not-verified' ? 'Not verified' : 'Not applicable';
  const sentences = [`${what}: ${open.reason ?? 'no reason is known.'}`, open.howToResolve ?? ''];
  return { kind: 'skipped', reason: safeText(sentences.join(' ').trim()) };
}

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
        ...factLines(factsOf(checkDetailsOf(check, lookup)))
          .filter(({ label }) => label !== 'Evidence')
          .map(({ label, text }) => `  ${label}: ${text}`),
      ].join('\n');
    })
    .join('\n\n');
}
