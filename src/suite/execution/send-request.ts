import { counted, firstUnits } from '../../contract/describe.ts';
import { effectOf } from '../../contract/operations.ts';
import { BOUNDS } from '../../http/bounds.ts';
import type { Client } from '../../http/client.ts';
import type { TransportFailure } from '../../http/exchange.ts';
import type { HttpResult } from '../../http/request.ts';
import { mayHaveStored } from '../../http/transport-failure.ts';
import { PROFILES } from '../../settings/profiles.ts';
import {
  type ApiRequest,
  mustBeRejected,
  type RequestOptions,
  type UnsentRequest,
  withParameters,
} from '../api-request.ts';
import { type CaseScope, rememberUnjudged } from '../case-scope.ts';
import { asDemanded } from '../demands.ts';
import { isValidKey, isWrongKey } from '../keys/credentials.ts';
import { type GivenReason, maximumReached, type Reason, failureReason } from '../reasons.ts';
import type { Addition } from '../records/records.ts';
import { idOfAdded } from '../responses/inner-values.ts';
import {
  allowedInsteadOf401,
  type CompleteResponse,
  isSlashRedirect,
  isSuccess,
  redirectsToPet,
} from '../responses/response.ts';
import { idToText } from '../responses/text-ids.ts';
import type { Run } from '../run.ts';
import type { Purpose } from './budget.ts';

/** Why a case ends if the key is rejected for good. */
const LOCKED_OUT: Reason = {
  reason: 'The service has rejected the configured key on every operation since the run sent wrong keys.',
  howToResolve: 'Check that the key has not expired, or unlock this client in the service, then run again.',
  cause: 'lockout',
};

const TOO_MANY_LOCKOUTS = {
  howToResolve: 'Raise the number of wrong keys that the service accepts, and run again.',
  cause: 'lockout',
} as const;

/** Sends a request until there is a response to judge: again after a lockout, and behind a redirect to a path with a slash. */
export async function sendRequest(
  scope: CaseScope,
  unsent: UnsentRequest,
  options: RequestOptions,
): Promise<CompleteResponse> {
  const { run } = scope;
  const { profile } = run.configuration;
  const plain = applyOptions(run, unsent, options);
  if (!PROFILES[profile].addsPets && couldChangeCatalogue(unsent, isValidKey(plain.credential)))
    scope.stopNotApplicable(`The profile ${profile} does not send requests that could change the catalogue.`);
  let isRedirected = false;
  // A response during a lockout says nothing, so the request is sent again afterwards.
  for (let sends = 1; ; sends += 1) {
    const request = asDemanded(run, plain);
    const tooManyLockouts = await run.lockouts.takeTurn(request);
    if (tooManyLockouts !== null) scope.stopNotVerified({ ...TOO_MANY_LOCKOUTS, reason: tooManyLockouts });
    const startedAt = run.clock.now();
    const sent = await sendForCase(scope, request, options.connection?.send ?? run.client.send);
    const { status } = sent.result;
    const lockout = await run.lockouts.check(request, status, startedAt);
    // A firewall may block an unusual key, and then lock the client out for it.
    const isBlocked =
      status !== null && !isValidKey(request.credential) && allowedInsteadOf401(status, request.credential) !== null;
    const isJudged = isBlocked || sends >= BOUNDS.sendsAfterLockouts;
    if (lockout === 'none' || (lockout === 'over' && isJudged)) {
      const response = scope.receive(request, sent);
      // The redirect is a violation. What stands behind it is judged too.
      if (isRedirected || !isSlashRedirect(response)) return response;
      isRedirected = true;
      continue;
    }
    // During a lockout, a response says nothing about the key.
    rememberUnjudged(run, scope.caseAttempt, request, sent);
    if (lockout === 'lasting') scope.stopNotVerified(LOCKED_OUT, [sent]);
  }
}

/** Sends a request within the budget. Ends the case if it may not be sent. */
async function sendForCase(scope: CaseScope, request: ApiRequest, send: Client['send']): Promise<HttpResult> {
  const { run, caseId } = scope;
  const isDecided = scope.isDecided();
  // A trial has shown that a proven request is disturbed each time, so it is not retried.
  const sent = run.disturbed.isProven(request)
    ? await sendWithinBudget(run, caseId, { ...request, isRetried: false }, { purpose: 'trials', isDecided, send })
    : await sendWithinBudget(run, caseId, request, { purpose: scope.purpose, isDecided, send });
  if (!('notSent' in sent)) return sent;
  run.disturbed.noteUnsent(caseId, request);
  return scope.stopNotVerified(sent.notSent);
}

/** A request with the options of a case. */
function applyOptions(
  { credentials, configuration, knowledge }: Run,
  unsent: UnsentRequest,
  { credential = credentials.valid, expects, spell, parameters, connection: _connection, ...changes }: RequestOptions,
): ApiRequest {
  const usesValidKey = isValidKey(credential);
  return {
    ...unsent,
    ...changes,
    ...(spell === undefined ? {} : { spell, path: spell(unsent.path) }),
    ...(parameters === undefined ? {} : { path: withParameters(unsent.path, parameters) }),
    known: (id) => knowledge.find(id)?.pet,
    credential,
    expects: expects ?? (usesValidKey ? unsent.expects : [401]),
    isRetried:
      (effectOf(unsent.operation) !== 'removes a pet' || !usesValidKey) &&
      (configuration.maxWrongKeys === null || !isWrongKey(credential)),
    mayBeClosed: !usesValidKey && allowedInsteadOf401('closed', credential) !== null,
  };
}

