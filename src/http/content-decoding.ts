import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { counted } from '../contract/describe.ts';
import { codeOf } from '../contract/errors.ts';
import { BOUNDS } from './bounds.ts';
import type { TransportFailure } from './exchange.ts';

/** The bytes after content decoding. With a failure, those before it. `unpacked-too-large`: a limit of the suite. */
interface Decoded {
  readonly body: Uint8Array;
  readonly failure: TransportFailure | null;
}

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateEither],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** Undoes the codings of Content-Encoding, the last one first. Each step is bounded: a small body may expand to a huge one. */
export function decodeContent(raw: Uint8Array, contentEncodings: readonly string[], limit: number): Decoded {
  const codings = contentEncodings.flatMap((value) => value.split(',')).map((coding) => coding.trim().toLowerCase());
  const failed = (kind: TransportFailure['kind'], message: string): Decoded => ({
    body: raw,
    failure: { kind, message },
  });
  const undecodable = (reason: string): Decoded =>
    failed('undecodable', `The body of the response cannot be decoded: ${reason}.`);
  if (codings.length > BOUNDS.codings) {
    const named = counted(codings.length, 'content coding');
    return failed('unpacked-too-large', `The response names ${named}, and the suite undoes at most ${BOUNDS.codings}.`);
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
        ? failed('unpacked-too-large', 'The decompressed response was larger than the suite reads.')
        : undecodable(`it is not valid ${coding}`);
    }
  }
  return { body, failure: null };
}

/** Many senders omit the zlib wrapper of `deflate`; clients accept both forms. */
function inflateEither(bytes: Uint8Array, options: { readonly maxOutputLength: number }): Uint8Array {
  const wrapped = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return wrapped ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}
