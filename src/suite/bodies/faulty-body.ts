import type { NewPet } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';

/** A NewPet with every field, which the service must accept if it knows the category (part 4.2). */
export type ValidNewPet = { readonly [Field in keyof NewPet]-?: NonNullable<NewPet[Field]> };

/** A field of a NewPet (part 2). */
export type FieldName = keyof ValidNewPet;

/** A valid value of a field. */
export type RightValue = ValidNewPet[FieldName];

/** A body for `POST /pets` with one fault, written by hand (parts 4.2 and 7: 400). A test proves that it has no other fault. */
export interface FaultyBody {
  /** A permanent slug. */
  readonly id: string;
  /** Completes "if …". */
  readonly title: string;
  readonly requirement: TestableId;
  /** The fields that do not keep their value in the body. A pet stored for it would show the others. */
  readonly lost: readonly FieldName[];
  /** Writes the body from a valid pet: bytes only if no text has them. */
  readonly write: (pet: ValidNewPet) => string | Uint8Array;
  /** Only of malformed bodies: why a lenient reader (RFC 8259 section 9) finds no valid pet in the body, or may find one. */
  readonly why?: string;
}

/** The members whose names are not in `omitted`. */
export function without<T extends object>(members: T, omitted: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !omitted.includes(name))) as Partial<T>;
}

/** A field name as part of a slug: `category-id` for `categoryId`. */
export function slugOf(fieldName: string): string {
  return fieldName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
