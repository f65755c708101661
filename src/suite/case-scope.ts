import { effectOf } from '../contract/operations.ts';
import { findRequirement, type TestableId } from '../contract/requirements.ts';
import type { HttpResult, NoResponse } from '../http/request.ts';
import type { TransportFailure } from '../http/exchange.ts';
import { CaseStopped, createJudge, HarnessFault, type Judge, judgementOf, type TakeRecord } from './judge.ts';
import { allowedInsteadOf401 } from './keys/credentials.ts';
import { type JudgedBody, type JudgedResponse, readBody } from './judged-response.ts';
import { type ApiRequest, pageLimit } from './api-request.ts';
import { type CompleteResponse, type Evidence, NO_STATUS, rejectsKey, responseOf } from './response.ts';
import { findRule, type ResponseRule, type RuleFinding, responseRules } from './response-rules.ts';
import { nameByFlag } from '../settings/sources.ts';
import type { Run } from './run.ts';
import { TRIAL_ADDITIONS } from './disturbed-requests.ts';
import { endsRun, violatedRequirement, resolutionOf } from './transport-failures.ts';

/**
 * The state of one case while it runs: its judge and its responses. Every response rule judges every response once: in the
 * case if the case asks for it, otherwise under the rule when the case ends.
 */
export interface CaseScope {
  readonly judge: Judge;
  /** Judges the result of a request by the rules. Ends the case without a complete response, or if the valid key is rejected. */
  receive(request: ApiRequest, sent: HttpResult): CompleteResponse;
  /** A right response that other cases can adopt; null unless every rule that applies to it holds. */
  rightResponse(response: CompleteResponse): JudgedResponse | null;
  /** Takes a response that another scope has received. The case can judge it, but the rules judge it there. */
  adopt(judged: JudgedResponse): CompleteResponse;
  /** The body of a response, read as the contract describes it. */
  bodyOf(response: CompleteResponse): JudgedBody;
  /** Judges a response by a rule, in the case. Returns whether the rule applies and holds. */
  judgeByRule(requirement: TestableId, response: Evidence): boolean;
  /** The case judges the status of this response itself, so no rule does. */
  skipStatusRules(response: Evidence): void;
  /** The case judges the content of this response itself: only the rules for every operation still judge it. */
  skipOperationRules(response: Evidence): void;
  /** Records a violation that was found by comparing responses. */
  recordViolation(requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]): void;
  /** Why the last request had no response; null if that violates the contract. */
  failure(): TransportFailure | null;
  /** Ids of the exchanges that the case has received. */
  exchanges(): readonly string[];
  /** Registers work that may still wait for a response when the case ends. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits for registered work, then judges under the rules what the case has not judged. */
  finish(): Promise<void>;
}

/** The findings of the rules for one response that the case has not judged itself. */
type Findings = Map<TestableId, RuleFinding>;

