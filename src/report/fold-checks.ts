import type { CaseDescription } from '../conformance/case.ts';
import type { JournalRecord } from '../conformance/journal.ts';
import type { Judgement } from '../conformance/judgement.ts';
import type { Check } from './report.ts';

/** How a case ended for the test runner. `pending` cases were never begun. */
export interface CaseEnd {
  readonly description: CaseDescription;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Messages of errors that are no judgement: faults of the suite. */
  readonly errors: readonly string[];
}

type Stop = Extract<JournalRecord, { readonly type: 'stopped' }>;

/**
 * Folds the journal into checks: one for each requirement that a case judged or cites. The journal alone decides; how
 * the runner saw a case end can only add harness errors and what was never begun.
 */
export function foldChecks(records: readonly JournalRecord[], cases: readonly CaseEnd[]): readonly Check[] {
  const judged = groupJudgements(records);
  const stops = new Map<string, Stop>();
  for (const record of records) {
    if (record.type === 'stopped' && !stops.has(record.caseId)) stops.set(record.caseId, record);
  }
  const checks: Check[] = [];
  for (const end of cases) {
    const { caseId } = end.description;
    const own = judged.get(caseId) ?? new Map<string, Judgement[]>();
    const stop = stops.get(caseId);
    for (const [requirement, judgements] of own) {
      checks.push(lowered(merge(caseId, requirement, judgements), end, stop));
    }
    for (const requirement of end.description.requirements) {
      if (!own.has(requirement)) checks.push(unjudged(requirement, end, stop, hasViolation(own)));
    }
  }
  return checks;
}

function groupJudgements(records: readonly JournalRecord[]): Map<string, Map<string, Judgement[]>> {
  const cases = new Map<string, Map<string, Judgement[]>>();
  for (const record of records) {
    if (record.type !== 'judgement') continue;
    const { caseId, judgement } = record;
    const own = cases.get(caseId) ?? new Map<string, Judgement[]>();
    cases.set(caseId, own);
    own.set(judgement.requirement, [...(own.get(judgement.requirement) ?? []), judgement]);
  }
  return cases;
}

/** The heaviest judgement speaks for the check. What was left unsettled weighs more than what was seen to hold. */
const WEIGHT = { violated: 4, 'not-verified': 3, satisfied: 2, observed: 2, 'not-applicable': 1 } as const;

function merge(caseId: string, requirement: string, judgements: readonly Judgement[]): Check {
  const heaviest = judgements.reduce((worst, next) => (WEIGHT[next.outcome] > WEIGHT[worst.outcome] ? next : worst));
  const violations = judgements.filter((judgement) => judgement.outcome === 'violated');
  const exchanges =
    heaviest.outcome === 'violated' ? heaviest.exchanges : judgements.flatMap((judgement) => judgement.exchanges);
  return {
    ...blank(caseId, requirement),
    outcome: heaviest.outcome,
    expected: heaviest.expected,
    actual:
      heaviest.outcome === 'observed' ? judgements.map((judgement) => judgement.actual).join('; ') : heaviest.actual,
    pointer: heaviest.pointer,
    exchanges: [...new Set(exchanges)],
    callSite: heaviest.callSite,
    callSites: sitesOf(judgements),
    violatedAt: sitesOf(violations),
    reason: heaviest.reason,
    supply: heaviest.supply,
    judgements: judgements.length,
    violations: violations.length,
  };
}

function sitesOf(judgements: readonly Judgement[]): readonly string[] {
  return [...new Set(judgements.map((judgement) => judgement.callSite))];
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

function hasViolation(judged: ReadonlyMap<string, readonly Judgement[]>): boolean {
  return [...judged.values()].flat().some((judgement) => judgement.outcome === 'violated');
}

function unjudged(requirement: string, end: CaseEnd, stop: Stop | undefined, violated: boolean): Check {
  const check = blank(end.description.caseId, requirement);
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

function blank(caseId: string, requirement: string): Check {
  return {
    id: `${caseId}#${requirement}`,
    requirement,
    case: caseId,
    outcome: 'not-verified',
    expected: '',
    actual: '',
    pointer: null,
    exchanges: [],
    callSite: '',
    callSites: [],
    violatedAt: [],
    reason: null,
    supply: null,
    judgements: 0,
    violations: 0,
    unstable: null,
    repeatExchanges: [],
  };
}
