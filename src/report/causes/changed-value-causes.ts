import type { TestableId } from '../../contract/requirements.ts';
import { allOf } from '../../contract/describe.ts';
import { isInt64 } from '../../contract/exact-integer.ts';
import { type AgreeingGroup, type Cause, causeOf, placesOf, pluralOf, type Reading } from './cause.ts';
import { integerAt, type PetPair, type SeenRun, type SeenExchange, type SeenObject } from './seen-exchanges.ts';
import { isFieldValid } from './wrong-fields.ts';

const NAME_REQUIREMENTS = [
  'CREATE-KEEPS-NAME',
  'CREATE-NAMES',
  'LIST-SAME',
  'GET-SAME',
  'DEPRECATION-REPLACEMENT',
] as const satisfies readonly TestableId[];

const KEEP = 'Store the text as it came, and change it only where it is shown.';

/** What services do to names. */
const NAME_CHANGES: readonly {
  readonly id: string;
  readonly words: string;
  readonly fix: string;
  readonly change: (name: string) => string;
}[] = [
  {
    id: 'names-trimmed',
    words: 'white space at their ends is removed',
    fix: `${KEEP} A name with white space at its ends may also be rejected with 400.`,
    change: (name) => name.trim(),
  },
  {
    id: 'names-collapsed',
    words: 'white space is removed at their ends and reduced to single spaces within',
    fix: KEEP,
    change: (name) => name.trim().replaceAll(/\s+/gu, ' '),
  },
  {
    id: 'names-in-lower-case',
    words: 'they are written in lower case',
    fix: KEEP,
    change: (name) => name.toLowerCase(),
  },
  { id: 'names-in-upper-case', words: 'they are written in capitals', fix: KEEP, change: (name) => name.toUpperCase() },
  {
    id: 'names-composed',
    words: 'they are brought into Unicode normal form C',
    fix: KEEP,
    change: (name) => name.normalize('NFC'),
  },
  {
    id: 'names-without-latin-1',
    words: 'characters outside Latin-1 become question marks',
    fix: 'Use UTF-8 for the connection to the database and for its columns.',
    change: (name) => name.replaceAll(/[^\p{ASCII}\u0080-\u00ff]/gu, '?'),
  },
  {
    id: 'names-without-emoji',
    words: 'characters beyond U+FFFF, such as emoji, are lost',
    fix: 'Use a column that holds all of Unicode, such as utf8mb4 in MySQL.',
    change: (name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
  },
  {
    id: 'names-escaped',
    words: 'they are stored with HTML entities',
    fix: 'Store names as they came. Escape them only where HTML is written.',
    change: (name) =>
      name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  },
];

/** Mistakes that change what was sent (part 4.2). */
export const changedValueCauses: readonly Cause[] = [
  causeOf({
    id: 'integers-through-doubles',
    explains: [
      'CREATE-KEEPS-CATEGORY',
      'CREATE-CATEGORY-INT64',
      'CREATE-REFUSES-CATEGORY-RANGE',
      'PET-CATEGORY',
      'LIST-SAME',
      'GET-SAME',
      'DEPRECATION-REPLACEMENT',
    ],
    reads: (run) => (seen) => readsChange(seen, run, 'categoryId', asDouble),
    sentence: (groups, areAll) =>
      `Integers of more than 53 bits are rounded${placesOf(groups, areAll)}: they go through a double, the number type of JavaScript and of many JSON readers.`,
    fix: 'Read and write categoryId as a 64-bit integer, with a JSON library that keeps the digits of numbers.',
  }),
  causeOf({
    id: 'integers-in-32-bits',
    explains: ['CREATE-KEEPS-CATEGORY', 'CREATE-CATEGORY-INT64', 'LIST-SAME', 'GET-SAME', 'DEPRECATION-REPLACEMENT'],
    reads: (run) => (seen) => readsChange(seen, run, 'categoryId', in32Bits),
    sentence: (groups, areAll) =>
      `Integers of more than 32 bits come back as other numbers${placesOf(groups, areAll)}: they go through 32 bits.`,
    fix: 'Use 64-bit integers for categoryId in the code and in the database, such as long and bigint.',
  }),
  causeOf({
    id: 'names-cut',
    explains: [...NAME_REQUIREMENTS],
    reads: (run) => (seen) => readsChange(seen, run, 'name', cutName),
    holds: (group) => cutIn(group) !== null,
    sentence: (groups, areAll) =>
      `Names are cut after ${allOf([...new Set(groups.flatMap((group) => cutIn(group) ?? []))])}${placesOf(groups, areAll)}.`,
    fix: 'Store names in a text column without a length, or reject names that are too long with 400.',
  }),
  ...NAME_CHANGES.map(({ id, words, fix, change }) =>
    causeOf({
      id,
      explains: [...NAME_REQUIREMENTS],
      reads: (run) => (seen) => readsChange(seen, run, 'name', (pair) => changedName(pair, change)),
      sentence: (groups, areAll) => `Names are changed${placesOf(groups, areAll)}: ${words}.`,
      fix,
    }),
  ),
];

/**
 * How a response shows a field: changed as a cause says, as it was sent although the cause would change it, or otherwise. `fits`: as
 * it was sent, which the cause may leave so. Null if the cause does not change it.
 */
type Shown = 'changed' | 'fits' | 'kept' | 'otherwise' | null;

interface ShownField<Fact = string> {
  readonly shown: Shown;
  readonly value?: Fact;
}

/** Compares what was sent for pets with what a response shows. Says nothing if other fields or pets are wrong too. */
function readsChange<Fact = string>(
  seen: SeenExchange,
  run: SeenRun,
  field: 'name' | 'categoryId',
  compare: (pair: PetPair) => ShownField<Fact>,
): readonly Reading<Fact>[] {
  const pairs = run.pairsIn(seen);
  const compared = pairs.map((pair) => ({ pair, ...compare(pair) }));
  const readings = compared.flatMap(({ shown, value }): readonly Reading<Fact>[] =>
    shown === null
      ? []
      : [
          {
            group: pluralOf(seen),
            agrees: shown === 'changed' || shown === 'fits',
            value,
            isWrong: shown !== 'fits',
          },
        ],
  );
  if (readings.length === 0 || readings.some(({ agrees }) => !agrees)) return readings;
  const changed = new Set(compared.flatMap(({ shown, pair }) => (shown === 'changed' ? [pair.shown] : [])));
  const isElsewhere = seen.pets.some((pet) => !changed.has(pet) && !isFieldValid(pet, field));
  const isOther = pairs.some(({ differing }) => differing.some((each) => each !== field));
  return isElsewhere || isOther ? [] : readings;
}

const NOT_COMPARED = { shown: null } as const;

function asDouble({ sent, shown }: PetPair): ShownField {
  if (Number.isSafeInteger(sent.value['categoryId'])) return NOT_COMPARED;
  const [before, after] = [integerAt(sent, 'categoryId'), integerAt(shown, 'categoryId')];
  if (before === null || after === null || before === BigInt.asIntN(MANTISSA, before)) return NOT_COMPARED;
  const rounded = BigInt(Number(before));
  if (before === after) return rounded === before || !isInt64(rounded) ? NOT_COMPARED : { shown: 'kept' };
  const isRounded = Number(before) === Number(after) || BigInt.asIntN(64, rounded) === after;
  return { shown: isRounded ? 'changed' : 'otherwise' };
}

/** Integers of this many bits, with their sign, are exact in a double. */
const MANTISSA = 54;

function in32Bits({ sent, shown }: PetPair): ShownField {
  const [before, after] = [integerAt(sent, 'categoryId'), integerAt(shown, 'categoryId')];
  if (before === null || after === null || !isInt64(before) || before === BigInt.asIntN(32, before))
    return NOT_COMPARED;
  if (before === after) return { shown: 'kept' };
  const forms = [BigInt.asIntN(32, before), BigInt.asUintN(32, before)];
  return { shown: forms.includes(after) ? 'changed' : 'otherwise' };
}

function namesIn({ sent, shown }: { readonly sent: SeenObject; readonly shown: SeenObject }): readonly string[] {
  const names = [sent.value['name'], shown.value['name']];
  return names.every((name) => typeof name === 'string') ? names : [];
}

function changedName(pair: PetPair, change: (name: string) => string): ShownField {
  const [before, after] = namesIn(pair);
  if (before === undefined || change(before) === before) return NOT_COMPARED;
  return { shown: after === change(before) ? 'changed' : after === before ? 'kept' : 'otherwise' };
}

/** A name as a response shows it, cut or whole: its lengths in characters, and in UTF-16 units. */
interface ShownName {
  readonly isWhole: boolean;
  readonly lengths: readonly [characters: number, units: number];
}

/** Names are cut after a number of characters, or of UTF-16 units. */
function cutName(pair: PetPair): ShownField<ShownName> {
  const [before, after] = namesIn(pair);
  if (before === undefined || after === undefined) return NOT_COMPARED;
  const isWhole = before === after;
  const isCut = after !== '' && before.startsWith(after) && before.slice(after.length).trim() !== '';
  const value: ShownName = { isWhole, lengths: [Array.from(after).length, after.length] };
  if (isWhole) return { shown: 'fits', value };
  return isCut ? { shown: 'changed', value } : { shown: 'otherwise' };
}

const UNITS = ['characters', 'UTF-16 units'] as const;

/** Where all names are cut: "16 characters". Null if not all cut names have the same length, or a longer one is whole. */
function cutIn({ values }: AgreeingGroup<ShownName>): string | null {
  for (const [index, unit] of UNITS.entries()) {
    const lengthsOf = (wantWhole: boolean): readonly number[] =>
      values.flatMap(({ isWhole, lengths }) => (isWhole === wantWhole ? (lengths[index] ?? []) : []));
    const [length, ...others] = new Set(lengthsOf(false));
    if (length !== undefined && others.length === 0 && lengthsOf(true).every((each) => each <= length))
      return `${length} ${unit}`;
  }
  return null;
}
