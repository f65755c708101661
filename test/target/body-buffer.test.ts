import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodyBuffer } from '../../src/target/body-buffer.ts';

describe('a body buffer', () => {
  it('gives the pieces as one, whatever was announced', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), fc.nat(2_000), (pieces, announced) => {
        const buffer = createBodyBuffer(announced);
        for (const piece of pieces) buffer.add(piece);
        expect(Buffer.from(buffer.bytes()).equals(Buffer.concat(pieces))).toBe(true);
      }),
    );
  });

  it('holds copies, which do not change with what they were made of', () => {
    const buffer = createBodyBuffer(0);
    const piece = Uint8Array.of(1, 2);
    buffer.add(piece);
    piece.fill(9);
    expect([...buffer.bytes()]).toEqual([1, 2]);
  });

  it('sets no terabyte aside because one is announced', () => {
    const buffer = createBodyBuffer(1e12);
    buffer.add(Uint8Array.of(7));
    expect(buffer.bytes().buffer.byteLength).toBeLessThanOrEqual(1024 * 1024);
  });
});
