import { expect } from 'vitest';
import { readJson } from '../../../src/reference/json-reader.ts';
import type { Received } from './send-request.ts';

/** The status, and the code of the Error whose other fields are as they must be. */
export function errorOf(answer: Received): string {
  const reading = readJson(answer.text);
  const error = reading.kind === 'value' ? reading.value : null;
  expect(answer.headers['content-type']).toBe('application/json');
  expect(error).toMatchObject({ message: expect.any(String), status: BigInt(answer.status) });
  return `${answer.status} ${(error as { code: string }).code}`;
}
