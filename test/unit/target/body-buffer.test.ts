import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodyBuffer } from '../../../src/target/body-buffer.ts';

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

  it.each([0, 100_000])('leaves little of its room unused, with %i bytes announced', (announced) => {
    const buffer = createBodyBuffer(announced);
    for (let piece = 0; piece < 9; piece += 1) buffer.add(new Uint8Array(1_000));
    expect(buffer.bytes()).toHaveLength(9_000);
    expect(buffer.bytes().buffer.byteLength).toBeLessThan(10_300);
  });
});
