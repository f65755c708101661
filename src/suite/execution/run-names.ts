import { faker } from '@faker-js/faker/locale/en';
import { MAX_ORDINARY_LENGTH } from '../bodies/generated-names.ts';
import { seedFor } from './random-numbers.ts';

/** The number of numbers: so large that two names of a run rarely draw the same one. */
const NUMBERS = 36 ** 6;
const WORDS = 64;

/** The part that all names of a run share (1 to 4 letters and digits). An operator finds the run's pets by it. */
export function runTag(seed: number): string {
  return (seed >>> 0).toString(36).slice(-4);
}

/**
 * Gives each pet of a run its own name, such as `cfk3x-0f Rex`, of at most 20 characters. The name depends on the seed and
 * the case, not on the order in which concurrent cases ask, so the same seed sends the same names.
 */
export function createRunNames(seed: number): (caseId: string) => string {
  const taken = new Set<number>();
  const counts = new Map<string, number>();
  const words = drawWords(seed);

  function drawNumber(caseId: string): number {
    const count = (counts.get(caseId) ?? 0) + 1;
    counts.set(caseId, count);
    let number = seedFor(seed, `${caseId} ${count}`) % NUMBERS;
    while (taken.has(number)) number = (number + 1) % NUMBERS;
    taken.add(number);
    return number;
  }

  return (caseId) => {
    const number = drawNumber(caseId);
    const word = words[number % words.length] ?? 'Pet';
    return `cf${runTag(seed)}-${number.toString(36).padStart(2, '0')} ${word}`.slice(0, MAX_ORDINARY_LENGTH);
  };
}

/** A text without the names of runs, which differ each time. */
export function withoutRunNames(text: string): string {
  return text.replaceAll(/\bcf[0-9a-z]+-[0-9a-z]+( [A-Z][a-z]+)?/g, '');
}

/** All words are drawn at once: faker has one shared generator, and other code seeds it too. */
function drawWords(seed: number): readonly string[] {
  faker.seed(seed);
  return Array.from({ length: WORDS }, () => faker.animal.petName().replaceAll(/[^A-Za-z]/g, '') || 'Pet');
}
