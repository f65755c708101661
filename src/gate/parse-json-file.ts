import { readJson } from '../contract/json.ts';
import type { Reading } from '../settings/value-types.ts';
import { schemaProblems } from '../contract/schema-problems.ts';

/** Parses a JSON file that people write, or gives every problem of it, one phrase each. Rejects a member that occurs twice, because parsers disagree on its value. */
export function parseJsonFile(text: string, schema: object, whole: string): Reading<unknown> {
  const reading = readJson(Buffer.from(text));
  if (reading.kind === 'not-json') return { kind: 'bad', problems: [`${whole} is not JSON: ${reading.problem}`] };
  const { value, duplicateKeys } = reading.document;
  const problems = [
    ...duplicateKeys.map((pointer) => `${pointer}: the member occurs twice`),
    ...schemaProblems(schema, value, whole),
  ];
  return problems.length > 0 ? { kind: 'bad', problems } : { kind: 'ok', value };
}
