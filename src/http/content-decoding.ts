import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { counted } from '../contract/describe.ts';
import { codeOf } from '../contract/errors.ts';
import { BOUNDS } from './bounds.ts';

/** The bytes after content decoding, or one sentence that says why there are none. `too-large`: a limit of the suite. */
export type Decoded =
  | { readonly kind: 'decoded'; readonly body: Uint8Array }
  | { readonly kind: 'too-large' | 'undecodable'; readonly message: string };

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateEither],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/**
 * Undoes the codings that Content-Encoding names (RFC 9110 section 8.4), the last one first. No step gives more than
 * `limit` bytes, because a small body may expand to a huge one.
 */
export function decodeContent(raw: Uint8Array, contentEncodings: readonly string[], limit: number): Decoded {
  const codings = contentEncodings.flatMap((value) => value.split(',')).map((coding) => coding.trim().toLowerCase());
  if (codings.length > BOUNDS.codings) {
    const named = counted(codings.length, 'content coding');
    return {
      kind: 'too-large',
      message: `The response names ${named}, and the suite undoes at most ${BOUNDS.codings}.`,
    };
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
        ? { kind: 'too-large', message: 'The decompressed response was larger than the suite reads.' }
        : undecodable(`it is not valid ${coding}`);
    }
  }
  return { kind: 'decoded', body };
}

function undecodable(reason: string): Decoded {
  return { kind: 'undecodable', message: `The body of the response cannot be decoded: ${reason}.` };
}

/** Many senders omit the zlib wrapper of `deflate`; clients accept both forms. */
function inflateEither(bytes: Uint8Array, options: { readonly maxOutputLength: number }): Uint8Array {
  const wrapped = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return wrapped ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}
