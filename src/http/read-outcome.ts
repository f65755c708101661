import { readJsonOnce } from '../contract/json.ts';
import { decodeContent, type Decoded } from './content-decoding.ts';
import type { TransportFailure } from './exchange.ts';
import type { NoResponse, ReceivedResponse } from './request.ts';
import { accusesService, describeBreak, stopFailure } from './transport-failure.ts';
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
  if (status === null) return noResponse(failureIn(outcome, context), status);
  const headers = headerMap(outcome);
  const decoded = decodeContent(outcome.body, headers.get('content-encoding') ?? [], context.maxUnpackedBytes);
  const body = decoded.kind === 'decoded' ? decoded.body : outcome.body;
  const received: ReceivedResponse = {
    kind: 'response',
    status,
    headers,
    body,
    json: readJsonOnce(body, context.maxDepth),
    connection: outcome.connection,
    httpVersion: outcome.httpVersion,
  };
  if (broke === null && decoded.kind === 'decoded') return received;
  const isUndecoded = broke === null && decoded.kind !== 'decoded';
  const failure = isUndecoded ? decodingFailure(decoded) : failureIn(outcome, context);
  const isOfBody = isUndecoded || broke?.phase === 'body';
  const arrived = isOfBody && accusesService(failure.kind) ? { arrived: { ...received, isBroken: true } as const } : {};
  return { ...noResponse(failure, status), ...arrived };
}

function decodingFailure(decoded: Exclude<Decoded, { readonly kind: 'decoded' }>): TransportFailure {
  const kind = decoded.kind === 'too-large' ? 'unpacked-too-large' : 'undecodable';
  return { kind, message: decoded.message };
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
