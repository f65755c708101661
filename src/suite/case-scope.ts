import { readJsonOnce } from '../contract/json.ts';
import { effectOf } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { TransportFailure } from '../http/exchange.ts';
import { meaningOf } from '../http/failure-kinds.ts';
import type { HttpResult, NoResponse } from '../http/request.ts';
import { type Reason, failureReason } from './reasons.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import type { ApiRequest } from './api-request.ts';
import type { Purpose } from './execution/budget.ts';
import { PETS_FOR_TRIALS } from './execution/disturbed-requests.ts';
import { type CaseAttempt, historyEntry } from './history.ts';
import { CaseStopped, createJudge, type Ended, type Judge } from './judge.ts';
import { isValidKey } from './keys/credentials.ts';
import { isViolation, type RunRecord } from './records/records.ts';
import {
  allowedInsteadOf401,
  type CompleteResponse,
  type Evidence,
  NO_STATUS,
  rejectsKey,
  responseOf,
} from './responses/response.ts';
import type { ResponseRuleResult } from './rules/response-rules.ts';
import { createResponseResults, STATUS_RULES } from './rules/response-results.ts';
import type { Run } from './run.ts';

/** What a scope is for: a case and why it runs, and what it judges and feeds. */
interface ScopeOptions extends CaseAttempt {
  readonly judges?: readonly TestableId[];
  readonly feeds?: readonly TestableId[];
  /** The work is for several cases, so its end stops none of them. */
  readonly isShared?: true;
  /** What its pets are added for. Default `cases`. */
  readonly purpose?: Purpose;
}

/** One case while it runs: its run, its judge, and the responses that it received. */
export type CaseScope = ReturnType<typeof createScope>;

/** The scope of one case. It can judge (`judge.ts`), and say which results of rules the case judges itself (`response-results.ts`). */
export function createScope(run: Run, options: ScopeOptions) {
  const { judges = [], feeds = [], isShared, purpose = 'cases', ...caseAttempt } = options;
  const violated: TestableId[] = [];
  const record = (given: RunRecord): void => {
    if (isViolation(given)) violated.push(given.judgement.requirement);
    if (isShared !== true || given.type !== 'stopped') run.records.add(given);
  };
  const judge = createJudge(caseAttempt, [...judges, ...feeds], record);
  const { applyRules, judgeRest, ...results } = createResponseResults(caseAttempt, judges, record);
  const { allDone, ...work } = createPendingWork();
  let isOver = false;
  let failure: TransportFailure | null = null;

  return {
    run,
    ...judge,
    ...results,
    ...work,
    caseAttempt,
    purpose,
    /** Whether the run has already found all violated that the case judges. */
    isDecided: () => judges.length > 0 && judges.every(run.records.hasViolated),
    /** Judges the result of a request by the response rules. Ends the case without a response, or if the valid key is rejected. */
    receive(request: ApiRequest, given: HttpResult): CompleteResponse {
      const sent = onClockOf(run, given);
      const outcome = noteOutcome(run, caseAttempt.caseId, request, sent);
      run.history.append(historyEntry(caseAttempt, request, sent, outcome.response));
      if (outcome.kind === 'rejected') return judge.stopNotApplicable(outcome.reason, [sent]);
      if (outcome.kind === 'missing') {
        failure = outcome.failure;
        return judge.stopNotVerified(failureReason(failure), [sent]);
      }
      const { response, violation, isDisturbed } = outcome;
      if (violation !== undefined) results.recordViolation(violation.requirement, violation.result, [sent]);
      if (response === null) return judge.stopNotVerified('The response did not arrive complete.', [sent]);
      const keyWasAccepted = run.knowledge.hasAccepted(request.operation);
      applyRules(response, keyWasAccepted, isDisturbed ? STATUS_RULES : undefined);
      // A concurrent branch of the case got its response after the case ended, so it stops here.
      if (isOver) {
        judgeRest();
        throw new CaseStopped(null);
      }
      if (!isDisturbed) stopIfUnusable(judge, response, keyWasAccepted);
      return response;
    },
    /** Why the last request had no response; null if that violates the contract. */
    failure: () => failure,
    /** The requirements that the scope found violated so far. */
    violated: (): readonly TestableId[] => violated,
    /** Waits for registered work, then judges under the rules what the case has not judged. */
    async finish(): Promise<void> {
      try {
        await allDone();
      } finally {
        isOver = true;
        judgeRest();
      }
    },
  };
}

/** The work of a case that may still wait for a response when its body ends. Results are not kept: they may be large. */
function createPendingWork() {
  const pending: Promise<void>[] = [];
  return {
    /** Registers work that the case waits for. */
    track<T>(work: Promise<T>): Promise<T> {
      pending.push(work.then(ignore, ignore));
      return work;
    },
    /** Registers work that the case need not wait for before its end. If the suite fails in it, the case fails. */
    alongside(work: Promise<void>): void {
      work.catch(ignore);
      pending.push(work);
    },
    /** Waits for all work, and for what is registered meanwhile. */
    allDone: async (): Promise<void> => {
      while (pending.length > 0) await Promise.all(pending.splice(0));
    },
  };
}

function ignore(): void {}

/** How the result of a request counts. */
type Outcome =
  | {
      readonly kind: 'judged';
      /** Null if nothing of its body arrived. */
      readonly response: CompleteResponse | null;
      /** What the failure of the request violates. The case goes on with the part of the body that arrived. */
      readonly violation?: { readonly requirement: TestableId; readonly result: ResponseRuleResult };
      /** A trial has shown that the request causes its disturbance, so only its status is judged, as a wrong one. */
      readonly isDisturbed: boolean;
    }
  /** The service closed the connection, as it may instead of a 401. */
  | { readonly kind: 'rejected'; readonly reason: Reason; readonly response: null }
  | { readonly kind: 'missing'; readonly failure: TransportFailure; readonly response: null };

