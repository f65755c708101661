import type { ErrorObject } from 'ajv/dist/2020.js';
import { describeValue } from './describe.ts';
import { exactInteger } from './exact-integer.ts';
import type { JsonDocument, JsonValue } from './json.ts';

/** How a value departs from the contract's shape (part 2). */
export type MismatchProblem = 'missing' | 'type' | 'range' | 'enumeration' | 'null';

/**
 * One departure from a shape of the contract (part 2). `pointer` (RFC 6901) leads from the document's root to the wrong
 * or missing value; `field` is the property's name, '' for a whole body or element; both texts are at most 120 characters.
 */
export interface Mismatch {
  readonly pointer: string;
  readonly field: string;
  readonly problem: MismatchProblem;
  readonly expected: string;
  readonly actual: string;
}

/** What a schema says of the value that offends it, as far as messages need it. */
interface OffendedSchema {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly JsonValue[] | undefined;
}

/**
 * Turns a validator's errors into mismatches, one for each place. `base` is the pointer of the validated value, and
 * `firstIndex` is added to the index of its elements.
 */
export function mismatchesFrom(
  errors: readonly ErrorObject[],
  document: JsonDocument,
  base: string,
  firstIndex: number,
): readonly Mismatch[] {
  const found = new Map<string, Mismatch>();
  for (const error of errors) {
    const pointer = base + shifted(error.instancePath, firstIndex);
    const mismatch = error.keyword === 'required' ? missing(error, pointer) : wrong(error, pointer, document);
    // The type is judged first, and a wrong one explains what else is said of the same value.
    if (!found.has(mismatch.pointer)) found.set(mismatch.pointer, mismatch);
  }
  return [...found.values()];
}

function shifted(instancePath: string, firstIndex: number): string {
  if (firstIndex === 0) return instancePath;
  return instancePath.replace(/^\/(\d+)/, (_, index: string) => `/${Number(index) + firstIndex}`);
}

function missing(error: ErrorObject, pointer: string): Mismatch {
  const field = String(error.params['missingProperty']);
  const schema = propertySchema(error.parentSchema, field);
  return {
    pointer: `${pointer}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    field,
    problem: 'missing',
    expected: expectation(schema),
    actual: 'absent',
  };
}

function wrong(error: ErrorObject, pointer: string, document: JsonDocument): Mismatch {
  const schema = (error.parentSchema ?? {}) as OffendedSchema;
  const value = error.data as JsonValue;
  const text = typeof value === 'number' ? numberTextAt(document, pointer) : undefined;
  return {
    pointer,
    field: fieldOf(pointer),
    problem: problemOf(error.keyword, schema, value, text),
    expected: expectation(schema),
    actual: describeValue(value, text),
  };
}

function problemOf(
  keyword: string,
  schema: OffendedSchema,
  value: JsonValue,
  text: string | undefined,
): MismatchProblem {
  if (value === null) return 'null';
  if (keyword === 'enum') return 'enumeration';
  if (schema.format === 'int64' && text !== undefined) return exactInteger(text).kind === 'fraction' ? 'type' : 'range';
  return 'type';
}

function expectation(schema: OffendedSchema): string {
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

function propertySchema(parent: ErrorObject['parentSchema'], field: string): OffendedSchema {
  const properties: unknown = parent?.['properties'];
  if (typeof properties !== 'object' || properties === null) return {};
  const schema: unknown = Object.getOwnPropertyDescriptor(properties, field)?.value;
  return typeof schema === 'object' && schema !== null ? schema : {};
}

function fieldOf(pointer: string): string {
  const last = pointer.slice(pointer.lastIndexOf('/') + 1);
  return /^\d*$/.test(last) ? '' : last.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The source text of the number that a pointer leads to; undefined where it leads to none. */
function numberTextAt(document: JsonDocument, pointer: string): string | undefined {
  if (pointer === '') return document.numberText(null, '');
  const tokens = pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const key = tokens.pop() ?? '';
  let holder: JsonValue = document.value;
  for (const token of tokens) {
    const inner: unknown = typeof holder === 'object' && holder !== null ? ownValue(holder, token) : undefined;
    if (typeof inner !== 'object' || inner === null) return undefined;
    holder = inner as JsonValue & object;
  }
  return typeof holder === 'object' && holder !== null ? document.numberText(holder, key) : undefined;
}

function ownValue(holder: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}
