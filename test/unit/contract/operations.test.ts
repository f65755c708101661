import { expect, it } from 'vitest';
import { OPERATION_IDS, operationRoute, operations } from '../../../src/contract/operations.ts';

it('the operations are those of parts 4.1 to 4.3, with their statuses and the removal date', () => {
  const table = OPERATION_IDS.map((id) => {
    const { part, success, errors, removedOn } = operations[id];
    return [part, id, operationRoute(id), success, errors, removedOn];
  });
  expect(table).toEqual([
    ['4.1', 'listPets', 'GET /pets', 200, [401], null],
    ['4.2', 'createPet', 'POST /pets', 201, [400, 401], null],
    ['4.3', 'getPet', 'GET /pets/{petId}', 200, [401, 404], '2030-12-05'],
  ]);
});
