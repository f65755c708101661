import { Ajv2020, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js';
import { exactInteger, isInt64 } from './exact-integer.ts';
import type { JsonDocument, JsonValue } from './json.ts';
import { type Mismatch, mismatchesFrom } from './mismatch.ts';
import { CONTRACT_SCHEMAS, type SchemaName } from './schemas.ts';

export type { Mismatch, MismatchProblem } from './mismatch.ts';

/** At most about this many mismatches of a page are told: the rest would say the same. */
const ENOUGH = 1000;

/** As many animals of a page are held against the schema at once. */
const CHUNK = 100;

/** Holds a value against Pet (part 2). `pointer` is where `value` stands in the document; both default to the root. */
export function checkPet(document: JsonDocument, value: JsonValue = document.value, pointer = ''): readonly Mismatch[] {
  return check('pet', document, value, pointer);
}

/** Holds a document against Pets (part 2): a bare array of Pet. A page with very many mismatches is not told to its end. */
export function checkPets(document: JsonDocument): readonly Mismatch[] {
  const { value } = document;
  if (!Array.isArray(value) || value.length <= CHUNK) return check('pets', document, value, '');
  const found: Mismatch[] = [];
  for (let start = 0; start < value.length && found.length < ENOUGH; start += CHUNK) {
    found.push(...check('pets', document, value.slice(start, start + CHUNK), '', start));
  }
  return found;
}

/** Holds a document against NewPet (part 2), the body that adds an animal. */
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
  const validate = validators()[name];
  if (validate.call(document, value)) return [];
  return mismatchesFrom(validate.errors ?? [], document, pointer, firstIndex);
}

type Validators = Readonly<Record<SchemaName, ValidateFunction>>;

/** Compiled at the first use, once: compiling costs a few milliseconds that a look at the help text need not pay. */
const validators = once((): Validators => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, verbose: true, passContext: true, validateSchema: false });
  ajv.removeKeyword('format');
  ajv.addKeyword(INT64_FORMAT);
  for (const schema of Object.values(CONTRACT_SCHEMAS)) ajv.addSchema(schema);
  const compiled = (name: SchemaName): ValidateFunction => {
    const validate = ajv.getSchema(CONTRACT_SCHEMAS[name].$id);
    if (validate === undefined) throw new Error(`the schema ${name} is missing`);
    return validate;
  };
  return {
    pet: compiled('pet'),
    newPet: compiled('newPet'),
    pets: compiled('pets'),
    petStatus: compiled('petStatus'),
    error: compiled('error'),
  };
});

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Ajv's own int64 sees only the double, which is the same for 2^63 and 2^63 − 1; this one reads the number's text. */
const INT64_FORMAT: FuncKeywordDefinition = {
  keyword: 'format',
  type: 'number',
  schemaType: 'string',
  errors: false,
  compile(format: unknown) {
    if (format !== 'int64') throw new Error(`the format ${String(format)} is not known here`);
    return function isExactInt64(this: JsonDocument, data: number, context): boolean {
      const holder = context === undefined || context.parentData === undefined ? null : Object(context.parentData);
      const key = String(context?.parentDataProperty ?? '');
      const reading = exactInteger(this.numberText(holder, key) ?? String(data));
      return reading.kind === 'integer' && isInt64(reading.value);
    };
  },
};
