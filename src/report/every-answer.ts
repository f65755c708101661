import type { JournalRecord } from '../conformance/journal.ts';
import type { Judgement } from '../conformance/judgement.ts';
import { findRequirement } from '../contract/requirements.ts';
import type { OperationId } from '../target/exchange.ts';
import { blankCheck, checkOfViolations } from './check.ts';
import type { Check, ReportedCase } from './report.ts';

/** What was found of one rule on all answers of one operation. */
interface RuleFound {
  readonly operation: OperationId;
  readonly requirement: string;
  readonly kept: string[];
  readonly violations: Judgement[];
}

const CASE_PREFIX = 'every-answer/';

/**
 * Folds the rules for every answer into one check for each rule and operation: every exchange of a run is judged by
 * them, whichever case sent it. `uncited` was judged by cases that do not cite the rule. Satisfied where all answers keep
 * it, violated where one does not.
 */
export function foldEveryAnswer(records: readonly JournalRecord[], uncited: readonly Judgement[]): readonly Check[] {
  const operations = new Map<string, OperationId>();
  const omitted = new Set<string>();
  for (const record of records) {
    if (record.type === 'exchange') operations.set(record.exchange.id, record.exchange.operation);
    if (record.type !== 'omitted') continue;
    operations.set(record.exchange, record.operation);
    omitted.add(record.exchange);
  }
  const rules = new Map<string, RuleFound>();
  function ruleOf(requirement: string, exchange: string | undefined): RuleFound {
    const operation = operations.get(exchange ?? '') ?? 'other';
    const key = `${operation} ${requirement}`;
    const found = rules.get(key) ?? { operation, requirement, kept: [], violations: [] };
    rules.set(key, found);
    return found;
  }
  for (const record of records) {
    if (record.type !== 'kept') continue;
    for (const [requirement, exchanges] of Object.entries(record.rules)) {
      for (const exchange of exchanges) ruleOf(requirement, exchange).kept.push(exchange);
    }
  }
  for (const judgement of uncited) {
    const found = ruleOf(judgement.requirement, judgement.exchanges[0]);
    if (judgement.outcome === 'violated') found.violations.push(judgement);
    else found.kept.push(...judgement.exchanges.slice(0, 1));
  }
  return [...rules.values()].map((found) => checkOf(found, omitted));
}

function checkOf({ operation, requirement, kept, violations }: RuleFound, omitted: ReadonlySet<string>): Check {
  const judgements = kept.length + violations.length;
  const caseId = `${CASE_PREFIX}${operation}`;
  const callSites = [...new Set([`every answer: ${requirement}`, ...violations.map(({ callSite }) => callSite)])];
  const [first] = violations;
  if (first !== undefined) return { ...checkOfViolations(caseId, first, violations), callSites, judgements };
  return {
    ...blankCheck(caseId, requirement),
    outcome: 'satisfied',
    expected: findRequirement(requirement)?.statement ?? '',
    actual: judgements === 1 ? 'so on the one answer judged' : `so on each of the ${judgements} answers judged`,
    exchanges: [...new Set(kept).difference(omitted)],
    callSite: `every answer: ${requirement}`,
    callSites,
    judgements,
  };
}

const OPERATION_WORDS: Record<OperationId, string> = {
  listPets: 'listing animals',
  createPet: 'adding an animal',
  getPet: 'reading one animal',
  other: 'requests beside the three operations',
};

/** The cases of these checks, as the report lists them. */
export function everyAnswerCases(checks: readonly Check[]): readonly ReportedCase[] {
  return Object.entries(OPERATION_WORDS).flatMap(([operation, words]) => {
    const id = `${CASE_PREFIX}${operation}`;
    if (!checks.some((check) => check.case === id)) return [];
    return [{ id, title: `every answer to ${words}`, place: 'every answer', requirements: [] }];
  });
}
