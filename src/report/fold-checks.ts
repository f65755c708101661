import type { CaseDescription } from '../conformance/case.ts';
import type { JournalRecord } from '../conformance/journal.ts';
import type { Judgement } from '../conformance/judgement.ts';
import { findRequirement } from '../contract/requirements.ts';
import { blankCheck, checkOfViolations, sitesOf } from './check.ts';
import { foldEveryAnswer } from './every-answer.ts';
import type { Check } from './report.ts';

/** How a case ended for the runner. A `pending` case never started. */
export interface CaseEnd {
  readonly description: CaseDescription;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Messages of errors that are no judgement: faults of the suite. */
  readonly errors: readonly string[];
}

type Stop = Extract<JournalRecord, { readonly type: 'stopped' }>;

/**
 * Folds the journal into checks: one for each requirement that a case cites, or left unsettled, and one for each rule
 * for every answer and operation. The journal alone decides; how the runner saw a case end can only add harness errors
 * and what was never begun.
 */
export function foldChecks(records: readonly JournalRecord[], cases: readonly CaseEnd[]): readonly Check[] {
  const { judged, uncited, violating } = sortJudgements(records, cases);
  const stops = new Map<string, Stop>();
  for (const record of records) {
    if (record.type === 'stopped' && !stops.has(record.caseId)) stops.set(record.caseId, record);
  }
  const checks: Check[] = [];
  for (const end of cases) {
    const { caseId } = end.description;
    const own = judged.get(caseId) ?? new Map<string, NonEmpty<Judgement>>();
    const stop = stops.get(caseId);
    for (const judgements of own.values()) checks.push(lowered(merge(caseId, judgements), end, stop));
    for (const requirement of end.description.requirements) {
      if (!own.has(requirement)) checks.push(unjudged(requirement, end, stop, violating.has(caseId)));
    }
  }
  return [...checks, ...foldEveryAnswer(records, uncited)];
}

interface SortedJudgements {
  /** By case and requirement. */
  readonly judged: ReadonlyMap<string, ReadonlyMap<string, NonEmpty<Judgement>>>;
  /** Of rules for every answer that the case does not cite. */
  readonly uncited: readonly Judgement[];
  /** The cases that found a violation of anything. */
  readonly violating: ReadonlySet<string>;
}

type NonEmpty<T> = [T, ...T[]];

function sortJudgements(records: readonly JournalRecord[], cases: readonly CaseEnd[]): SortedJudgements {
  const judged = new Map<string, Map<string, NonEmpty<Judgement>>>();
  const uncited: Judgement[] = [];
  const violating = new Set<string>();
  const cited = new Map(cases.map(({ description }) => [description.caseId, description.requirements]));
  for (const record of records) {
    if (record.type !== 'judgement') continue;
    const { caseId, judgement } = record;
    if (judgement.outcome === 'violated') violating.add(caseId);
    if (isOfEveryAnswer(judgement) && cited.get(caseId)?.includes(judgement.requirement) !== true) {
      uncited.push(judgement);
      continue;
    }
    const own = judged.get(caseId) ?? new Map<string, NonEmpty<Judgement>>();
    judged.set(caseId, own);
    const earlier = own.get(judgement.requirement);
    if (earlier === undefined) own.set(judgement.requirement, [judgement]);
    else earlier.push(judgement);
  }
  return { judged, uncited, violating };
}

/** What a rule for every answer was left unsettled by stays with the case that left it. */
function isOfEveryAnswer({ requirement, outcome }: Judgement): boolean {
  return (outcome === 'violated' || outcome === 'satisfied') && findRequirement(requirement)?.everyAnswer === true;
}

/** The heaviest judgement speaks for the check. What was left unsettled weighs more than what was seen to hold. */
const WEIGHT = { violated: 4, 'not-verified': 3, satisfied: 2, observed: 2, 'not-applicable': 1 } as const;

/** What only tells why nothing was settled is no expectation that could be violated. */
const SETTLING: ReadonlySet<string> = new Set(['satisfied', 'violated', 'observed']);

function merge(caseId: string, judgements: Readonly<NonEmpty<Judgement>>): Check {
  const heaviest = judgements.reduce((worst, next) => (WEIGHT[next.outcome] > WEIGHT[worst.outcome] ? next : worst));
  const callSites = sitesOf(judgements.filter(({ outcome }) => SETTLING.has(outcome)));
  if (heaviest.outcome === 'violated') {
    const violations = judgements.filter(({ outcome }) => outcome === 'violated');
    return { ...checkOfViolations(caseId, heaviest, violations), callSites, judgements: judgements.length };
  }
  return {
    ...blankCheck(caseId, heaviest.requirement),
    outcome: heaviest.outcome,
    expected: heaviest.expected,
    actual:
      heaviest.outcome === 'observed' ? judgements.map((judgement) => judgement.actual).join('; ') : heaviest.actual,
    pointer: heaviest.pointer,
    exchanges: [...new Set(judgements.flatMap((judgement) => judgement.exchanges))],
    callSite: heaviest.callSite,
    callSites,
    reason: heaviest.reason,
    supply: heaviest.supply,
    judgements: judgements.length,
  };
}

/** A case that could not be finished settles nothing that it cites, unless a violation was seen before. */
function lowered(check: Check, end: CaseEnd, stop: Stop | undefined): Check {
  const cited = end.description.requirements.some((requirement) => requirement === check.requirement);
  if (!cited || check.outcome !== 'satisfied') return check;
  if (end.state === 'failed') return { ...check, outcome: 'harness-error', reason: end.errors.join('; ') };
  if (stop?.outcome === 'not-verified') {
    return { ...check, outcome: 'not-verified', reason: stop.reason, supply: stop.supply };
  }
  return check;
}

function unjudged(requirement: string, end: CaseEnd, stop: Stop | undefined, violated: boolean): Check {
  const check = blankCheck(end.description.caseId, requirement);
  const callSite = end.description.place;
  if (end.state === 'failed') return { ...check, callSite, outcome: 'harness-error', reason: end.errors.join('; ') };
  if (stop !== undefined) {
    return {
      ...check,
      callSite,
      outcome: stop.outcome,
      reason: stop.reason,
      supply: stop.supply,
      exchanges: stop.exchanges,
    };
  }
  if (end.state === 'pending') {
    return {
      ...check,
      callSite,
      outcome: 'not-verified',
      reason: 'The run ended before this case began.',
      supply: 'Run again.',
    };
  }
  if (violated) {
    return {
      ...check,
      callSite,
      reason: 'The case found a violation of another requirement before it came to this one.',
    };
  }
  return {
    ...check,
    callSite,
    outcome: 'harness-error',
    reason: 'The case ended without judging this requirement, which it cites.',
  };
}
