import { findRequirement, type TestableId } from '../../contract/requirements.ts';
import type { CaseAttempt } from '../history.ts';
import { judgementOf, type TakeRecord, unprovenRecord } from '../judge.ts';
import { type CompleteResponse, type Evidence, whyItProvesNothing } from '../responses/response.ts';
import {
  type ResponseRule,
  requirementsAbout,
  requirementsNotRead,
  type RuleFinding,
  responseRules,
} from './response-rules.ts';

/** Nothing contradicts the requirement, and nothing shows it. */
const NOT_READ: RuleFinding = { holds: true, expected: '', actual: '', isMakeshift: true };

/** What the response rules find. They judge when the case ends, so it can judge the status or the content of a response itself. */
export function createResponseFindings(caseAttempt: CaseAttempt, judges: readonly TestableId[], record: TakeRecord) {
  const received = new Map<string, { readonly response: Evidence; readonly findings: Map<TestableId, RuleFinding> }>();

  function recordViolation(requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]): void {
    const judgement = { requirement, ...judgementOf('violated', { ...finding, responses }) };
    if (judges.includes(requirement)) record({ type: 'judgement', ...caseAttempt, judgement });
    else record({ type: 'rule-violated', ...caseAttempt, subject: caseAttempt.caseId, judgement });
  }

  function skip({ exchangeId }: Evidence, isSkipped: (requirement: TestableId) => boolean): void {
    const findings = received.get(exchangeId)?.findings;
    for (const requirement of findings?.keys() ?? []) if (isSkipped(requirement)) findings?.delete(requirement);
  }

  return {
    /** Applies the rules to a response. `keyWasAccepted`: whether its operation has accepted the configured key so far. */
    applyRules: (
      response: CompleteResponse,
      keyWasAccepted: boolean,
      rules: readonly ResponseRule[] = responseRules,
    ): void => {
      const findings = new Map<TestableId, RuleFinding>();
      for (const { requirement, judge } of rules) {
        const finding = judge(response, keyWasAccepted);
        if (finding === null) continue;
        findings.set(requirement, whyItProvesNothing(response) === null ? finding : { ...finding, isMakeshift: true });
      }
      for (const requirement of requirementsNotRead(response)) findings.set(requirement, NOT_READ);
      // The body of a response may be large.
      const { exchangeId, makeshift } = response;
      received.set(exchangeId, { response: { exchangeId, makeshift }, findings });
    },
    /** The case judges the status of a response itself. */
    skipStatusRules: (response: Evidence) => skip(response, isOfStatus),
    /** The case judges the content of a response itself: only the rules for every operation still judge it. */
    skipOperationRules: (response: Evidence) => skip(response, (id) => findRequirement(id)?.operation !== 'every'),
    /** Whether every required rule holds that applies to a response, except those that are known to be broken. */
    allHold: ({ exchangeId }: Evidence, isKnownWrong: (requirement: TestableId) => boolean) =>
      [...(received.get(exchangeId)?.findings ?? [])].every(
        ([id, { holds }]) => holds || findRequirement(id)?.level !== 'required' || isKnownWrong(id),
      ),
    /** Judges all findings that are left. */
    judgeRest: (): void => {
      const rules: Partial<Record<TestableId, string[]>> = {};
      for (const { response, findings } of received.values()) {
        for (const [requirement, finding] of findings) {
          if (!finding.holds) recordViolation(requirement, finding, [response]);
          else if (finding.isMakeshift === true) record(unprovenRecord(requirement, response));
          else (rules[requirement] ??= []).push(response.exchangeId);
        }
      }
      received.clear();
      if (Object.keys(rules).length > 0)
        record({ type: 'rules-satisfied', ...caseAttempt, subject: caseAttempt.caseId, rules });
    },
    /** Records a violation: of the case if it declares the requirement, otherwise of the rule. */
    recordViolation,
  };
}

/** The rules that judge a status. */
export const STATUS_RULES = responseRules.filter(({ subjects }) => subjects.includes('status'));

/** Whether such a rule judges a requirement. */
export function isOfStatus(requirement: TestableId): boolean {
  return requirementsAbout('status').includes(requirement);
}
