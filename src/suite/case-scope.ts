import type { TestableId } from '../contract/requirements.ts';
import type { HttpResult } from '../http/request.ts';
import type { TransportFailure } from '../http/exchange.ts';
import { CaseStopped, createJudge, HarnessFault, type Judge, judgementOf, type TakeRecord } from './judge.ts';
import { type JudgedBody, type JudgedResponse, readBody } from './judged-response.ts';
import { pageLimit } from './api-request.ts';
import { type ApiRequest, type CompleteResponse, type Evidence, rejectsKey, responseOf } from './response.ts';
import { findRule, type RuleFinding, responseRules } from './response-rules.ts';
import type { Run } from './run.ts';
import { violatedRequirement, resolutionOf } from './transport-failures.ts';

/**
 * What belongs to one case while it runs: its judge, and the responses that it has received. Every response is held against
 * every response rule once. The case judges the rules that it declares; the rest is judged under the rule when the case
 * ends, so nothing that a service sends goes unjudged.
 */
export interface CaseScope {
  readonly judge: Judge;
  /** Takes the result of a request. Ends the case if the response is not complete, or if it rejects the valid key. */
  receive(request: ApiRequest, sent: HttpResult): CompleteResponse;
  /** The body of a response, read as what the contract says it is. */
  bodyOf(response: CompleteResponse): JudgedBody;
  /** Judges a response by a rule, in the case. True if it holds; a rule that says nothing here leaves the case unjudged. */
  judgeByRule(requirement: TestableId, response: Evidence): boolean;
  /** From now on the status of a response belongs to the case: no rule judges it. */
  takeStatus(response: Evidence): void;
  /** Records a violation of a rule that was found by comparing responses. */
  recordViolation(requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]): void;
  /** Why the last request without a response had none; null if the service is certainly to blame. */
  failure(): TransportFailure | null;
  /** Ids of the exchanges that the case has received. */
  exchanges(): readonly string[];
  /** Remembers work that may still wait for a response when the case ends. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits for what is still under way, then judges everything that the case has not judged under its rule. */
  finish(): Promise<void>;
}

/** What the rules found on a response, and the case has not judged itself. */
type Findings = Map<TestableId, RuleFinding>;

