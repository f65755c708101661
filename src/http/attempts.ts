import type { Clock, Sleep } from './clock.ts';
import { type Disturbance, disturbanceIn, disturbedFailure, failedConnection, isCutBody } from './disturbance.ts';
import type { AttemptRecord, TransportFailure } from './exchange.ts';
import type { Pacer } from './pacing/pacer.ts';
import type { AttemptHistory } from './pacing/patience.ts';
import type { Turn } from './pacing/request-queue.ts';
import { noResponse, type ReadContext, readOutcome } from './read-outcome.ts';
import type { NoResponse, ReceivedResponse } from './request.ts';
import { stopFailure } from './transport-failure.ts';
import type { WireOutcome } from './wire.ts';

/** Sends once. `fresh` asks for a new connection. */
export type SendAttempt = (fresh: boolean) => Promise<WireOutcome>;

/** What the attempts at one request share. */
export interface AttemptContext extends ReadContext {
  readonly pacer: Pacer;
  /** The rank of the request for the pacer. */
  readonly rank: number;
  readonly operation: string;
  /** Whether the request is sent again after a disturbance. */
  readonly isRetried: boolean;
  /** A request that is not an addition may be sent again even if the service may have read it. */
  readonly mayRepeat: boolean;
  /** Sends a request that got a response before, to find out whether the service responds at all. Null for that request itself. */
  readonly checkService: (() => Promise<void>) | null;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** The most requests of the run. */
  readonly maxRequests: number;
}

/** The result of a request. `outcome` is what the last attempt received, null if nothing was sent. */
export interface Attempted {
  readonly result: ReceivedResponse | NoResponse;
  readonly attempts: readonly AttemptRecord[];
  readonly outcome: WireOutcome | null;
  readonly sentAt: number;
  readonly doneAt: number;
}

/** What the request has met, and the responses of the run until its latest disturbance. */
interface Progress extends AttemptHistory {
  readonly responsesBefore: number;
}

/** What follows an attempt. Another attempt goes on a fresh connection. */
type Next =
  | { readonly kind: 'done'; readonly result: ReceivedResponse | NoResponse }
  | { readonly kind: 'again'; readonly progress: Progress; readonly waitedMilliseconds: number };

/**
 * Sends a request until there is something to judge. After a disturbance it waits and sends again, within the bounds of the
 * pacer. A reused connection that the service closed is no disturbance: the request goes on a fresh one at once.
 */
export async function attempt(sendAttempt: SendAttempt, context: AttemptContext): Promise<Attempted> {
  const { clock, operation } = context;
  const attempts: AttemptRecord[] = [];
  let outcome: WireOutcome | null = null;
  let sentAt: number | null = null;
  let progress: Progress = {
    operation,
    disturbed: 0,
    disturbedAlone: 0,
    isServiceUp: false,
    waited: 0,
    responsesBefore: 0,
  };
  for (;;) {
    const turn = await enter(progress, context);
    if ('failure' in turn) return done(turn);
    const tried = await tryOnce(() => sendAttempt(attempts.length > 0), turn, context);
    sentAt ??= tried.at;
    outcome = tried.outcome;
    const next = await nextAfter(tried, turn, progress, context);
    if (next.kind === 'done') {
      attempts.push(tried.record);
      return done(next.result);
    }
    attempts.push({ ...tried.record, waitedMilliseconds: next.waitedMilliseconds });
    progress = next.progress;
  }

  function done(result: ReceivedResponse | NoResponse): Attempted {
    const doneAt = clock.monotonic();
    return { result, attempts, outcome, sentAt: sentAt ?? doneAt, doneAt };
  }
}

/** Waits for a turn. Gives a failure if the run was stopped or has sent its most requests. */
async function enter(progress: Progress, context: AttemptContext): Promise<Turn | NoResponse> {
  const { pacer, rank, signal, maxRequests } = context;
  const turn = await pacer.enter(rank, progress);
  if (turn === null) return noResponse(stopFailure(signal), null);
  if (turn.number <= maxRequests) return turn;
  pacer.leave(turn);
  const message = `The run had already sent its maximum of ${maxRequests} requests.`;
  return noResponse({ kind: 'request-limit', message }, null);
}

/** One attempt; `at` is its start. */
interface Tried {
  readonly at: number;
  readonly outcome: WireOutcome;
  readonly result: ReceivedResponse | NoResponse;
  readonly record: AttemptRecord;
}

