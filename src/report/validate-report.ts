import { createRequire } from 'node:module';
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import type * as ajv2020 from 'ajv/dist/2020.js';
import type * as ajvFormats from 'ajv-formats';
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import { REPORT_VERSION } from './report.ts';

/** The most problems that are reported. */
const ENOUGH = 20;

/** The schema of each version of the format, since later suites read old reports. CONTRIBUTING.md says how to add a version. */
export const REPORT_SCHEMAS: ReadonlyMap<unknown, AnySchemaObject> = new Map([[REPORT_VERSION, reportSchema]]);

/**
 * Validates a value by the schema of its version, or else of the current one. Gives at most twenty problems, each on a line
 * that starts with its JSON Pointer (RFC 6901); none if the value is a report.
 */
export function validateReport(value: unknown): readonly string[] {
  const version = REPORT_SCHEMAS.has(versionOf(value)) ? versionOf(value) : REPORT_VERSION;
  const validate = validators.get(version) ?? compileSchema(version);
  if (validate(value)) return [];
  return [...new Set((validate.errors ?? []).map((error) => describeProblem(error)))].slice(0, ENOUGH);
}

/** The member `reportVersion` of a value, if there is one. */
export function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'reportVersion' in value ? value.reportVersion : undefined;
}

const validators = new Map<unknown, ValidateFunction>();

/** Takes 0.2 s. Only commands that read a report need it, so a run does not load ajv. */
function compileSchema(version: unknown): ValidateFunction {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof ajv2020;
  const addFormats = require('ajv-formats') as typeof ajvFormats.default;
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, messages: false, inlineRefs: false });
  addFormats.default(ajv, ['date-time']);
  const validate = ajv.compile(REPORT_SCHEMAS.get(version) ?? reportSchema);
  validators.set(version, validate);
  return validate;
}

/** One problem of a value with a schema, on one line that starts with its JSON Pointer. */
export function describeProblem(error: ErrorObject, whole: string = 'the whole report'): string {
  return `${error.instancePath === '' ? whole : error.instancePath}: ${whatIsWrong(error)}`;
}

/** The pattern of a text with at least one visible character. */
const NOT_BLANK = String.raw`[^\s\p{C}\p{Z}\p{DI}\u2800]`;

function whatIsWrong({ keyword, params }: ErrorObject): string {
  const detail = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'required':
      return `the member ${text(detail['missingProperty'])} is missing`;
    case 'additionalProperties':
      return `the member ${text(detail['additionalProperty'])} is not known`;
    case 'enum':
      return `must be one of ${list(detail['allowedValues'])}`;
    case 'const':
      return `is not ${text(detail['allowedValue'])}`;
    case 'type':
      return `must be of type ${list(detail['type'])}`;
    case 'minimum':
      return `is below ${text(detail['limit'])}`;
    case 'minLength':
      return 'is empty';
    case 'format':
      return `is not a valid ${text(detail['format'])}`;
    case 'pattern':
      if (detail['pattern'] === NOT_BLANK) return 'is blank';
      return `does not look like ${text(detail['pattern'])}`;
    default:
      return `violates the rule ${keyword}`;
  }
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(text).join(', ') : String(value);
}
