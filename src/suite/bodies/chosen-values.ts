import { INT64_MAX, INT64_MIN } from '../../contract/exact-integer.ts';
import { PET_STATUSES } from '../../contract/pet.ts';
import { seedFor } from '../random-numbers.ts';

/** A name to try. `id` is a permanent slug, `title` says what is special about it. */
interface NotableName {
  readonly id: string;
  readonly title: string;
  readonly name: string;
}

/** Names that one pet tries together. */
export type NameGroup = readonly NotableName[];

/** Unusual names, in groups. A service may reject them with 400, or must return them unchanged (part 8 names no length). */
export const UNUSUAL_NAME_GROUPS: readonly NameGroup[] = [
  [named('empty', 'the empty string', '')],
  [
    named('leading-space', 'a byte-order mark and a space first', '\uFEFF Rex'),
    ...[21, 255, 256].map(ofLength),
    named('tab', 'a tab inside', 'Rex\tJunior'),
    named('newline', 'a newline inside', 'Rex\nJunior'),
    named('control', 'a bell and an escape, which XML cannot hold', 'Rex\u0007\u001BJunior'),
    named('crlf', 'a carriage return and a newline inside', 'Rex\r\nJunior'),
    named('invisible', 'invisible characters', 'Rex\u00A0\u00AD\u200B\u200E\u202E\u2028\u3000\uFEFFJunior'),
    named('rare', 'two marks on a letter, a private character and a non-joiner', 'a\u0323\u0307\uE000 می\u200Cرم'),
    named('trailing-space', 'a trailing space', 'Rex '),
  ],
  [named('space-only', 'a space only', ' ')],
];

/** Unusual names that a service may store and then fail to list. */
export const RISKY_NAME_GROUPS: readonly NameGroup[] = [
  // A page with these has more than 64 KiB, in which a service may cut names and pages.
  [4100, 20_500, 41_000].map((length) => ({ ...ofLength(length), name: wideLetters(length) })),
  [named('nul', 'a NUL inside', 'Rex\u0000Junior')],
];

/** The name that holds all names of a group. */
export function joinNames(group: NameGroup): string {
  return group.map(({ name }) => name).join(' ');
}

function named(id: string, title: string, name: string): NotableName {
  return { id, title, name };
}

function ofLength(length: number): NotableName {
  return named(`length-${length}`, `${length} letters`, letters(length));
}

/** A text without repeated parts, so a cut or a repetition is detected. */
function letters(length: number): string {
  const blocks = Array.from(
    { length: Math.ceil(length / 5) },
    (_, index) => `R${index.toString(36).padStart(3, '0')}-`,
  );
  return `${blocks.join('').slice(0, length - 1)}x`;
}

/** The same with a letter of three bytes in seven, so parts of any ordinary size end inside one. */
function wideLetters(length: number): string {
  return letters(length).replaceAll('-', '\u30A2');
}

/**
 * Ordinary names of 1 to 20 characters (part 4.2): a service must accept them and return them unchanged, also joined in their group.
 * A name is alone if a service may take it as a whole for something else. No name of a group hides what another one tries.
 */
