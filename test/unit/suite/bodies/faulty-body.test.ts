import { expect, it } from 'vitest';
import { CONTRACT_SCHEMAS } from '../../../../src/contract/validation.ts';
import { ALL_FIELDS } from '../../../../src/suite/bodies/faulty-body.ts';

it('has the fields of the schema, which the bodies and wrong values are about', () => {
  const { properties, required } = CONTRACT_SCHEMAS.newPet;
  expect(Object.keys(properties)).toEqual(ALL_FIELDS);
  expect(required).toEqual(['name', 'categoryId']);
  expect(properties).toMatchObject({ name: { type: 'string' }, categoryId: { type: 'integer', format: 'int64' } });
});
