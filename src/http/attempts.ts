import type { ReceivedResponse, NoResponse } from './request.ts';
import type { Clock } from './clock.ts';
import { decodeContent } from './content-decoding.ts';
import type { AttemptRecord, TransportFailure } from './exchange.ts';
import type { Pacer, Turn } from './pacing.ts';
import { retryAfterMilliseconds } from './retry-after.ts';
import { describeBreak, stopFailure } from './transport-failure.ts';
import type { WireOutcome } from './wire.ts';

/** Sends once. `fresh` asks for a connection that has carried nothing yet. */
export type SendOnce = (fresh: boolean) => Promise<WireOutcome>;

/** What the attempts at one request share. */
export interface AttemptSetting {
  readonly pacer: Pacer;
  /** Where the request stands among those that wait, as the pacer takes it. */
  readonly rank: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly target: URL;
  readonly timeoutMilliseconds: number;
  readonly maxUnpackedBytes: number;
  readonly maxDepth: number;
  /** The most requests that are let through in all. */
  readonly maxRequests: number;
}

/** What came of a request in the end. `outcome` is the last thing that came over the wire, null if nothing was sent. */
export interface Attempted {
  readonly result: ReceivedResponse | NoResponse;
  readonly attempts: readonly AttemptRecord[];
  readonly outcome: WireOutcome | null;
  readonly sentAt: number;
  readonly doneAt: number;
}

/** A fresh connection may be closed once without a response; the second time it is the response. */
const freshClosesBorne = 1;

/**
 * So often a 503 that asks to come back is asked again although others are answered in the meantime; then it is no
 * overload of the service but its response to this request.
 */
const unavailableBorne = 5;

/**
 * Sends until there is something to judge: again after a 429 or a 503 with Retry-After, when the run has waited; again on
 * a fresh connection where a connection was closed before any byte of a response, which a kept-alive one legitimately may be,
 * and, with `mayRepeat`, where a kept-alive one held bytes of no response. Nothing else is sent again once a byte of an
 * response has come.
 */
export async function attempt(sendOnce: SendOnce, setting: AttemptSetting, mayRepeat: boolean): Promise<Attempted> {
  const { pacer, clock } = setting;
  const attempts: AttemptRecord[] = [];
  let last: WireOutcome | null = null;
  let sentAt = clock.monotonic();
  let waited = 0;
  let freshCloses = 0;
  let fresh = false;
  let unavailable = 0;
  let responsesBefore = 0;
  for (;;) {
    const turn = await pacer.enter(setting.rank);
    if (turn === null) return done(noResponse(stopFailure(setting.signal), null));
    if (pacer.requests() > setting.maxRequests) {
      pacer.leave(turn);
      return done(noResponse(requestLimit(setting.maxRequests), null));
    }
    const { outcome, result, record } = await tryOnce(sendOnce, fresh, turn, setting);
    if (attempts.length === 0) sentAt = record.at;
    last = outcome;

    if (isLimit(outcome)) {
      if (setting.signal.aborted) {
        attempts.push(record.attempt);
        return done(noResponse(stopFailure(setting.signal), outcome.status));
      }
      if (unavailable === 0) responsesBefore = pacer.responses();
      if (outcome.status === 503) unavailable += 1;
      if (unavailable <= unavailableBorne || pacer.responses() === responsesBefore) {
        const wait = pacer.limited(turn, waitAskedFor(outcome, clock), waited);
        attempts.push({ ...record.attempt, waitedMilliseconds: Math.round(wait ?? 0) });
        if (wait === null) return done(noResponse(rateLimited(outcome.status ?? 429, waited), outcome.status));
        waited += wait;
        continue;
      }
    }
    attempts.push(record.attempt);
    if (outcome.status !== null) pacer.responded();
    const failed = result.kind === 'no-response' ? result.failure.kind : null;
    const closed = failed === 'closed-before-response';
    if (closed && outcome.connection === 'fresh') freshCloses += 1;
    const isOver = closed ? freshCloses > freshClosesBorne : failed !== 'stray-bytes' || !mayRepeat;
    if (isOver) return done(result);
    fresh = true;
  }

  function done(result: ReceivedResponse | NoResponse): Attempted {
    return { result, attempts, outcome: last, sentAt, doneAt: clock.monotonic() };
  }
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
    const failure = ended.by === 'stop' ? stopFailure(setting.signal) : describeBreak(ended, setting.target, seconds);
    return noResponse(mayBeStray(outcome, failure) ? strayBytes : failure, status);
  }
  const headers = headerMap(outcome);
  const decoded = decodeContent(outcome.body, headers.get('content-encoding') ?? [], setting.maxUnpackedBytes);
  if (decoded.kind === 'decoded') {
    const { maxDepth } = setting;
    return { kind: 'response', status, headers, body: decoded.body, maxDepth, connection: outcome.connection };
  }
  if (decoded.kind === 'too-large') {
    return noResponse(
      { kind: 'unpacked-too-large', message: 'The response was larger than the suite reads once it was unpacked.' },
      status,
    );
  }
  return noResponse(
    { kind: 'undecodable', message: `The body of the response cannot be decoded: ${decoded.reason}.` },
    status,
  );
}

/**
 * What is no HTTP on a connection that has carried a response before may be the late rest of that response, and nobody can
 * tell: the exchange that it shows up in is not to be accused of it.
 */
function mayBeStray({ connection, status }: WireOutcome, { kind }: TransportFailure): boolean {
  return kind === 'not-http' && connection === 'reused' && status === null;
}

const strayBytes: TransportFailure = {
  kind: 'stray-bytes',
  message:
    'Bytes that begin no response came on a connection that had carried a response before, which they may belong to.',
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

function waitAskedFor(outcome: WireOutcome, clock: Clock): number | null {
  const headers = headerMap(outcome);
  return retryAfterMilliseconds(headers.get('retry-after')?.[0], headers.get('date')?.[0], clock.date());
}

/** Whether a response limits the rate: a 429, or a 503 that says when to come back. */
function isLimit(outcome: WireOutcome): boolean {
  return outcome.status === 429 || (outcome.status === 503 && headerMap(outcome).has('retry-after'));
}

function requestLimit(most: number): TransportFailure {
  return { kind: 'request-limit', message: `The run had sent the ${most} requests that it may send at most.` };
}

function rateLimited(status: number, waited: number): TransportFailure {
  const seconds = Math.round(waited / 1000);
  return {
    kind: 'rate-limited',
    message: `The service went on answering ${status} after waits of ${seconds} s for this request.`,
  };
}

function noResponse(failure: TransportFailure, status: number | null): NoResponse {
  return { kind: 'no-response', failure, status };
}
