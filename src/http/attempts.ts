import { BOUNDS } from './bounds.ts';
import type { Clock, Sleep } from './clock.ts';
import { type Disturbance, disturbanceIn, disturbedFailure, failedConnection, isCutBody } from './disturbance.ts';
import type { AttemptRecord, TransportFailure } from './exchange.ts';
import type { MetSoFar, Pacing } from './pacing.ts';
import type { Turn } from './places.ts';
import { noResponse, type ReadContext, readOutcome } from './read-outcome.ts';
import type { NoResponse, ReceivedResponse } from './request.ts';
import { stopFailure } from './transport-failure.ts';
import type { WireOutcome } from './wire.ts';

/** Sends once. `fresh` asks for a new connection: every attempt but the first does. */
type SendAttempt = (fresh: boolean) => Promise<WireOutcome>;

/** What the attempts at one request share. */
export interface AttemptContext extends ReadContext {
  readonly pacing: Pacing;
  /** The rank of the request for the pacing. */
  readonly rank: number;
  /** What shares a quota of the service with the request. */
  readonly quota: string;
  /** Whether the request is sent again after a disturbance. */
  readonly isRetried: boolean;
  /** Whether a connection that is closed without a response is an allowed end, and so no disturbance. */
  readonly mayBeClosed: boolean;
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
interface Progress extends MetSoFar {
  readonly responsesBefore: number;
}

const NOTHING_MET: Progress = { disturbed: 0, whileUp: 0, isServiceUp: false, waited: 0, responsesBefore: 0 };

/** What follows an attempt: the result, or another attempt on a fresh connection. */
type Next =
  | { readonly kind: 'done'; readonly result: ReceivedResponse | NoResponse }
  | { readonly kind: 'again'; readonly progress: Progress; readonly waitedMilliseconds: number };

/** Sends a request until there is something to judge: again after a disturbance, within the bounds of the pacing. */
export async function attempt(sendAttempt: SendAttempt, context: AttemptContext): Promise<Attempted> {
  const { clock, pacing, rank, quota, signal, maxRequests } = context;
  const attempts: AttemptRecord[] = [];
  let outcome: WireOutcome | null = null;
  let sentAt: number | null = null;
  let progress = NOTHING_MET;
  for (;;) {
    const turn = await pacing.enter(rank, progress);
    if (turn === null) return done(noResponse(stopFailure(signal), null));
    const notSent = pacing.usedUp(quota) ?? (turn.number > maxRequests ? requestLimit(maxRequests) : null);
    if (notSent !== null) {
      pacing.leave(turn);
      return done(noResponse(notSent, null));
    }
    sentAt ??= clock.monotonic();
    const tried = await tryOnce(() => sendAttempt(attempts.length > 0), turn, context);
    outcome = tried.outcome;
    const next = await nextAfter(tried, turn, progress, context);
    const waitedMilliseconds = next.kind === 'done' ? 0 : Math.round(next.waitedMilliseconds);
    attempts.push({ ...tried.record, waitedMilliseconds });
    if (next.kind === 'done') return done(next.result);
    progress = next.progress;
  }

  function done(result: ReceivedResponse | NoResponse): Attempted {
    pacing.recordEnd(failureOf(result));
    const doneAt = clock.monotonic();
    return { result, attempts, outcome, sentAt: sentAt ?? doneAt, doneAt };
  }
}

function requestLimit(maxRequests: number): TransportFailure {
  return { kind: 'request-limit', message: `The run had already sent its maximum of ${maxRequests} requests.` };
}

/** One attempt. */
interface Tried {
  readonly outcome: WireOutcome;
  readonly result: ReceivedResponse | NoResponse;
  readonly record: Omit<AttemptRecord, 'waitedMilliseconds'>;
}

async function tryOnce(send: () => Promise<WireOutcome>, turn: Turn, context: AttemptContext): Promise<Tried> {
  const { clock, pacing } = context;
  const startedAt = clock.date().toISOString();
  const at = clock.monotonic();
  try {
    const outcome = await send();
    const result = readOutcome(outcome, context);
    pacing.recordBodySize(result.kind === 'response' ? result.body.length : outcome.body.length);
    const milliseconds = Math.round((clock.monotonic() - at) * 10) / 10;
    const { connection, status } = outcome;
    return { outcome, result, record: { startedAt, milliseconds, connection, status, failure: failureOf(result) } };
  } finally {
    pacing.leave(turn);
  }
}

function failureOf(result: ReceivedResponse | NoResponse): TransportFailure | null {
  return result.kind === 'no-response' ? result.failure : null;
}

async function nextAfter(tried: Tried, turn: Turn, progress: Progress, context: AttemptContext): Promise<Next> {
  const { pacing } = context;
  const { outcome, result } = tried;
  const failure = failureOf(result);
  if (failure !== null && needsFreshConnection(failure, outcome, context))
    return { kind: 'again', progress, waitedMilliseconds: 0 };
  const disturbance = await disturbanceOf(outcome, failure, context);
  if (disturbance !== null) return afterDisturbance(disturbance, tried, turn, progress, context);
  if (outcome.status !== null) pacing.recordResponse(progress.disturbed > 0, context.quota);
  if (failure?.kind === 'response-timeout' || failure?.kind === 'connect-timeout') pacing.recordTimeout(turn);
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
  context: AttemptContext,
): Promise<Disturbance | null> {
  if (context.mayBeClosed && failure?.kind === 'closed-before-response') return null;
  const disturbance = disturbanceIn(outcome, failure, context.clock.date());
  if (disturbance !== null || failure === null || !isCutBody(failure.kind)) return disturbance;
  return (await belongsToDisturbance(context)) ? failedConnection(failure) : null;
}

/** Whether a body that was cut short now is part of a disturbance, which may also follow within two seconds. */
async function belongsToDisturbance({ pacing, clock, sleep, signal, checkService }: AttemptContext): Promise<boolean> {
  const cutAt = clock.monotonic();
  if (checkService === null || pacing.cutsBodies()) return pacing.wasDisturbedNear(cutAt);
  while (!pacing.wasDisturbedNear(cutAt)) {
    if (signal.aborted || clock.monotonic() - cutAt >= BOUNDS.cutBodyWindow) {
      pacing.recordUndisturbedCut();
      return false;
    }
    await sleep(BOUNDS.cutBodyCheck, signal);
    await checkService();
  }
  return true;
}

async function afterDisturbance(
  disturbance: Disturbance,
  { outcome, result }: Tried,
  turn: Turn,
  before: Progress,
  context: AttemptContext,
): Promise<Next> {
  const { pacing, isRetried, quota, signal, sleep } = context;
  if (signal.aborted) return { kind: 'done', result: noResponse(stopFailure(signal), outcome.status) };
  const progress = await noteDisturbance(before, context);
  pacing.markDisturbance(disturbance);
  const wait = isRetried ? pacing.recordDisturbance(turn, disturbance, progress, quota) : null;
  if (wait === null) {
    const usedUp = isRetried ? pacing.usedUp(quota) : null;
    const failure = usedUp ?? disturbedFailure(disturbance, failureOf(result), progress.disturbed);
    return { kind: 'done', result: noResponse(failure, outcome.status) };
  }
  if (!wait.paused) await sleep(wait.milliseconds, signal);
  const waited = progress.waited + wait.milliseconds;
  return { kind: 'again', progress: { ...progress, waited }, waitedMilliseconds: wait.milliseconds };
}

/** Counts a disturbance. From the second one on, it finds out whether the service responds to other requests. */
async function noteDisturbance(before: Progress, { pacing, checkService }: AttemptContext): Promise<Progress> {
  const isFirst = before.disturbed === 0;
  if (checkService !== null && !isFirst && pacing.responses() === before.responsesBefore && !pacing.isGone()) {
    await checkService();
    // A gateway may give its back ends turns, so one check each time would give every attempt the same turn.
    if (before.disturbed % 2 === 1) await checkService();
  }
  const isServiceUp = pacing.responses() > before.responsesBefore;
  return {
    ...before,
    disturbed: before.disturbed + 1,
    whileUp: before.whileUp + (isServiceUp || isFirst ? 1 : 0),
    isServiceUp,
    responsesBefore: pacing.responses(),
  };
}
