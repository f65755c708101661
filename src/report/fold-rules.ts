import type { Judgement, RunRecord } from '../suite/records.ts';
import { findRequirement } from '../contract/requirements.ts';
import { operationRoute, REQUEST_KINDS, type RequestKind } from '../contract/operations.ts';
import { blankCheck, checkOfViolations } from './check.ts';
import type { Check, ReportedCase } from './report.ts';

/** What was found of one response rule on all responses of one operation. */
interface RuleFound {
  readonly operation: RequestKind;
  readonly requirement: string;
  readonly kept: string[];
  readonly violations: Judgement[];
}

/** What the ids of the cases of response rules begin with. */
export const RULES_PREFIX = 'rules/';

/** Whether a case is that of response rules: it judges the responses to all cases. */
export function isRuleCase(caseId: string): boolean {
  return caseId.startsWith(RULES_PREFIX);
}

/**
 * Folds the response rules into one check for each rule and operation: every exchange of a run is judged by them, whichever
 * case sent it. Satisfied if all responses keep it, violated if one does not. What a case has judged itself is in the case.
 */
export function foldRules(records: readonly RunRecord[]): readonly Check[] {
  const operations = new Map<string, RequestKind>();
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
    if (record.type === 'rule-violated') {
      const { judgement } = record;
      ruleOf(judgement.requirement, judgement.exchanges.at(-1)).violations.push(judgement);
    }
    if (record.type !== 'rules-satisfied') continue;
    for (const [requirement, exchanges] of Object.entries(record.rules)) {
      for (const exchange of exchanges) ruleOf(requirement, exchange).kept.push(exchange);
    }
  }
  return [...rules.values()].map((found) => checkOf(found, omitted));
}

function checkOf({ operation, requirement, kept, violations }: RuleFound, omitted: ReadonlySet<string>): Check {
  const judgements = kept.length + violations.length;
  const caseId = `${RULES_PREFIX}${operation}`;
  const [first] = violations;
  if (first !== undefined) return { ...checkOfViolations(caseId, first, violations), judgements };
  return {
    ...blankCheck(caseId, requirement),
    outcome: 'satisfied',
    expected: findRequirement(requirement)?.statement ?? '',
    actual: judgements === 1 ? 'so on the one response judged' : `so on each of the ${judgements} responses judged`,
    exchanges: [...new Set(kept).difference(omitted)],
    judgements,
  };
}

/** The cases of these checks, as the report lists them. */
export function ruleCases(checks: readonly Check[]): readonly ReportedCase[] {
  return REQUEST_KINDS.flatMap((kind) => {
    const id = `${RULES_PREFIX}${kind}`;
    if (!checks.some((check) => check.case === id)) return [];
    const words = kind === 'other' ? 'requests outside the operations' : operationRoute(kind);
    const place = 'src/suite/response-rules.ts';
    return [{ id, title: `every response to ${words}`, place, requirements: [], stage: null }];
  });
}