/** The scope of one case that judges `judged`. `record` takes what it finds; that of the run unless given. */
export function createScope(
  run: Run,
  caseId: string,
  judged: readonly TestableId[],
  record: TakeRecord = run.record,
): CaseScope {
  const judge = createJudge(caseId, judged, record);
  const received = new Map<string, Findings>();
  /** For as long as the case holds the response: a body may be large. */
  const bodies = new WeakMap<CompleteResponse, JudgedBody>();
  const underWay: Promise<unknown>[] = [];
  let isOver = false;
  let failure: TransportFailure | null = null;

  function findingsOn({ exchangeId }: Evidence): Findings {
    return received.get(exchangeId) ?? missing();
  }

  function missing(): never {
    throw new HarnessFault(`The case ${caseId} judged a response that it did not receive.`);
  }

  function recordViolation(requirement: TestableId, finding: RuleFinding, responses: readonly Evidence[]): void {
    const type = judged.includes(requirement) ? 'judgement' : 'rule-violated';
    const judgement = { requirement, ...judgementOf('violated', { ...finding, responses }) };
    record({ type, caseId, judgement });
  }

  /** Judges what the case has not judged: in the case if that is a violation of what it declares, else under the rule. */
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

  function stopWithoutResponse(sent: HttpResult, failed: TransportFailure): never {
    const { kind, message } = failed;
    const requirement = violatedRequirement(kind);
    if (requirement === null) {
      failure = failed;
      return judge.stop(message, resolutionOf(kind), [sent]);
    }
    recordViolation(requirement, { holds: false, expected: 'a complete response', actual: message }, [sent]);
    return judge.stop('The response did not arrive complete.', null, [sent]);
  }

  return {
    judge,
    receive(request, sent) {
      const { result } = sent;
      if (result.kind === 'no-response') return stopWithoutResponse(sent, result.failure);
      const response = responseOf(request, sent, result);
      const hasKey = request.credential.id === run.credentials.valid.id && request.expects.length > 0;
      const isRejected = hasKey && rejectsKey(response);
      if (hasKey) noteKey(run, response, recordViolation);
      const body = readBody(response);
      const noted = learn(run, response, body);
      const findings: Findings = new Map();
      for (const { requirement, judge: judgeResponse } of responseRules) {
        const finding = judgeResponse(noted);
        if (finding !== null) findings.set(requirement, finding);
      }
      received.set(response.exchangeId, findings);
      bodies.set(response, body);
      // A branch of the case may still wait for a response when the case ends. It goes no further.
      if (isOver) {
        judgeUnderRules(new Map([[response.exchangeId, findings]]));
        throw new CaseStopped();
      }
      if (isRejected && !noted.keyWasAccepted) {
        return judge.stop(
          `The operation ${request.operation} rejects the configured key.`,
          'Set PETSTORE_API_KEY to a key that may use this operation.',
          [response],
        );
      }
      if (isRejected && response.status === 401)
        return judge.stop('The valid key was rejected here, though this operation accepts it elsewhere.', null, [
          response,
        ]);
      if (body.kind === 'not-json' && body.isTooDeep) return stopTooDeep(judge, response);
      return response;
    },
    bodyOf: (response) => bodies.get(response) ?? missing(),
    judgeByRule(requirement, response) {
      const findings = findingsOn(response);
      if (findRule(requirement) === undefined) throw new HarnessFault(`${requirement} is no response rule.`);
      const finding = findings.get(requirement);
      if (finding === undefined) return false;
      findings.delete(requirement);
      const others = finding.other === undefined ? [] : [finding.other];
      return judge.check(requirement, finding.holds, { ...finding, responses: [...others, response] });
    },
    takeStatus(response) {
      const findings = findingsOn(response);
      for (const { requirement, isOfStatus } of responseRules) if (isOfStatus) findings.delete(requirement);
    },
    recordViolation,
    failure: () => failure,
    exchanges: () => [...received.keys()],
    track(work) {
      underWay.push(work);
      return work;
    },
    async finish() {
      await Promise.allSettled(underWay);
      isOver = true;
      judgeUnderRules(received);
    },
  };
}

/** Ends the case if a body is nested deeper than the suite reads, which is no fault of the service. */
export function stopTooDeep(judge: Judge, response: Evidence): never {
  return judge.stop(
    'The response is nested deeper than the suite reads.',
    'See what the service sends, or raise --max-depth (PETSTORE_MAX_DEPTH).',
    [response],
  );
}

/** Records whether the operation accepted the key. Rejections from before are violations as soon as it does. */
function noteKey(run: Run, response: CompleteResponse, recordViolation: CaseScope['recordViolation']): void {
  const { operation } = response.request;
  if (rejectsKey(response)) {
    if (!run.keys.hasAccepted(operation)) run.keys.recordRejected(operation, { exchangeId: response.exchangeId });
    return;
  }
  for (const earlier of run.keys.recordAccepted(operation)) {
    const actual = `rejected by ${operation}, which accepts it elsewhere in the run`;
    recordViolation('AUTH-VALID-KEY', { holds: false, expected: 'the valid key is accepted', actual }, [earlier]);
  }
}

/** Takes in what a response shows of the catalogue; gives what was known of it before. */
function learn(run: Run, response: CompleteResponse, body: JudgedBody): JudgedResponse {
  const { known } = run;
  // The run keeps no response: only what names it.
  const { exchangeId, doneAt } = response;
  const { call, operation } = response.request;
  const knownMatches = call.kind === 'list' ? known.countBefore(response.sentAt, call.query.status) : 0;
  const isOwnPet = call.kind === 'read' && known.find(call.id)?.own === true;
  let idTakenBy: JudgedResponse['idTakenBy'] = false;
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
    if (call.kind === 'create') idTakenBy = known.recordAdded(body.pet, response.sentAt, { exchangeId, doneAt });
    else known.recordShown([body.pet], doneAt, { exchangeId });
  }
  return { response, body, knownMatches, idTakenBy, isOwnPet, keyWasAccepted: run.keys.hasAccepted(operation) };
}
