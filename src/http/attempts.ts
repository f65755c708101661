import type { NetworkSettings } from '../settings/network.ts';
import { BOUNDS } from './bounds.ts';
import type { Clock, Sleep } from './clock.ts';
import { type Disturbance, disturbanceIn, disturbedFailure, failedConnection, isCutBody } from './disturbance.ts';
import type { AttemptRecord, TransportFailure } from './exchange.ts';
import { NOTHING_MET, type Pacing } from './pacing.ts';
import type { Turn } from './places.ts';
import { noResponse, readOutcome } from './read-outcome.ts';
import type { HttpResult, OutgoingRequest } from './request.ts';
import { stopFailure } from './transport-failure.ts';
import type { WireOutcome } from './wire.ts';

interface AttemptContext {
  readonly pacing: Pacing;
  /** The rank of the request for the pacing. */
  readonly rank: number;
  /** Sends once. `fresh` asks for a new connection: every attempt but the first does. */
  readonly send: (fresh: boolean) => Promise<WireOutcome>;
  /** Sends a request that got a response before, to find out whether the service responds at all. Null for that request itself. */
  readonly checkService: (() => Promise<void>) | null;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
  readonly network: NetworkSettings;
}

/** The result of a request. `outcome` is what the last attempt received, null if nothing was sent. */
export interface Attempted extends Omit<HttpResult, 'exchangeId' | 'request'> {
  readonly outcome: WireOutcome | null;
}

type Result = HttpResult['result'];

