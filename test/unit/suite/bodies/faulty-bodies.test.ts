import { describe, expect, it } from 'vitest';
import { PET_STATUSES } from '../../../../src/contract/pet.ts';
import { FAULTY_BODIES } from '../../../../src/suite/bodies/faulty-bodies.ts';
import type { FaultyBody, ValidNewPet } from '../../../../src/suite/bodies/faulty-body.ts';
import { faultsProblem } from './faults-problem.ts';

const BASE: ValidNewPet = { name: 'Rex', categoryId: 12n, status: 'available' };
const BODIES = FAULTY_BODIES;
const NAMES = ["O'Malley", '"', '\\', '{', '12', '', '\u0000', '\uD800', '🐶', 'Zoe\u0308', '\u2028', ',}'];
const BASES: readonly ValidNewPet[] = NAMES.map((name, index) => ({
  name,
  categoryId: [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 7n][index % 5] ?? 0n,
  status: PET_STATUSES[index % PET_STATUSES.length] ?? 'sold',
}));

function bodyOf(id: string): string {
  return Buffer.from(BODIES.find((body) => body.id === id)?.write(BASE) ?? '').toString('latin1');
}

describe('FAULTY_BODIES', () => {
  it.each(BODIES)('$id has exactly the fault it declares, whatever the other values', (body) => {
    for (const base of BASES) expect(faultsProblem(body, base)).toBeNull();
  });

  it('has stable ids and titles, each once', () => {
    for (const field of ['id', 'title'] as const) {
      expect(new Set(BODIES.map((body) => body[field])).size).toBe(BODIES.length);
    }
  });

  it.each([2n ** 31n - 1n, 2n ** 31n, -(2n ** 31n) - 1n, 2n ** 50n])(
    'a double shows that the fraction beside %i is no integer',
    (categoryId) => {
      const body = String(BODIES.find(({ id }) => id === 'category-id-fraction')?.write({ ...BASE, categoryId }));
      const [, text] = /"categoryId":(.*?)[,}]/.exec(body) ?? [];
      expect(Number.isInteger(Number(text))).toBe(false);
    },
  );

  it.each([
    ['required-missing', '{"status":"available"}'],
    ['capital-fields', '{"name":"Rex","CategoryId":12,"category_id":12,"Status":"available"}'],
    ['name-true', '{"name":true,"categoryId":12,"status":"available"}'],
    ['name-number', '{"name":1,"categoryId":12}'],
    ['category-id-fraction', '{"name":"Rex","categoryId":12.000001}'],
    ['category-id-sign-in-quotes', '{"name":"Rex","categoryId":"+12","status":"available"}'],
    ['category-id-above-int64', '{"name":"Rex","categoryId":9223372036854775808}'],
    ['category-id-wraps-round', '{"name":"Rex","categoryId":18446744073709551628,"status":"available"}'],
    ['several-category-and-status', '{"name":"Rex","categoryId":"12","status":null}'],
    ['several-convertible', '{"name":12345,"categoryId":"1","status":"available"}'],
    ['status-upper-case', '{"name":"Rex","categoryId":12,"status":"AVAILABLE"}'],
    ['malformed-trailing-comma', '{"name":"Rex","categoryId":12,"status":"available",}'],
  ])('%s is %s', (id, text) => {
    expect(bodyOf(id)).toBe(text);
  });

  it.each<[id: string, lost: readonly string[]]>([
    ['name-missing', ['name']],
    ['name-null', ['name', 'status']],
    ['body-array', []],
    ['malformed-cut-short', ['name', 'categoryId', 'status']],
  ])('%s loses the values of %j', (id, lost) => {
    expect(BODIES.find((body) => body.id === id)?.lost).toEqual(lost);
  });
});

describe('faultsProblem', () => {
  it.each<[FaultyBody['requirement'], FaultyBody['lost'], body: string]>([
    ['CREATE-REFUSES-NAME-TYPE', ['name'], '{"name":"Rex","categoryId":12,"status":"available"}'],
    ['CREATE-REFUSES-NAME-TYPE', ['name'], '{"name":1,"categoryId":"12","status":"available"}'],
    ['CREATE-REFUSES-NAME-TYPE', ['name'], '{"name":"Rex","categoryId":"12","status":"available"}'],
    ['CREATE-REFUSES-NAME-TYPE', ['name'], '{"name":null,"categoryId":12,"status":"available"}'],
    ['CREATE-REFUSES-NAME-TYPE', ['name'], '{"name":1,"categoryId":12,"status":"available","colour":"blue"}'],
    ['CREATE-REFUSES-NAME-TYPE', ['name'], '{"name":1,"name":1,"categoryId":12,"status":"available"}'],
    ['CREATE-REFUSES-CATEGORY-TYPE', ['categoryId'], '{"name":"Rex","categoryId":12.0,"status":"available"}'],
    ['CREATE-REFUSES-MISSING', ['name', 'categoryId'], '{"categoryId":12,"status":"available"}'],
    ['CREATE-REFUSES-MISSING', ['name'], '{"categoryId":13,"status":"available"}'],
    ['CREATE-REFUSES-MISSING', ['name'], '{"categoryId":12}'],
    ['CREATE-REFUSES-MISSING', [], '{"name":"Rex","categoryId":12}'],
    ['CREATE-REFUSES-SEVERAL', ['name', 'categoryId'], '{"name":1,"categoryId":12,"status":"available"}'],
    ['CREATE-REFUSES-NON-OBJECT', [], '{}'],
    ['CREATE-REFUSES-MALFORMED', [], '{"name":"Rex","categoryId":12}'],
    ['CREATE-REFUSES-EMPTY', ['name', 'categoryId', 'status'], '{}'],
  ])('rejects for %s without %j the body %s', (requirement, lost, body) => {
    expect(faultsProblem({ requirement, lost, write: () => body }, BASE)).not.toBeNull();
  });
});
