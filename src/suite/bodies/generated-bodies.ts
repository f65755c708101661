import { type JsonInput, rawJson, writeJson } from '../../contract/json.ts';
import { isPetStatus, type NewPet, PET_STATUSES } from '../../contract/pet.ts';
import { bigIntegerBetween, integerBetween, pick, type Random } from '../execution/random-numbers.ts';
import { drawOrdinaryName, drawRealisticName, drawText } from './generated-names.ts';
import {
  ALL_FIELDS,
  buildBody,
  type FaultKind,
  type FieldName,
  pointersTo,
  REQUIRED_FIELDS,
  type RightValue,
} from './faulty-body.ts';
import { proveDeclaredFaults } from './prove-declared-faults.ts';

/** A field, and a kind of fault that it can have. */
type WrongField =
  | { readonly field: FieldName; readonly kind: 'null' | 'wrong-type' }
  | { readonly field: 'categoryId'; readonly kind: 'out-of-range' }
  | { readonly field: 'status'; readonly kind: 'not-in-enumeration' };

/** What is wrong with a generated body (parts 4.2 and 7: 400). */
export type GeneratedFault = WrongField | 'not-an-object' | 'several-fields';

/** Draws a valid NewPet (part 4.2), in an accepted category: with a status and a name of any kind, or without one and a plain name. */
export function drawValidPet(random: Random, hasStatus: boolean, categories: readonly bigint[]): NewPet {
  const categoryId = pick(random, categories);
  if (!hasStatus) return { name: drawRealisticName(random), categoryId, status: undefined };
  return { name: drawOrdinaryName(random), categoryId, status: pick(random, PET_STATUSES) };
}

/** Draws a faulty body with an accepted category. Throws unless the body has exactly its faults, which is a fault of the suite. */
export function drawFaultyBody(random: Random, fault: GeneratedFault, categoryId: bigint): string {
  const base = { name: drawRealisticName(random), categoryId, status: pick(random, PET_STATUSES) };
  if (fault === 'not-an-object') {
    const declared = { id: fault, kind: fault, faults: [''] } as const;
    const built = buildBody(base, ALL_FIELDS, (members) => writeJson(drawNoObject(random, members)));
    proveDeclaredFaults(built, declared);
    return built.body;
  }
  const wrong: readonly (WrongField | MissingField)[] = fault === 'several-fields' ? drawSeveral(random) : [fault];
  const fields = wrong.map(({ field }) => field);
  const kind: FaultKind = fault === 'several-fields' ? 'several' : fault.kind;
  const declared = { id: fields.join(', '), kind, faults: pointersTo(fields) };
  const built = buildBody(base, fields, (members) =>
    writeJson(
      Object.fromEntries(
        ALL_FIELDS.flatMap((field) => {
          const found = wrong.find((each) => each.field === field);
          if (found?.kind === 'missing') return [];
          return [[field, found === undefined ? members[field] : drawWrong(random, found, members[field])] as const];
        }),
      ),
    ),
  );
  proveDeclaredFaults(built, declared);
  return built.body;
}

type MissingField = { readonly field: FieldName; readonly kind: 'missing' };

/** Two or three fields with faults. */
function drawSeveral(random: Random): readonly (WrongField | MissingField)[] {
  const right = pick(random, [...ALL_FIELDS, null]);
  return ALL_FIELDS.filter((field) => field !== right).map((field) =>
    pick<WrongField | MissingField>(random, [
      { field, kind: 'null' },
      { field, kind: 'wrong-type' },
      ...(field === 'categoryId' ? [{ field, kind: 'out-of-range' } as const] : []),
      ...(field === 'status' ? [{ field, kind: 'not-in-enumeration' } as const] : []),
      ...(REQUIRED_FIELDS.some((required) => required === field) ? [{ field, kind: 'missing' } as const] : []),
    ]),
  );
}

