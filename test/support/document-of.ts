import { type JsonDocument, readJson } from '../../src/contract/json.ts';

/** Parses a JSON text to a document. Throws if the text is not JSON. */
export function documentOf(text: string): JsonDocument {
  const reading = readJson(new TextEncoder().encode(text));
  if (reading.kind === 'not-json') throw new Error(`the test's own text is not JSON: ${reading.problem}`);
  return reading.document;
}
