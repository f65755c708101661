import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import errorSchema from '../../schemas/error.schema.json' with { type: 'json' };
import newPetSchema from '../../schemas/new-pet.schema.json' with { type: 'json' };
import petStatusSchema from '../../schemas/pet-status.schema.json' with { type: 'json' };
import petSchema from '../../schemas/pet.schema.json' with { type: 'json' };
import petsSchema from '../../schemas/pets.schema.json' with { type: 'json' };
import { describeValue } from './describe.ts';
import { exactInteger, integerIn, isInt64 } from './exact-integer.ts';
import { isJsonArray, type JsonDocument, type JsonValue } from './json.ts';
import { ownValue } from './json-parser.ts';
import { escapeToken, tokensOf } from './json-pointer.ts';
import { LIMIT_MAX } from './operations.ts';
import { loadAjv } from './schema-problems.ts';

/** The schemas of the contract's payloads (part 2), from the folder `schemas`. They refer to each other. */
export const CONTRACT_SCHEMAS = {
  pet: petSchema,
  newPet: newPetSchema,
  pets: petsSchema,
  petStatus: petStatusSchema,
  error: errorSchema,
} as const;

/** The name of a payload's schema (part 2). */
type SchemaName = Exclude<keyof typeof CONTRACT_SCHEMAS, 'petStatus'>;

/** How a value departs from its schema (part 2). */
type MismatchProblem = 'missing' | 'type' | 'range' | 'enumeration' | 'null';

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

/** The most pets that the suite reads of a page. A larger page violates its limit anyway. */
export const MOST_PETS = 10 * LIMIT_MAX;

/**
 * Validates a Pet, a NewPet, an Error, except that its `status` equals the HTTP status, or Pets, the first thousand of an array
 * (parts 2 and 7). `pointer` is the place of `value` in the document; both default to the root.
 */
export function validate(
  name: SchemaName,
  document: JsonDocument,
  value: JsonValue = document.value,
  pointer = '',
): readonly Mismatch[] {
  validators ??= compileSchemas();
  const validator = validators[name];
  const judged = name === 'pets' && isJsonArray(value) ? value.slice(0, MOST_PETS) : value;
  if (validator.call(document, judged)) return [];
  const errors = validator.errors ?? [];
  // The errors hold the whole value, also those of a validator that another one calls.
  for (const each of Object.values(validators)) each.errors = null;
  return mismatchesFrom(errors, document, pointer);
}

type Validators = Readonly<Record<SchemaName, ValidateFunction>>;

/** Compiled at first use, because most commands validate nothing. */
let validators: Validators | undefined;

function compileSchemas(): Validators {
  const Ajv2020 = loadAjv();
  // The meta-schema uses more formats than ours.
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    passContext: true,
    messages: false,
    validateSchema: false,
  }).removeKeyword('format');
  // Ajv's int64 checks the double, which is equal for 2^63 and 2^63 − 1. This one checks the text of the number.
  ajv.addKeyword({ keyword: 'format', type: 'number', errors: false, compile: formatCheck });
  for (const schema of Object.values(CONTRACT_SCHEMAS)) ajv.addSchema(schema);
  const { pet, newPet, pets, error } = CONTRACT_SCHEMAS;
  const compile = ({ $id }: { readonly $id: string }): ValidateFunction => ajv.compile({ $ref: $id });
  return { pet: compile(pet), newPet: compile(newPet), pets: compile(pets), error: compile(error) };
}

function formatCheck(format: unknown): typeof isExactInt64 {
  if (format !== 'int64') throw new Error(`Unknown format: ${String(format)}.`);
  return isExactInt64;
}

/** Whether a number is an int64 by its source text (part 2). `this` is the document that it stands in. */
function isExactInt64(this: JsonDocument, _value: number, place?: DataValidationCxt): boolean {
  const integer = integerIn(this, place?.parentData, String(place?.parentDataProperty));
  return integer !== null && isInt64(integer);
}

/** The keywords of a violated schema that messages need. */
interface ViolatedSchema {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly JsonValue[] | undefined;
}

/** Turns a validator's errors into mismatches, one for each place. `base` is the pointer of the validated value. */
function mismatchesFrom(errors: readonly ErrorObject[], document: JsonDocument, base: string): readonly Mismatch[] {
  const found = new Map<string, Mismatch>();
  for (const violation of errors) {
    const pointer = base + violation.instancePath;
    const mismatch =
      violation.keyword === 'required' ? missing(violation, pointer) : wrong(violation, pointer, document);
    // A wrong type is reported first, and explains the other errors of the same value.
    if (!found.has(mismatch.pointer)) found.set(mismatch.pointer, mismatch);
  }
  return [...found.values()];
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

const TYPE_WORDS: Readonly<Record<string, string>> = {
  integer: 'an integer',
  object: 'a JSON object',
  array: 'a JSON array',
};

function expectation(schema: ViolatedSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.format === 'int64') return 'an integer from -2^63 to 2^63-1';
  return TYPE_WORDS[schema.type ?? ''] ?? `a ${schema.type ?? 'value'}`;
}

function propertySchema(parent: ErrorObject['parentSchema'], field: string): ViolatedSchema {
  const schema = ownValue(ownValue(parent, 'properties'), field);
  return typeof schema === 'object' && schema !== null ? schema : {};
}

function fieldOf(pointer: string): string {
  const last = tokensOf(pointer).at(-1) ?? '';
  return /^\d*$/.test(last) ? '' : last;
}

/** The source text of the number at a pointer. */
function numberTextAt(document: JsonDocument, pointer: string): string | undefined {
  const tokens = tokensOf(pointer);
  const key = tokens.at(-1);
  if (key === undefined) return document.text.trim();
  const holder = tokens.slice(0, -1).reduce<unknown>(ownValue, document.value);
  return document.numberText(holder, key);
}
