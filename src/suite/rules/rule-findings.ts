import { findRequirement, type TestableId } from '../../contract/requirements.ts';
import type { CaseAttempt } from '../history.ts';
import { judgementOf, type TakeRecord, unprovenRecord } from '../judge.ts';
import { type CompleteResponse, type Evidence, type ResponseHead } from '../responses/response.ts';
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

/** What is kept of a response: its body may be large. */
type KeptResponse = Pick<ResponseHead, 'exchangeId' | 'makeshift' | 'provesNothing'>;

/** The findings of one case, with the requirements that it judges. */
export function createRuleFindings(
  caseAttempt: CaseAttempt,
  judges: readonly TestableId[],
  record: TakeRecord,
): RuleFindings {
  const received = new Map<
    string,
    { readonly response: KeptResponse; readonly findings: Map<TestableId, RuleFinding> }
  >();

  function recordViolation(requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]): void {
    const judgement = { requirement, ...judgementOf('violated', { ...finding, responses }) };
    if (judges.includes(requirement)) record({ type: 'judgement', ...caseAttempt, judgement });
    else record({ type: 'rule-violated', ...caseAttempt, about: caseAttempt.caseId, judgement });
  }

  function skip({ exchangeId }: Evidence, isSkipped: (requirement: TestableId) => boolean): void {
    const findings = received.get(exchangeId)?.findings;
    for (const requirement of findings?.keys() ?? []) if (isSkipped(requirement)) findings?.delete(requirement);
  }

  return {
    receive(response, keyWasAccepted, rules = responseRules) {
      const findings = new Map<TestableId, RuleFinding>();
      for (const { requirement, judge } of rules) {
        const finding = judge({ response, body: response.content, keyWasAccepted });
        if (finding !== null) findings.set(requirement, finding);
      }
      for (const requirement of requirementsNotRead(response)) findings.set(requirement, NOT_READ);
      const { exchangeId, makeshift, provesNothing } = response;
      received.set(exchangeId, { response: { exchangeId, makeshift, provesNothing }, findings });
    },
    skipStatusRules: (response) => skip(response, (id) => STATUS_RULES.some(({ requirement }) => requirement === id)),
    skipOperationRules: (response) => skip(response, (id) => findRequirement(id)?.operation !== 'every'),
    allHold: ({ exchangeId }) =>
      [...(received.get(exchangeId)?.findings ?? [])].every(
        ([id, { holds }]) => holds || findRequirement(id)?.level !== 'required',
      ),
    judgeRest() {
      const rules: Partial<Record<TestableId, string[]>> = {};
      for (const { response, findings } of received.values()) {
        for (const [requirement, finding] of findings) {
          if (!finding.holds) recordViolation(requirement, finding, [{ exchangeId: response.exchangeId }]);
          else if (finding.isMakeshift === true || response.provesNothing !== null)
            record(unprovenRecord(requirement, response.makeshift, { exchangeId: response.exchangeId }));
          else (rules[requirement] ??= []).push(response.exchangeId);
        }
      }
      received.clear();
      if (Object.keys(rules).length > 0)
        record({ type: 'rules-satisfied', ...caseAttempt, about: caseAttempt.caseId, rules });
    },
    recordViolation,
  };
}

/** The rules that judge a status. */
export const STATUS_RULES = responseRules.filter(({ isOfStatus }) => isOfStatus);