/** Whether a request could change the catalogue. A faulty service may accept a wrong key, so only an invalid request is harmless. */
function couldChangeCatalogue(unsent: UnsentRequest, usesValidKey: boolean): boolean {
  return effectOf(unsent.operation) !== 'none' && (usesValidKey || !mustBeRejected(unsent));
}

/** What a request is sent for, and how. `isDecided`: all that its case judges is violated already. */
interface Sending {
  readonly purpose: Purpose;
  readonly isDecided: boolean;
  readonly send: Client['send'];
}

/**
 * Sends a request if the budgets of the run allow it, and if the target is not gone. Records each pet that the request added or may
 * have added.
 */
export async function sendWithinBudget(
  run: Run,
  caseId: string,
  request: ApiRequest,
  { purpose, isDecided, send }: Sending,
): Promise<HttpResult | { readonly notSent: GivenReason }> {
  const obstacle = run.client.obstacle();
  if (obstacle !== null) return { notSent: afterFailures(obstacle) };
  const isAddition = effectOf(request.operation) === 'adds a pet';
  const isWrong = isAddition && mustBeRejected(request);
  if (isWrong && purpose !== 'trials' && !run.budget.allowsWrong(isDecided))
    return { notSent: tooManyWrongAdditions(run.budget.wrong(), isDecided) };
  if (isAddition && !run.budget.reserve(purpose, isWrong)) return { notSent: noPetLeft(run) };
  if (!run.budget.reserveKey(request.credential)) {
    if (isAddition) run.budget.countAdditions(0, isWrong);
    const most = `The run may try at most ${run.configuration.maxWrongKeys ?? 0} wrong keys.`;
    return { notSent: maximumReached('max-wrong-keys', most) };
  }
  const sent = await send(request, caseId);
  if (isAddition) recordAdditions(run, caseId, request, sent);
  return sent;
}

/** A response to another request may remove the obstacle later. */
function afterFailures(last: TransportFailure): Reason {
  const of = failureReason(last);
  // A bound or the end of the run needs no other words.
  if (of.cause !== 'no-response') return of;
  const reason = `The request was not sent after several requests without a response. The last one: ${last.message}`;
  return { ...of, reason };
}

function tooManyWrongAdditions(count: number, isDecided: boolean): Reason {
  const others = isDecided ? 'requirements that are not violated yet' : 'valid pets';
  const reason = `${wrongAdditions(count)} The run keeps its remaining additions for ${others}.`;
  return { ...maximumReached('max-creates', reason), howToResolve: 'Reject such requests, then run again.' };
}

function wrongAdditions(count: number): string {
  return `Requests that the service must reject may have added up to ${counted(count, 'pet')}: they were not rejected with a status of 4xx.`;
}

function noPetLeft({ configuration, budget, knowledge }: Run): GivenReason {
  const most = `The run may add at most ${counted(configuration.maxCreates, 'pet')}`;
  if (budget.spent() > 0 && knowledge.own().length === 0) return `${most}, and no creation of a pet succeeded.`;
  const wrong = budget.wrong();
  if (wrong === 0 || budget.allowsWrong(true))
    return maximumReached('max-creates', `${most}, and this case would exceed that.`);
  const reached = maximumReached('max-creates', `${most}. ${wrongAdditions(wrong)}`);
  return { ...reached, howToResolve: `Reject such requests, then run again. ${reached.howToResolve ?? ''}` };
}

/** Records each pet that a request added or may have added, and returns the reserved pet if there is none. */
function recordAdditions(run: Run, caseId: string, request: ApiRequest, sent: HttpResult): void {
  const { pet, expects } = request;
  const { attempts, result, exchangeId } = sent;
  const shared = {
    name: pet === undefined ? null : firstUnits(pet.name, BOUNDS.nameCharacters),
    caseId,
    exchange: exchangeId,
    intended: pet !== undefined && expects.some((status) => isSuccess({ status })),
  };
  const isResponse = result.kind === 'response';
  const shownId = isResponse ? idOfAdded(result) : null;
  const isRedirected = isResponse && redirectsToPet(result);
  const additions = attempts.filter(mayHaveStored).map((attempt): Addition => {
    // The response is that of the last attempt.
    const isLast = attempt === attempts.at(-1);
    const isClaimed = isSuccess(attempt) || (isLast && isRedirected);
    const id = isLast && isClaimed ? shownId : null;
    const outcome = id !== null ? 'created' : isClaimed ? 'claimed' : 'unknown';
    return { id: id === null ? null : idToText(id), outcome, ...shared, sentAt: attempt.startedAt };
  });
  run.budget.countAdditions(additions.length, mustBeRejected(request));
  for (const addition of additions) run.records.add({ type: 'addition', addition });
}
