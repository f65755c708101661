import { createNameSource } from './bodies/valid-new-pets.ts';
import { seedFor } from './random-numbers.ts';
import { runTag } from './run-tag.ts';

/** So many that two names of a run hardly ever come to the same number. */
const NUMBERS = 36 ** 6;

/**
 * Names for the pets of a run, each given once. The number of a name follows from the seed and the case and not from
 * the order in which concurrent cases ask, so that a run with the same seed sends the same names.
 */
export function createRunNames(seed: number): (caseId: string) => string {
  const taken = new Set<number>();
  const counts = new Map<string, number>();
  let number = 0;
  const source = createNameSource({ seed, runTag: runTag(seed), nextNumber: () => number });
  return (caseId) => {
    const count = (counts.get(caseId) ?? 0) + 1;
    counts.set(caseId, count);
    number = seedFor(seed, `${caseId} ${count}`) % NUMBERS;
    while (taken.has(number)) number = (number + 1) % NUMBERS;
    taken.add(number);
    return source();
  };
}
