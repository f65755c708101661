import { readJsonOnce } from '../contract/json.ts';
import { effectOf } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { TransportFailure } from '../http/exchange.ts';
import type { HttpResult, NoResponse } from '../http/request.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import type { ApiRequest } from './api-request.ts';
import { PETS_FOR_TRIALS } from './execution/disturbed-requests.ts';
import { CaseStopped, createJudge, HarnessFault, type Judge, type TakeRecord } from './judge.ts';
import type { ReadBody, ResponseInContext } from './responses/response-in-context.ts';
import { isValidKey } from './keys/credentials.ts';
import { recordKeyAcceptance } from './responses/key-acceptance.ts';
import { recordResponse } from './catalogue/known-pets.ts';
import {
  allowedInsteadOf401,
  type CompleteResponse,
  type Evidence,
  NO_STATUS,
  rejectsKey,
  responseOf,
} from './responses/response.ts';
import type { StopRecord } from './records/records.ts';
import { createRuleFindings, evidenceOf, type RuleFindings } from './responses/rule-findings.ts';
import type { Run } from './run.ts';
import { reasonOf, violatedRequirement } from './responses/transport-failures.ts';

/** The state of one case while it runs: its judge, and the responses that it received. */
export interface CaseScope extends Pick<
  RuleFindings,
  'skipStatusRules' | 'skipOperationRules' | 'recordViolation' | 'exchanges'
> {
  readonly judge: Judge;
  /**
   * Receives the result of a request, and applies the response rules. Ends the case without a complete response, or if the valid
   * key is rejected.
   */
  receive(request: ApiRequest, sent: HttpResult): CompleteResponse;
  /** A right response that other cases can adopt; null unless every required rule that applies to it holds. */
  rightResponse(response: CompleteResponse): ResponseInContext | null;
  /** Takes a response that another scope has received. The case can judge it, but the rules judge it there. */
  adopt(inContext: ResponseInContext): CompleteResponse;
  /** The body of a response, read as the contract describes it. */
  bodyOf(response: CompleteResponse): ReadBody;
  /** Judges a response by a rule, in the case. */
  judgeByRule(requirement: TestableId, response: Evidence): 'judged' | 'does not apply';
  /** Why the last request had no response; null if that violates the contract. */
  failure(): TransportFailure | null;
  /** Registers work that may still wait for a response when the case ends. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits for registered work, then judges under the rules what the case has not judged. */
  finish(): Promise<void>;
}

