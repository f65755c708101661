import { findRequirement } from '../contract/requirements.ts';
import { foldChecks } from '../report/fold-checks.ts';
import type { Check, Verdict } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';
import { safeFactsOf, reproduceCommand, violationOf } from '../report/violation.ts';
import type { CaseEnd } from '../suite/execution/executor.ts';
import type { RunRecord } from '../suite/records/records.ts';
import type { Exchange } from '../http/exchange.ts';

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
  if (failing.length > 0) return { kind: 'failed', message: describeChecks(failing, end, own) };
  const judged = checks.filter((check) => check.case === caseId);
  const unsettled = judged.find(({ outcome }) => outcome === 'not-verified') ?? judged[0];
  if (unsettled === undefined || judged.some(({ outcome }) => SETTLED.has(outcome))) return { kind: 'passed' };
  const what = unsettled.outcome === 'not-verified' ? 'Not verified' : 'Not applicable';
  const reason = [`${what}: ${unsettled.reason ?? 'no reason is known.'}`, unsettled.howToResolve ?? '']
    .join(' ')
    .trim();
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
function describeChecks(checks: readonly Check[], { description }: CaseEnd, records: readonly RunRecord[]): string {
  const exchanges = new Map<string, Exchange>(
    records.flatMap((record) => (record.type === 'exchange' ? [[record.exchange.id, record.exchange]] : [])),
  );
  const cases = new Map([[description.caseId, { ...description, id: description.caseId }]]);
  return checks
    .map((check) => {
      const row = findRequirement(check.requirement);
      const named = `${check.requirement}${row === undefined ? '' : ` (part ${row.part})`}`;
      if (check.outcome === 'harness-error')
        return `${named} could not be judged because of a fault of the suite itself: ${safeText(check.reason ?? '')}`;
      const violation = violationOf({ ...check, case: description.caseId }, { cases, exchanges });
      const command = reproduceCommand(violation);
      return [
        `${named} is violated${row === undefined ? '' : `: ${row.statement}`}`,
        ...safeFactsOf(violation)
          .filter(({ label }) => label !== 'Evidence')
          .map(({ label, text }) => `  ${label}: ${text}`),
        ...(command === null ? [] : [`  Reproduce: ${command}`]),
      ].join('\n');
    })
    .join('\n\n');
}
