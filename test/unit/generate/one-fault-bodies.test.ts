import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PET_STATUSES } from '../../../src/contract/pet.ts';
import { CONTRACT_SCHEMAS } from '../../../src/contract/schemas.ts';
import type { LawfulNewPet } from '../../../src/generate/lawful-new-pets.ts';
import { oneFaultBodies } from '../../../src/generate/one-fault-bodies.ts';
import { proveOneFault } from '../../../src/generate/prove-one-fault.ts';

const BASE: LawfulNewPet = { name: 'Rex', categoryId: 12n, status: 'available' };
const BODIES = oneFaultBodies();

function bodyOf(id: string): string | undefined {
  return BODIES.find((body) => body.id === id)?.build(BASE).body;
}

function idsWith(schema: object): readonly string[] {
  return oneFaultBodies({ ...CONTRACT_SCHEMAS.newPet, ...schema }).map((body) => body.id);
}

describe('oneFaultBodies', () => {
  it.each(BODIES)('$id has exactly the fault it declares, whatever the other values', (body) => {
    const bases = fc.record({
      name: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom('Rex', "O'Malley", '"', '\\', '{', '12'),
      ),
      categoryId: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
      status: fc.constantFrom(...PET_STATUSES),
    });
    fc.assert(
      fc.property(bases, (base) => proveOneFault(body.build(base), body)),
      { numRuns: 50 },
    );
  });

  it('has stable ids, each once', () => {
    expect(new Set(BODIES.map((body) => body.id)).size).toBe(BODIES.length);
    expect(BODIES.map((body) => body.id)).toMatchSnapshot();
  });

  it('has titles, each once', () => {
    expect(new Set(BODIES.map((body) => body.title)).size).toBe(BODIES.length);
  });

  it.each([
    ['name-missing', '{"categoryId":12,"status":"available"}'],
    ['required-missing', '{"status":"available"}'],
    ['empty-object', '{}'],
    ['capital-fields', '{"Name":"Rex","CategoryId":12,"Status":"available"}'],
    [
      'fields-in-an-object',
      '{"pet":{"name":"Rex","categoryId":12,"status":"available"},"data":{"name":"Rex","categoryId":12,"status":"available"}}',
    ],
    ['name-array', '{"name":["Rex"],"categoryId":12,"status":"available"}'],
    ['category-id-numeral-in-quotes', '{"name":"Rex","categoryId":"12","status":"available"}'],
    ['category-id-fraction', '{"name":"Rex","categoryId":12.5,"status":"available"}'],
    ['category-id-above-int64', '{"name":"Rex","categoryId":9223372036854775808,"status":"available"}'],
    ['category-id-below-int64', '{"name":"Rex","categoryId":-9223372036854775809,"status":"available"}'],
    ['category-id-wraps-round', '{"name":"Rex","categoryId":18446744073709551628,"status":"available"}'],
    ['status-other-case', '{"name":"Rex","categoryId":12,"status":"Available"}'],
    ['status-null', '{"name":"Rex","categoryId":12,"status":null}'],
    ['body-array', '[{"name":"Rex","categoryId":12,"status":"available"}]'],
    ['body-empty', ''],
    ['malformed-trailing-comma', '{"name":"Rex","categoryId":12,"status":"available",}'],
    ['malformed-single-quotes', "{'name':'Rex','categoryId':12,'status':'available'}"],
    ['malformed-category-id-nan', '{"name":"Rex","categoryId":NaN,"status":"available"}'],
  ])('%s is %s', (id, text) => {
    expect(bodyOf(id)).toBe(text);
  });

  it('marks what stayed right', () => {
    const marks = (id: string) => BODIES.find((body) => body.id === id)?.build(BASE).marks;
    expect(marks('name-missing')).toEqual({ categoryId: 12n, status: 'available' });
    expect(marks('category-id-true')).toEqual({ name: 'Rex', status: 'available' });
    expect(marks('empty-object')).toEqual({});
    expect(marks('body-array')).toEqual(BASE);
    expect(marks('malformed-twice')).toEqual(BASE);
    expect(marks('malformed-cut-short')).toEqual({});
  });

  it('follows the schema: a field more, a field less, another enumeration, another format', () => {
    const { properties } = CONTRACT_SCHEMAS.newPet;
    expect(idsWith({ properties: { ...properties, nickName: { type: 'string' } } })).toContain('nick-name-null');
    expect(idsWith({ properties: { name: properties.name } }).filter((id) => id.startsWith('category-id'))).toEqual([]);
    expect(idsWith({ required: ['name', 'categoryId', 'status'] })).toContain('status-missing');
    expect(idsWith({ properties: { ...properties, status: { type: 'string' } } })).not.toContain('status-other-case');
    expect(idsWith({ properties: { ...properties, categoryId: { type: 'integer' } } })).not.toContain(
      'category-id-above-int64',
    );
  });
});
