import { faker } from '@faker-js/faker/locale/en';
import * as fc from 'fast-check';

/** The longest name that a service must accept, in code points and in UTF-16 units. */
export const MAX_ORDINARY_LENGTH = 20;

const SHOWN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
const HAS_VISIBLE_TEXT = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/**
 * Whether a service must accept a name (part 4.2): 1 to 20 UTF-16 units of letters, marks, digits, signs and inner spaces,
 * with at least one letter, digit or emoji. It may reject control characters, unassigned or unpaired code units, and white
 * space at either end.
 */
export function isOrdinaryName(name: string): boolean {
  return (
    name.length <= MAX_ORDINARY_LENGTH &&
    SHOWN.test(name) &&
    HAS_VISIBLE_TEXT.test(name) &&
    name === name.trim() &&
    !/^\p{M}/u.test(name)
  );
}

/** Generates ordinary names: strings in many scripts, and realistic names. */
export function ordinaryNameArbitrary(): fc.Arbitrary<string> {
  return fc.oneof({ withCrossShrink: true }, anyScript(), realisticNameArbitrary());
}

/** Generates realistic names of ASCII letters, digits and spaces. */
export function realisticNameArbitrary(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...MAKERS), fc.nat())
    .map(([make, seed]) => {
      // faker is shared, so it is seeded for each name: an example must always give the same name.
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

// Blocks that were assigned long ago: a service may use an older Unicode version than the suite.
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

/** Generates characters of any script, mostly ASCII. */
export function characterArbitrary(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: between(0x20, 0x7e) },
    ...BLOCKS.map(([first, last]) => ({ weight: 1, arbitrary: between(first, last) })),
  );
}

function anyScript(): fc.Arbitrary<string> {
  return fc
    .array(characterArbitrary(), { minLength: 1, maxLength: MAX_ORDINARY_LENGTH, size: 'max' })
    .map(cutToFit)
    .filter(isOrdinaryName);
}

function between(min: number, max: number): fc.Arbitrary<string> {
  return fc.integer({ min, max }).map((codePoint) => String.fromCodePoint(codePoint));
}

/** Cuts characters off to fit the longest name in UTF-16 units. */
function cutToFit(characters: readonly string[]): string {
  let text = '';
  for (const character of characters) {
    if (text.length + character.length > MAX_ORDINARY_LENGTH) return text;
    text += character;
  }
  return text;
}
