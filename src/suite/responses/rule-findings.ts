import { findRequirement, type TestableId } from '../../contract/requirements.ts';
import { HarnessFault, judgementOf, type TakeRecord } from '../judge.ts';
import type { ResponseInContext } from './response-in-context.ts';
import type { Evidence } from './response.ts';
import { findRule, type ResponseRule, type RuleFinding, responseRules } from './response-rules.ts';

/**
 * What the response rules find in the responses of one case. Each finding is judged once: in the case if the case takes it,
 * otherwise under its rule when the case ends. A case that judges a status or a content itself skips the rules for it.
 */
export interface RuleFindings {
  /** Applies the rules to a response that the case received. */
  receive(inContext: ResponseInContext): void;
  /** Applies only the rules for the status. */
  receiveStatus(inContext: ResponseInContext): void;
  /** Applies the rules to a response that another scope received. What the case does not take is judged there. */
  adopt(inContext: ResponseInContext): void;
  /** Takes the finding of a rule, for the case to judge. Null if the rule does not apply to the response. */
  take(requirement: TestableId, response: Evidence): RuleFinding | null;
  /** The case judges the status of a response itself. */
  readonly skipStatusRules: (response: Evidence) => void;
  /** The case judges the content of a response itself: only the rules for every operation still judge it. */
  readonly skipOperationRules: (response: Evidence) => void;
  /** Whether every required rule holds that applies to a response. */
  allHold(response: Evidence): boolean;
  /** Judges all findings that are left. */
  judgeRest(): void;
  /** Records a violation: of the case if it declares the requirement, otherwise of the rule. */
  readonly recordViolation: (requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]) => void;
  /** Ids of the exchanges that the case received. */
  readonly exchanges: () => readonly string[];
}

type Findings = Map<TestableId, RuleFinding>;

/** The findings of one case, with the requirements that it declares. */
export function createRuleFindings(caseId: string, declared: readonly TestableId[], record: TakeRecord): RuleFindings {
  const received = new Map<string, Findings>();
  const adopted = new Map<string, Findings>();
  /** The exchanges whose status of success is wrong. They satisfy no rule. */
  const wrongSuccess = new Set<string>();

  function findingsOn({ exchangeId }: Evidence): Findings {
    const findings = received.get(exchangeId) ?? adopted.get(exchangeId);
    if (findings === undefined) throw new HarnessFault(`The case ${caseId} judged a response that it did not receive.`);
    return findings;
  }

  function recordViolation(requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]): void {
    const type = declared.includes(requirement) ? 'judgement' : 'rule-violated';
    const judgement = { requirement, ...judgementOf('violated', { ...finding, responses }) };
    record({ type, caseId, judgement });
  }

  return {
    receive(inContext) {
      const { response } = inContext;
      received.set(response.exchangeId, findingsBy(responseRules, inContext));
      if (response.wrongSuccess !== null) wrongSuccess.add(response.exchangeId);
    },
    receiveStatus: (response) => void received.set(response.response.exchangeId, findingsBy(STATUS_RULES, response)),
    adopt: (response) => void adopted.set(response.response.exchangeId, findingsBy(responseRules, response)),
    take(requirement, response) {
      const findings = findingsOn(response);
      if (findRule(requirement) === undefined) throw new HarnessFault(`${requirement} is no response rule.`);
      const finding = findings.get(requirement) ?? null;
      findings.delete(requirement);
      return finding;
    },
    skipStatusRules(response) {
      const findings = findingsOn(response);
      for (const { requirement } of STATUS_RULES) findings.delete(requirement);
    },
    skipOperationRules(response) {
      const findings = findingsOn(response);
      for (const requirement of findings.keys())
        if (findRequirement(requirement)?.operation !== 'every') findings.delete(requirement);
    },
    allHold: (response) =>
      [...findingsOn(response)].every(([id, { holds }]) => holds || findRequirement(id)?.level !== 'required'),
    judgeRest() {
      const rules: Partial<Record<TestableId, string[]>> = {};
      for (const [exchangeId, findings] of received) {
        for (const [requirement, finding] of findings) {
          if (!finding.holds) recordViolation(requirement, finding, evidenceOf(finding, { exchangeId }));
          else if (!wrongSuccess.has(exchangeId)) (rules[requirement] ??= []).push(exchangeId);
        }
        findings.clear();
      }
      if (Object.keys(rules).length > 0) record({ type: 'rules-satisfied', caseId, rules });
    },
    recordViolation,
    exchanges: () => [...received.keys()],
  };
}

/** The responses that show a finding. The one that was judged is the last. */
export function evidenceOf({ other }: RuleFinding, response: Evidence): readonly Evidence[] {
  return other === undefined ? [response] : [other, response];
}

const STATUS_RULES = responseRules.filter(({ isOfStatus }) => isOfStatus);

function findingsBy(rules: readonly ResponseRule[], inContext: ResponseInContext): Findings {
  const findings: Findings = new Map();
  for (const rule of rules) {
    const finding = rule.judge(inContext);
    if (finding !== null) findings.set(rule.requirement, finding);
  }
  return findings;
}
