import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differingMiddle } from '../../../../src/report/html/differing-middle.ts';

describe('the differing middle of two texts', () => {
  it('is what stands between their common beginning and end', () => {
    expect(differingMiddle('the name "Rex"', 'the name "Max"')).toEqual([
      { before: 'the name "', middle: 'Re', after: 'x"' },
      { before: 'the name "', middle: 'Ma', after: 'x"' },
    ]);
  });

  it('is empty in the text that only lacks something', () => {
    expect(differingMiddle('Bartholomew', 'Barthol')?.[1]).toEqual({ before: 'Barthol', middle: '', after: '' });
  });

  it('is not told where the texts are equal or have little in common', () => {
    expect(differingMiddle('same', 'same')).toBeNull();
    expect(differingMiddle('at most 7 animals', 'status 500')).toBeNull();
  });

  it('never cuts a pair of surrogates', () => {
    const [one] = differingMiddle('animals 🐶 and more', 'animals 🐱 and more') ?? [];
    expect(one?.middle).toBe('🐶');
  });

  it('puts every text together again', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '🐶', '🐱'), maxLength: 8 });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const marked = differingMiddle(one, other);
        if (marked === null) return;
        expect(marked.map(({ before, middle, after }) => before + middle + after)).toEqual([one, other]);
        for (const { before, middle, after } of marked)
          expect([before, middle, after].every((each) => each.isWellFormed())).toBe(true);
      }),
    );
  });
});
