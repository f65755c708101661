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
  satisfied: 'verified',
  observed: 'observed',
  'not-applicable': 'not applicable',
  'not-testable': 'not testable',
};

/** What an outcome means, in one line. */
export const MEANINGS = {
  violated: 'A response breaks what the contract requires.',
  deviating: 'Violated, as the list of known deviations says. It does not gate.',
  warning: 'A response breaks what a standard recommends. It never gates.',
  'harness-error': 'The suite failed. This says nothing about the service.',
  'not-verified': 'Nothing settled it. The reason says what to supply.',
  verified: 'Every response that was judged is right.',
  observed: 'The contract leaves it open. The report says what this service does.',
  'not-applicable': 'It cannot be tried on this service, in this profile, or on this date.',
  'not-testable': 'No request can show it.',
} as const satisfies Readonly<Record<Exclude<Mark, 'satisfied'>, string>>;

/** Every mark in the order in which it matters to a reader. */
export const LEGEND = [
  'violated',
  'warning',
  'deviating',
  'harness-error',
  'not-verified',
  'verified',
  'not-applicable',
  'observed',
  'not-testable',
] as const satisfies readonly Mark[];

/** An outcome in words. A satisfied check is called verified, like its requirement. */
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
