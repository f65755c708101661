import { alternatives, describeValue } from './describe.ts';
import { exactInteger, isInt64 } from './exact-integer.ts';
import type { JsonDocument, JsonValue } from './json.ts';

/** The states of a pet (part 3). */
export const PET_STATUSES = ['available', 'pending', 'sold'] as const;

/** The statuses in a sentence: "available, pending or sold". */
export const STATUS_WORDS = alternatives(PET_STATUSES);

/** A state of a pet (parts 2 and 3). */
export type PetStatus = (typeof PET_STATUSES)[number];

/** A pet to create (part 2), integers exact. A status that is not sent is undefined. */
export interface NewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus | undefined;
}

/** A pet as the service returns it (part 2). */
export interface Pet extends NewPet {
  readonly id: bigint;
}

/** One field in which two pets differ, with both values in words that differ too. */
export interface PetDifference {
  readonly field: keyof Pet;
  readonly expected: string;
  readonly actual: string;
}

/** Whether a value is exactly one of the statuses (part 3). */
export function isPetStatus(value: unknown): value is PetStatus {
  return PET_STATUSES.some((status) => status === value);
}

/** Reads a pet that passed validation. `value` is a part of the document. Throws a TypeError for anything else. */
export function readPet(document: JsonDocument, value: JsonValue = document.value): Pet {
  if (typeof value !== 'object' || value === null) throw new TypeError('not a Pet: not an object');
  const { name, status } = value as { readonly [key: string]: JsonValue };
  if (typeof name !== 'string') throw new TypeError('not a Pet: name is not a string');
  if (status !== undefined && !isPetStatus(status)) throw new TypeError('not a Pet: status is not a PetStatus');
  return { id: readInt64(document, value, 'id'), name, categoryId: readInt64(document, value, 'categoryId'), status };
}

/** The id of a document that is an object, valid as a pet or not; null if it has no integer as its id. */
export function readId(document: JsonDocument): bigint | null {
  const { value } = document;
  const text = typeof value === 'object' && value !== null ? document.numberText(value, 'id') : undefined;
  const reading = text === undefined ? undefined : exactInteger(text);
  return reading?.kind === 'integer' ? reading.value : null;
}

function readInt64(document: JsonDocument, holder: object, key: string): bigint {
  const text = document.numberText(holder, key);
  const reading = text === undefined ? undefined : exactInteger(text);
  if (reading?.kind !== 'integer' || !isInt64(reading.value)) throw new TypeError(`not a Pet: ${key} is not an int64`);
  return reading.value;
}

/** The fields in which `actual` differs from `expected`. If `expected` has no id, ids are not compared. */
export function petDifferences(expected: Pet | NewPet, actual: Pet): readonly PetDifference[] {
  const differences: PetDifference[] = [];
  if ('id' in expected && expected.id !== actual.id) differences.push(integerDifference('id', expected.id, actual.id));
  if (expected.name !== actual.name) differences.push(nameDifference(expected.name, actual.name));
  if (expected.categoryId !== actual.categoryId) {
    differences.push(integerDifference('categoryId', expected.categoryId, actual.categoryId));
  }
  if (expected.status !== actual.status) {
    const [wanted, got] = [describeValue(expected.status), describeValue(actual.status)];
    differences.push({ field: 'status', expected: wanted, actual: got });
  }
  return differences;
}

function integerDifference(field: 'id' | 'categoryId', expected: bigint, actual: bigint): PetDifference {
  return { field, expected: `the number ${expected}`, actual: `the number ${actual}` };
}

function nameDifference(expected: string, actual: string): PetDifference {
  const [wanted, got] = [describeValue(expected), describeValue(actual)];
  // Long names are cut.
  const shown = wanted === got ? `another string from character ${firstDifference(expected, actual)}` : got;
  return { field: 'name', expected: wanted, actual: shown };
}

/** Counts from 1, in UTF-16 units. */
function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at + 1;
}
