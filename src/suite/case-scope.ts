import { readJsonOnce } from '../contract/json.ts';
import { effectOf } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { TransportFailure } from '../http/exchange.ts';
import type { HttpResult, NoResponse } from '../http/request.ts';
import type { Reason } from './reasons.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import type { ApiRequest } from './api-request.ts';
import type { Purpose } from './execution/budget.ts';
import { PETS_FOR_TRIALS } from './execution/disturbed-requests.ts';
import { type CaseAttempt, entryOf } from './history.ts';
import { CaseStopped, createJudge, type Judge } from './judge.ts';
import { isValidKey } from './keys/credentials.ts';
import { isViolation, type RunRecord, type StopRecord } from './records/records.ts';
import {
  allowedInsteadOf401,
  type CompleteResponse,
  type Evidence,
  NO_STATUS,
  rejectsKey,
  responseOf,
} from './responses/response.ts';
import { reasonOf, violatedRequirement } from './responses/transport-failures.ts';
import { createRuleFindings, type RuleFindings, STATUS_RULES } from './rules/rule-findings.ts';
import type { Run } from './run.ts';

/** What a scope is for: a case and why it runs, and what it judges and feeds. */
export interface ScopeOptions extends CaseAttempt {
  readonly judges?: readonly TestableId[];
  readonly feeds?: readonly TestableId[];
  /** The work is for several cases, so its end stops none of them. */
  readonly isShared?: true;
  /** What its pets are added for. Default `cases`. */
  readonly purpose?: Purpose;
}

/** The state of one case while it runs: its judge, and the responses that it received. */
export interface CaseScope extends Pick<
  RuleFindings,
  'skipStatusRules' | 'skipOperationRules' | 'recordViolation' | 'allHold'
> {
  readonly caseAttempt: CaseAttempt;
  readonly purpose: Purpose;
  readonly judge: Judge;
  /** Whether the run has already found all violated that the case judges. */
  readonly isDecided: () => boolean;
  /**
   * Receives the result of a request, and applies the response rules. Ends the case without a response, or if the valid key is
   * rejected.
   */
  receive(request: ApiRequest, sent: HttpResult): CompleteResponse;
  /** Keeps a response that came during a lockout. No rule judges it. */
  rememberLockedOut(request: ApiRequest, sent: HttpResult): void;
  /** Why the last request had no response; null if that violates the contract. */
  failure(): TransportFailure | null;
  /** The requirements that the scope found violated so far. */
  violated(): readonly TestableId[];
  /** Registers work that may still wait for a response when the case ends. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits for registered work, then judges under the rules what the case has not judged. */
  finish(): Promise<void>;
}

