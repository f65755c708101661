import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { CONTRACT_SCHEMAS } from '../../../src/contract/schemas.ts';
import { PET_STATUSES } from '../../../src/contract/pet.ts';

describe('the schemas', () => {
  it.each(Object.entries(CONTRACT_SCHEMAS))('%s is valid JSON Schema of draft 2020-12', (_, schema) => {
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validateSchema({ ...schema })).toBe(true);
    expect(ajv.validateSchema({ ...schema, type: 'pet' })).toBe(false);
  });

  it('know the same statuses as the code', () => {
    expect(CONTRACT_SCHEMAS.petStatus.enum).toEqual([...PET_STATUSES]);
  });
});
