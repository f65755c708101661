import type { PetStatus } from '../../contract/pet.ts';
import type { SchemaField } from './schema-fields.ts';

/** A NewPet with every field, which the service must accept if it knows the category (part 4.2). */
export interface ValidNewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

/** The kind of fault in a body (part 4.2). */
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

/** The right values that a body still holds. A pet stored for the body would show them. */
export interface Marks {
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
}

/**
 * A body to send. `repaired` is the valid NewPet that a malformed body, or one with misplaced fields, should have been; null
 * for other faults.
 */
export interface BuiltBody {
  readonly body: string;
  readonly marks: Marks;
  readonly repaired: string | null;
}

/**
 * A body for `POST /pets` with one fault (parts 4.2 and 7: 400). `id` is a permanent slug. `title` completes "if …".
 * `field` is the wrong or missing field (null: the whole body). `faults` are the pointers to what is wrong: one, or each
 * required field if all are missing or misplaced, or none if the text is not JSON.
 */
export interface OneFaultBody {
  readonly id: string;
  readonly title: string;
  readonly kind: FaultKind;
  readonly field: string | null;
  readonly faults: readonly string[];
  readonly build: (base: ValidNewPet) => BuiltBody;
}

/** A valid value of a field. */
export type RightValue = string | bigint;

/** The members of a valid body, in order. */
export type Members = Readonly<Record<string, RightValue>>;

/** The members of a valid body: the values of `base`, and a sample for a field that `base` lacks. */
export function validMembers(fields: readonly SchemaField[], base: ValidNewPet): Members {
  const known: Members = { name: base.name, categoryId: base.categoryId, status: base.status };
  return Object.fromEntries(fields.map((field) => [field.name, known[field.name] ?? sample(field)]));
}

function sample(field: SchemaField): RightValue {
  return field.type === 'integer' ? 1n : (field.enumeration[0] ?? 'a word');
}

/** The marks of a body that keeps the named fields of `base`. */
export function marksOf(base: ValidNewPet, kept: readonly string[]): Marks {
  return {
    ...(kept.includes('name') ? { name: base.name } : {}),
    ...(kept.includes('categoryId') ? { categoryId: base.categoryId } : {}),
    ...(kept.includes('status') ? { status: base.status } : {}),
  };
}

/** A field name as part of a slug: `category-id` for `categoryId`. */
export function slugOf(fieldName: string): string {
  return fieldName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
