import { readJsonOnce } from '../contract/json.ts';
import type { NoResponse, ReceivedResponse } from './request.ts';
import type { Clock, Sleep } from './clock.ts';
import { decodeContent } from './content-decoding.ts';
import { type Disturbance, disturbanceIn, disturbedFailure } from './disturbance.ts';
import type { AttemptRecord, TransportFailure, TransportFailureKind } from './exchange.ts';
import type { Pacer } from './pacing/pacer.ts';
import { type AttemptHistory, MOST_ATTEMPTS } from './pacing/patience.ts';
import type { Turn } from './pacing/request-queue.ts';
import { describeBreak, stopFailure } from './transport-failure.ts';
import type { WireOutcome } from './wire.ts';

/** Sends once. `fresh` asks for a new connection. */
export type SendOnce = (fresh: boolean) => Promise<WireOutcome>;

/** What the attempts at one request share. */
export interface AttemptSetting {
  readonly pacer: Pacer;
  /** The rank of the request for the pacer. */
  readonly rank: number;
  readonly operation: string;
  /** False sends the request only once after a disturbance. */
  readonly isPatient: boolean;
  /** A request that is not an addition may be sent again even if the service may have read it. */
  readonly mayRepeat: boolean;
  /** Sends a request that was answered before, to find out whether the service answers at all. */
  readonly checkService: () => Promise<void>;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
  readonly target: URL;
  readonly timeoutMilliseconds: number;
  readonly maxUnpackedBytes: number;
  readonly maxDepth: number;
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

/** Failures that a restart of the service or of a gateway can cause while a body is on its way. */
const CUT_BODIES: ReadonlySet<TransportFailureKind> = new Set(['cut-short', 'body-reset']);

/**
 * Sends a request until there is something to judge. After a disturbance it waits and sends again, within the bounds of the
 * pacer. A reused connection that the service closed is no disturbance: the request goes on a fresh one at once.
 */
export async function attempt(sendOnce: SendOnce, setting: AttemptSetting): Promise<Attempted> {
  const { pacer, clock, signal } = setting;
  const attempts: AttemptRecord[] = [];
  let last: WireOutcome | null = null;
  let sentAt: number | null = null;
  let fresh = false;
  let request: AttemptHistory = {
    operation: setting.operation,
    disturbed: 0,
    disturbedAlone: 0,
    isServiceUp: false,
    waited: 0,
  };
  let responsesBefore = 0;
  for (;;) {
    const turn = await pacer.enter(setting.rank, request.disturbedAlone >= MOST_ATTEMPTS - 1);
    if (turn === null) return done(noResponse(stopFailure(signal), null));
    if (pacer.requests() > setting.maxRequests) {
      pacer.leave(turn);
      return done(noResponse(requestLimit(setting.maxRequests), null));
    }
    const { outcome, result, record } = await tryOnce(sendOnce, fresh, turn, setting);
    sentAt ??= record.at;
    last = outcome;
    const failure = result.kind === 'no-response' ? result.failure : null;
    const again = failure !== null && shouldUseFreshConnection(failure, outcome, setting);
    const disturbance = again ? null : await disturbanceOf(outcome, failure, setting);

    if (disturbance === null) {
      attempts.push(record.attempt);
      if (outcome.status !== null) pacer.responded();
      if (failure?.kind === 'response-timeout' || failure?.kind === 'connect-timeout') pacer.timedOut(turn);
      if (!again) {
        if (request.disturbed > 0) pacer.recovered(request);
        return done(result);
      }
      fresh = true;
      continue;
    }
    if (signal.aborted) {
      attempts.push(record.attempt);
      return done(noResponse(stopFailure(signal), outcome.status));
    }
    if (request.disturbed > 0 && pacer.responses() === responsesBefore && !pacer.isGone()) {
      await setting.checkService();
      // A gateway may give its back ends turns, so one check each time would give every attempt the same turn.
      if (request.disturbed % 2 === 1) await setting.checkService();
    }
    const isServiceUp = request.disturbed > 0 && pacer.responses() > responsesBefore;
    responsesBefore = pacer.responses();
    request = {
      ...request,
      disturbed: request.disturbed + 1,
      disturbedAlone: request.disturbedAlone + (isServiceUp || request.disturbed === 0 ? 1 : 0),
      isServiceUp,
    };
    if (!setting.isPatient) pacer.noticed();
    const wait = setting.isPatient ? pacer.disturbed(turn, disturbance, request) : null;
    attempts.push({ ...record.attempt, waitedMilliseconds: Math.round(wait?.milliseconds ?? 0) });
    if (wait === null) {
      const given = disturbedFailure(disturbance, failure, request.disturbed);
      return done(noResponse(given, outcome.status));
    }
    if (!wait.paused) await setting.sleep(wait.milliseconds, signal);
    request = { ...request, waited: request.waited + wait.milliseconds };
    fresh = true;
  }

  function done(result: ReceivedResponse | NoResponse): Attempted {
    const doneAt = clock.monotonic();
    return { result, attempts, outcome: last, sentAt: sentAt ?? doneAt, doneAt };
  }
}

/** A reused connection may have been closed while it was idle, or hold the rest of an earlier response. */
function shouldUseFreshConnection(
  { kind }: TransportFailure,
  { connection }: WireOutcome,
  { mayRepeat }: AttemptSetting,
): boolean {
  if (kind === 'closed-before-response') return connection === 'reused';
  return kind === 'stray-bytes' && mayRepeat;
}

async function disturbanceOf(
  outcome: WireOutcome,
  failure: TransportFailure | null,
  { pacer, clock, isPatient, checkService }: AttemptSetting,
): Promise<Disturbance | null> {
  const disturbance = disturbanceIn(outcome, failure, clock.date());
  if (disturbance !== null || failure === null || !CUT_BODIES.has(failure.kind)) return disturbance;
  if (!isPatient) return null;
  return (await pacer.isDisturbedNow(checkService))
    ? { label: failure.kind, retryAfter: null, limitsRate: false }
    : null;
}

interface Tried {
  readonly outcome: WireOutcome;
  readonly result: ReceivedResponse | NoResponse;
  readonly record: { readonly at: number; readonly attempt: AttemptRecord };
}

async function tryOnce(sendOnce: SendOnce, fresh: boolean, turn: Turn, setting: AttemptSetting): Promise<Tried> {
  const { clock } = setting;
  const startedAt = clock.date().toISOString();
  const at = clock.monotonic();
  try {
    const outcome = await sendOnce(fresh);
    const result = resultOf(outcome, setting);
    setting.pacer.weighed(result.kind === 'response' ? result.body.length : outcome.body.length);
    const attemptRecord = {
      startedAt,
      milliseconds: Math.round((clock.monotonic() - at) * 10) / 10,
      connection: outcome.connection,
      status: outcome.status,
      failure: result.kind === 'no-response' ? result.failure : null,
      waitedMilliseconds: 0,
    };
    return { outcome, result, record: { at, attempt: attemptRecord } };
  } finally {
    setting.pacer.leave(turn);
  }
}

function resultOf(outcome: WireOutcome, setting: AttemptSetting): ReceivedResponse | NoResponse {
  const { broke, status } = outcome;
  if (broke !== null || status === null) {
    const seconds = setting.timeoutMilliseconds / 1000;
    const ended = broke ?? { phase: 'waiting', by: 'error', error: null };
    const failure =
      ended.by === 'stop' ? stopFailure(setting.signal) : describeBreak(ended, setting.target, seconds, outcome);
    return noResponse(mayBeStray(outcome, failure) ? STRAY_BYTES : failure, status);
  }
  const headers = headerMap(outcome);
  const decoded = decodeContent(outcome.body, headers.get('content-encoding') ?? [], setting.maxUnpackedBytes);
  if (decoded.kind === 'decoded') {
    return {
      kind: 'response',
      status,
      headers,
      body: decoded.body,
      json: readJsonOnce(decoded.body, setting.maxDepth),
      connection: outcome.connection,
      httpVersion: outcome.httpVersion,
    };
  }
  if (decoded.kind === 'too-large') {
    return noResponse(
      { kind: 'unpacked-too-large', message: 'The decompressed response was larger than the suite reads.' },
      status,
    );
  }
  return noResponse(
    { kind: 'undecodable', message: `The body of the response cannot be decoded: ${decoded.reason}.` },
    status,
  );
}

/** Bytes that are no HTTP, on a reused connection, may be the rest of an earlier response: this exchange is not accused. */
function mayBeStray({ connection, status }: WireOutcome, { kind }: TransportFailure): boolean {
  return kind === 'not-http' && connection === 'reused' && status === null;
}

const STRAY_BYTES: TransportFailure = {
  kind: 'stray-bytes',
  message:
    'Bytes that do not start a response arrived on a reused connection. They may belong to its previous response.',
};

function headerMap({ headers }: WireOutcome): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const values = map.get(name.toLowerCase());
    if (values === undefined) map.set(name.toLowerCase(), [value]);
    else values.push(value);
  }
  return map;
}

function requestLimit(most: number): TransportFailure {
  return { kind: 'request-limit', message: `The run had already sent its maximum of ${most} requests.` };
}

function noResponse(failure: TransportFailure, status: number | null): NoResponse {
  return { kind: 'no-response', failure, status };
}
