import { describe, expect, it } from 'vitest';
import { PET_STATUSES } from '../../../../src/contract/pet.ts';
import { CONTRACT_SCHEMAS } from '../../../../src/contract/schemas.ts';
import { readSchemaFields } from '../../../../src/suite/bodies/one-fault-body.ts';

const RELATED = Object.values(CONTRACT_SCHEMAS);

describe('readSchemaFields', () => {
  it('reads the fields of NewPet, through the reference to PetStatus', () => {
    expect(readSchemaFields(CONTRACT_SCHEMAS.newPet, RELATED)).toEqual([
      { name: 'name', required: true, type: 'string', format: null, enumeration: [] },
      { name: 'categoryId', required: true, type: 'integer', format: 'int64', enumeration: [] },
      { name: 'status', required: false, type: 'string', format: null, enumeration: [...PET_STATUSES] },
    ]);
  });

  it.each([
    ['a reference to nowhere', CONTRACT_SCHEMAS.newPet, []],
    ['a type without known faults', { properties: { born: { type: 'object' } } }, RELATED],
    ['no properties', { type: 'object' }, RELATED],
    ['no object', [], RELATED],
  ])('refuses a schema with %s', (_, schema, related) => {
    expect(() => readSchemaFields(schema, related)).toThrow(Error);
  });
});