/** Sends a request until there is something to judge: again after a disturbance, within the bounds of the pacing. */
export async function attempt(request: OutgoingRequest, context: AttemptContext): Promise<Attempted> {
  const { pacing, rank, send, checkService, clock, sleep, signal, network } = context;
  const isRetried = request.isRetried !== false;
  // A quota may count only what one key sends, or one operation.
  const quota = `${request.operation} ${request.credential.isValidKey === true}`;
  const attempts: AttemptRecord[] = [];
  let outcome: WireOutcome | null = null;
  let sentAt: number | null = null;
  let met = NOTHING_MET;
  /** The responses of the run until the latest disturbance of the request. */
  let responsesBefore = 0;
  for (;;) {
    const turn = await pacing.enter(rank, met);
    if (turn === null) return done(noResponse(stopFailure(signal), null));
    const notSent = pacing.usedUp(quota) ?? (turn.number > network.maxRequests ? requestLimit(network) : null);
    if (notSent !== null) {
      pacing.leave(turn);
      return done(noResponse(notSent, null));
    }
    const startedAt = clock.date().toISOString();
    const at = clock.monotonic();
    sentAt ??= at;
    const tried = await sendOnce(turn);
    outcome = tried.outcome;
    const { connection, status } = outcome;
    const milliseconds = Math.round((clock.monotonic() - at) * 10) / 10;
    const next = await afterAttempt(turn, outcome, tried.result);
    const waitedMilliseconds = typeof next === 'number' ? Math.round(next) : 0;
    const failure = failureIn(tried.result);
    attempts.push({ startedAt, milliseconds, connection, status, failure, waitedMilliseconds });
    if (typeof next !== 'number') return done(next);
  }

  function done(result: Result): Attempted {
    pacing.recordEnd(failureIn(result));
    const doneAt = clock.monotonic();
    return { result, attempts, outcome, sentAt: sentAt ?? doneAt, doneAt };
  }

  async function sendOnce(turn: Turn): Promise<{ readonly outcome: WireOutcome; readonly result: Result }> {
    try {
      const received = await send(attempts.length > 0);
      const result = readOutcome(received, network);
      pacing.recordBodySize(result.kind === 'response' ? result.body.length : received.body.length);
      return { outcome: received, result };
    } finally {
      pacing.leave(turn);
    }
  }

  /** The result, or how many milliseconds the request waited before it must be sent on a fresh connection. */
  async function afterAttempt(turn: Turn, received: WireOutcome, result: Result): Promise<Result | number> {
    const failure = failureIn(result);
    if (failure !== null && needsFreshConnection(request, failure, received)) return 0;
    const disturbance = await disturbanceOf(received, failure);
    if (disturbance !== null) return afterDisturbance(disturbance, turn, result);
    if (result.status !== null) pacing.recordResponse(met.disturbed > 0, quota);
    if (failure?.kind === 'response-timeout' || failure?.kind === 'connect-timeout') pacing.recordTimeout(turn);
    return result;
  }

  async function disturbanceOf(received: WireOutcome, failure: TransportFailure | null): Promise<Disturbance | null> {
    if (request.mayBeClosed === true && failure?.kind === 'closed-before-response') return null;
    if (failure === null || !isCutBody(failure.kind)) return disturbanceIn(received, clock.date());
    return disturbanceIn(received, clock.date()) ?? ((await isNearDisturbance()) ? failedConnection(failure) : null);
  }

  /** Whether a body that was cut short now may be part of a disturbance, which may also follow within two seconds. */
  async function isNearDisturbance(): Promise<boolean> {
    const cutAt = clock.monotonic();
    if (pacing.cutsBodies()) return false;
    if (checkService === null) return pacing.wasDisturbedNear(cutAt);
    while (!pacing.wasDisturbedNear(cutAt)) {
      // One may still follow, and what stopped the run may have stopped the service too.
      if (signal.aborted) return true;
      if (clock.monotonic() - cutAt >= BOUNDS.cutBodyWindow) {
        pacing.recordOwnCut();
        return false;
      }
      await sleep(BOUNDS.cutBodyCheck, signal);
      await checkService();
    }
    return true;
  }

  async function afterDisturbance(disturbance: Disturbance, turn: Turn, result: Result): Promise<Result | number> {
    if (signal.aborted) return noResponse(stopFailure(signal), result.status);
    await noteDisturbance();
    pacing.markDisturbance(disturbance);
    const wait = isRetried ? pacing.recordDisturbance(turn, disturbance, met, quota) : null;
    if (wait === null) {
      const usedUp = isRetried ? pacing.usedUp(quota) : null;
      return noResponse(usedUp ?? disturbedFailure(disturbance, failureIn(result), met.disturbed), result.status);
    }
    if (!wait.paused) await sleep(wait.milliseconds, signal);
    met = { ...met, waited: met.waited + wait.milliseconds };
    return wait.milliseconds;
  }

  /** Counts a disturbance. From the second one on, it finds out whether the service responds to other requests. */
  async function noteDisturbance(): Promise<void> {
    const isFirst = met.disturbed === 0;
    if (checkService !== null && !isFirst && pacing.responses() === responsesBefore && !pacing.isGone()) {
      await checkService();
      // A gateway may give its back ends turns, so one check each time would give every attempt the same turn.
      if (met.disturbed % 2 === 1) await checkService();
    }
    const isServiceUp = pacing.responses() > responsesBefore;
    responsesBefore = pacing.responses();
    const whileUp = met.whileUp + (isServiceUp || isFirst ? 1 : 0);
    met = { ...met, disturbed: met.disturbed + 1, whileUp, isServiceUp };
  }
}

function requestLimit({ maxRequests }: NetworkSettings): TransportFailure {
  return { kind: 'request-limit', message: `The run had already sent its maximum of ${maxRequests} requests.` };
}

function failureIn(result: Result): TransportFailure | null {
  return result.kind === 'no-response' ? result.failure : null;
}

/** A reused connection may have been closed while it was idle, or hold the rest of an earlier response. */
function needsFreshConnection(
  { method }: OutgoingRequest,
  { kind }: TransportFailure,
  { connection }: WireOutcome,
): boolean {
  if (kind === 'closed-before-response') return connection === 'reused';
  // The service may have read the request, and an addition must not be repeated.
  return kind === 'stray-bytes' && method === 'GET';
}
