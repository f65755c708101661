import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PET_STATUSES } from '../../../../src/contract/pet.ts';
import { newPetText } from '../../../../src/suite/api-request.ts';
import { validPetArbitrary, proveValid } from '../../../../src/suite/bodies/generated-bodies.ts';

describe('proveValid', () => {
  it.each(['{"name":"Rex","categoryId":1}', '{"name":"Rex","categoryId":-9223372036854775808,"status":"sold"}'])(
    'accepts %s',
    (body) => {
      expect(() => proveValid(body)).not.toThrow();
    },
  );

  it.each([
    '{"name":"Rex","categoryId":1,"status":null}',
    '{"name":"Rex","categoryId":9223372036854775808}',
    '{"name":" Rex","categoryId":1}',
    '{"name":"Bartholomew the Wiser","categoryId":1}',
  ])('rejects %s', (body) => {
    expect(() => proveValid(body)).toThrow(/A generated body/);
  });
});

describe('the pets that are drawn', () => {
  const drawn = fc.sample(validPetArbitrary(), { numRuns: 200, seed: 7 });

  it('are valid with any category, each of them', () => {
    for (const { categoryIndex, ...rest } of drawn) {
      expect(Number.isInteger(categoryIndex) && categoryIndex >= 0).toBe(true);
      expect(() => proveValid(newPetText({ ...rest, categoryId: 1n }))).not.toThrow();
    }
  });

  it('have each status or none, and a plain name where they have none', () => {
    expect(new Set(drawn.map(({ status }) => status))).toEqual(new Set([...PET_STATUSES, undefined]));
    const without = drawn.filter(({ status }) => status === undefined);
    expect(without.filter(({ name }) => !/^[A-Za-z0-9 ]+$/.test(name))).toEqual([]);
    expect(drawn.some(({ name }) => !/^[A-Za-z0-9 ]+$/.test(name))).toBe(true);
  });
});
