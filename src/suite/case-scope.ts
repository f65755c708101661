import { readJsonOnce } from '../contract/json.ts';
import { effectOf } from '../contract/operations.ts';
import type { TestableId } from '../contract/requirements.ts';
import type { TransportFailure } from '../http/exchange.ts';
import { meaningOf } from '../http/failure-kinds.ts';
import type { HttpResult, NoResponse } from '../http/request.ts';
import { type Reason, reasonOf } from './reasons.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import type { ApiRequest } from './api-request.ts';
import type { Purpose } from './execution/budget.ts';
import { PETS_FOR_TRIALS } from './execution/disturbed-requests.ts';
import { type CaseAttempt, entryOf } from './history.ts';
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
import { createRuleFindings, STATUS_RULES } from './rules/rule-findings.ts';
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

/** One case while it runs: its run, its judge, and the responses that it received. */
export type CaseScope = ReturnType<typeof createScope>;

/** The scope of one case. */
export function createScope(run: Run, options: ScopeOptions) {
  const { judges = [], feeds = [], isShared, purpose = 'cases', ...caseAttempt } = options;
  const violated: TestableId[] = [];
  const record = (given: RunRecord): void => {
    if (isViolation(given)) violated.push(given.judgement.requirement);
    if (isShared !== true || given.type !== 'stopped') run.records.add(given);
  };
  const judge = createJudge(caseAttempt, [...judges, ...feeds], record);
  const { receive: applyRules, judgeRest, ...findings } = createRuleFindings(caseAttempt, judges, record);
  const { settled, ...work } = createPendingWork();
  let isOver = false;
  let failure: TransportFailure | null = null;

  return {
    run,
    ...judge,
    ...findings,
    ...work,
    caseAttempt,
    purpose,
    /** Whether the run has already found all violated that the case judges. */
    isDecided: () => judges.length > 0 && judges.every(run.records.hasViolated),
    /** Judges the result of a request by the response rules. Ends the case without a response, or if the valid key is rejected. */
    receive(request: ApiRequest, given: HttpResult): CompleteResponse {
      const { sent, response, allowed, isProven } = remember(run, caseAttempt, request, given);
      if (allowed !== null) return judge.stopNotApplicable(allowed, [sent]);
      if (sent.result.kind === 'no-response' && !isProven) {
        const { failure: failed } = sent.result;
        const requirement = meaningOf(failed.kind).violates;
        if (requirement === undefined) {
          failure = failed;
          return judge.stopNotVerified(reasonOf(failed), [sent]);
        }
        const finding = { holds: false, expected: 'a complete response', actual: failed.message };
        findings.recordViolation(requirement, finding, [sent]);
      }
      // If a part of its body arrived, the case goes on with that.
      if (response === null) return judge.stopNotVerified('The response did not arrive complete.', [sent]);
      const keyWasAccepted = run.known.hasAccepted(request.operation);
      applyRules(response, keyWasAccepted, isProven ? STATUS_RULES : undefined);
      // A concurrent branch of the case got its response after the case ended, so it stops here.
      if (isOver) {
        judgeRest();
        throw new CaseStopped(null);
      }
      if (!isProven) stopIfUnusable(judge, response, keyWasAccepted);
      return response;
    },
    /** Why the last request had no response; null if that violates the contract. */
    failure: () => failure,
    /** The requirements that the scope found violated so far. */
    violated: (): readonly TestableId[] => violated,
    /** Waits for registered work, then judges under the rules what the case has not judged. */
    async finish(): Promise<void> {
      try {
        await settled();
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
    settled: async (): Promise<void> => {
      while (pending.length > 0) await Promise.all(pending.splice(0));
    },
  };
}

function ignore(): void {}

/** Adds the result of a request to the history. Returns the response that is judged, and how the result counts. */
function remember(run: Run, caseAttempt: CaseAttempt, request: ApiRequest, given: HttpResult) {
  const sent = onClockOf(run, given);
  const { result } = sent;
  const allowed = allowedClose(request, sent);
  const isSuspect = allowed === null && run.disturbed.note(caseAttempt.caseId, request, sent);
  if (isSuspect && effectOf(request.operation) === 'adds a pet') run.budget.setAsideForTrials(PETS_FOR_TRIALS);
  const isProven = allowed === null && result.kind === 'no-response' && run.disturbed.isProven(request);
  const response = isProven ? disturbedResponse(request, sent, result) : readResponse(request, sent, { withCut: true });
  run.history.append(entryOf(caseAttempt, request, sent, response));
  return { sent, response, allowed, isProven };
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

/** Why a service may close the connection instead of a 401, so no trial asks for the cause; null if it may not, or did not. */
function allowedClose({ expects, credential }: ApiRequest, { result }: HttpResult): Reason | null {
  const isClosed = result.kind === 'no-response' && result.failure.kind === 'closed-before-response';
  return isClosed && expects.includes(401) ? allowedInsteadOf401('closed', credential) : null;
}

/** The response in a result; null if there is none. `withCut`: or what arrived of a body that should have been complete. */
function readResponse(
  request: ApiRequest,
  sent: HttpResult,
  { withCut }: { readonly withCut: boolean },
): CompleteResponse | null {
  const { result } = sent;
  if (result.kind === 'response') return responseOf(request, sent, result);
  const isCut = withCut && meaningOf(result.failure.kind).violates !== undefined;
  return isCut && result.arrived !== undefined ? responseOf(request, sent, result.arrived) : null;
}

/** The client counts as `performance.now()` does. The clock of a run may be another one. */
function onClockOf({ clock: { now } }: Run, sent: HttpResult): HttpResult {
  const shift = now() - performance.now();
  return { ...sent, sentAt: sent.sentAt + shift, doneAt: sent.doneAt + shift };
}

/** A trial has shown that the request causes the disturbance, so it is judged like a response with a wrong status. */
function disturbedResponse(request: ApiRequest, sent: HttpResult, { status }: NoResponse): CompleteResponse {
  const [body, json] = [new Uint8Array(), readJsonOnce(new Uint8Array())];
  const received = { status: status ?? NO_STATUS, headers: new Map(), body, json };
  return responseOf(request, sent, { kind: 'response', ...received, connection: 'fresh', httpVersion: '1.1' });
}

/** Sends a request that no rule judges, and adds it to the history. */
export async function probe(run: Run, caseId: string, request: ApiRequest): Promise<HttpResult> {
  const sent = await run.client.send(request, caseId);
  rememberProbe(run, caseId, request, sent);
  return sent;
}

/** Adds a request to the history that no rule judges: it asks whether the target can be judged at all. */
export function rememberProbe(run: Run, caseId: string, request: ApiRequest, given: HttpResult): void {
  rememberUnjudged(run, { caseId, attempt: 'first' }, request, given);
}

/** Adds a request to the history that no rule judges. A response during a lockout says nothing about the key. */
export function rememberUnjudged(run: Run, caseAttempt: CaseAttempt, request: ApiRequest, given: HttpResult): void {
  const sent = onClockOf(run, given);
  const unjudged: ApiRequest = { ...request, expects: [] };
  run.history.append(entryOf(caseAttempt, unjudged, sent, readResponse(unjudged, sent, { withCut: false })));
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
