import { alternatives, describeValue } from './describe.ts';
import { integerIn, isInt64 } from './exact-integer.ts';
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

/** The fields of a NewPet, in the order in which bodies hold them. */
export const NEW_PET_FIELDS = ['name', 'categoryId', 'status'] as const satisfies readonly (keyof NewPet)[];

/** A pet as the service returns it (part 2). */
export interface Pet extends NewPet {
  readonly id: bigint;
}

const PET_FIELDS = ['id', ...NEW_PET_FIELDS] as const;

/** The fields that every pet has. */
export const REQUIRED_PET_FIELDS = ['id', 'name', 'categoryId'] as const satisfies readonly (keyof Pet)[];

/** One field in which two pets differ, with both values in words that differ too. */
interface PetDifference {
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

function readInt64(document: JsonDocument, holder: object, key: string): bigint {
  const integer = integerIn(document, holder, key);
  if (integer === null || !isInt64(integer)) throw new TypeError(`not a Pet: ${key} is not an int64`);
  return integer;
}

/** The fields in which `actual` differs from `expected`. If `expected` has no id, ids are not compared. */
export function petDifferences(expected: Pet | NewPet, actual: Pet): readonly PetDifference[] {
  const wanted: Partial<Pet> = expected;
  const differing = PET_FIELDS.filter((field) => wanted[field] !== actual[field] && (field !== 'id' || 'id' in wanted));
  return differing.map((field) => ({ field, ...inDifferentWords(wanted[field], actual[field]) }));
}

function inDifferentWords(expected: Pet[keyof Pet], actual: Pet[keyof Pet]): Omit<PetDifference, 'field'> {
  const [wanted, got] = [inWords(expected), inWords(actual)];
  // Long texts are cut.
  const isCut = wanted === got && typeof expected === 'string' && typeof actual === 'string';
  return {
    expected: wanted,
    actual: isCut ? `another string from character ${firstDifference(expected, actual)}` : got,
  };
}

function inWords(value: Pet[keyof Pet]): string {
  return typeof value === 'bigint' ? String(value) : describeValue(value);
}

/** Counts from 1, in UTF-16 units. */
function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at + 1;
}