/** The scope of one case that declares `judged`. `record` takes its records; default: that of the run. */
export function createScope(
  run: Run,
  caseId: string,
  judged: readonly TestableId[],
  record: TakeRecord = run.record,
): CaseScope {
  const judge = createJudge(caseId, judged, record);
  const received = new Map<string, Findings>();
  const adopted = new Map<string, Findings>();
  /** Weak, since a body may be large: the case may drop the response early. */
  const read = new WeakMap<CompleteResponse, JudgedResponse>();
  const pending: Promise<unknown>[] = [];
  let isOver = false;
  let failure: TransportFailure | null = null;

  function findingsOn({ exchangeId }: Evidence): Findings {
    return received.get(exchangeId) ?? adopted.get(exchangeId) ?? missing();
  }

  function missing(): never {
    throw new HarnessFault(`The case ${caseId} judged a response that it did not receive.`);
  }

  function recordViolation(requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]): void {
    const type = judged.includes(requirement) ? 'judgement' : 'rule-violated';
    const judgement = { requirement, ...judgementOf('violated', { ...finding, responses }) };
    record({ type, caseId, judgement });
  }

  /** Judges what the case has not judged. A violation of a declared requirement still counts for the case. */
  function judgeUnderRules(responses: ReadonlyMap<string, Findings>): void {
    const rules: Partial<Record<TestableId, string[]>> = {};
    for (const [exchangeId, findings] of responses) {
      for (const [requirement, finding] of findings) {
        const others = finding.other === undefined ? [] : [finding.other];
        if (finding.holds) (rules[requirement] ??= []).push(exchangeId);
        else recordViolation(requirement, finding, [...others, { exchangeId }]);
      }
    }
    if (Object.keys(rules).length > 0) record({ type: 'rules-satisfied', caseId, rules });
  }

  /** Applies rules to a response. The findings wait until the case judges them or ends. */
  function applyRules(response: CompleteResponse, rules: readonly ResponseRule[]): JudgedResponse {
    const judgedResponse = recordCatalogue(run, response, readBody(response));
    received.set(response.exchangeId, findingsBy(rules, judgedResponse));
    read.set(response, judgedResponse);
    return judgedResponse;
  }

  function stopWithoutResponse(sent: HttpResult, failed: TransportFailure): never {
    const { kind, message } = failed;
    const requirement = violatedRequirement(kind);
    if (requirement === null) {
      failure = failed;
      if (endsRun(kind)) return judge.stop(message, resolutionOf(kind), [sent]);
      return judge.stopUnanswered(message, resolutionOf(kind), [sent]);
    }
    recordViolation(requirement, { holds: false, expected: 'a complete response', actual: message }, [sent]);
    return judge.stop('The response did not arrive complete.', null, [sent]);
  }

  /** A trial has shown that the request causes the disturbance, so it is judged like a response with a wrong status. */
  function receiveDisturbance(request: ApiRequest, sent: HttpResult, { status }: NoResponse): CompleteResponse {
    const response = responseOf(request, sent, {
      kind: 'response',
      status: status ?? NO_STATUS,
      headers: new Map(),
      body: new Uint8Array(),
      maxDepth: 0,
      connection: 'fresh',
      httpVersion: '1.1',
    });
    applyRules(
      response,
      responseRules.filter(({ isOfStatus }) => isOfStatus),
    );
    return response;
  }

  return {
    judge,
    receive(request, sent) {
      const { result } = sent;
      const isClosed = result.kind === 'no-response' && result.failure.kind === 'closed-before-response';
      const allowed =
        isClosed && request.expects.includes(401) ? allowedInsteadOf401('closed', request.credential) : null;
      if (allowed !== null) return judge.stopNotApplicable(allowed, [sent]);
      const isSuspect = run.disturbed.note(caseId, request, sent);
      if (isSuspect && effectOf(request.operation) === 'adds a pet') run.budget.setAsideForTrials(TRIAL_ADDITIONS);
      if (result.kind === 'no-response') {
        if (run.disturbed.isProven(request)) return receiveDisturbance(request, sent, result);
        return stopWithoutResponse(sent, result.failure);
      }
      const response = responseOf(request, sent, result);
      const hasKey = request.credential.id === run.credentials.valid.id && request.expects.length > 0;
      const isRejected = hasKey && rejectsKey(response);
      if (hasKey) recordKeyAcceptance(run, response, recordViolation);
      const { body, keyWasAccepted } = applyRules(response, responseRules);
      // A concurrent branch of the case got its response after the case ended, so it stops here.
      if (isOver) {
        judgeUnderRules(new Map([[response.exchangeId, findingsOn(response)]]));
        throw new CaseStopped();
      }
      if (isRejected && !keyWasAccepted)
        return judge.stop(
          `The operation ${request.operation} rejects the configured key.`,
          `Set ${nameByFlag('apiKey')} to a key that may use this operation.`,
          [response],
        );
      if (isRejected && response.status === 401)
        return judge.stop(
          'The service rejected the valid key here, although this operation accepts it elsewhere.',
          null,
          [response],
        );
      if (body.kind === 'not-json' && body.isTooDeep) return stopTooDeep(judge, response);
      return response;
    },
    rightResponse(response) {
      const isRight = [...findingsOn(response).values()].every(({ holds }) => holds);
      return isRight ? (read.get(response) ?? null) : null;
    },
    adopt(judgedResponse) {
      const { response } = judgedResponse;
      adopted.set(response.exchangeId, findingsBy(responseRules, judgedResponse));
      read.set(response, judgedResponse);
      return response;
    },
    bodyOf: (response) => read.get(response)?.body ?? missing(),
    judgeByRule(requirement, response) {
      const findings = findingsOn(response);
      if (findRule(requirement) === undefined) throw new HarnessFault(`${requirement} is no response rule.`);
      const finding = findings.get(requirement);
      if (finding === undefined) return false;
      findings.delete(requirement);
      const others = finding.other === undefined ? [] : [finding.other];
      return judge.check(requirement, finding.holds, { ...finding, responses: [...others, response] });
    },
    skipStatusRules(response) {
      const findings = findingsOn(response);
      for (const { requirement, isOfStatus } of responseRules) if (isOfStatus) findings.delete(requirement);
    },
    skipOperationRules(response) {
      const findings = findingsOn(response);
      for (const requirement of findings.keys())
        if (findRequirement(requirement)?.operation !== 'every') findings.delete(requirement);
    },
    recordViolation,
    failure: () => failure,
    exchanges: () => [...received.keys()],
    track(work) {
      pending.push(work);
      return work;
    },
    async finish() {
      await Promise.allSettled(pending);
      isOver = true;
      judgeUnderRules(received);
    },
  };
}

