import type { JsonValue } from '../../contract/json.ts';

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
