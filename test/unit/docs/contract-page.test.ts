import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withOperations } from '../../../scripts/contract-page.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const openApi = read('openapi/petstore.openapi.yaml');
const page = read('docs/contract.md');

it('docs/contract.md lists each operation with its parameters, body and responses', () => {
  const added = openApi
    .replace('maximum: 100', 'maximum: 7')
    .replace('summary: Add a pet', 'summary: Take a pet in')
    .replaceAll('schemas/Error', 'schemas/Problem');
  const lines = withOperations(page, added).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^ {2}- `limit`: .* At least 1\. At most 7\. Without it: 20\.$/),
      '- **Take a pet in**: `POST /pets` (part 4.2)',
      '  - Body: NewPet',
      expect.stringMatching(/^ {2}- 404 with Problem: /),
    ]),
  );
});

it('an operation or a response that is not described is a fault, and so is a page without a place for the list', () => {
  expect(() => withOperations(page, openApi.replaceAll('operationId: getPet', 'operationId: readPet'))).toThrow(
    'getPet',
  );
  expect(() => withOperations(page, openApi.replace('    UnknownPet:', '    NoPet:'))).toThrow('UnknownPet');
  expect(() => withOperations('# The contract', openApi)).toThrow('docs/contract.md has no place');
});
