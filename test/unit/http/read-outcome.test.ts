import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeContent } from '../../../src/http/read-outcome.ts';

const body = Buffer.from('[{"id":1,"name":"Rex"}]');
const limit = 1_000;

describe('content decoding', () => {
  it.each([
    ['gzip', gzipSync(body)],
    ['X-Gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
    ['br', brotliCompressSync(body)],
    ['zstd', zstdCompressSync(body)],
    ['identity', body],
    ['', body],
    ['br, gzip', gzipSync(brotliCompressSync(body))],
  ])('undoes %s', (coding, bytes) => {
    expect(decodeContent(bytes, [coding], limit)).toEqual(body);
  });

  it('takes an empty body for what it is', () => {
    expect(decodeContent(Buffer.alloc(0), ['gzip'], limit)).toEqual(Buffer.alloc(0));
  });

  it.each([
    ['bytes that end too soon', 'gzip', gzipSync(body).subarray(0, -9)],
    ['codings in another order', 'gzip, br', gzipSync(brotliCompressSync(body))],
  ])('refuses %s', (_what, coding, bytes) => {
    expect(decodeContent(bytes, [coding], limit)).toMatchObject({ kind: 'undecodable' });
  });

  it('reports how many codings are named if they are too many', () => {
    expect(
      decodeContent(
        gzipSync(body),
        Array.from({ length: 6 }, () => 'gzip'),
        limit,
      ),
    ).toEqual({
      kind: 'too-large',
      message: 'The response names 6 content codings, and the suite undoes at most 5.',
    });
  });

  it('unfolds up to the limit and not beyond', () => {
    const unfold = (size: number) => decodeContent(gzipSync(Buffer.alloc(size)), ['gzip'], limit);
    expect(unfold(limit)).toEqual(Buffer.alloc(limit));
    expect(unfold(limit + 1)).toMatchObject({ kind: 'too-large' });
  });
});
