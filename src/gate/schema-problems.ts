import { Ajv2020 } from 'ajv/dist/2020.js';
import { readJson } from '../contract/json.ts';
import { describeProblem } from '../report/validate-report.ts';

/** Caches the schemas that it has compiled. */
const ajv = new Ajv2020({ strict: true, allErrors: true, messages: false });

/** Validates a value by a schema. One line for each problem, JSON Pointer first; empty if there is none. */
export function schemaProblems(schema: object, value: unknown, whole: string): readonly string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return [...new Set((validate.errors ?? []).map((error) => describeProblem(error, whole)))];
}

/** The value of a file, or every problem of it, one phrase each. */
type ParsedJson =
  | { readonly kind: 'ok'; readonly value: unknown }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** Parses a JSON file that people write. Rejects a member that occurs twice, because parsers disagree on its value. */
export function parseJsonFile(text: string, schema: object, whole: string): ParsedJson {
  const reading = readJson(Buffer.from(text));
  if (reading.kind === 'not-json') return { kind: 'bad', problems: [`${whole} is not JSON: ${reading.problem}`] };
  const { value, duplicateKeys } = reading.document;
  const problems = [
    ...duplicateKeys.map((pointer) => `${pointer}: the member occurs twice`),
    ...schemaProblems(schema, value, whole),
  ];
  return problems.length > 0 ? { kind: 'bad', problems } : { kind: 'ok', value };
}
