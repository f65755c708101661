import { type JsonInput, rawJson, readJson, writeJson } from '../../contract/json.ts';
import { type NewPet, PET_STATUSES } from '../../contract/pet.ts';
import { type Mismatch, validate } from '../../contract/validation.ts';
import { bigIntegerBetween, integerBetween, pick, type Random } from '../random-numbers.ts';
import { drawOrdinaryName, drawRealisticName, drawText } from './generated-names.ts';
import type { RightValue, ValidNewPet } from './faulty-body.ts';

/** What is wrong with a generated body (parts 4.2 and 7: 400): one field with its problem, the whole body, or several fields. */
export type GeneratedFault = Pick<Mismatch, 'pointer' | 'problem'> | 'not-an-object' | 'several-fields';

/** Draws a valid NewPet (part 4.2) with a name of any kind and a status, in an accepted category. */
export function drawValidPet(random: Random, categories: readonly bigint[]): NewPet {
  const categoryId = pick(random, categories);
  return { name: drawOrdinaryName(random), categoryId, status: pick(random, PET_STATUSES) };
}

/** Draws a body with an accepted category until the schema finds exactly the fault in it. */
export function drawFaultyBody(random: Random, fault: GeneratedFault, categoryId: bigint): string {
  for (;;) {
    const base = { name: drawRealisticName(random), categoryId, status: pick(random, PET_STATUSES) };
    const body = writeJson(drawBody(random, fault, base));
    if (hasFault(body, fault)) return body;
  }
}

function drawBody(random: Random, fault: GeneratedFault, base: ValidNewPet): JsonInput {
  if (fault === 'not-an-object') return pick(random, [() => drawAny(random), () => drawArrayOf(random, { ...base })])();
  const fields = Object.entries<RightValue>({ ...base });
  if (fault === 'several-fields')
    return Object.fromEntries(
      fields.flatMap(([field, right]) => {
        const drawn = pick(random, [[right], [drawSimilar(random, right)], []]);
        return drawn.map((value): [string, JsonInput] => [field, value]);
      }),
    );
  return Object.fromEntries(
    fields.map(([field, right]) => [field, `/${field}` === fault.pointer ? drawSimilar(random, right) : right]),
  );
}

function hasFault(body: string, fault: GeneratedFault): boolean {
  const reading = readJson(Buffer.from(body));
  const [first, ...others] = reading.kind === 'json' ? validate('newPet', reading.document) : [];
  if (first === undefined) return false;
  if (fault === 'several-fields') return others.length > 0;
  if (fault === 'not-an-object') return first.pointer === '';
  return others.length === 0 && first.pointer === fault.pointer && first.problem === fault.problem;
}

/** A value that a lenient reader may convert to the right one, or any other. Some are right. */
function drawSimilar(random: Random, right: RightValue): JsonInput {
  return pick<() => JsonInput>(random, [
    () => [right],
    () => ({ [`_${drawText(random)}`]: right }),
    () => drawAny(random),
    ...(typeof right === 'string'
      ? [() => drawWord(random, right)]
      : [() => drawNumeral(random, right), () => drawFraction(random), () => drawBeyondInt64(random)]),
  ])();
}

function drawAny(random: Random): JsonInput {
  return pick(random, [
    () => drawScalar(random),
    () => drawArrayOf(random, drawScalar(random)),
    () => ({ [drawText(random)]: drawScalar(random) }),
  ])();
}

function drawArrayOf(random: Random, value: JsonInput): JsonInput {
  return Array.from({ length: integerBetween(random, 0, 4) }, () => value);
}

function drawScalar(random: Random): JsonInput {
  return pick<() => JsonInput>(random, [
    () => null,
    () => random() < 0.5,
    () => integerBetween(random, -10, 10),
    () => bigIntegerBetween(random, -(2n ** 70n), 2n ** 70n),
    () => (random() - 0.5) * 10 ** integerBetween(random, -20, 20),
    () => drawText(random),
  ])();
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

/** A word similar to the right one, or several. */
function drawWord(random: Random, right: string): string {
  return pick(random, [
    () => pick(random, SMALL_CHANGES)(right, integerBetween(random, 0, 6)),
    () => `${pick(random, SPACES)}${right}${pick(random, SPACES)}`,
    () => `${right}${pick(random, [',', ' ', '|', ''])}${pick(random, PET_STATUSES)}`,
  ])();
}
