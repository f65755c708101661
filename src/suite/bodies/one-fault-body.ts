import type { PetStatus } from '../../contract/pet.ts';
import type { SchemaField } from './schema-fields.ts';

/** A NewPet with every field, which the service must accept if it knows the category (part 4.2). */
export interface ValidNewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

/** What is wrong with a body (part 4.2). */
export type FaultKind =
  | 'missing'
  | 'misplaced'
  | 'wrong-type'
  | 'null'
  | 'out-of-range'
  | 'not-in-enumeration'
  | 'not-an-object'
  | 'malformed'
  | 'empty';

/** The right values that a body still holds as they are, wherever in it: a pet stored of it would show them. */
export interface Marks {
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
}

/**
 * A body to be sent. `repaired` is what a malformed text, or one with its fields in the wrong place, should have been: a
 * valid NewPet; null for other faults.
 */
export interface BuiltBody {
  readonly body: string;
  readonly marks: Marks;
  readonly repaired: string | null;
}

/**
 * A body for `POST /pets` with one fault (part 4.2, part 7: 400). `id` is a stable slug, `title` says what is tried,
 * `field` is the wrong or missing field (null: the whole body). `faults` are the pointers at which the contract is broken:
 * one, or each required field where all are missing or misplaced, or none where the text is not JSON.
 */
export interface OneFaultBody {
  readonly id: string;
  readonly title: string;
  readonly kind: FaultKind;
  readonly field: string | null;
  readonly faults: readonly string[];
  readonly build: (base: ValidNewPet) => BuiltBody;
}

/** A right value of a field. */
export type RightValue = string | bigint;

/** The members of a valid body, in the order in which they are written. */
export type Members = Readonly<Record<string, RightValue>>;

/** The members of a valid body: the values of `base`, and some right value for a field that `base` does not know. */
export function validMembers(fields: readonly SchemaField[], base: ValidNewPet): Members {
  const known: Members = { name: base.name, categoryId: base.categoryId, status: base.status };
  return Object.fromEntries(fields.map((field) => [field.name, known[field.name] ?? sample(field)]));
}

function sample(field: SchemaField): RightValue {
  return field.type === 'integer' ? 1n : (field.enumeration[0] ?? 'a word');
}

/** What `base` gives to recognise a body by that holds the named fields as they were. */
export function marksOf(base: ValidNewPet, kept: readonly string[]): Marks {
  return {
    ...(kept.includes('name') ? { name: base.name } : {}),
    ...(kept.includes('categoryId') ? { categoryId: base.categoryId } : {}),
    ...(kept.includes('status') ? { status: base.status } : {}),
  };
}

/** `categoryId` as a part of a slug: `category-id`. */
export function slugOf(fieldName: string): string {
  return fieldName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
