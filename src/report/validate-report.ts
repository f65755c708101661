import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };

/** More problems than this say nothing that the first ones do not. */
const ENOUGH = 20;

/**
 * Holds a value against schemas/report.schema.json. Gives one line for each problem, JSON Pointer first (RFC 6901), at
 * most twenty; none where the value is a report.
 */
export function validateReport(value: unknown): readonly string[] {
  const validate = validator();
  if (validate(value)) return [];
  return [...new Set((validate.errors ?? []).map(describeProblem))].slice(0, ENOUGH);
}

/** Compiled at the first use, once: a command that writes no report need not pay for it. */
const validator = once((): ValidateFunction => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  return ajv.compile(reportSchema);
});

/** Compiles the schema of the report ahead of its first use. */
export function compileReportSchema(): void {
  validator();
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function describeProblem(error: ErrorObject): string {
  return `${error.instancePath === '' ? 'the whole report' : error.instancePath}: ${whatIsWrong(error)}`;
}

function whatIsWrong({ keyword, params, message }: ErrorObject): string {
  const detail = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'required':
      return `the member ${text(detail['missingProperty'])} is missing`;
    case 'additionalProperties':
      return `the member ${text(detail['additionalProperty'])} is not known`;
    case 'enum':
      return `is none of ${list(detail['allowedValues'])}`;
    case 'const':
      return `is not ${text(detail['allowedValue'])}`;
    case 'type':
      return `is not of type ${list(detail['type'])}`;
    case 'minimum':
      return `is below ${text(detail['limit'])}`;
    case 'minLength':
      return 'is empty';
    case 'pattern':
      return `does not look like ${text(detail['pattern'])}`;
    default:
      return message ?? `breaks the rule ${keyword}`;
  }
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(text).join(', ') : String(value);
}
