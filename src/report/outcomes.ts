import type { Check, ReportedOutcome, RequirementOutcome, RequirementResult } from './report.ts';

/** What every format shows of an outcome: a satisfied check is verified, and a violated recommendation is a warning. */
export type Mark = Exclude<RequirementOutcome | ReportedOutcome, 'satisfied'> | 'warning';

/** How the page colours an outcome or a verdict. */
type Tone = 'good' | 'bad' | 'doubt' | 'open' | 'quiet';

/** The one table of outcomes, those that matter most to a reader first: the word, sign and colour, and the meaning in one line. */
export const OUTCOMES = {
  violated: { word: 'violated', sign: '×', tone: 'bad', meaning: 'A response breaks what the contract requires.' },
  warning: {
    word: 'warning',
    sign: '!',
    tone: 'doubt',
    meaning: 'A response breaks what a standard recommends. It never gates.',
  },
  deviating: {
    word: 'deviating',
    sign: '≈',
    tone: 'doubt',
    meaning: 'Violated, but on the list of known deviations. It does not gate.',
  },
  'harness-error': {
    word: 'suite fault',
    sign: '#',
    tone: 'bad',
    meaning: 'The suite failed. This says nothing about the service.',
  },
  'not-verified': {
    word: 'not verified',
    sign: '?',
    tone: 'doubt',
    meaning: 'The run could not decide it. The reason says what to do.',
  },
  verified: { word: 'verified', sign: '✓', tone: 'good', meaning: 'Every judged response is correct.' },
  'not-applicable': {
    word: 'not applicable',
    sign: '–',
    tone: 'quiet',
    meaning: 'It cannot be tested on this service, in this profile, or on this date.',
  },
  observed: {
    word: 'observed',
    sign: '○',
    tone: 'open',
    meaning: 'The contract does not specify it. The report says what this service does.',
  },
  'not-testable': { word: 'not testable', sign: '·', tone: 'quiet', meaning: 'No request can test it.' },
} as const satisfies Readonly<Record<Mark, Readonly<Record<'word' | 'sign' | 'meaning', string> & { tone: Tone }>>>;

/** Every mark, in the order of the table. */
export const MARKS: readonly Mark[] = Object.keys(OUTCOMES).filter((name): name is Mark =>
  Object.hasOwn(OUTCOMES, name),
);

/** Whether a violated requirement only warns, because the contract does not require it. */
export function isWarning({ outcome, level }: { readonly outcome: string; readonly level: string }): boolean {
  return outcome === 'violated' && level !== 'required';
}

/** The mark of a requirement. */
export function markOfRequirement(requirement: RequirementResult): Mark {
  return isWarning(requirement) ? 'warning' : requirement.outcome;
}

/** The mark of a check follows the level of its requirement. */
export function markOfCheck({ outcome }: Check, requirement: RequirementResult | undefined): Mark {
  if (outcome === 'satisfied') return 'verified';
  return requirement !== undefined && isWarning({ outcome, level: requirement.level }) ? 'warning' : outcome;
}
