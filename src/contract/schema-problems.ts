import type * as ajv2020 from 'ajv/dist/2020.js';
import type * as ajvFormats from 'ajv-formats';
import { createRequire } from 'node:module';
import type { AnySchemaObject, ValidateFunction } from 'ajv';
import { readJson } from './json.ts';
import { bad, ok, type Result } from './result.ts';

/**
 * Validates a value by a schema (draft 2020-12). Gives one line for each different problem, which starts with its JSON Pointer
 * (RFC 6901) or, for the value itself, with `whole`; none if the value is valid.
 */
export function schemaProblems(schema: AnySchemaObject, value: unknown, whole: string): readonly string[] {
  const validate = validators.get(schema) ?? compileSchema(schema);
  if (validate(value)) return [];
  const problems = (validate.errors ?? []).map(({ instancePath, keyword, params }) => {
    const place = instancePath === '' ? whole : instancePath;
    return `${place}: ${PHRASES[keyword]?.(params) ?? `violates the rule ${keyword}`}`;
  });
  return [...new Set(problems)];
}

const validators = new Map<AnySchemaObject, ValidateFunction>();

/** Loads ajv for JSON Schema 2020-12 when it is first needed, because it takes 0.1 s and most commands do not need it. */
export function loadAjv(): typeof ajv2020.Ajv2020 {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof ajv2020;
  return Ajv2020;
}

function compileSchema(schema: AnySchemaObject): ValidateFunction {
  const Ajv2020 = loadAjv();
  const addFormats = createRequire(import.meta.url)('ajv-formats') as typeof ajvFormats.default;
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, messages: false, inlineRefs: false });
  addFormats.default(ajv, ['date-time']);
  const validate = ajv.compile(schema);
  validators.set(schema, validate);
  return validate;
}

/** The pattern of a text with at least one visible character. */
const NOT_BLANK = String.raw`[^\s\p{C}\p{Z}\p{DI}\u2800]`;

/** What is wrong, by the keyword of the schema and its parameters. */
const PHRASES: Readonly<Record<string, (detail: Readonly<Record<string, unknown>>) => string>> = {
  required: (detail) => `the member ${text(detail['missingProperty'])} is missing`,
  additionalProperties: (detail) => `the member ${text(detail['additionalProperty'])} is not known`,
  enum: (detail) => `must be one of ${list(detail['allowedValues'])}`,
  const: (detail) => `is not ${text(detail['allowedValue'])}`,
  type: (detail) => `must be of type ${list(detail['type'])}`,
  minimum: (detail) => `is below ${text(detail['limit'])}`,
  minLength: () => 'is empty',
  format: (detail) => `is not a valid ${text(detail['format'])}`,
  pattern: ({ pattern }) => (pattern === NOT_BLANK ? 'is blank' : `does not look like ${text(pattern)}`),
};

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(text).join(', ') : String(value);
}

/**
 * Parses a JSON file that people write, or gives every problem of it, one phrase each. Rejects a member that occurs twice,
 * because parsers disagree on its value.
 */
export function parseJsonFile(content: string, schema: object, whole: string): Result<unknown> {
  const reading = readJson(Buffer.from(content));
  if (reading.kind === 'not-json') return bad(`${whole} is not JSON: ${reading.problem}`);
  const { value, duplicateKeys } = reading.document;
  const problems = [
    ...duplicateKeys.map((pointer) => `${pointer}: the member occurs twice`),
    ...schemaProblems(schema, value, whole),
  ];
  return problems.length > 0 ? bad(...problems) : ok(value);
}
