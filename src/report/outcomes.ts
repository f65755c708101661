import type { Check, ReportedOutcome, RequirementOutcome, RequirementResult } from './report.ts';

/** What every format calls an outcome. A violated recommendation is a warning. The page has a sign and a colour for each. */
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

/** Whether a violated requirement only warns, since the contract itself does not say it. */
export function isWarning({ outcome, level }: Pick<RequirementResult, 'outcome' | 'level'>): boolean {
  return outcome === 'violated' && level !== 'required';
}

/** The mark of a requirement. */
export function markOfRequirement(requirement: RequirementResult): Mark {
  return isWarning(requirement) ? 'warning' : requirement.outcome;
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
