import { faker } from '@faker-js/faker/locale/en';
import { integerBetween, pick, type Random } from '../random-numbers.ts';

/** The longest name that a service must accept, in code points. */
export const MAX_ORDINARY_LENGTH = 20;

const SHOWN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
const HAS_VISIBLE_TEXT = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** Whether a service must accept a name (part 4.2): 1 to 20 visible characters and inner spaces, with a letter, digit or emoji. */
export function isOrdinaryName(name: string): boolean {
  return (
    Array.from(name).length <= MAX_ORDINARY_LENGTH &&
    SHOWN.test(name) &&
    HAS_VISIBLE_TEXT.test(name) &&
    name === name.trim() &&
    !/^\p{M}/u.test(name)
  );
}

/** Draws an ordinary name: a text in many scripts, or a realistic name. */
export function drawOrdinaryName(random: Random): string {
  return random() < 0.5 ? drawRealisticName(random) : drawFitting(() => drawText(random, 1));
}

/** Draws a realistic name of ASCII letters, digits and spaces. */
export function drawRealisticName(random: Random): string {
  return drawFitting(() => {
    // faker is shared, so it is seeded for each name: the same numbers must always give the same name.
    faker.seed(integerBetween(random, 0, 2 ** 31));
    const name = pick(random, MAKERS)().replaceAll(/[^A-Za-z0-9 ]/g, '');
    return name.slice(0, MAX_ORDINARY_LENGTH).trim();
  });
}

function drawFitting(draw: () => string): string {
  for (;;) {
    const name = draw();
    if (isOrdinaryName(name)) return name;
  }
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

/** Draws a text of `least` to 20 characters in any scripts. */
export function drawText(random: Random, least: number = 0): string {
  return Array.from({ length: integerBetween(random, least, MAX_ORDINARY_LENGTH) }, () => drawCharacter(random)).join(
    '',
  );
}

/** Draws a character of any script. Three in ten are ASCII. */
function drawCharacter(random: Random): string {
  const [first, last] = random() < 0.3 ? [0x20, 0x7e] : pick(random, BLOCKS);
  return String.fromCodePoint(integerBetween(random, first, last));
}
