import { effectOf } from '../../contract/operations.ts';
import { BOUNDS } from '../../http/bounds.ts';
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
import type { Reason } from '../reasons.ts';
import { allowedInsteadOf401, type CompleteResponse, isSlashRedirect } from '../responses/response.ts';
import type { Run } from '../run.ts';
import { sendWithinBudget } from './send-within-budget.ts';

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
    // A trial has shown that a proven request is disturbed each time, so it is not retried.
    const isProven = run.disturbed.isProven(request);
    const sent = await sendWithinBudget(run, scope.caseId, isProven ? { ...request, isRetried: false } : request, {
      purpose: isProven ? 'trials' : scope.purpose,
      isDecided: scope.isDecided(),
      send: options.connection?.send ?? run.client.send,
    });
    if ('notSent' in sent) return scope.stopNotVerified(sent.notSent);
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
    rememberUnjudged(run, scope.caseAttempt, request, sent);
    if (lockout === 'lasting') scope.stopNotVerified(LOCKED_OUT, [sent]);
  }
}

/** A request with the options of a case. */
function applyOptions(
  { credentials, configuration, known }: Run,
  unsent: UnsentRequest,
  { credential = credentials.valid, expects, spell, parameters, connection: _connection, ...changes }: RequestOptions,
): ApiRequest {
  const usesValidKey = isValidKey(credential);
  return {
    ...unsent,
    ...changes,
    ...(spell === undefined ? {} : { spell, path: spell(unsent.path) }),
    ...(parameters === undefined ? {} : { path: withParameters(unsent.path, parameters) }),
    known: (id) => known.find(id)?.pet,
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
