import type { PetStatus } from '../../contract/pet.ts';
import type { JsonValue } from '../../contract/json.ts';

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
  | 'empty'
  /** Several fields are wrong. */
  | 'several';

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
 * Whether a malformed body must be rejected. RFC 8259 section 9 lets a parser read more than JSON, so a body in which a
 * lenient reader finds both required fields with valid values is only observed. `valueIsOpen`: readers differ in the values.
 */
export interface Leniency {
  readonly level: 'required' | 'observed';
  readonly why: string;
  readonly valueIsOpen: boolean;
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
  /** Only of malformed bodies: all others must be rejected. */
  readonly leniency?: Leniency;
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

/** A field of an object schema, with what faults are derived from. `enumeration` is empty if every value is allowed. */
export interface SchemaField {
  readonly name: string;
  readonly required: boolean;
  readonly type: 'string' | 'integer';
  readonly format: string | null;
  readonly enumeration: readonly string[];
}

/** An object schema. */
export type ObjectSchema = JsonValue;

type SchemaObject = { readonly [key: string]: JsonValue };

/**
 * Reads the fields of an object schema, in order. `related` are the schemas that it may refer to by `$id`. Throws if no fault
 * can be derived from a field, so a change of the schemas cannot go unnoticed.
 */
export function readSchemaFields(schema: ObjectSchema, related: readonly ObjectSchema[]): readonly SchemaField[] {
  const object = asObject(schema);
  const required = asArray(object['required'] ?? []);
  return Object.entries(asObject(object['properties'])).map(([name, property]) => {
    const resolved = resolve(asObject(property), object, related);
    const { type, format, enum: enumeration } = resolved;
    if (type !== 'string' && type !== 'integer')
      throw new Error(`no faults are known for the type of the field ${name}`);
    return {
      name,
      required: required.includes(name),
      type,
      format: typeof format === 'string' ? format : null,
      enumeration: asArray(enumeration ?? []).map(String),
    };
  });
}

function resolve(property: SchemaObject, base: SchemaObject, related: readonly ObjectSchema[]): SchemaObject {
  const { $ref } = property;
  if (typeof $ref !== 'string') return property;
  const { $id } = base;
  const id = new URL($ref, typeof $id === 'string' ? $id : undefined).href;
  const target = related.map(asObject).find((schema) => schema['$id'] === id);
  if (target === undefined) throw new Error(`the schema ${id} is not among those given`);
  return resolve(target, target, related);
}

function asObject(value: JsonValue | undefined): SchemaObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as SchemaObject;
  throw new Error('a schema is not an object');
}

function asArray(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  throw new Error('a list in a schema is not an array');
}
