import { faker } from '@faker-js/faker/locale/en';
import type { PetStatus } from '../../contract/pet.ts';

/** A pet that must be accepted as far as its category is known (part 4.2), with all fields given. */
export interface ValidNewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

/** The longest name that must be accepted, in code points and in UTF-16 units alike. */
export const MAX_ORDINARY_LENGTH = 20;

/** What names are made of. `runTag`: 1 to 6 small letters and digits, by which an operator finds a run's pets. */
export interface NameSettings {
  readonly seed: number;
  readonly runTag: string;
  /** Gives a number that no other name of the run has; a counter of this source's own where it is left out. */
  readonly nextNumber?: () => number;
}

/** Makes recognisable names, each once in a run. */
export type NameSource = () => string;

const MAX_NUMBER = 36 ** 6 - 1;

/**
 * Names such as `cfk3x-0f Rex`: the run, a number in base 36, and a word that the seed and the number settle. At most 20
 * characters. Throws a RangeError for a tag of another form and for a number beyond 36^6 − 1.
 */
export function createNameSource(settings: NameSettings): NameSource {
  const { seed, runTag } = settings;
  if (!/^[a-z0-9]{1,6}$/.test(runTag)) throw new RangeError('a run tag is 1 to 6 small letters and digits');
  const nextNumber = settings.nextNumber ?? countUp();
  const words = drawWords(seed);
  return function nextName(): string {
    const number = nextNumber();
    if (!Number.isInteger(number) || number < 0 || number > MAX_NUMBER)
      throw new RangeError(`no name has the number ${number}`);
    const start = `cf${runTag}-${number.toString(36).padStart(2, '0')} `;
    const word = words[number % words.length] ?? 'Pet';
    return start + word.slice(0, MAX_ORDINARY_LENGTH - start.length);
  };
}

function countUp(): () => number {
  let number = 0;
  return () => {
    number += 1;
    return number;
  };
}

const WORDS = 64;

/** Drawn at once, so that sources which share the one instance do not change each other's names, and seed it only here. */
function drawWords(seed: number): readonly string[] {
  faker.seed(seed);
  return Array.from({ length: WORDS }, () => faker.animal.petName().replaceAll(/[^A-Za-z]/g, '') || 'Pet');
}
