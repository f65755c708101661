import type { CaseEnd } from '../suite/executor.ts';
import { type Judgement, isViolation, type RunRecord } from '../suite/records.ts';
import { blankCheck, checkOfViolations } from './check.ts';
import { foldRules } from './fold-rules.ts';
import type { Check } from './report.ts';

type Stop = Extract<RunRecord, { readonly type: 'stopped' }>;

/**
 * Folds the records of a run into checks: one for each requirement that a case declares, or left unsettled, and one for each
 * response rule and operation. The records alone decide; how a case ended can only add harness errors and cases that never
 * started.
 */
export function foldChecks(records: readonly RunRecord[], cases: readonly CaseEnd[]): readonly Check[] {
  const judged = new Map<string, Map<string, NonEmpty<Judgement>>>();
  const stops = new Map<string, Stop>();
  /** The cases that found a violation of anything. */
  const violating = new Set<string>();
  for (const record of records) {
    if (record.type === 'stopped' && !stops.has(record.caseId)) stops.set(record.caseId, record);
    if (isViolation(record)) violating.add(record.caseId);
    if (record.type !== 'judgement') continue;
    const { caseId, judgement } = record;
    const own = judged.get(caseId) ?? new Map<string, NonEmpty<Judgement>>();
    judged.set(caseId, own);
    const earlier = own.get(judgement.requirement);
    if (earlier === undefined) own.set(judgement.requirement, [judgement]);
    else earlier.push(judgement);
  }
  const checks: Check[] = [];
  for (const end of cases) {
    const { caseId, requirements } = end.description;
    const own = judged.get(caseId) ?? new Map<string, NonEmpty<Judgement>>();
    const stop = stops.get(caseId);
    for (const judgements of own.values()) checks.push(lowered(merge(caseId, judgements), end, stop));
    for (const requirement of requirements) {
      if (!own.has(requirement)) checks.push(unjudged(requirement, end, stop, violating.has(caseId)));
    }
  }
  return [...checks, ...foldRules(records)];
}

type NonEmpty<T> = [T, ...T[]];

/** The heaviest judgement speaks for the check. What was left unsettled weighs more than what was seen to hold. */
const WEIGHT = { violated: 4, 'not-verified': 3, satisfied: 2, observed: 2, 'not-applicable': 1 } as const;

function merge(caseId: string, judgements: Readonly<NonEmpty<Judgement>>): Check {
  const heaviest = judgements.reduce((worst, next) => (WEIGHT[next.outcome] > WEIGHT[worst.outcome] ? next : worst));
  if (heaviest.outcome === 'violated') {
    const violations = judgements.filter(({ outcome }) => outcome === 'violated');
    return { ...checkOfViolations(caseId, heaviest, violations), judgements: judgements.length };
  }
  return {
    ...blankCheck(caseId, heaviest.requirement),
    outcome: heaviest.outcome,
    expected: heaviest.expected,
    actual:
      heaviest.outcome === 'observed' ? judgements.map((judgement) => judgement.actual).join('; ') : heaviest.actual,
    pointer: heaviest.pointer,
    exchanges: [...new Set(judgements.flatMap((judgement) => judgement.exchanges))],
    reason: heaviest.reason,
    howToResolve: heaviest.howToResolve,
    judgements: judgements.length,
  };
}

/** A case that could not be finished settles nothing that it cites, unless a violation was seen before. */
function lowered(check: Check, end: CaseEnd, stop: Stop | undefined): Check {
  const cited = end.description.requirements.some((requirement) => requirement === check.requirement);
  if (!cited || check.outcome !== 'satisfied') return check;
  if (end.state === 'failed') return { ...check, outcome: 'harness-error', reason: end.errors.join('; ') };
  if (stop?.outcome === 'not-verified') {
    return { ...check, outcome: 'not-verified', reason: stop.reason, howToResolve: stop.howToResolve };
  }
  return check;
}

function unjudged(requirement: string, end: CaseEnd, stop: Stop | undefined, violated: boolean): Check {
  const check = blankCheck(end.description.caseId, requirement);
  if (end.state === 'failed') return { ...check, outcome: 'harness-error', reason: end.errors.join('; ') };
  if (stop !== undefined) {
    return {
      ...check,
      outcome: stop.outcome,
      reason: stop.reason,
      howToResolve: stop.howToResolve,
      exchanges: stop.exchanges,
    };
  }
  if (end.state === 'pending') {
    return {
      ...check,
      outcome: 'not-verified',
      reason: 'The run ended before this case started.',
      howToResolve: 'Run again.',
    };
  }
  if (violated) {
    return {
      ...check,
      reason: 'Blocked by another violation: fix that, then run again.',
    };
  }
  return {
    ...check,
    outcome: 'harness-error',
    reason: 'The case ended without judging this requirement, which it declares.',
  };
}
