import { readJsonOnce } from '../contract/json.ts';
import { decodeContent } from './content-decoding.ts';
import type { TransportFailure } from './exchange.ts';
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
  const { broke, status } = outcome;
  if (broke !== null || status === null) return noResponse(failureIn(outcome, context), status);
  const headers = headerMap(outcome);
  const decoded = decodeContent(outcome.body, headers.get('content-encoding') ?? [], context.maxUnpackedBytes);
  if (decoded.kind !== 'decoded') {
    const kind = decoded.kind === 'too-large' ? 'unpacked-too-large' : 'undecodable';
    return noResponse({ kind, message: decoded.message }, status);
  }
  return {
    kind: 'response',
    status,
    headers,
    body: decoded.body,
    json: readJsonOnce(decoded.body, context.maxDepth),
    connection: outcome.connection,
    httpVersion: outcome.httpVersion,
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

function failureIn(outcome: WireOutcome, { target, timeoutMilliseconds, signal }: ReadContext): TransportFailure {
  const broke = outcome.broke ?? { phase: 'waiting', by: 'error', error: null };
  if (broke.by === 'stop') return stopFailure(signal);
  const failure = describeBreak(broke, { target, seconds: timeoutMilliseconds / 1000, received: outcome });
  return mayBeStray(outcome, failure) ? STRAY_BYTES : failure;
}

/** Bytes that are no HTTP, on a reused connection, may be the rest of an earlier response: this exchange is not accused. */
function mayBeStray({ connection, status }: WireOutcome, { kind }: TransportFailure): boolean {
  return kind === 'not-http' && connection === 'reused' && status === null;
}

function headerMap({ headers }: WireOutcome): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const values = map.get(name.toLowerCase());
    if (values === undefined) map.set(name.toLowerCase(), [value]);
    else values.push(value);
  }
  return map;
}
