import { readJsonOnce } from '../contract/json.ts';
import { KIBIBYTE, type NetworkSettings } from '../settings/network.ts';
import { decodeContent } from './content-decoding.ts';
import type { TransportFailure } from './exchange.ts';
import { meaningOf } from './failure-kinds.ts';
import type { NoResponse, ReceivedResponse } from './request.ts';
import { PLAIN_FAILURES } from './transport-failure.ts';
import type { WireOutcome } from './wire.ts';

/** Reads what a request got: a complete response with its content decoded, or why there is none. */
export function readOutcome(
  { status, headers: fields, body: raw, failure: broken, connection, httpVersion }: WireOutcome,
  { maxBodySize }: Pick<NetworkSettings, 'maxBodySize'>,
): ReceivedResponse | NoResponse {
  if (status === null) return noResponse(broken ?? PLAIN_FAILURES.closed, status);
  if (broken !== null && !accusesService(broken)) return noResponse(broken, status);
  const byName = Map.groupBy(fields, ([name]) => name.toLowerCase());
  const headers = new Map([...byName].map(([name, each]) => [name, each.map(([, value]) => value)]));
  const decoded = decodeContent(raw, headers.get('content-encoding') ?? [], maxBodySize * KIBIBYTE);
  const { body } = decoded;
  const json = readJsonOnce(body);
  const received: ReceivedResponse = { kind: 'response', status, headers, body, json, connection, httpVersion };
  const failure = broken ?? decoded.failure;
  if (failure === null) return received;
  const arrived = accusesService(failure) ? { arrived: { ...received, isBroken: true } as const } : {};
  return { ...noResponse(failure, status), ...arrived };
}

/** A result without a complete response. */
export function noResponse(failure: TransportFailure, status: number | null): NoResponse {
  return { kind: 'no-response', failure, status };
}

function accusesService({ kind }: TransportFailure): boolean {
  return meaningOf(kind).violates !== undefined;
}
