import { describe, expect, it } from 'vitest';
import { faults } from '../../../src/reference/faults/index.ts';

describe('the register of faults', () => {
  it('gives each fault an id of its own, in kebab-case', () => {
    const ids = faults.map((fault) => fault.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });
});
