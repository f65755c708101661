import { describe, expect, it } from 'vitest';
import { createNameSource } from '../../../src/generate/lawful-new-pets.ts';

function names(count: number, settings = { seed: 1, runTag: 'k3x' }): readonly string[] {
  return Array.from({ length: count }, createNameSource(settings));
}

describe('createNameSource', () => {
  it('gives recognisable names of 1 to 20 characters', () => {
    for (const name of names(500, { seed: 7, runTag: 'abc123' }))
      expect(name).toMatch(/^cfabc123-[0-9a-z]{2,4} [A-Za-z]+$/);
  });

  it('cuts the word where the number is long', () => {
    let number = 36 ** 3;
    const source = createNameSource({ seed: 7, runTag: 'abc123', nextNumber: () => (number += 1) });
    expect(Math.max(...Array.from({ length: 300 }, () => source().length))).toBe(20);
  });

  it('gives each name once, with varied words', () => {
    expect(new Set(names(3000)).size).toBe(3000);
    expect(new Set(names(50).map((name) => name.split(' ')[1])).size).toBeGreaterThan(10);
  });

  it('gives the same names for the same seed, whatever else is drawn meanwhile', () => {
    const [one, other] = [createNameSource({ seed: 1, runTag: 'k3x' }), createNameSource({ seed: 2, runTag: 'k3x' })];
    const mixed = Array.from({ length: 20 }, () => [one(), other()] as const).map(([name]) => name);
    expect(mixed).toEqual(names(20));
    expect(names(20, { seed: 2, runTag: 'k3x' })).not.toEqual(names(20));
  });

  it.each([-1, 36 ** 6])('refuses the number %d', (number) => {
    expect(createNameSource({ seed: 1, runTag: 'k', nextNumber: () => number })).toThrow(RangeError);
  });

  it.each(['', 'toolong', 'A'])('refuses the run tag %j', (runTag) => {
    expect(() => createNameSource({ seed: 1, runTag })).toThrow(RangeError);
  });
});
