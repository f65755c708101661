import type { JournalRecord } from '../conformance/journal.ts';
import { findRequirement } from '../contract/requirements.ts';
import { foldChecks, type CaseEnd } from '../report/fold-checks.ts';
import type { Check } from '../report/report.ts';

/** How a case ends in the terms of a test runner. */
export type CaseOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly checks: readonly Check[] }
  | { readonly kind: 'skipped'; readonly reason: string };

/**
 * Folds what a case has recorded into one outcome. It fails by a violation of what is required, or by a fault of the
 * suite, whatever else it has found; it is skipped where it settled nothing.
 */
export function caseOutcome(records: readonly JournalRecord[], end: CaseEnd): CaseOutcome {
  const checks = foldChecks(records, [end]);
  const failing = checks.filter(
    (check) => check.outcome === 'harness-error' || (check.outcome === 'violated' && isRequired(check)),
  );
  if (failing.length > 0) return { kind: 'failed', checks: failing };
  const settled = checks.some(({ outcome }) => SETTLED.has(outcome));
  const open = checks.find(({ outcome }) => outcome === 'not-verified') ?? checks[0];
  if (settled || open === undefined) return { kind: 'passed' };
  const what = open.outcome === 'not-verified' ? 'Not verified' : 'Not applicable';
  return {
    kind: 'skipped',
    reason: [`${what}: ${open.reason ?? 'no reason is known.'}`, open.supply ?? ''].join(' ').trim(),
  };
}

const SETTLED: ReadonlySet<string> = new Set(['satisfied', 'observed', 'violated']);

function isRequired({ requirement }: Check): boolean {
  return findRequirement(requirement)?.level === 'required';
}