export const ORDINARY_NAME_GROUPS: readonly NameGroup[] = [
  // While the catalogue is small, all names that are available are Latin-1, so a service may write these lists in that encoding.
  [
    named('two-spaces', 'two spaces inside', 'Rex  King'),
    named('latin-1', 'accents of Latin-1', 'Zo\u00EB M\u00FC\u00F1\u00E4'),
  ],
  [
    named('accents', 'accents, composed', '\u0141\u00F3\u015F\u017A'),
    named('accents-decomposed', 'accents, decomposed', 'Zoe\u0308'),
    named('two-words', 'two words, a hyphen and a full stop', 'Al-Ed Jr.'),
  ],
  [
    named('greek', 'Greek and Cyrillic', 'Αργώς Пёс'),
    // Many services replace letters here, and drop vowels and points, so that a search finds more.
    named('arabic', 'Arabic with a vowel, and Hebrew with a point', 'م\u0650كية ד\u05BCב'),
  ],
  [
    named('devanagari', 'Devanagari and Thai', 'बिल्ली น้ำ'),
    named('korean', 'Korean, Georgian and Tamil', '고양이 ბუ பூ'),
  ],
  [
    named('plus', 'plus signs', 'R+K+1'),
    named('comma', 'a comma and a semicolon, a colon as in an address, and a smiley', 'R, (https:;b:)'),
  ],
  [
    named('sharp-s', 'letters with unusual capitals', 'Wei\u00DFe \u0130\u0131\uFB01'),
    named('wide-and-narrow', 'letters and digits in other widths and scripts', 'Ｒｘ１ ﾎﾟﾁ ٣½'),
  ],
  [
    named('emoji-joined', 'emoji of several characters each', '👩‍🌾❤️🇫🇷'),
    named('emoji-and-letters', 'emoji among letters', 'Rex🐕&🐈'),
    named('comment', 'the signs of a comment in a program', '/*K*/'),
  ],
  // The pet has no status, so a filter that looks at names, or takes the name for a missing status, finds one too many.
  [named('status-word', 'a status', 'pending')],
  [named('short-code', 'the short code of an emoji, a number in braces, hashes and backticks', '#R #{0} :dog: `K`')],
  [named('card-and-mail', 'a card number and an e-mail address', '4111111111111 a@b.c')],
  [named('less-than', 'less-than signs, as in a page', '<script>'), named('ampersand', 'an ampersand', 'Tom & &amp;')],
  [
    named('double-quotes', 'quotes, straight, doubled and curved', '"R"" “K’s”'),
    named('apostrophe', 'apostrophes, single and double, and a quote at the end', `O'Mal''ey"`),
  ],
  [
    named('percent-alone', 'a tilde first, and a percent sign without an escape', '~5%s'),
    named('slash', 'slashes', 'R/K//J'),
    named('backslash', 'backslashes, also at the end', 'R\\n\\u0041\\'),
  ],
  [
    named('percent', 'a full stop first, and percent escapes', '.Rex%41%20'),
    named('dashes', 'two dashes, three dots, and a letter and a number in parentheses', '-- ... (c) (2)'),
  ],
  [
    named('formula', 'an equals sign first, as in a formula of a spreadsheet', '=1+1'),
    named('signs', 'signs of many kinds, two of them twice, and brackets at the end', 'R_1#2@3!*~^||?%%[]'),
  ],
  [
    named('at-sign', 'an at sign first', '@Rex(1)'),
    named('chinese', 'Chinese and Japanese', '小猫咪 ポチ〜ん'),
    named('chinese-astral', 'Chinese beyond 16 bits', '𠮷野𩸽'),
  ],
  [named('braces', 'dollars, also at the start, and braces', '$$ ${K} {{R}} $1$&'), named('emoji', 'an emoji', '🐶')],
  [named('rude-parts', 'words that contain rude words', 'Bass Essex Hancock')],
  [
    named(
      'emoji-with-signs',
      'emoji with a skin tone, tags and a keycap, and a sign that is shown as text',
      '👍🏽🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣\u260E\uFE0E',
    ),
    named('heart', 'a less-than sign that begins no tag, and an apostrophe at the end', "M<3B'"),
  ],
  [named('test-first', 'the word test first', 'test'), named('sql-words', 'words of SQL', 'Union Select')],
  ...[
    named('one-letter', 'one letter', 'Q'),
    named('twenty-characters', 'exactly 20 characters', 'Bartholomew the Wise'),
    named(
      'emoji-twenty',
      '20 emoji, which are 40 UTF-16 units and 80 bytes',
      '🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤🦉',
    ),
    named('none-word', 'the word None, which Python writes for no value', 'None'),
    named('mixed-case', 'mixed case', 'rEX kING'),
    named('capitals', 'capitals of another name', 'REX KING'),
    named('digits', 'digits only', '12'),
    named('zero', 'the digit 0, which is falsy in some languages', '0'),
    named('leading-zeros', 'digits with leading zeros', '007'),
    named('date-time', 'a date with a time, which some JSON libraries read as one', '2030-12-05T12:30:00Z'),
    named('number-with-exponent', 'a number with an exponent', '1e5'),
    named('plus-sign-first', 'a number with a plus sign', '+1'),
    named('infinity', 'the word Infinity, which JavaScript and Python read as a number', 'Infinity'),
    named('hexadecimal', 'a number in hexadecimal', '0x1A'),
    named('json-array', 'the text of an array in JSON', '[true]'),
    named('range', 'a range, which spreadsheets read as a date', '3-4'),
    named('trailing-zero', 'a number with a zero at its end', '1.10'),
    named('not-a-number', 'the word NaN', 'NaN'),
    named('not-available', 'the letters N/A, which spreadsheets read as no value', 'N/A'),
    named('null', 'the word null', 'null'),
    named('true', 'the word true', 'true'),
    named('constructor', 'the word constructor, a property of every JavaScript object', 'constructor'),
    named('undefined', 'the word undefined', 'undefined'),
    named('date', 'a date', '2030-12-05'),
    named('time', 'a time, which YAML reads as a number of base 60', '12:30'),
    named('no', 'the word no, which YAML reads as false', 'no'),
    named('null-capitals', 'the word NULL', 'NULL'),
  ].map((alone) => [alone]),
];

