import { describe, expect, it } from 'vitest';
import { PET_STATUSES } from '../../../../src/contract/pet.ts';
import type { ValidNewPet } from '../../../../src/suite/bodies/faulty-body.ts';
import { FAULTY_BODIES } from '../../../../src/suite/bodies/faulty-bodies.ts';
import { proveDeclaredFaults } from '../../../../src/suite/bodies/prove-declared-faults.ts';

const BASE: ValidNewPet = { name: 'Rex', categoryId: 12n, status: 'available' };
const BODIES = FAULTY_BODIES;
const NAMES = ["O'Malley", '"', '\\', '{', '12', '', '\u0000', '\uD800', '🐶', 'Zoe\u0308', '\u2028', ',}'];
const BASES: readonly ValidNewPet[] = NAMES.map((name, index) => ({
  name,
  categoryId: [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 7n][index % 5] ?? 0n,
  status: PET_STATUSES[index % PET_STATUSES.length] ?? 'sold',
}));

function bodyOf(id: string): string {
  return Buffer.from(BODIES.find((body) => body.id === id)?.build(BASE).body ?? '').toString('latin1');
}

describe('FAULTY_BODIES', () => {
  it.each(BODIES)('$id has exactly the fault it declares, whatever the other values', (body) => {
    for (const base of BASES) expect(() => proveDeclaredFaults(body.build(base), body)).not.toThrow();
  });

  it('has stable ids and titles, each once', () => {
    for (const field of ['id', 'title'] as const) {
      expect(new Set(BODIES.map((body) => body[field])).size).toBe(BODIES.length);
    }
  });

  it.each([
    ['required-missing', '{"status":"available"}'],
    ['capital-fields', '{"name":"Rex","CategoryId":12,"category_id":12,"Status":"available"}'],
    ['name-true', '{"name":true,"categoryId":12,"status":"available"}'],
    ['name-number', '{"name":1,"categoryId":12}'],
    ['category-id-fraction', '{"name":"Rex","categoryId":12.5}'],
    ['category-id-above-int64', '{"name":"Rex","categoryId":9223372036854775808}'],
    ['category-id-wraps-round', '{"name":"Rex","categoryId":18446744073709551628,"status":"available"}'],
    ['status-upper-case', '{"name":"Rex","categoryId":12,"status":"AVAILABLE"}'],
    ['malformed-trailing-comma', '{"name":"Rex","categoryId":12,"status":"available",}'],
  ])('%s is %s', (id, text) => {
    expect(bodyOf(id)).toBe(text);
  });

  it.each<[id: string, marks: object]>([
    ['name-missing', { categoryId: 12n, status: 'available' }],
    ['body-array', BASE],
    ['malformed-cut-short', {}],
  ])('%s is marked by what stayed right', (id, marks) => {
    expect(BODIES.find((body) => body.id === id)?.build(BASE).kept).toEqual(marks);
  });
});
