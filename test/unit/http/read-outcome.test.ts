import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readOutcome } from '../../../src/http/read-outcome.ts';

const body = Buffer.from('[{"id":1,"name":"Rex"}]');

/** The body of a response with this Content-Encoding, or why it is not read. At most one KiB is read. */
function decode(bytes: Uint8Array, coding: string) {
  const headers = [['Content-Encoding', coding]] as const;
  const outcome = {
    connection: 'fresh',
    httpVersion: '1.1',
    status: 200,
    headers,
    body: bytes,
    failure: null,
  } as const;
  const result = readOutcome(outcome, { maxBodySize: 1 });
  return result.kind === 'response' ? result.body : result.failure;
}

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
    expect(decode(bytes, coding)).toEqual(body);
  });

  it('takes an empty body for what it is', () => {
    expect(decode(Buffer.alloc(0), 'gzip')).toEqual(Buffer.alloc(0));
  });

  it.each([
    ['bytes that end too soon', 'gzip', gzipSync(body).subarray(0, -9)],
    ['codings in another order', 'gzip, br', gzipSync(brotliCompressSync(body))],
  ])('refuses %s', (_what, coding, bytes) => {
    expect(decode(bytes, coding)).toMatchObject({ kind: 'undecodable' });
  });

  it('reports how many codings are named if they are too many', () => {
    expect(decode(gzipSync(body), 'gzip, gzip, gzip, gzip, gzip, gzip')).toEqual({
      kind: 'too-large',
      message: 'The response names 6 content codings, and the suite undoes at most 5.',
    });
  });

  it('unfolds up to the limit and not beyond', () => {
    const [fitting, longer] = [Buffer.alloc(1024), Buffer.alloc(1025)];
    expect(decode(gzipSync(fitting), 'gzip')).toEqual(fitting);
    expect(decode(gzipSync(longer), 'gzip')).toMatchObject({ kind: 'too-large' });
  });
});