async function tryOnce(send: () => Promise<WireOutcome>, turn: Turn, context: AttemptContext): Promise<Tried> {
  const { clock, pacer } = context;
  const startedAt = clock.date().toISOString();
  const at = clock.monotonic();
  try {
    const outcome = await send();
    const result = readOutcome(outcome, context);
    pacer.recordBodySize(result.kind === 'response' ? result.body.length : outcome.body.length);
    const record = {
      startedAt,
      milliseconds: Math.round((clock.monotonic() - at) * 10) / 10,
      connection: outcome.connection,
      status: outcome.status,
      failure: failureOf(result),
      waitedMilliseconds: 0,
    };
    return { at, outcome, result, record };
  } finally {
    pacer.leave(turn);
  }
}

function failureOf(result: ReceivedResponse | NoResponse): TransportFailure | null {
  return result.kind === 'no-response' ? result.failure : null;
}

async function nextAfter(tried: Tried, turn: Turn, progress: Progress, context: AttemptContext): Promise<Next> {
  const { pacer } = context;
  const { outcome, result } = tried;
  const failure = failureOf(result);
  if (failure !== null && needsFreshConnection(failure, outcome, context))
    return { kind: 'again', progress, waitedMilliseconds: 0 };
  const disturbance = await disturbanceOf(outcome, failure, context);
  if (disturbance !== null) return afterDisturbance(disturbance, tried, turn, progress, context);
  if (outcome.status !== null) pacer.recordResponse();
  if (failure?.kind === 'response-timeout' || failure?.kind === 'connect-timeout') pacer.recordTimeout(turn);
  if (progress.disturbed > 0) pacer.recordRecovery(progress);
  return { kind: 'done', result };
}

/** A reused connection may have been closed while it was idle, or hold the rest of an earlier response. */
function needsFreshConnection(
  { kind }: TransportFailure,
  { connection }: WireOutcome,
  { mayRepeat }: AttemptContext,
): boolean {
  if (kind === 'closed-before-response') return connection === 'reused';
  return kind === 'stray-bytes' && mayRepeat;
}

async function disturbanceOf(
  outcome: WireOutcome,
  failure: TransportFailure | null,
  { pacer, clock, checkService }: AttemptContext,
): Promise<Disturbance | null> {
  const disturbance = disturbanceIn(outcome, failure, clock.date());
  if (disturbance !== null || failure === null || !isCutBody(failure.kind) || checkService === null) return disturbance;
  return (await pacer.probeForDisturbance(checkService)) ? failedConnection(failure) : null;
}

async function afterDisturbance(
  disturbance: Disturbance,
  { outcome, result }: Tried,
  turn: Turn,
  before: Progress,
  context: AttemptContext,
): Promise<Next> {
  const { pacer, signal, sleep } = context;
  if (signal.aborted) return { kind: 'done', result: noResponse(stopFailure(signal), outcome.status) };
  const progress = await noteDisturbance(before, context);
  if (!context.isRetried) pacer.recordUnretriedDisturbance(disturbance);
  const wait = context.isRetried ? pacer.recordDisturbance(turn, disturbance, progress) : null;
  if (wait === null) {
    const failure = disturbedFailure(disturbance, failureOf(result), progress.disturbed);
    return { kind: 'done', result: noResponse(failure, outcome.status) };
  }
  if (!wait.paused) await sleep(wait.milliseconds, signal);
  const waited = progress.waited + wait.milliseconds;
  return { kind: 'again', progress: { ...progress, waited }, waitedMilliseconds: Math.round(wait.milliseconds) };
}

/** Counts a disturbance. From the second one on, it finds out whether the service responds to other requests. */
async function noteDisturbance(before: Progress, { pacer, checkService }: AttemptContext): Promise<Progress> {
  const isFirst = before.disturbed === 0;
  if (checkService !== null && !isFirst && pacer.responses() === before.responsesBefore && !pacer.isGone()) {
    await checkService();
    // A gateway may give its back ends turns, so one check each time would give every attempt the same turn.
    if (before.disturbed % 2 === 1) await checkService();
  }
  const isServiceUp = !isFirst && pacer.responses() > before.responsesBefore;
  return {
    ...before,
    disturbed: before.disturbed + 1,
    disturbedAlone: before.disturbedAlone + (isServiceUp || isFirst ? 1 : 0),
    isServiceUp,
    responsesBefore: pacer.responses(),
  };
}