function drawWrong(random: Random, { field, kind }: WrongField, right: RightValue): JsonInput {
  switch (kind) {
    case 'null':
      return null;
    case 'wrong-type':
      return drawWrongType(random, field, right);
    case 'out-of-range':
      return drawBeyondInt64(random);
    case 'not-in-enumeration':
      return drawOtherWord(random);
  }
}

/** A value of another type, often in a form that a lenient reader would convert. */
function drawWrongType(random: Random, field: FieldName, right: RightValue): JsonInput {
  return pick<() => JsonInput>(random, [
    ...(field === 'categoryId'
      ? [() => drawText(random), () => drawNumeral(random, right), () => drawFraction(random)]
      : [() => drawNumber(random)]),
    () => random() < 0.5,
    () => drawArray(random),
    () => drawObject(random),
    () => [right],
    () => ({ [`_${drawText(random)}`]: right }),
  ])();
}

/** A JSON value other than an object, sometimes an array of valid pets. */
function drawNoObject(random: Random, pet: JsonInput): JsonInput {
  return pick<() => JsonInput>(random, [
    () => null,
    () => random() < 0.5,
    () => drawNumber(random),
    () => drawText(random),
    () => drawArray(random),
    () => Array.from({ length: integerBetween(random, 1, 4) }, () => pet),
  ])();
}

function drawNumber(random: Random): JsonInput {
  return pick<() => JsonInput>(random, [
    () => integerBetween(random, -10, 10),
    () => bigIntegerBetween(random, -(2n ** 70n), 2n ** 70n),
    () => (random() - 0.5) * 10 ** integerBetween(random, -20, 20),
  ])();
}

function drawArray(random: Random): JsonInput {
  return Array.from({ length: integerBetween(random, 0, 3) }, () => drawScalar(random));
}

function drawObject(random: Random): JsonInput {
  return Object.fromEntries(
    Array.from({ length: integerBetween(random, 0, 3) }, () => [drawText(random), drawScalar(random)]),
  );
}

function drawScalar(random: Random): JsonInput {
  return pick<() => JsonInput>(random, [() => null, () => true, () => drawNumber(random), () => drawText(random)])();
}

/** The right number in quotes, in forms that a lenient reader accepts. */
function drawNumeral(random: Random, right: RightValue): string {
  return `${pick(random, ['', ' ', '+', '0'])}${right}${pick(random, ['', ' ', '.0'])}`;
}

/** A number that is still a fraction when read as a double. */
function drawFraction(random: Random): JsonInput {
  const digits = String(integerBetween(random, 1, 9999)).padStart(4, '0');
  return rawJson(`${pick(random, ['', '-'])}${integerBetween(random, 0, 2 ** 31)}.${digits}`);
}

const FIRST_ABOVE = 2n ** 63n;
const FAR_ABOVE = 10n ** 40n;

function drawBeyondInt64(random: Random): JsonInput {
  return pick<() => JsonInput>(random, [
    () => FIRST_ABOVE + bigIntegerBetween(random, 0n, 9n),
    () => -FIRST_ABOVE - bigIntegerBetween(random, 1n, 10n),
    () => bigIntegerBetween(random, FIRST_ABOVE, FAR_ABOVE),
    () => -bigIntegerBetween(random, FIRST_ABOVE + 1n, FAR_ABOVE),
    () => rawJson(`${integerBetween(random, 1, 99)}e${integerBetween(random, 19, 60)}`),
  ])();
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
const SPACES = ['', ' ', '\t', '\n', '\u00A0'];

/** A word that is no status, mostly similar to one. */
function drawOtherWord(random: Random): string {
  const status = (): string => pick(random, PET_STATUSES);
  for (;;) {
    const word = pick(random, [
      () => pick(random, SMALL_CHANGES)(status(), integerBetween(random, 0, 6)),
      () => `${pick(random, SPACES)}${status()}${pick(random, SPACES)}`,
      () => `${status()}${pick(random, [',', ' ', '|', ''])}${status()}`,
      () => drawText(random),
    ])();
    if (!isPetStatus(word)) return word;
  }
}
