import { type JsonDocument, readJson } from '../../src/contract/json.ts';

/** The document of a text that is JSON; throws for any other. */
export function documentOf(text: string): JsonDocument {
  const reading = readJson(new TextEncoder().encode(text));
  if (reading.kind === 'not-json') throw new Error(`the test's own text is not JSON: ${reading.problem}`);
  return reading.document;
}
