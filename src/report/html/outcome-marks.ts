import type { Check, ReportedOutcome, RequirementOutcome, RequirementResult } from '../report.ts';

/** How an outcome is named on the page; each name has a colour and a sign of its own in page.css. */
export type Mark = RequirementOutcome | ReportedOutcome | 'warning';

const WORDS: Readonly<Record<Mark, string>> = {
  violated: 'violated',
  deviating: 'deviating',
  warning: 'warning',
  'harness-error': 'suite fault',
  'not-verified': 'not verified',
  verified: 'verified',
  satisfied: 'satisfied',
  observed: 'observed',
  'not-applicable': 'not applicable',
  'not-testable': 'not testable',
};

/** An outcome in words. */
export function wordOf(mark: Mark): string {
  return WORDS[mark];
}

/** A violated requirement that the contract itself does not say only warns. */
export function markOfRequirement({ outcome, level }: RequirementResult): Mark {
  return outcome === 'violated' && level !== 'required' ? 'warning' : outcome;
}

/** The mark of a check follows the level of its requirement. */
export function markOfCheck({ outcome }: Check, requirement: RequirementResult | undefined): Mark {
  return outcome === 'violated' && requirement !== undefined && requirement.level !== 'required' ? 'warning' : outcome;
}

/** Requirement outcomes in the order in which they matter to a reader. */
export const REQUIREMENT_OUTCOMES: readonly RequirementOutcome[] = [
  'violated',
  'deviating',
  'not-verified',
  'verified',
  'not-applicable',
  'observed',
  'not-testable',
];

/** Check outcomes in the same order. */
export const CHECK_OUTCOMES: readonly ReportedOutcome[] = [
  'violated',
  'deviating',
  'harness-error',
  'not-verified',
  'satisfied',
  'not-applicable',
  'observed',
];
