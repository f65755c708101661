import { describe, expect, it } from 'vitest';
import { createRunNames } from '../../../src/conformance/run-names.ts';
import { runTag } from '../../../src/conformance/run-tag.ts';

/** About as many cases as a run has, each asking for a few names. */
const ASKED = Array.from({ length: 900 }, (_, index) => `create/case-${index % 300}`);

/** The names that each case got, whatever the order in which they asked. */
function namesByCase(seed: number, asked: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const nextName = createRunNames(seed);
  const names = new Map<string, string[]>();
  for (const caseId of asked) names.set(caseId, [...(names.get(caseId) ?? []), nextName(caseId)]);
  return new Map([...names].sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe('the names of a run', () => {
  it('are the same for the same seed', () => {
    expect(namesByCase(7, ASKED)).toEqual(namesByCase(7, ASKED));
  });

  it('are other ones for another seed', () => {
    const one = new Set([...namesByCase(7, ASKED).values()].flat());
    expect([...namesByCase(8, ASKED).values()].flat().filter((name) => one.has(name))).toEqual([]);
  });

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'do not depend on the order in which cases ask, with the seed %i',
    (seed) => {
      expect(namesByCase(seed, ASKED.toReversed())).toEqual(namesByCase(seed, ASKED));
    },
  );

  it.each([0, 1, 2 ** 32 - 1])('are each given once, with the seed %i', (seed) => {
    const names = [...namesByCase(seed, ASKED).values()].flat();
    expect(new Set(names).size).toBe(ASKED.length);
  });

  it('are at most 20 characters, and begin with what all of the run have in common', () => {
    for (const seed of [0, 1, 123_456, 2 ** 32 - 1]) {
      for (const name of [...namesByCase(seed, ASKED.slice(0, 50)).values()].flat()) {
        expect(name.length).toBeLessThanOrEqual(20);
        expect(name.startsWith(`cf${runTag(seed)}-`)).toBe(true);
      }
    }
  });

  it('are other ones in a second try of the same run', () => {
    const first = createRunNames(7);
    const second = createRunNames(7, 'again ');
    const one = ASKED.map((caseId) => first(caseId));
    expect(ASKED.map((caseId) => second(caseId)).filter((name) => one.includes(name))).toEqual([]);
  });
});

it.each([0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 53 - 1])(
  'the tag of the seed %i is one to six letters and digits',
  (seed) => {
    expect(runTag(seed)).toMatch(/^[a-z0-9]{1,6}$/);
  },
);
