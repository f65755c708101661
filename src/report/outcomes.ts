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
  deviating: 'Violated, but on the list of known deviations. It does not gate.',
  warning: 'A response breaks what a standard recommends. It never gates.',
  'harness-error': 'The suite failed. This says nothing about the service.',
  'not-verified': 'The run could not decide it. The reason says what to do.',
  verified: 'Every judged response is correct.',
  observed: 'The contract does not specify it. The report says what this service does.',
  'not-applicable': 'It cannot be tested on this service, in this profile, or on this date.',
  'not-testable': 'No request can test it.',
} as const satisfies Readonly<Record<Exclude<Mark, 'satisfied'>, string>>;

/** Every mark, those that matter most to a reader first. */
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

/** Whether a violated requirement only warns, because the contract does not require it. */
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
