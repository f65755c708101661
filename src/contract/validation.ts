import type { ErrorObject } from 'ajv/dist/2020.js';
import { error, newPet, pet, pets, petStatus } from './contract-validators.js';
import { describeValue } from './describe.ts';
import { exactInteger } from './exact-integer.ts';
import { type JsonDocument, type JsonValue, ownValue } from './json.ts';
import { escapeToken, tokensOf } from './json-pointer.ts';
import { LIMIT_MAX } from './operations.ts';
import type { SchemaName } from './schemas.ts';

/** How a value departs from its schema (part 2). */
export type MismatchProblem = 'missing' | 'type' | 'range' | 'enumeration' | 'null';

/**
 * One departure from a schema of the contract (part 2). `pointer` (RFC 6901) locates the wrong or missing value from the
 * root of the document; `field` is the property's name, '' for a whole body or element; both texts are at most 120 characters.
 */
export interface Mismatch {
  readonly pointer: string;
  readonly field: string;
  readonly problem: MismatchProblem;
  readonly expected: string;
  readonly actual: string;
}

const validators = { pet, newPet, pets, petStatus, error } as const satisfies Readonly<Record<SchemaName, unknown>>;

/** The check of a page stops after about this many mismatches. More would only repeat them. */
const MAX_MISMATCHES = 1000;

/** How many pets the validator checks in one call. */
const CHUNK = 100;

/** The most pets that the suite reads of a page. A larger page violates its limit anyway. */
export const MOST_PETS = 10 * LIMIT_MAX;

/** Validates a Pet (part 2). `pointer` is the place of `value` in the document; both default to the root. */
export function checkPet(document: JsonDocument, value: JsonValue = document.value, pointer = ''): readonly Mismatch[] {
  return check('pet', document, value, pointer);
}

/** Validates Pets (part 2), a bare array of Pet. Stops after about a thousand mismatches. */
export function checkPets(document: JsonDocument): readonly Mismatch[] {
  const { value } = document;
  if (!Array.isArray(value) || value.length <= CHUNK) return check('pets', document, value, '');
  const found: Mismatch[] = [];
  const end = Math.min(value.length, MOST_PETS);
  for (let start = 0; start < end && found.length < MAX_MISMATCHES; start += CHUNK) {
    found.push(...check('pets', document, value.slice(start, Math.min(start + CHUNK, end)), '', start));
  }
  return found;
}

/** Validates a NewPet (part 2), the body that creates a pet. */
export function checkNewPet(document: JsonDocument): readonly Mismatch[] {
  return check('newPet', document, document.value, '');
}

/** Validates an Error (parts 2 and 7), except that its `status` equals the HTTP status. `pointer` is the place of `value`. */
export function checkError(
  document: JsonDocument,
  value: JsonValue = document.value,
  pointer = '',
): readonly Mismatch[] {
  return check('error', document, value, pointer);
}

/** `firstIndex` is the index of the first element of `value` in the document's array, if `value` is a slice of it. */
function check(
  name: SchemaName,
  document: JsonDocument,
  value: JsonValue,
  pointer: string,
  firstIndex = 0,
): readonly Mismatch[] {
  const validate = validators[name];
  if (validate.call(document, value)) return [];
  const errors = validate.errors ?? [];
  // The errors hold the whole value, also those of a validator that another one calls.
  for (const each of Object.values(validators)) each.errors = null;
  return mismatchesFrom(errors, document, pointer, firstIndex);
}

/** The keywords of a violated schema that messages need. */
interface ViolatedSchema {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly JsonValue[] | undefined;
}

/**
 * Turns a validator's errors into mismatches, one for each place. `base` is the pointer of the validated value, and
 * `firstIndex` is added to the index of its elements.
 */
function mismatchesFrom(
  errors: readonly ErrorObject[],
  document: JsonDocument,
  base: string,
  firstIndex: number,
): readonly Mismatch[] {
  const found = new Map<string, Mismatch>();
  for (const violation of errors) {
    const pointer = base + shifted(violation.instancePath, firstIndex);
    const mismatch =
      violation.keyword === 'required' ? missing(violation, pointer) : wrong(violation, pointer, document);
    // A wrong type is reported first, and explains the other errors of the same value.
    if (!found.has(mismatch.pointer)) found.set(mismatch.pointer, mismatch);
  }
  return [...found.values()];
}

function shifted(instancePath: string, firstIndex: number): string {
  if (firstIndex === 0) return instancePath;
  return instancePath.replace(/^\/(\d+)/, (_, index: string) => `/${Number(index) + firstIndex}`);
}

function missing(violation: ErrorObject, pointer: string): Mismatch {
  const field = String(violation.params['missingProperty']);
  const schema = propertySchema(violation.parentSchema, field);
  return {
    pointer: `${pointer}/${escapeToken(field)}`,
    field,
    problem: 'missing',
    expected: expectation(schema),
    actual: 'absent',
  };
}

function wrong(violation: ErrorObject, pointer: string, document: JsonDocument): Mismatch {
  const schema = (violation.parentSchema ?? {}) as ViolatedSchema;
  const value = violation.data as JsonValue;
  const text = typeof value === 'number' ? numberTextAt(document, pointer) : undefined;
  return {
    pointer,
    field: fieldOf(pointer),
    problem: problemOf(violation.keyword, schema, value, text),
    expected: expectation(schema),
    actual: describeValue(value, text),
  };
}

function problemOf(
  keyword: string,
  schema: ViolatedSchema,
  value: JsonValue,
  text: string | undefined,
): MismatchProblem {
  if (value === null) return 'null';
  if (keyword === 'enum') return 'enumeration';
  if (schema.format === 'int64' && text !== undefined) return exactInteger(text).kind === 'fraction' ? 'type' : 'range';
  return 'type';
}

function expectation(schema: ViolatedSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.format === 'int64') return 'an integer from -2^63 to 2^63-1';
  switch (schema.type) {
    case 'integer':
      return 'an integer';
    case 'object':
      return 'a JSON object';
    case 'array':
      return 'a JSON array';
    case undefined:
      return 'a value';
    default:
      return `a ${schema.type}`;
  }
}

function propertySchema(parent: ErrorObject['parentSchema'], field: string): ViolatedSchema {
  const properties: unknown = parent?.['properties'];
  if (typeof properties !== 'object' || properties === null) return {};
  const schema: unknown = Object.getOwnPropertyDescriptor(properties, field)?.value;
  return typeof schema === 'object' && schema !== null ? schema : {};
}

function fieldOf(pointer: string): string {
  const last = tokensOf(pointer).at(-1) ?? '';
  return /^\d*$/.test(last) ? '' : last;
}

/** The source text of the number at a pointer; undefined if there is none. */
function numberTextAt(document: JsonDocument, pointer: string): string | undefined {
  if (pointer === '') return document.numberText(null, '');
  const tokens = tokensOf(pointer);
  let holder: JsonValue = document.value;
  for (const token of tokens.slice(0, -1)) {
    const inner = ownValue(holder, token);
    if (typeof inner !== 'object' || inner === null) return undefined;
    holder = inner as JsonValue & object;
  }
  return typeof holder === 'object' && holder !== null ? document.numberText(holder, tokens.at(-1) ?? '') : undefined;
}
