import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBodyBuffer } from '../../../src/http/wire.ts';

it('a body buffer gives the pieces as one, whatever becomes of the pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), fc.nat(9_000), (pieces, most) => {
      const whole = Buffer.concat(pieces);
      const buffer = createBodyBuffer();
      for (const piece of pieces) {
        buffer.add(piece);
        piece.fill(9);
      }
      expect(whole.equals(buffer.bytes())).toBe(true);
      expect(whole.subarray(0, most).equals(buffer.bytes(most))).toBe(true);
    }),
  );
});
