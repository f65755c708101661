import { findRequirement, type TestableId } from '../../contract/requirements.ts';
import type { CaseAttempt } from '../history.ts';
import { judgementOf, type TakeRecord, unsettled } from '../judge.ts';
import { type CompleteResponse, type Evidence, verifiesNothing, whyUnproven } from '../responses/response.ts';
import { type ResponseRule, requirementsNotRead, type RuleFinding, responseRules } from './response-rules.ts';

/**
 * What the response rules find in the responses of one case. They are judged when the case ends, so it can judge the status or the
 * content of a response itself.
 */
export interface RuleFindings {
  /** Applies the rules to a response. `keyWasAccepted`: whether its operation has accepted the configured key so far. */
  receive(response: CompleteResponse, keyWasAccepted: boolean, rules?: readonly ResponseRule[]): void;
  /** The case judges the status of a response itself. */
  readonly skipStatusRules: (response: Evidence) => void;
  /** The case judges the content of a response itself: only the rules for every operation still judge it. */
  readonly skipOperationRules: (response: Evidence) => void;
  /** Whether every required rule holds that applies to a response. */
  readonly allHold: (response: Evidence) => boolean;
  /** Judges all findings that are left. */
  judgeRest(): void;
  /** Records a violation: of the case if it declares the requirement, otherwise of the rule. */
  readonly recordViolation: (requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]) => void;
}

/** Nothing contradicts the requirement, and nothing shows it. */
const NOT_READ: RuleFinding = { holds: true, expected: '', actual: '', isMakeshift: true };

/** The findings of one case, with the requirements that it judges. */
export function createRuleFindings(each: CaseAttempt, judges: readonly TestableId[], record: TakeRecord): RuleFindings {
  const received = new Map<string, Map<TestableId, RuleFinding>>();
  /** By exchange: why what it shows verifies nothing. */
  const makeshift = new Map<string, string>();
  /** The exchanges that satisfy no rule. */
  const satisfiesNothing = new Set<string>();

  function recordViolation(requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]): void {
    const judgement = { requirement, ...judgementOf('violated', { ...finding, responses }) };
    if (judges.includes(requirement)) record({ type: 'judgement', ...each, judgement });
    else record({ type: 'rule-violated', ...each, about: each.caseId, judgement });
  }

  function recordUnproven(requirement: TestableId, exchangeId: string): void {
    const reason = verifiesNothing(makeshift.get(exchangeId) ?? 'The response has a wrong form');
    const judgement = { requirement, ...unsettled('not-verified', reason, [{ exchangeId }]) };
    record({ type: 'rule-open', unlessDecided: true, judgement });
  }

  function skip({ exchangeId }: Evidence, isSkipped: (requirement: TestableId) => boolean): void {
    const findings = received.get(exchangeId);
    for (const requirement of findings?.keys() ?? []) if (isSkipped(requirement)) findings?.delete(requirement);
  }

  return {
    receive(response, keyWasAccepted, rules = responseRules) {
      const findings = new Map<TestableId, RuleFinding>();
      for (const { requirement, judge } of rules) {
        const finding = judge({ response, body: response.content, keyWasAccepted });
        if (finding !== null) findings.set(requirement, finding);
      }
      for (const requirement of requirementsNotRead(response.content)) findings.set(requirement, NOT_READ);
      received.set(response.exchangeId, findings);
      if (whyUnproven(response) !== null) satisfiesNothing.add(response.exchangeId);
      if (response.makeshift !== null) makeshift.set(response.exchangeId, response.makeshift);
    },
    skipStatusRules: (response) => skip(response, (id) => STATUS_RULES.some(({ requirement }) => requirement === id)),
    skipOperationRules: (response) => skip(response, (id) => findRequirement(id)?.operation !== 'every'),
    allHold: ({ exchangeId }) =>
      [...(received.get(exchangeId) ?? [])].every(
        ([id, { holds }]) => holds || findRequirement(id)?.level !== 'required',
      ),
    judgeRest() {
      const rules: Partial<Record<TestableId, string[]>> = {};
      for (const [exchangeId, findings] of received) {
        for (const [requirement, finding] of findings) {
          if (!finding.holds) recordViolation(requirement, finding, [{ exchangeId }]);
          else if (finding.isMakeshift === true || satisfiesNothing.has(exchangeId))
            recordUnproven(requirement, exchangeId);
          else (rules[requirement] ??= []).push(exchangeId);
        }
      }
      received.clear();
      if (Object.keys(rules).length > 0) record({ type: 'rules-satisfied', ...each, about: each.caseId, rules });
    },
    recordViolation,
  };
}

/** The rules that judge a status. */
export const STATUS_RULES = responseRules.filter(({ isOfStatus }) => isOfStatus);
