import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { counted } from '../contract/describe.ts';
import { codeOf } from '../contract/errors.ts';
import { readJsonOnce } from '../contract/json.ts';
import { KIBIBYTE, type NetworkSettings } from '../settings/network.ts';
import { BOUNDS } from './bounds.ts';
import type { TransportFailure } from './exchange.ts';
import { meaningOf } from './failure-kinds.ts';
import type { NoResponse, ReceivedResponse } from './request.ts';
import { CLOSED_BEFORE_RESPONSE } from './transport-failure.ts';
import type { WireOutcome } from './wire.ts';

/** Reads what a request got: a complete response with its content decoded, or why there is none. */
export function readOutcome(
  { status, headers: fields, body: raw, failure: broken, connection, httpVersion }: WireOutcome,
  { maxBodySize }: Pick<NetworkSettings, 'maxBodySize'>,
): ReceivedResponse | NoResponse {
  if (status === null) return noResponse(broken ?? CLOSED_BEFORE_RESPONSE, status);
  if (broken !== null && !accusesService(broken)) return noResponse(broken, status);
  const byName = Map.groupBy(fields, ([name]) => name.toLowerCase());
  const headers = new Map([...byName].map(([name, each]) => [name, each.map(([, value]) => value)]));
  const decoded = decodeContent(raw, headers.get('content-encoding') ?? [], maxBodySize * KIBIBYTE);
  const isDecoded = decoded instanceof Uint8Array;
  const body = isDecoded ? decoded : raw;
  const json = readJsonOnce(body);
  const received: ReceivedResponse = { kind: 'response', status, headers, body, json, connection, httpVersion };
  const failure = broken ?? (isDecoded ? null : decoded);
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

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateEither],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** Decodes the codings of Content-Encoding, the last one first. Each step has a bound: a small body may expand to a huge one. */
function decodeContent(
  raw: Uint8Array,
  contentEncodings: readonly string[],
  limit: number,
): Uint8Array | TransportFailure {
  const codings = contentEncodings.flatMap((value) => value.split(',')).map((coding) => coding.trim().toLowerCase());
  if (codings.length > BOUNDS.codings) {
    const named = counted(codings.length, 'content coding');
    return tooLarge(`The response names ${named}, and the suite undoes at most ${BOUNDS.codings}.`);
  }
  let body = raw;
  for (const coding of codings.reverse()) {
    if (coding === '' || coding === 'identity' || body.length === 0) continue;
    const decoder = DECODERS.get(coding);
    if (decoder === undefined) return undecodable('its content coding is not one that was offered');
    try {
      body = decoder(body, { maxOutputLength: limit });
    } catch (error) {
      return codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
        ? tooLarge('The decompressed response was larger than the suite reads.')
        : undecodable(`it is not valid ${coding}`);
    }
  }
  return body;
}

function tooLarge(message: string): TransportFailure {
  return { kind: 'too-large', message };
}

function undecodable(reason: string): TransportFailure {
  return { kind: 'undecodable', message: `The body of the response cannot be decoded: ${reason}.` };
}

/** Many senders omit the zlib wrapper of `deflate`; clients accept both forms. */
function inflateEither(bytes: Uint8Array, options: { readonly maxOutputLength: number }): Uint8Array {
  const wrapped = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return wrapped ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}
