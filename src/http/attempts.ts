import type { NetworkSettings } from '../settings/network.ts';
import type { Clock, Sleep } from './clock.ts';
import { type Disturbance, disturbanceIn, disturbedFailure, isCutBody } from './disturbance.ts';
import type { AttemptRecord, TransportFailure } from './exchange.ts';
import { NOTHING_MET, type Pacing, type Turn } from './pacing.ts';
import { noResponse, readOutcome } from './read-outcome.ts';
import type { HttpResult, OutgoingRequest } from './request.ts';
import { stopFailure } from './transport-failure.ts';
import type { WireOutcome } from './wire.ts';

/** How the attempts at a request are made. */
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

/** Sends a request, and again after a disturbance within the bounds of the pacing, until its result can be judged. */
export async function attempt(request: OutgoingRequest, context: AttemptContext): Promise<Attempted> {
  const { pacing, rank, send, checkService, clock, sleep, signal, network } = context;
  const attempts: AttemptRecord[] = [];
  let outcome: WireOutcome | null = null;
  let sentAt: number | null = null;
  let met = NOTHING_MET;
  for (;;) {
    const turn = await pacing.enter(rank, met);
    if (turn === null) return done(noResponse(stopFailure(signal), null), null);
    if (turn.number > network.maxRequests) {
      pacing.leave(turn);
      return done(noResponse(requestLimit(network), null), null);
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
    if (typeof next !== 'number') return done(next, turn);
  }

  function done(result: Result, turn: Turn | null): Attempted {
    pacing.recordEnd(failureIn(result), turn);
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
    if (result.status !== null) pacing.recordResponse(met.disturbed > 0);
    return result;
  }

  async function disturbanceOf(received: WireOutcome, failure: TransportFailure | null): Promise<Disturbance | null> {
    if (request.mayBeClosed === true && failure?.kind === 'closed-before-response') return null;
    const disturbance = disturbanceIn(received, clock.date());
    if (disturbance !== null || failure === null || !isCutBody(failure.kind)) return disturbance;
    return (await pacing.excusesCut(checkService)) ? { sign: failure.kind, retryAfter: null } : null;
  }

  async function afterDisturbance(disturbance: Disturbance, turn: Turn, result: Result): Promise<Result | number> {
    if (signal.aborted) return noResponse(stopFailure(signal), result.status);
    // A gateway may use its back ends in turn. One check each time would send every attempt to the same back end.
    if (met.disturbed > 0) await checkIfSilent(met.disturbed % 2 === 1 ? 2 : 1);
    const metNow = pacing.recordDisturbance(turn, disturbance, met, request.isRetried);
    if (metNow === null)
      return noResponse(disturbedFailure(disturbance, failureIn(result), met.disturbed + 1), result.status);
    const wait = metNow.waited - met.waited;
    await sleep(wait, signal);
    const wasUp = metNow.responses > met.responses;
    met = metNow;
    // A request that ends the process of the service would end each new process too. The service would seem to be gone.
    if (!wasUp) await checkIfSilent(1);
    return wait;
  }

  /** Checks whether the service responds at all, unless it has responded since the latest disturbance of the request, or is gone. */
  async function checkIfSilent(times: number): Promise<void> {
    if (pacing.responses() !== met.responses || pacing.obstacle() !== null) return;
    for (let checks = 0; checks < times; checks += 1) await checkService?.();
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
