import type { NetworkSettings } from '../settings/network.ts';
import type { RunTime } from './clock.ts';
import { type Disturbance, disturbanceIn, disturbedFailure, isCutBody } from './disturbance.ts';
import type { AttemptRecord, TransportFailure } from './exchange.ts';
import { type MetSoFar, NOTHING_MET, type Pacing } from './pacing.ts';
import { noResponse, readOutcome } from './read-outcome.ts';
import type { HttpResult, OutgoingRequest } from './request.ts';
import { stopFailure } from './transport-failure.ts';
import type { Turn } from './turns.ts';
import type { WireOutcome } from './wire.ts';

/** How the attempts at a request are made. */
interface AttemptContext extends RunTime {
  readonly request: OutgoingRequest;
  readonly pacing: Pacing;
  /** The rank of the request for the pacing. */
  readonly rank: number;
  /** Sends once. `fresh` asks for a new connection: every attempt but the first does. */
  readonly send: (fresh: boolean) => Promise<WireOutcome>;
  /** Sends a request that got a response before, to find out whether the service responds at all. Null for that request itself. */
  readonly checkService: (() => Promise<void>) | null;
  readonly network: NetworkSettings;
}

/** The result of a request. `outcome` is what the last attempt received, null if nothing was sent. */
export interface Attempted extends Omit<HttpResult, 'exchangeId' | 'request'> {
  readonly outcome: WireOutcome | null;
}

type Result = HttpResult['result'];

/** What one attempt received. */
interface Received {
  readonly turn: Turn;
  readonly outcome: WireOutcome;
  readonly result: Result;
  readonly failure: TransportFailure | null;
}

/** Sends a request, and again after a disturbance within the bounds of the pacing, until its result can be judged. */
export async function attempt(context: AttemptContext): Promise<Attempted> {
  const { pacing, rank, clock, signal, network } = context;
  const attempts: AttemptRecord[] = [];
  let outcome: WireOutcome | null = null;
  let sentAt: number | null = null;
  let met: MetSoFar = NOTHING_MET;
  for (;;) {
    const turn = await pacing.enter(rank, met);
    if (turn === null) return end(noResponse(stopFailure(signal), null), null);
    if (turn.number > network.maxRequests) {
      pacing.leave(turn);
      return end(noResponse(requestLimit(network), null), null);
    }
    const startedAt = clock.date().toISOString();
    const at = clock.monotonic();
    sentAt ??= at;
    const received = await sendOnce(context, turn, attempts.length > 0);
    outcome = received.outcome;
    const { connection, status } = outcome;
    const milliseconds = Math.round((clock.monotonic() - at) * 10) / 10;
    const next = await afterAttempt(context, received, met);
    const waitedMilliseconds = 'kind' in next ? 0 : Math.round(next.waited - met.waited);
    attempts.push({ startedAt, milliseconds, connection, status, failure: received.failure, waitedMilliseconds });
    if ('kind' in next) return end(next, turn);
    met = next;
  }

  function end(result: Result, turn: Turn | null): Attempted {
    pacing.recordEnd(failureIn(result), turn);
    const doneAt = clock.monotonic();
    return { result, attempts, outcome, sentAt: sentAt ?? doneAt, doneAt };
  }
}

async function sendOnce({ pacing, send, network }: AttemptContext, turn: Turn, fresh: boolean): Promise<Received> {
  try {
    const outcome = await send(fresh);
    const result = readOutcome(outcome, network);
    pacing.recordBodySize(result.kind === 'response' ? result.body.length : outcome.body.length);
    return { turn, outcome, result, failure: failureIn(result) };
  } finally {
    pacing.leave(turn);
  }
}

/** The result, or what the request has met before its next attempt. The next attempt needs a fresh connection. */
async function afterAttempt(context: AttemptContext, received: Received, met: MetSoFar): Promise<Result | MetSoFar> {
  const { outcome, result, failure } = received;
  if (failure !== null && needsFreshConnection(context.request, failure, outcome)) return met;
  const disturbance = await disturbanceOf(context, received);
  if (disturbance !== null) return afterDisturbance(context, received, met, disturbance);
  if (result.status !== null) context.pacing.recordResponse(met.disturbed > 0);
  return result;
}

async function disturbanceOf(
  { request, pacing, checkService, clock }: AttemptContext,
  { outcome, failure }: Received,
): Promise<Disturbance | null> {
  if (request.mayBeClosed === true && failure?.kind === 'closed-before-response') return null;
  const disturbance = disturbanceIn(outcome, clock.date());
  if (disturbance !== null || failure === null || !isCutBody(failure.kind)) return disturbance;
  return (await pacing.excusesCut(checkService)) ? { sign: failure.kind, retryAfter: null } : null;
}

/** Waits for the next attempt, unless the pacing gives the request up. */
async function afterDisturbance(
  context: AttemptContext,
  { turn, result: { status }, failure }: Received,
  met: MetSoFar,
  disturbance: Disturbance,
): Promise<Result | MetSoFar> {
  const { request, pacing, sleep, signal } = context;
  if (signal.aborted) return noResponse(stopFailure(signal), status);
  // A gateway may use its back ends in turn. One check each time would send every attempt to the same back end.
  if (met.disturbed > 0) await checkIfSilent(context, met, met.disturbed % 2 === 1 ? 2 : 1);
  const next = pacing.recordDisturbance(turn, disturbance, met, request.isRetried);
  if (next === null) return noResponse(disturbedFailure(disturbance, failure, met.disturbed + 1), status);
  await sleep(next.waited - met.waited, signal);
  // A request that ends the process of the service would end each new process too. The service would seem to be gone.
  if (next.responses <= met.responses) await checkIfSilent(context, next, 1);
  return next;
}

/** Checks whether the service responds at all, unless it has responded since the latest disturbance of the request, or is gone. */
async function checkIfSilent(
  { pacing, checkService }: AttemptContext,
  { responses }: MetSoFar,
  times: number,
): Promise<void> {
  if (pacing.responses() !== responses || pacing.obstacle() !== null) return;
  for (let checks = 0; checks < times; checks += 1) await checkService?.();
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
