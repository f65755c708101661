import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import * as schemas from 'har-schema';

let compiled: ValidateFunction | undefined;

/** Validates a value against the published JSON Schema of HAR 1.2, and returns the problems. */
export function harProblems(value: unknown): readonly string[] {
  compiled ??= compile();
  void compiled(value);
  return (compiled.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`);
}

function compile(): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(draft06);
  for (const schema of Object.values(schemas.default)) ajv.addSchema(schema);
  const validate = ajv.getSchema('har.json#');
  if (validate === undefined) throw new Error('The schema of HAR is missing.');
  return validate;
}
