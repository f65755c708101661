import * as fc from 'fast-check';
import { type JsonInput, rawJson } from '../../contract/json.ts';
import { characterArbitrary } from './generated-names.ts';
import { isPetStatus, PET_STATUSES } from '../../contract/pet.ts';
import type { FieldName } from './faulty-body.ts';
import type { WrongValue } from './wrong-values.ts';

/** Makes a wrong value from the right one. */
export type ApplyFault = WrongValue['from'];

// Built once when the cases load, since building the first one takes as long as fifty requests.

const anyNumber: fc.Arbitrary<JsonInput> = fc.oneof(
  fc.integer({ min: -10, max: 10 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.array(characterArbitrary(), { maxLength: 20 }).map((characters) => characters.join('')),
);

const anyJson: fc.Arbitrary<JsonInput> = fc.jsonValue({ maxDepth: 2 }).map((value) => value as JsonInput);

const anyArray: fc.Arbitrary<JsonInput> = fc.array(anyJson, { maxLength: 3 });

const anyObject: fc.Arbitrary<JsonInput> = fc.dictionary(fc.string({ maxLength: 8 }), anyJson, { maxKeys: 3 });

/** A field, and a kind of fault that it can have. */
export type WrongField =
  | { readonly field: FieldName; readonly kind: 'null' | 'wrong-type' }
  | { readonly field: 'categoryId'; readonly kind: 'out-of-range' }
  | { readonly field: 'status'; readonly kind: 'not-in-enumeration' };

/** Generates wrong values for a field (part 4.2). A fraction is still a fraction when read as a double. */
export function wrongValueArbitrary({ field, kind }: WrongField): fc.Arbitrary<ApplyFault> {
  switch (kind) {
    case 'null':
      return fc.constant(() => null);
    case 'wrong-type':
      return wrongType(field);
    case 'out-of-range':
      return always(beyondInt64());
    case 'not-in-enumeration':
      return always(otherWord());
  }
}

/** Generates JSON values other than objects, some made from a valid `pet` (part 4.2). */
export function notAnObjectArbitrary(): fc.Arbitrary<(pet: JsonInput) => JsonInput> {
  return fc.oneof(
    always(fc.constant(null)),
    always(fc.boolean()),
    always(anyNumber),
    always(anyText),
    always(anyArray),
    fc.nat({ max: 3 }).map((extra) => (pet: JsonInput) => [pet, ...Array.from({ length: extra }, () => pet)]),
  );
}

function always(values: fc.Arbitrary<JsonInput>): fc.Arbitrary<() => JsonInput> {
  return values.map((value) => () => value);
}

function wrongType(field: FieldName): fc.Arbitrary<ApplyFault> {
  const own = field === 'categoryId' ? [always(anyText), numeral(), always(fraction())] : [always(anyNumber)];
  return fc.oneof(...own, always(fc.boolean()), always(anyArray), always(anyObject), wrapped());
}

/** The right value, nested in an array or object. */
function wrapped(): fc.Arbitrary<ApplyFault> {
  return fc.oneof(
    fc.constant<ApplyFault>((right) => [right]),
    fc.string({ minLength: 1, maxLength: 8 }).map((key): ApplyFault => (right) => ({ [`_${key}`]: right })),
  );
}

/** The right number in quotes, in forms that a lenient reader accepts. */
function numeral(): fc.Arbitrary<ApplyFault> {
  return fc.tuple(fc.constantFrom('', ' ', '+', '0'), fc.constantFrom('', ' ', '.0')).map(
    ([before, after]) =>
      (right) =>
        `${before}${right}${after}`,
  );
}

function fraction(): fc.Arbitrary<JsonInput> {
  return fc
    .tuple(fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 9999 }))
    .map(([negative, whole, tenThousandths]) =>
      rawJson(`${negative ? '-' : ''}${whole}.${String(tenThousandths).padStart(4, '0')}`),
    );
}

const FIRST_ABOVE = 2n ** 63n;
const FAR_ABOVE = 10n ** 40n;

function beyondInt64(): fc.Arbitrary<JsonInput> {
  return fc.oneof(
    fc.bigInt({ min: FIRST_ABOVE, max: FIRST_ABOVE + 10_000n }),
    fc.bigInt({ min: -FIRST_ABOVE - 10_000n, max: -FIRST_ABOVE - 1n }),
    fc.bigInt({ min: FIRST_ABOVE, max: FAR_ABOVE }),
    fc.bigInt({ min: -FAR_ABOVE, max: -FIRST_ABOVE - 1n }),
    fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 19, max: 60 }))
      .map(([digits, zeros]) => rawJson(`${digits}e${zeros}`)),
  );
}

/** Words that are no status, most of them similar to one. */
function otherWord(): fc.Arbitrary<string> {
  const status = fc.constantFrom<string>(...PET_STATUSES);
  const near = fc
    .tuple(status, fc.nat(), fc.constantFrom(...SMALL_CHANGES))
    .map(([word, at, change]) => change(word, at % word.length));
  const padded = fc.tuple(space(), status, space()).map(([before, word, after]) => `${before}${word}${after}`);
  const joined = fc.tuple(status, fc.constantFrom(',', ' ', '|', ''), status).map((parts) => parts.join(''));
  return fc.oneof(near, padded, joined, anyText).filter((word) => !isPetStatus(word));
}

function space(): fc.Arbitrary<string> {
  return fc.constantFrom('', ' ', '\t', '\n', '\u00A0');
}

const SMALL_CHANGES: readonly ((word: string, at: number) => string)[] = [
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at) + word.slice(at, at + 1).toUpperCase() + word.slice(at + 1),
  (word, at) => word.slice(0, at + 1) + word.slice(at),
  (word, at) => `${word.slice(0, at)}x${word.slice(at + 1)}`,
  (word, at) => word.slice(0, at),
  (word) => word.toUpperCase(),
  (word) => `${word}s`,
  (word) => `"${word}"`,
];
