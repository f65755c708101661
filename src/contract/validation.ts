import { error, newPet, pet, pets, petStatus } from './contract-validators.js';
import type { JsonDocument, JsonValue } from './json.ts';
import { type Mismatch, mismatchesFrom } from './mismatch.ts';
import type { SchemaName } from './schemas.ts';

export type { Mismatch, MismatchProblem } from './mismatch.ts';

const validators = { pet, newPet, pets, petStatus, error } as const satisfies Readonly<Record<SchemaName, unknown>>;

/** At most about this many mismatches of a page are told: the rest would say the same. */
const ENOUGH = 1000;

/** As many pets of a page are held against the schema at once. */
const CHUNK = 100;

/** At most so many pets of a page are read: ten times the greatest limit. A page that holds more violates its own limit. */
export const MOST_PETS = 1000;

/** Holds a value against Pet (part 2). `pointer` is where `value` stands in the document; both default to the root. */
export function checkPet(document: JsonDocument, value: JsonValue = document.value, pointer = ''): readonly Mismatch[] {
  return check('pet', document, value, pointer);
}

/** Holds a document against Pets (part 2): a bare array of Pet. A page with very many mismatches is not told to its end. */
export function checkPets(document: JsonDocument): readonly Mismatch[] {
  const { value } = document;
  if (!Array.isArray(value) || value.length <= CHUNK) return check('pets', document, value, '');
  const found: Mismatch[] = [];
  const end = Math.min(value.length, MOST_PETS);
  for (let start = 0; start < end && found.length < ENOUGH; start += CHUNK) {
    found.push(...check('pets', document, value.slice(start, Math.min(start + CHUNK, end)), '', start));
  }
  return found;
}

/** Holds a document against NewPet (part 2), the body that adds a pet. */
export function checkNewPet(document: JsonDocument): readonly Mismatch[] {
  return check('newPet', document, document.value, '');
}

/** Holds a document against Error (part 2, part 7). Whether its `status` is that of the answer is not looked at here. */
export function checkError(document: JsonDocument): readonly Mismatch[] {
  return check('error', document, document.value, '');
}

/** `firstIndex` is the place in the document's array of the first element of `value`, where `value` is a part of it. */
function check(
  name: SchemaName,
  document: JsonDocument,
  value: JsonValue,
  pointer: string,
  firstIndex = 0,
): readonly Mismatch[] {
  const validate = validators[name];
  if (validate.call(document, value)) return [];
  return mismatchesFrom(validate.errors ?? [], document, pointer, firstIndex);
}
