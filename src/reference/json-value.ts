/** Marks JSON text that is written unchanged. */
export const verbatim: unique symbol = Symbol('verbatim');

/** JSON text that is written unchanged, valid or not. */
export interface Verbatim {
  readonly [verbatim]: string;
}

/** A JSON object. Names are own properties, so `__proto__` is an ordinary name. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A JSON value. Every integer is a bigint, so int64 is exact (part 2). */
export type Json = null | boolean | string | bigint | number | readonly Json[] | JsonObject | Verbatim;

/** A value that is written as the given text, valid or not. */
export function asIs(text: string): Verbatim {
  return { [verbatim]: text };
}

/** Whether a value is an object, neither null nor an array. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(verbatim in value);
}

/** Whether a value is an array. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value of a name of an object; undefined without such a name, and for what is no object. */
export function field(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