/** The scope of one case. */
export function createScope(run: Run, options: ScopeOptions): CaseScope {
  const { judges = [], feeds = [], isShared, purpose = 'cases', ...caseAttempt } = options;
  const violated: TestableId[] = [];
  const record = (given: RunRecord): void => {
    if (isViolation(given)) violated.push(given.judgement.requirement);
    if (isShared !== true || given.type !== 'stopped') run.record(given);
  };
  const judge = createJudge(caseAttempt, [...judges, ...feeds], record);
  const findings = createRuleFindings(caseAttempt, judges, record);
  const { recordViolation } = findings;
  /** Without their results, which may be large. */
  const pending: Promise<void>[] = [];
  let isOver = false;
  let failure: TransportFailure | null = null;

  /** Judges a request without a complete response. If a part of its body arrived, the case goes on with that. */
  function receiveFailure(request: ApiRequest, sent: HttpResult, { failure: failed, arrived }: NoResponse) {
    const requirement = violatedRequirement(failed.kind);
    if (requirement === null) {
      remember(request, sent, null);
      failure = failed;
      return judge.stopNotVerified(reasonOf(failed), [sent]);
    }
    recordViolation(requirement, { holds: false, expected: 'a complete response', actual: failed.message }, [sent]);
    const response = arrived === undefined ? null : responseOf(request, sent, arrived);
    remember(request, sent, response);
    if (response === null) return judge.stopNotVerified('The response did not arrive complete.', [sent]);
    return receiveResponse(response);
  }

  /** Adds what came of a request to the history. */
  function remember(
    request: ApiRequest,
    sent: HttpResult,
    response: CompleteResponse | null,
    isLockedOut = false,
  ): void {
    run.history.append(entryOf(caseAttempt, request, sent, response, isLockedOut));
  }

  function receiveResponse(response: CompleteResponse): CompleteResponse {
    const { credential, expects, operation } = response.request;
    const keyWasAccepted = run.known.hasAccepted(operation);
    findings.receive(response, keyWasAccepted);
    // A concurrent branch of the case got its response after the case ended, so it stops here.
    if (isOver) {
      findings.judgeRest();
      throw new CaseStopped(null);
    }
    if (isValidKey(credential) && expects.length > 0 && rejectsKey(response))
      stopIfKeyIsRejected(response, keyWasAccepted);
    const { content } = response;
    if (content.kind === 'not-json' && content.isTooComplex) return stopTooComplex(judge, response, content.problem);
    return response;
  }

  /** A 403 from an operation that accepts the key elsewhere is an ordinary response with a wrong status. */
  function stopIfKeyIsRejected(response: CompleteResponse, keyWasAccepted: boolean): void {
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
    caseAttempt,
    purpose,
    judge,
    isDecided: () => judges.length > 0 && judges.every(run.records.hasViolated),
    skipStatusRules: findings.skipStatusRules,
    skipOperationRules: findings.skipOperationRules,
    allHold: findings.allHold,
    recordViolation,
    receive(request, given) {
      const sent = onClockOf(run, given);
      const { result } = sent;
      const allowed = allowedClose(request, sent);
      if (allowed !== null) {
        remember(request, sent, null);
        return judge.stopNotApplicable(allowed, [sent]);
      }
      const isSuspect = run.disturbed.note(caseAttempt.caseId, request, sent);
      if (result.kind === 'response') {
        const response = responseOf(request, sent, result);
        remember(request, sent, response);
        return receiveResponse(response);
      }
      if (run.disturbed.isProven(request)) {
        const response = disturbedResponse(request, sent, result);
        remember(request, sent, response);
        findings.receive(response, run.known.hasAccepted(request.operation), STATUS_RULES);
        return response;
      }
      if (isSuspect && effectOf(request.operation) === 'adds a pet') run.budget.setAsideForTrials(PETS_FOR_TRIALS);
      return receiveFailure(request, sent, result);
    },
    rememberLockedOut(request, given) {
      const sent = onClockOf(run, given);
      const { result } = sent;
      remember(request, sent, result.kind === 'response' ? responseOf(request, sent, result) : null, true);
    },
    failure: () => failure,
    violated: () => violated,
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

/** Why a service may close the connection instead of a 401, so no trial asks for the cause; null if it may not, or did not. */
function allowedClose({ expects, credential }: ApiRequest, { result }: HttpResult): Reason | null {
  const isClosed = result.kind === 'no-response' && result.failure.kind === 'closed-before-response';
  return isClosed && expects.includes(401) ? allowedInsteadOf401('closed', credential) : null;
}

function ignore(): void {}

/** The client counts as `performance.now()` does. The clock of a run may be another one. */
function onClockOf({ now }: Run, sent: HttpResult): HttpResult {
  const shift = now() - performance.now();
  return { ...sent, sentAt: sent.sentAt + shift, doneAt: sent.doneAt + shift };
}

/** A trial has shown that the request causes the disturbance, so it is judged like a response with a wrong status. */
function disturbedResponse(request: ApiRequest, sent: HttpResult, { status }: NoResponse): CompleteResponse {
  const [body, json] = [new Uint8Array(), readJsonOnce(new Uint8Array())];
  const received = { status: status ?? NO_STATUS, headers: new Map(), body, json };
  return responseOf(request, sent, { kind: 'response', ...received, connection: 'fresh', httpVersion: '1.1' });
}

/** Adds a request to the history that no rule judges: it asks whether the target can be judged at all. */
export function rememberProbe(run: Run, caseId: string, request: ApiRequest, given: HttpResult): void {
  const sent = onClockOf(run, given);
  const open = { ...request, expects: [] };
  const response = sent.result.kind === 'response' ? responseOf(open, sent, sent.result) : null;
  run.history.append(entryOf({ caseId, attempt: 'first' }, open, sent, response, false));
}

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
