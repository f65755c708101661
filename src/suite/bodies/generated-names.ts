import { faker } from '@faker-js/faker/locale/en';
import * as fc from 'fast-check';

/** The longest name that a service must accept, in code points and in UTF-16 units. */
export const MAX_ORDINARY_LENGTH = 20;

const SHOWN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
const MEANS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/**
 * Whether a name must be accepted (part 4.2): 1 to 20 UTF-16 units of letters, marks, digits, signs and inner spaces,
 * something to read among them. Controls, unassigned and unpaired code units, and white space at an end leave it open.
 */
export function isOrdinaryName(name: string): boolean {
  return (
    name.length <= MAX_ORDINARY_LENGTH &&
    SHOWN.test(name) &&
    MEANS_SOMETHING.test(name) &&
    name === name.trim() &&
    !/^\p{M}/u.test(name)
  );
}

/** Any ordinary name: strings of many scripts, and names that look like real ones. */
export function ordinaryNameArbitrary(): fc.Arbitrary<string> {
  return fc.oneof({ withCrossShrink: true }, anyScript(), realName());
}

/** Names of letters, digits and spaces in English, of which only their being a name could be wrong. */
export function realName(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...MAKERS), fc.nat())
    .map(([make, seed]) => {
      // The seed is set for each name, so that the one shared instance gives the same name for the same example.
      faker.seed(seed);
      return make()
        .replaceAll(/[^A-Za-z0-9 ]/g, '')
        .slice(0, MAX_ORDINARY_LENGTH)
        .trim();
    })
    .filter(isOrdinaryName);
}

const MAKERS: readonly (() => string)[] = [
  () => faker.animal.petName(),
  () => faker.person.firstName(),
  () => faker.person.fullName(),
  () => faker.word.noun(),
  () => `${faker.animal.petName()} ${faker.number.int(99)}`,
];

// Blocks whose characters have long been assigned, since a service may know an older Unicode than this suite.
const BLOCKS: readonly (readonly [first: number, last: number])[] = [
  [0xa1, 0x17f],
  [0x300, 0x314],
  [0x386, 0x3ce],
  [0x400, 0x4ff],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0x904, 0x939],
  [0xe01, 0xe3a],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
  [0x1f400, 0x1f4fc],
  [0x1f600, 0x1f640],
  [0x20000, 0x2a6d6],
];

/** A character of any script, often one that every keyboard has. */
export function characterArbitrary(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: between(0x20, 0x7e) },
    ...BLOCKS.map(([first, last]) => ({ weight: 1, arbitrary: between(first, last) })),
  );
}

function anyScript(): fc.Arbitrary<string> {
  return fc
    .array(characterArbitrary(), { minLength: 1, maxLength: MAX_ORDINARY_LENGTH, size: 'max' })
    .map(fitting)
    .filter(isOrdinaryName);
}

function between(min: number, max: number): fc.Arbitrary<string> {
  return fc.integer({ min, max }).map((codePoint) => String.fromCodePoint(codePoint));
}

/** As many of the characters as the length in UTF-16 units allows. */
function fitting(characters: readonly string[]): string {
  let text = '';
  for (const character of characters) {
    if (text.length + character.length > MAX_ORDINARY_LENGTH) return text;
    text += character;
  }
  return text;
}
