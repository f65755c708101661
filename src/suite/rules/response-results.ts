import { findRequirement, type TestableId } from '../../contract/requirements.ts';
import type { CaseAttempt } from '../history.ts';
import { judgementOf, type TakeRecord, unprovenRecord } from '../judge.ts';
import { type CompleteResponse, type Evidence, whyItProvesNothing } from '../responses/response.ts';
import {
  type ResponseRule,
  requirementsAbout,
  requirementsNotRead,
  type ResponseRuleResult,
  responseRules,
} from './response-rules.ts';

/** Nothing contradicts the requirement, and nothing shows it. */
const NOT_READ: ResponseRuleResult = { holds: true, expected: '', actual: '', isMakeshift: true };

/** What the rules find in one response, by requirement. */
type Results = Map<TestableId, ResponseRuleResult>;

/** What the response rules find. They judge when the case ends, so it can judge the status or the content of a response itself. */
export function createResponseResults(caseAttempt: CaseAttempt, judges: readonly TestableId[], record: TakeRecord) {
  const received = new Map<string, { readonly response: Evidence; readonly results: Results }>();

  function recordViolation(requirement: TestableId, result: ResponseRuleResult, responses: readonly Evidence[]): void {
    const judgement = { requirement, ...judgementOf('violated', { ...result, responses }) };
    if (judges.includes(requirement)) record({ type: 'judgement', ...caseAttempt, judgement });
    else record({ type: 'rule-violated', ...caseAttempt, subject: caseAttempt.caseId, judgement });
  }

  function skip({ exchangeId }: Evidence, isSkipped: (requirement: TestableId) => boolean): void {
    const results = received.get(exchangeId)?.results;
    for (const requirement of results?.keys() ?? []) if (isSkipped(requirement)) results?.delete(requirement);
  }

  return {
    /** Applies the rules to a response. `keyWasAccepted`: whether its operation has accepted the configured key so far. */
    applyRules: (
      response: CompleteResponse,
      keyWasAccepted: boolean,
      rules: readonly ResponseRule[] = responseRules,
    ): void => {
      // The body of a response may be large.
      const { exchangeId, makeshift } = response;
      const results = resultsOf(response, keyWasAccepted, rules);
      received.set(exchangeId, { response: { exchangeId, makeshift }, results });
    },
    /** The case judges the status of a response itself. */
    skipStatusRules: (response: Evidence) => skip(response, isOfStatus),
    /** The case judges the content of a response itself: only the rules for every operation still judge it. */
    skipOperationRules: (response: Evidence) => skip(response, (id) => findRequirement(id)?.operation !== 'every'),
    /** Whether every required rule holds that applies to a response, except those that are known to be broken. */
    allHold: ({ exchangeId }: Evidence, isKnownWrong: (requirement: TestableId) => boolean) =>
      [...(received.get(exchangeId)?.results ?? [])].every(
        ([id, { holds }]) => holds || findRequirement(id)?.level !== 'required' || isKnownWrong(id),
      ),
    /** Judges all results that are left. */
    judgeRest: (): void => {
      const rules: Partial<Record<TestableId, string[]>> = {};
      for (const { response, results } of received.values()) {
        for (const [requirement, result] of results) {
          if (!result.holds) recordViolation(requirement, result, [response]);
          else if (result.isMakeshift === true) record(unprovenRecord(requirement, response));
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

function resultsOf(response: CompleteResponse, keyWasAccepted: boolean, rules: readonly ResponseRule[]): Results {
  const results: Results = new Map();
  for (const { requirement, judge } of rules) {
    const result = judge(response, keyWasAccepted);
    if (result === null) continue;
    results.set(requirement, whyItProvesNothing(response) === null ? result : { ...result, isMakeshift: true });
  }
  for (const requirement of requirementsNotRead(response)) results.set(requirement, NOT_READ);
  return results;
}

/** The rules that judge a status. */
export const STATUS_RULES = responseRules.filter(({ subjects }) => subjects.includes('status'));

/** Whether such a rule judges a requirement. */
export function isOfStatus(requirement: TestableId): boolean {
  return requirementsAbout('status').includes(requirement);
}
