import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeProblem } from '../report/validate-report.ts';

/** Caches the schemas that it has compiled. */
const ajv = new Ajv2020({ strict: true, allErrors: true, messages: false });

/** Validates a value by a schema. One line for each problem, JSON Pointer first; empty if there is none. */
export function schemaProblems(schema: object, value: unknown, whole: string): readonly string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return [...new Set((validate.errors ?? []).map((error) => describeProblem(error, whole)))];
}
