import { readJsonOnce } from '../contract/json.ts';
import { decodeContent } from './content-decoding.ts';
import type { TransportFailure } from './exchange.ts';
import { meaningOf } from './failure-kinds.ts';
import type { NoResponse, ReceivedResponse } from './request.ts';
import { describeBreak, stopFailure } from './transport-failure.ts';
import type { WireOutcome } from './wire.ts';

/** What reading a response needs. */
export interface ReadContext {
  readonly target: URL;
  readonly timeoutMilliseconds: number;
  readonly maxUnpackedBytes: number;
  readonly maxDepth: number;
  readonly signal: AbortSignal;
}

/** Reads what was received for one request: a complete response with its content decoded, or why there is none. */
export function readOutcome(outcome: WireOutcome, context: ReadContext): ReceivedResponse | NoResponse {
  const { broke, status, connection, httpVersion } = outcome;
  if (status === null) return noResponse(failureIn(outcome, context), status);
  const broken = broke === null ? null : failureIn(outcome, context);
  if (broken !== null && !accusesService(broken)) return noResponse(broken, status);
  const headers = headerMap(outcome);
  const decoded = decodeContent(outcome.body, headers.get('content-encoding') ?? [], context.maxUnpackedBytes);
  const { body } = decoded;
  const json = readJsonOnce(body, context.maxDepth);
  const received: ReceivedResponse = { kind: 'response', status, headers, body, json, connection, httpVersion };
  const failure = broken ?? decoded.failure;
  if (failure === null) return received;
  return {
    ...noResponse(failure, status),
    ...(accusesService(failure) ? { arrived: { ...received, isBroken: true } } : {}),
  };
}

/** A result without a complete response. */
export function noResponse(failure: TransportFailure, status: number | null): NoResponse {
  return { kind: 'no-response', failure, status };
}

const STRAY_BYTES: TransportFailure = {
  kind: 'stray-bytes',
  message:
    'Bytes that do not start a response arrived on a reused connection. They may belong to its previous response.',
};

function accusesService({ kind }: TransportFailure): boolean {
  return meaningOf(kind).violates !== undefined;
}

function failureIn(outcome: WireOutcome, { target, timeoutMilliseconds, signal }: ReadContext): TransportFailure {
  const broke = outcome.broke ?? { phase: 'waiting', by: 'error', error: null };
  if (broke.by === 'stop') return stopFailure(signal);
  const failure = describeBreak(broke, { target, seconds: timeoutMilliseconds / 1000, received: outcome });
  // Bytes that are no HTTP, on a reused connection, may be the rest of an earlier response: this exchange is not accused.
  const mayBeStray = failure.kind === 'not-http' && outcome.connection === 'reused' && outcome.status === null;
  return mayBeStray ? STRAY_BYTES : failure;
}

function headerMap({ headers }: WireOutcome): ReadonlyMap<string, readonly string[]> {
  const fields = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return new Map([...fields].map(([name, each]) => [name, each.map(([, value]) => value)]));
}
