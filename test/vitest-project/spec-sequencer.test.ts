import { describe, expect, it } from 'vitest';
import { placeOfSpec } from '../../src/vitest-project/spec-sequencer.ts';

describe('the place of a file in the project conformance', () => {
  it('is that of its stage', () => {
    const places = [
      'list-catalogue',
      'authentication',
      'create',
      'list-back',
      'create-names',
      'read-back',
      'list-limit',
    ].map((name) => placeOfSpec(`/checkout/specs/${name}.spec.ts`));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(new Set(places).size).toBe(places.length);
    expect(places[0]).toBe(0);
  });

  it('is none for any other test', () => {
    expect(placeOfSpec('/checkout/test/report/create.test.ts')).toBe(-1);
    expect(placeOfSpec('/checkout/specs/no-such-topic.spec.ts')).toBe(-1);
  });
});
