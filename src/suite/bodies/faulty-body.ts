import type { NewPet, PetStatus } from '../../contract/pet.ts';
import { writeJson } from '../../contract/json.ts';

/** A NewPet with every field, which the service must accept if it knows the category (part 4.2). */
export interface ValidNewPet extends NewPet {
  readonly status: PetStatus;
}

/** A field of a NewPet (part 2). */
export type FieldName = keyof ValidNewPet;

export const ALL_FIELDS: readonly FieldName[] = ['name', 'categoryId', 'status'];
export const REQUIRED_FIELDS = ['name', 'categoryId'] as const satisfies readonly FieldName[];

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
  | 'empty'
  /** Several fields are wrong. */
  | 'several';

/** The right values that a body still holds. A pet stored for the body would show them. */
export type KeptValues = Partial<ValidNewPet>;

/** A body to send. `repaired` is the valid NewPet that it was made from. */
export interface BuiltBody<Body extends string | Uint8Array = string | Uint8Array> {
  /** Bytes only if no text has them. */
  readonly body: Body;
  readonly kept: KeptValues;
  readonly repaired: string;
}

/** Whether a malformed body must be rejected: not if a lenient reader (RFC 8259 section 9) finds valid values of both required fields. */
export interface Leniency {
  readonly level: 'required' | 'observed';
  readonly why: string;
  /** Lenient readers read different values. */
  readonly readersDiffer: boolean;
}

/** What is wrong in a body for `POST /pets` (parts 4.2 and 7: 400). */
export interface DeclaredFault {
  /** A permanent slug. */
  readonly id: string;
  readonly kind: FaultKind;
  /** The pointers to what is wrong; none if the text is not JSON. */
  readonly faults: readonly string[];
}

/** A body for `POST /pets` with one fault, chosen by hand. */
export interface FaultyBody extends DeclaredFault {
  /** Completes "if …". */
  readonly title: string;
  /** The field with a wrong value; absent for other faults. */
  readonly field?: FieldName;
  /** Only of malformed bodies: all others must be rejected. */
  readonly leniency?: Leniency;
  readonly build: (base: ValidNewPet) => BuiltBody;
}

/** A valid value of a field. */
export type RightValue = string | bigint;

/** The members of a valid body, in order. */
export type Members = Readonly<Record<FieldName, RightValue>>;

/** Builds a body from a valid one. `lost` are the fields that do not keep their value in it. */
export function buildBody<Body extends string | Uint8Array>(
  base: ValidNewPet,
  lost: readonly FieldName[],
  write: (members: Members) => Body,
): BuiltBody<Body> {
  const members = { name: base.name, categoryId: base.categoryId, status: base.status };
  return { body: write(members), kept: without(members, lost), repaired: writeJson(members) };
}

/** The members whose names are not in `lost`. */
export function without<T extends object>(members: T, lost: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !lost.includes(name))) as Partial<T>;
}

/** The JSON pointer to each field. */
export function pointersTo(fields: readonly string[]): readonly string[] {
  return fields.map((name) => `/${name}`);
}

/** A field name as part of a slug: `category-id` for `categoryId`. */
export function slugOf(fieldName: string): string {
  return fieldName.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
