import { describe, expect, it } from 'vitest';
import { createNameSource } from '../../../../src/suite/bodies/valid-new-pets.ts';

// test/unit/suite/run-names.test.ts has what holds for the names of a run.

describe('createNameSource', () => {
  it('cuts the word where the number is long', () => {
    let number = 36 ** 3;
    const source = createNameSource({ seed: 7, runTag: 'abc123', nextNumber: () => (number += 1) });
    expect(Math.max(...Array.from({ length: 300 }, () => source().length))).toBe(20);
  });

  it.each([-1, 36 ** 6])('refuses the number %d', (number) => {
    expect(createNameSource({ seed: 1, runTag: 'k', nextNumber: () => number })).toThrow(RangeError);
  });

  it.each(['', 'toolong', 'A'])('refuses the run tag %j', (runTag) => {
    expect(() => createNameSource({ seed: 1, runTag })).toThrow(RangeError);
  });
});