function findingsBy(rules: readonly ResponseRule[], judged: JudgedResponse): Findings {
  const findings: Findings = new Map();
  for (const rule of rules) {
    const finding = rule.judge(judged);
    if (finding !== null) findings.set(rule.requirement, finding);
  }
  return findings;
}

/** Ends the case: the body is nested deeper than the suite reads, which is not a fault of the service. */
export function stopTooDeep(judge: Judge, response: Evidence): never {
  return judge.stop(
    'The response is nested deeper than the suite reads.',
    `Check what the service sends, or raise ${nameByFlag('maxDepth')}.`,
    [response],
  );
}

/** Records whether the operation accepted the key. Once it does, its earlier rejections are violations. */
function recordKeyAcceptance(
  run: Run,
  response: CompleteResponse,
  recordViolation: CaseScope['recordViolation'],
): void {
  const { operation } = response.request;
  if (rejectsKey(response)) {
    if (!run.keys.hasAccepted(operation)) run.keys.recordRejected(operation, { exchangeId: response.exchangeId });
    return;
  }
  for (const earlier of run.keys.recordAccepted(operation)) {
    const actual = `the valid key rejected by ${operation}, which accepts it elsewhere in the run`;
    recordViolation('AUTH-VALID-KEY', { holds: false, expected: 'the valid key accepted', actual }, [earlier]);
  }
}

/** Records what a response shows of the catalogue, and returns what was known before. */
function recordCatalogue(run: Run, response: CompleteResponse, body: JudgedBody): JudgedResponse {
  const { known } = run;
  // Keep only the id of the response, not its body.
  const { exchangeId, doneAt } = response;
  const { operation, query, petId } = response.request;
  const knownMatches = query === undefined ? 0 : known.countBefore(response.sentAt, query.status);
  const isOwnPet = petId !== undefined && known.find(petId)?.own === true;
  let idOwner: JudgedResponse['idOwner'] = null;
  if (body.kind === 'page' && body.size !== null) {
    const limit = pageLimit(body.query);
    known.recordPageSize(body.size);
    known.recordShown(
      body.pets.map(({ pet }) => pet),
      doneAt,
      { exchangeId },
    );
    const isProof = body.query.limit !== undefined && body.size <= limit && knownMatches > limit;
    if (isProof) known.recordProvenLimit(limit, body.query.status);
  }
  if (body.kind === 'pet' && body.pet !== null) {
    if (effectOf(operation) === 'adds a pet')
      idOwner = known.recordAdded(body.pet, response.sentAt, { exchangeId, doneAt });
    else known.recordShown([body.pet], doneAt, { exchangeId });
  }
  return { response, body, knownMatches, idOwner, isOwnPet, keyWasAccepted: run.keys.hasAccepted(operation) };
}
