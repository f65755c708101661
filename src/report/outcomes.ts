import type { Check, ReportedOutcome, RequirementOutcome, RequirementResult } from './report.ts';

/** What every format shows of an outcome: a satisfied check is verified, and a violated recommendation is a warning. */
export type Mark = Exclude<RequirementOutcome | ReportedOutcome, 'satisfied'> | 'warning';

/** The word of an outcome, and its meaning in one line. */
interface OutcomeEntry {
  readonly word: string;
  readonly meaning: string;
}

/** The one table of outcomes, those that matter most to a reader first. The page has a sign and a colour for each. */
const OUTCOMES: Readonly<Record<Mark, OutcomeEntry>> = {
  violated: { word: 'violated', meaning: 'A response breaks what the contract requires.' },
  warning: { word: 'warning', meaning: 'A response breaks what a standard recommends. It never gates.' },
  deviating: { word: 'deviating', meaning: 'Violated, but on the list of known deviations. It does not gate.' },
  'harness-error': { word: 'suite fault', meaning: 'The suite failed. This says nothing about the service.' },
  'not-verified': { word: 'not verified', meaning: 'The run could not decide it. The reason says what to do.' },
  verified: { word: 'verified', meaning: 'Every judged response is correct.' },
  'not-applicable': {
    word: 'not applicable',
    meaning: 'It cannot be tested on this service, in this profile, or on this date.',
  },
  observed: {
    word: 'observed',
    meaning: 'The contract does not specify it. The report says what this service does.',
  },
  'not-testable': { word: 'not testable', meaning: 'No request can test it.' },
};

/** Every mark, in the order of the table. */
export const MARKS: readonly Mark[] = Object.keys(OUTCOMES).filter(isMark);

function isMark(name: string): name is Mark {
  return Object.hasOwn(OUTCOMES, name);
}

/** An outcome in words. */
export function wordOf(mark: Mark): string {
  return OUTCOMES[mark].word;
}

/** What an outcome means, in one line. */
export function meaningOf(mark: Mark): string {
  return OUTCOMES[mark].meaning;
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
  if (outcome === 'satisfied') return 'verified';
  return outcome === 'violated' && requirement !== undefined && requirement.level !== 'required' ? 'warning' : outcome;
}
