import { type Json, field, isJsonObject } from './json-value.ts';
import { type NewPet, isInt64, isPetStatus } from './pet.ts';
import { type Outcome, accepted, refused } from './reply.ts';

/** Judges a body as a NewPet (part 4.2). Other fields, an id among them, are ignored. */
export function validateNewPet(body: Json): Outcome<NewPet> {
  if (!isJsonObject(body)) return refused('not-an-object', 400, 'The body must be a JSON object.');
  const name = field(body, 'name');
  const categoryId = field(body, 'categoryId');
  const status = field(body, 'status');
  if (name === undefined) return refused('missing-field', 400, 'The field name is required.');
  if (categoryId === undefined) return refused('missing-field', 400, 'The field categoryId is required.');
  if (typeof name !== 'string') return refused('invalid-name', 400, 'The field name must be a string.');
  if (typeof categoryId !== 'bigint' || !isInt64(categoryId)) {
    return refused('invalid-category', 400, 'The field categoryId must be a 64-bit integer.');
  }
  if (status === undefined) return accepted({ name, categoryId });
  if (!isPetStatus(status)) {
    return refused('invalid-status', 400, 'The field status must be available, pending or sold.');
  }
  return accepted({ name, categoryId, status });
}
