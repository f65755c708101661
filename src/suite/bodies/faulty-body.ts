import type { NewPet, PetStatus } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { MismatchProblem } from '../../contract/validation.ts';
import { writeJson } from '../../contract/json.ts';

/** A NewPet with every field, which the service must accept if it knows the category (part 4.2). */
export interface ValidNewPet extends NewPet {
  readonly status: PetStatus;
}

/** A field of a NewPet (part 2). */
export type FieldName = keyof ValidNewPet;

export const ALL_FIELDS: readonly FieldName[] = ['name', 'categoryId', 'status'];
export const REQUIRED_FIELDS = ['name', 'categoryId'] as const satisfies readonly FieldName[];

/** The requirements about faulty bodies (parts 4.2 and 7), each with the problems that the schema finds in them. */
export const PROBLEMS = {
  'CREATE-REFUSES-MISSING': ['missing'],
  'CREATE-REFUSES-NULL': ['null'],
  'CREATE-REFUSES-NAME-TYPE': ['type'],
  'CREATE-REFUSES-CATEGORY-TYPE': ['type'],
  'CREATE-REFUSES-CATEGORY-RANGE': ['range'],
  'CREATE-REFUSES-STATUS-TYPE': ['type'],
  'CREATE-REFUSES-STATUS-VALUE': ['enumeration'],
  'CREATE-REFUSES-NON-OBJECT': ['type', 'null'],
  'CREATE-REFUSES-SEVERAL': ['missing', 'type', 'null', 'range', 'enumeration'],
  'CREATE-REFUSES-MALFORMED': [],
  'OPEN-CREATE-MALFORMED': [],
  'CREATE-REFUSES-EMPTY': [],
} as const satisfies Partial<Readonly<Record<TestableId, readonly MismatchProblem[]>>>;

/** The right values that a body still holds. A pet stored for the body would show them. */
export type KeptValues = Partial<ValidNewPet>;

/** A body to send. `repaired` is the valid NewPet that it was made from. */
export interface BuiltBody {
  /** Bytes only if no text has them. */
  readonly body: string | Uint8Array;
  readonly kept: KeptValues;
  readonly repaired: string;
}

/** A body for `POST /pets` with one fault, chosen by hand (parts 4.2 and 7: 400). */
export interface FaultyBody {
  /** A permanent slug. */
  readonly id: string;
  /** Completes "if …". */
  readonly title: string;
  readonly requirement: keyof typeof PROBLEMS;
  /** The pointers to what is wrong; none if the text is not JSON. */
  readonly faults: readonly string[];
  /** All fields are there, but not where they belong. */
  readonly isMisplaced?: true;
  /** Only of malformed bodies: why a lenient reader (RFC 8259 section 9) finds no valid pet in the body, or may find one. */
  readonly why?: string;
  /** Lenient readers read different values. */
  readonly readersDiffer?: boolean;
  readonly build: (base: ValidNewPet) => BuiltBody;
}

/** What is wrong in a body. */
export type DeclaredFault = Omit<FaultyBody, 'title' | 'build'>;

/** A valid value of a field. */
export type RightValue = string | bigint;

/** The members of a valid body, in order. */
export type Members = Readonly<Record<FieldName, RightValue>>;

/** Builds a body from a valid one. `lost` are the fields that do not keep their value in it. */
export function buildBody(
  base: ValidNewPet,
  lost: readonly FieldName[],
  write: (members: Members) => string | Uint8Array,
): BuiltBody {
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