/** Reads the outcome of a request, and notes what the controlled trials need of it. */
function noteOutcome(run: Run, caseId: string, request: ApiRequest, sent: HttpResult): Outcome {
  const outcome = outcomeOf(request, sent, run.disturbed.isProven(request));
  // No trial asks for the cause of an allowed rejection.
  const isSuspect = outcome.kind !== 'rejected' && run.disturbed.note(caseId, request, sent);
  if (isSuspect && effectOf(request.operation) === 'adds a pet') run.budget.setAsideForTrials(PETS_FOR_TRIALS);
  return outcome;
}

/** `isProven`: a trial has shown that the request causes its disturbance. */
function outcomeOf(request: ApiRequest, sent: HttpResult, isProven: boolean): Outcome {
  const { result } = sent;
  if (result.kind === 'response')
    return { kind: 'judged', response: responseOf(request, sent, result), isDisturbed: false };
  const { failure, arrived } = result;
  const mayBeClosed = failure.kind === 'closed-before-response' && request.expects.includes(401);
  const reason = mayBeClosed ? allowedInsteadOf401('closed', request.credential) : null;
  if (reason !== null) return { kind: 'rejected', reason, response: null };
  if (isProven) return { kind: 'judged', response: disturbedResponse(request, sent, result), isDisturbed: true };
  const { violates } = meaningOf(failure.kind);
  if (violates === undefined) return { kind: 'missing', failure, response: null };
  const broken = { holds: false, expected: 'a complete response', actual: failure.message };
  const response = arrived === undefined ? null : responseOf(request, sent, arrived);
  return { kind: 'judged', response, violation: { requirement: violates, result: broken }, isDisturbed: false };
}

/** Ends the case if the service rejects the valid key, or if the body is too complex to be read. */
function stopIfUnusable(judge: Judge, response: CompleteResponse, keyWasAccepted: boolean): void {
  const { content, request } = response;
  if (isValidKey(request.credential) && request.expects.length > 0 && rejectsKey(response))
    stopIfKeyIsRejected(judge, response, keyWasAccepted);
  if (content.kind === 'not-json' && content.isTooComplex) stopTooComplex(judge, response, content.problem);
}

/** A 403 from an operation that accepts the key elsewhere is an ordinary response with a wrong status. */
function stopIfKeyIsRejected(judge: Judge, response: CompleteResponse, keyWasAccepted: boolean): void {
  if (!keyWasAccepted) {
    const reason = `The operation ${response.request.operation} rejects the configured key.`;
    const howToResolve = `Set ${nameByFlag('apiKey')} to a key that may use this operation.`;
    judge.stopNotVerified({ reason, howToResolve }, [response]);
  }
  const reason = 'The service rejected the valid key here, although this operation accepts it elsewhere.';
  if (response.status === 401) judge.stopNotVerified(reason, [response]);
}

/** The client counts as `performance.now()` does. The clock of a run may be another one. */
function onClockOf({ clock: { now } }: Run, sent: HttpResult): HttpResult {
  const shift = now() - performance.now();
  return { ...sent, sentAt: sent.sentAt + shift, doneAt: sent.doneAt + shift };
}

function disturbedResponse(request: ApiRequest, sent: HttpResult, { status }: NoResponse): CompleteResponse {
  const [body, json] = [new Uint8Array(), readJsonOnce(new Uint8Array())];
  const received = { status: status ?? NO_STATUS, headers: new Map(), body, json };
  return responseOf(request, sent, { kind: 'response', ...received, connection: 'fresh', httpVersion: '1.1' });
}

/** Sends a request that no rule judges, and adds it to the history: it asks whether the target can be judged at all. */
export async function sendUnjudged(run: Run, caseId: string, request: ApiRequest): Promise<HttpResult> {
  const sent = await run.client.send(request, caseId);
  rememberUnjudged(run, { caseId, attempt: 'first' }, request, sent);
  return sent;
}

/** Adds a request to the history that no rule judges. */
export function rememberUnjudged(run: Run, caseAttempt: CaseAttempt, request: ApiRequest, given: HttpResult): void {
  const sent = onClockOf(run, given);
  const unjudged: ApiRequest = { ...request, expects: [] };
  const response = sent.result.kind === 'response' ? responseOf(unjudged, sent, sent.result) : null;
  run.history.append(historyEntry(caseAttempt, unjudged, sent, response));
}

/** Does work in a scope of its own, then judges under the rules what the work has not judged. Throws faults of the suite. */
export async function inScope<T>(scope: CaseScope, work: () => Promise<T>): Promise<Ended<T>> {
  try {
    return { kind: 'done', result: await work() };
  } catch (error) {
    if (!(error instanceof CaseStopped) || error.stop === null) throw error;
    return { kind: 'stopped', stop: error.stop, failure: scope.failure() };
  } finally {
    await scope.finish();
  }
}

/** Ends the case: the body exceeds a limit of the suite, which is not a fault of the service. */
export function stopTooComplex(judge: Judge, response: Evidence, problem: string): never {
  return judge.stopNotVerified(
    {
      reason: `The body of the response is more complex than the suite reads: ${problem}.`,
      howToResolve: 'Check what the service sends.',
    },
    [response],
  );
}
