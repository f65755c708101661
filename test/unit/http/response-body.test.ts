import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBodyBuffer } from '../../../src/http/response-body.ts';

it('a body buffer gives the pieces as one, whatever was announced and becomes of the pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), fc.nat(2_000), (pieces, announced) => {
      const whole = Buffer.concat(pieces);
      const buffer = createBodyBuffer(announced);
      for (const piece of pieces) {
        buffer.add(piece);
        piece.fill(9);
      }
      expect(whole.equals(buffer.bytes())).toBe(true);
    }),
  );
});
