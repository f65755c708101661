import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePieces } from '../../../src/report/encode-pieces.ts';

describe('the bytes of a text in pieces', () => {
  it('are those of the text, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (pieces) => {
        expect(Buffer.from(encodePieces(pieces))).toEqual(Buffer.from(pieces.join('')));
      }),
    );
  });

  it('hold U+FFFD in the place of half a surrogate pair', () => {
    expect(Buffer.from(encodePieces(['a', '\uD83D', 'b'])).toString()).toBe('a\uFFFDb');
  });
});
