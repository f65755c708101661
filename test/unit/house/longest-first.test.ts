import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/runner/package-root.ts';
import { LONGEST, placeAmongLongest } from '../../support/longest-first.ts';

describe('the order of the test files', () => {
  it('names files that are there, each once', () => {
    expect(LONGEST.filter((name) => !existsSync(join(PACKAGE_ROOT, 'test', `${name}.test.ts`)))).toEqual([]);
    expect(new Set(LONGEST).size).toBe(LONGEST.length);
  });

  it('puts those before all others, in their order', () => {
    const places = LONGEST.map((name) => placeAmongLongest(`/checkout/test/${name}.test.ts`));
    expect(places).toEqual(LONGEST.map((_, place) => place));
    for (const other of ['/checkout/test/unit/contract/json.test.ts', '/checkout/specs/create.spec.ts'])
      expect(placeAmongLongest(other)).toBe(LONGEST.length);
  });
});
