import { faker } from '@faker-js/faker/locale/en';
import { MAX_ORDINARY_LENGTH } from './generated-names.ts';
import { seedFor } from '../random-numbers.ts';

/** The number of numbers: so large that two names of a run rarely draw the same one. */
const NUMBERS = 36 ** 6;
const WORDS = 64;

/** The part that all names of a run share (1 to 4 letters and digits). An operator finds the run's pets by it. */
export function runTag(seed: number): string {
  return (seed >>> 0).toString(36).slice(-4);
}

/** Gives each pet of a run its own name. */
export type RunNames = ReturnType<typeof createRunNames>;

/** The names of a run. */
export function createRunNames(seed: number) {
  let isSimple = false;
  const taken = new Set<number>();
  const counts = new Map<string, number>();
  const words = drawWords(seed);

  function drawNumber(caseId: string, firstId: bigint | undefined): number {
    const count = (counts.get(caseId) ?? 0) + 1;
    counts.set(caseId, count);
    let number = seedFor(seed, `${caseId} ${count} ${firstId}`) % NUMBERS;
    while (taken.has(number)) number = (number + 1) % NUMBERS;
    taken.add(number);
    return number;
  }

  return {
    /** From now on, names are single words of nine letters: the service rejects the others. */
    simplify: () => void (isSimple = true),
    /** A name such as `cfk3x-0f Rex`, with a word or the given one. Seed, case and the first id of the service decide it, so no other run on this service sends it. */
    next: (caseId: string, firstId?: bigint, given?: string): string => {
      const number = drawNumber(caseId, firstId);
      if (isSimple) return simpleName(number);
      const word = given ?? words[number % words.length] ?? 'Pet';
      return `cf${runTag(seed)}-${number.toString(36).padStart(2, '0')} ${word}`.slice(0, MAX_ORDINARY_LENGTH);
    },
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A word of `Cf` and seven letters, another one for each number. */
function simpleName(number: number): string {
  let rest = number;
  let word = 'Cf';
  while (word.length < 9) {
    word += LETTERS.charAt(rest % LETTERS.length);
    rest = Math.floor(rest / LETTERS.length);
  }
  return word;
}

/** A text without the names of runs, which differ each time. */
export function withoutRunNames(text: string): string {
  return text.replaceAll(/\bcf[0-9a-z]+-[0-9a-z]+( [A-Z][a-z]+)?|\bCf[a-z]{7}\b/g, '');
}

/** Whether a text holds a name of a run. Cases about unusual names have none. */
export function hasRunName(text: string): boolean {
  return withoutRunNames(text) !== text;
}

/** What identifies a name of a run, although a service writes it in another case, pads it, or changes what follows its number. A number without what follows may be cut. */
export function markOfName(name: string): string {
  return /^cf[0-9a-z]+-[0-9a-z]+ /i.exec(name.trim())?.[0].toLowerCase() ?? name;
}

/** All words are drawn at once: faker has one shared generator, and other code seeds it too. */
function drawWords(seed: number): readonly string[] {
  faker.seed(seed);
  return Array.from({ length: WORDS }, () => faker.animal.petName().replaceAll(/[^A-Za-z]/g, '') || 'Pet');
}