interface UnusualCategory {
  readonly id: string;
  readonly title: string;
  readonly categoryId: bigint;
  /** Its pet has no status: a service may store such a pet in another way. */
  readonly isWithoutStatus?: true;
}

/** Categories that a service may reject, but must not round or cut (part 2: int64). */
export const UNUSUAL_CATEGORIES: readonly UnusualCategory[] = [
  { id: 'zero', title: '0', categoryId: 0n },
  { id: 'minus-1', title: '-1', categoryId: -1n },
  { id: 'above-16-bit', title: '2^16+1 (1 if cut to 16 bits)', categoryId: 2n ** 16n + 1n },
  { id: 'no-single', title: '2^24+1 (not exact in a single-precision number)', categoryId: 2n ** 24n + 1n },
  { id: 'largest-32-bit', title: '2^31-1 (the largest 32-bit integer)', categoryId: 2n ** 31n - 1n },
  { id: 'above-32-bit', title: '2^31', categoryId: 2n ** 31n },
  { id: 'one-in-32-bits', title: '2^32+1 (1 if cut to 32 bits)', categoryId: 2n ** 32n + 1n },
  // Some JSON libraries write a number with the 15 digits that every double keeps.
  { id: 'above-40-bit', title: '2^50-1 (more than 15 digits)', categoryId: 2n ** 50n - 1n },
  { id: 'no-double', title: '2^53+1 (not exact in a double)', categoryId: 2n ** 53n + 1n },
  { id: 'no-negative-double', title: '-2^53-1 (not exact in a double)', categoryId: -(2n ** 53n) - 1n },
  { id: 'above-62-bit', title: '2^62+1', categoryId: 2n ** 62n + 1n, isWithoutStatus: true },
  { id: 'largest', title: '2^63-1 (the largest int64)', categoryId: INT64_MAX },
  { id: 'smallest', title: '-2^63 (the smallest int64)', categoryId: INT64_MIN },
  { id: 'above-15-bit', title: '2^15+1 (negative if cut to 16 bits with a sign)', categoryId: 2n ** 15n + 1n },
];

/** The first drafts become the seed pets. They have each status in turn, and none. */
const SEEDS = 8;
const SEED_STATUSES = [...PET_STATUSES, undefined];

/**
 * Valid pets that cases share: each case tries one of the names of a pet, its status or its category. The unusual categories belong to
 * the last ones, which have one name each. The others have any category that the service accepts.
 */
export const sharedDrafts = ORDINARY_NAME_GROUPS.map((names, index) => {
  const name = joinNames(names);
  const unusual = UNUSUAL_CATEGORIES[ORDINARY_NAME_GROUPS.length - 1 - index];
  // The name decides, so a new name changes no other draft.
  const ofName =
    index < SEEDS ? SEED_STATUSES[index % SEED_STATUSES.length] : PET_STATUSES[seedFor(0, name) % PET_STATUSES.length];
  return {
    name,
    names,
    status: unusual?.isWithoutStatus === true ? undefined : ofName,
    ...(unusual === undefined ? {} : { categoryId: unusual.categoryId }),
  };
});

/** The drafts that the fixtures add before the other cases need them. */
export const seedDrafts = sharedDrafts.slice(0, SEEDS);
