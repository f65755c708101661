import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeProblem } from '../report/validate-report.ts';

/** Keeps each schema that it has compiled. */
const ajv = new Ajv2020({ strict: true, allErrors: true, messages: false });

/** Holds a value against a schema. One line for each problem, JSON Pointer first; none where the value follows it. */
export function schemaProblems(schema: object, value: unknown, whole: string): readonly string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return [...new Set((validate.errors ?? []).map((error) => describeProblem(error, whole)))];
}
