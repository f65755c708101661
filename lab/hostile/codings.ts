import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type HostileTarget, listen, whole } from './hostile-target.ts';

const HUGE = 200_000_000;

function sends(make: () => Uint8Array, coding: string): HostileTarget['start'] {
  return () => {
    const response = whole(make(), `Content-Encoding: ${coding}`);
    return listen((socket) => socket.write(response));
  };
}

/** Built from a few pieces, because the test itself must not hold a hundred megabytes. */
function gzipBomb(): Buffer {
  const piece = gzipSync(Buffer.alloc(10_000_000, ' '));
  return Buffer.concat(Array.from({ length: HUGE / 10_000_000 }, () => piece));
}

/** Targets with harmful content codings. */
export const codings: readonly HostileTarget[] = [
  {
    id: 'coding/gzip-bomb',
    does: 'Sends 200 MB of blanks in 200 KB of gzip.',
    ending: 'too-large',
    start: sends(gzipBomb, 'gzip'),
  },
  {
    id: 'coding/deflate-bomb',
    does: 'Sends 50 MB of blanks in deflate.',
    ending: 'too-large',
    start: sends(() => deflateSync(Buffer.alloc(50_000_000, ' ')), 'deflate'),
  },
  {
    id: 'coding/brotli-bomb',
    does: 'Sends 50 MB of blanks in a few bytes of brotli.',
    ending: 'too-large',
    start: sends(() => brotliCompressSync(Buffer.alloc(50_000_000, ' ')), 'br'),
  },
  {
    id: 'coding/zstd-bomb',
    does: 'Sends 50 MB of blanks in zstd, which was not offered.',
    ending: 'too-large',
    start: sends(() => zstdCompressSync(Buffer.alloc(50_000_000, ' ')), 'zstd'),
  },
  {
    id: 'coding/nested-bomb',
    does: 'Sends gzip in gzip, 50 MB in a few hundred bytes.',
    ending: 'too-large',
    start: sends(() => gzipSync(gzipSync(Buffer.alloc(50_000_000, ' '))), 'gzip, gzip'),
  },
  {
    id: 'coding/thousand-layers',
    does: 'Names gzip a thousand times.',
    ending: 'too-large',
    start: sends(() => gzipSync('[]'), Array.from({ length: 1000 }, () => 'gzip').join(', ')),
  },
  {
    id: 'coding/cut-gzip',
    does: 'Sends gzip without its end, in a body of the right length.',
    ending: 'undecodable',
    start: sends(() => gzipSync('[ ]'.repeat(50)).subarray(0, -12), 'gzip'),
  },
  {
    id: 'coding/no-gzip',
    does: 'Calls plain text gzip.',
    ending: 'undecodable',
    start: sends(() => Buffer.from('[]'), 'gzip'),
  },
  {
    id: 'coding/unknown',
    does: 'Uses a content coding that was not offered and is not known.',
    ending: 'undecodable',
    start: sends(() => Buffer.from('[]'), 'rot13'),
  },
];
