import { type JsonInput, rawJson } from '../../contract/json.ts';
import { isPetStatus, PET_STATUSES } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { FieldName, RightValue } from './faulty-body.ts';

/** A wrong value for a field (part 4.2). `slug` is part of an id, `says` completes "the field is …", `from` makes it from the right value. */
export interface WrongValue {
  readonly slug: string;
  readonly says: string;
  readonly from: (right: RightValue) => JsonInput;
  /** What judges the value. Default: the requirement about the type of the field. */
  readonly requirement?: TestableId;
  /** The body has no status either. */
  readonly isWithoutStatus?: true;
}

const NULL: WrongValue = { slug: 'null', says: 'null', from: () => null, requirement: 'CREATE-REFUSES-NULL' };

/** Some readers take it for an index of an enumeration. */
const NUMBER = ofType('number', 'the number 1', () => 1);

const TRUE = ofType('true', 'the boolean true', () => true);

const OTHER_TYPES = [
  ofType('false', 'the boolean false', () => false),
  ofType('array', 'an array with the right value', (right) => [right]),
  ofType('object', 'an object with the right value', (right) => ({ id: right, value: right })),
];

/** From a letter of ASCII to the same letter in full width. */
const FULL_WIDTH = 0xfee0;

/** The wrong values for each field, each in a form that a lenient reader would accept or convert (part 4.2). */
export const WRONG_VALUES: Readonly<Record<FieldName, readonly WrongValue[]>> = {
  name: [withoutStatus(NULL), withoutStatus(NUMBER), TRUE, ...OTHER_TYPES],
  categoryId: [
    withoutStatus(NULL),
    withoutStatus(ofType('numeral-in-quotes', 'the right number in quotes', String)),
    ofType(
      'sign-in-quotes',
      'the right number with a sign, in quotes',
      (right) => `${BigInt(right) < 0n ? '' : '+'}${right}`,
    ),
    ofType(
      'hexadecimal-in-quotes',
      'the right number in hexadecimal, in quotes',
      (right) => `0x${BigInt(right).toString(16)}`,
    ),
    ofType('empty-string', 'the empty string', () => ''),
    withoutStatus(ofType('fraction', 'a fraction', fraction)),
    ofType('fraction-with-exponent', 'a fraction that is written with an exponent', (right) =>
      rawJson(`${BigInt(right) * 10n + 5n}e-1`),
    ),
    withoutStatus(TRUE),
    ...OTHER_TYPES,
    withoutStatus(ofRange('above-int64', '2^63', () => 2n ** 63n)),
    ofRange('below-int64', '-2^63-1', () => -(2n ** 63n) - 1n),
    // Cut to 64 bits, this is the right value again.
    ofRange('wraps-round', 'the right number plus 2^64', (right) => BigInt(right) + 2n ** 64n),
    ofRange('1e400', 'the number 1e400, which no double holds', () => rawJson('1e400')),
  ],
  status: [
    NULL,
    NUMBER,
    TRUE,
    ...OTHER_TYPES,
    // A service may take it for no status.
    ofType('empty-array', 'an empty array', () => []),
    word('upper-case', 'a valid word in capitals', (right) => right.toUpperCase()),
    word('capital', 'a valid word with a capital first', (right) => right.charAt(0).toUpperCase() + right.slice(1)),
    word('trailing-newline', 'a valid word with a trailing newline', (right) => `${right}\n`),
    // An Error may quote it, and must still be JSON. A backslash before a space is no escape.
    word(
      'longer-word',
      'a valid word, then a quote, a backslash and a control character',
      (right) => `${right}"\\ \u0001`,
    ),
    // A reader that normalises text, cuts it at a NUL or drops what cannot be seen finds the valid word.
    word('full-width', 'a valid word in full-width letters', (right) =>
      right.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + FULL_WIDTH)),
    ),
    word('nul-after', 'a valid word, then a NUL and a letter', (right) => `${right}\u0000x`),
    word('invisible', 'a valid word with invisible characters around it', (right) => `\u200B${right}\uFEFF`),
    word('two-words', 'two valid words with a comma', (right) =>
      [right, PET_STATUSES.find((other) => other !== right)].join(','),
    ),
    word('index-in-quotes', 'the index of a valid word, in quotes', (right) =>
      String(PET_STATUSES.findIndex((status) => status === right)),
    ),
    // A service that looks words up in a JavaScript object finds this one in every object.
    word('unknown-word', 'the word constructor', () => 'constructor'),
    // Other pet stores use these words, and earlier versions of a service may have.
    ...['reserved', 'adopted']
      .filter((other) => !isPetStatus(other))
      .map((other) => word(other, `the word ${other}`, () => other)),
    word('empty-string', 'the empty string', () => ''),
  ],
};

/** A reader may take a number for an integer that is close to one. A double holds the small fraction only behind a small number. */
function fraction(right: RightValue): JsonInput {
  const isSmall = BigInt.asIntN(32, BigInt(right)) === BigInt(right);
  return rawJson(`${right}.${isSmall ? '000001' : '5'}`);
}

/** The same in a body without a status, which a service may check in another way. A value like it stands in a body with one. */
function withoutStatus(value: WrongValue): WrongValue {
  return { ...value, isWithoutStatus: true };
}

function ofType(slug: string, says: string, from: WrongValue['from']): WrongValue {
  return { slug, says, from };
}

function ofRange(slug: string, says: string, from: WrongValue['from']): WrongValue {
  return { slug, says, from, requirement: 'CREATE-REFUSES-CATEGORY-RANGE' };
}

function word(slug: string, says: string, change: (right: string) => string): WrongValue {
  return { slug, says, from: (right) => change(String(right)), requirement: 'CREATE-REFUSES-STATUS-VALUE' };
}