/** The scope of one case, with the requirements that it declares. `record` takes its records; default: that of the run. */
export function createScope(
  run: Run,
  caseId: string,
  declared: readonly TestableId[],
  record: TakeRecord = run.record,
): CaseScope {
  const judge = createJudge(caseId, declared, record);
  const findings = createRuleFindings(caseId, declared, record);
  const { recordViolation } = findings;
  /** Weak, since a body may be large: the case may drop the response early. */
  const received = new WeakMap<CompleteResponse, ResponseInContext>();
  /** Without their results, which may be large. */
  const pending: Promise<void>[] = [];
  let isOver = false;
  let failure: TransportFailure | null = null;

  function stopWithoutResponse(sent: HttpResult, failed: TransportFailure): never {
    const { kind, message } = failed;
    const requirement = violatedRequirement(kind);
    if (requirement !== null) {
      recordViolation(requirement, { holds: false, expected: 'a complete response', actual: message }, [sent]);
      return judge.stopNotVerified('The response did not arrive complete.', [sent]);
    }
    failure = failed;
    return judge.stopNotVerified(reasonOf(failed), [sent]);
  }

  /** A trial has shown that the request causes the disturbance, so it is judged like a response with a wrong status. */
  function receiveDisturbance(request: ApiRequest, sent: HttpResult, { status }: NoResponse): CompleteResponse {
    const response = responseOf(request, sent, {
      kind: 'response',
      status: status ?? NO_STATUS,
      headers: new Map(),
      body: new Uint8Array(),
      json: readJsonOnce(new Uint8Array()),
      connection: 'fresh',
      httpVersion: '1.1',
    });
    const inContext = recordResponse(run, response);
    received.set(response, inContext);
    findings.receiveStatus(inContext);
    return response;
  }

  function receiveResponse(response: CompleteResponse): CompleteResponse {
    const { credential, expects, operation } = response.request;
    const showsKey = isValidKey(credential) && expects.length > 0;
    const earlierRejections = showsKey ? recordKeyAcceptance(run.keys, response) : [];
    const actual = `the valid key rejected by ${operation}, which accepts it elsewhere in the run`;
    for (const earlier of earlierRejections)
      recordViolation('AUTH-VALID-KEY', { holds: false, expected: 'the valid key accepted', actual }, [earlier]);

    const inContext = recordResponse(run, response);
    received.set(response, inContext);
    findings.receive(inContext);

    // A concurrent branch of the case got its response after the case ended, so it stops here.
    if (isOver) {
      findings.judgeRest();
      throw new CaseStopped(null);
    }
    if (showsKey && rejectsKey(response)) stopIfKeyIsRejected(inContext);
    const { body } = inContext;
    if (body.kind === 'not-json' && body.isTooComplex) return stopTooComplex(judge, response, body.problem);
    return response;
  }

  /** A 403 from an operation that accepts the key elsewhere is an ordinary response with a wrong status. */
  function stopIfKeyIsRejected({ response, keyWasAccepted }: ResponseInContext): void {
    if (!keyWasAccepted)
      judge.stopNotVerified(
        {
          reason: `The operation ${response.request.operation} rejects the configured key.`,
          howToResolve: `Set ${nameByFlag('apiKey')} to a key that may use this operation.`,
        },
        [response],
      );
    const reason = 'The service rejected the valid key here, although this operation accepts it elsewhere.';
    if (response.status === 401) judge.stopNotVerified(reason, [response]);
  }

  return {
    judge,
    skipStatusRules: findings.skipStatusRules,
    skipOperationRules: findings.skipOperationRules,
    recordViolation,
    exchanges: findings.exchanges,
    receive(request, sent) {
      const { result } = sent;
      const isClosed = result.kind === 'no-response' && result.failure.kind === 'closed-before-response';
      if (isClosed && request.expects.includes(401)) {
        const allowed = allowedInsteadOf401('closed', request.credential);
        if (allowed !== null) return judge.stopNotApplicable(allowed, [sent]);
      }
      const isSuspect = run.disturbed.note(caseId, request, sent);
      if (isSuspect && effectOf(request.operation) === 'adds a pet') run.budget.setAsideForTrials(PETS_FOR_TRIALS);
      if (result.kind === 'response') return receiveResponse(responseOf(request, sent, result));
      if (run.disturbed.isProven(request)) return receiveDisturbance(request, sent, result);
      return stopWithoutResponse(sent, result.failure);
    },
    rightResponse: (response) => (findings.allHold(response) ? (received.get(response) ?? null) : null),
    adopt(inContext) {
      const { response } = inContext;
      findings.adopt(inContext);
      received.set(response, inContext);
      return response;
    },
    bodyOf(response) {
      const inContext = received.get(response);
      if (inContext === undefined)
        throw new HarnessFault(`The case ${caseId} read a response that it did not receive.`);
      return inContext.body;
    },
    judgeByRule(requirement, response) {
      const finding = findings.take(requirement, response);
      if (finding === null) return 'does not apply';
      judge.check(requirement, finding.holds, { ...finding, responses: evidenceOf(finding, response) });
      return 'judged';
    },
    failure: () => failure,
    track(work) {
      pending.push(work.then(ignore, ignore));
      return work;
    },
    async finish() {
      await Promise.all(pending);
      isOver = true;
      findings.judgeRest();
    },
  };
}

function ignore(): void {}

/** How work in a scope ended: with a result, or because its case was stopped. */
export type Ended<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'stopped'; readonly stop: StopRecord };

/** Does work in a scope of its own, then judges under the rules what the work has not judged. Throws faults of the suite. */
export async function inScope<T>(scope: CaseScope, work: () => Promise<T>): Promise<Ended<T>> {
  try {
    return { kind: 'done', result: await work() };
  } catch (error) {
    if (!(error instanceof CaseStopped) || error.stop === null) throw error;
    return { kind: 'stopped', stop: error.stop };
  } finally {
    await scope.finish();
  }
}

/** Ends the case: the body exceeds a limit of the suite, which is not a fault of the service. */
export function stopTooComplex(judge: Judge, response: Evidence, problem: string): never {
  return judge.stopNotVerified(
    {
      reason: `The body of the response is more complex than the suite reads: ${problem}.`,
      howToResolve: `Check what the service sends. If it is nested deeply, raise ${nameByFlag('maxDepth')}.`,
    },
    [response],
  );
}
