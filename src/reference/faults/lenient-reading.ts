import type { StepChange } from '../service-steps.ts';
import { field, isJsonObject, type Json } from '../json-value.ts';
import { readLeniently, without } from '../step-changes.ts';

/** Replaces a field with the result of `change`; undefined leaves it as it is. */
export function converts(name: string, change: (value: Json) => Json | undefined): StepChange {
  return readLeniently((body) => {
    const value = field(body, name);
    const changed = value === undefined ? undefined : change(value);
    return changed === undefined ? body : { ...body, [name]: changed };
  });
}

/** Gives a missing field a value. */
export function fillsIn(name: string, value: Json): StepChange {
  return readLeniently((body) => (field(body, name) === undefined ? { ...body, [name]: value } : body));
}

/** Reads a body that is not an object as one. */
export function unwraps(change: (body: Json) => Json): StepChange {
  return (base) => ({
    validate: (body, request) => base.validate(isJsonObject(body) ? body : change(body), request),
  });
}

/** Removes a null field before validation. */
export function removesNull(name: string): StepChange {
  return readLeniently((body) => (field(body, name) === null ? without(body, name) : body));
}

/** The text in a field of a body, if there is one. */
export function textOf(body: Json, name: string): string | undefined {
  const value = field(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** The integer in a field of a body, if there is one, wrapped into int64. */
export function integerOf(body: Json, name: string): bigint | undefined {
  const value = field(body, name);
  return typeof value === 'bigint' ? BigInt.asIntN(64, value) : undefined;
}
