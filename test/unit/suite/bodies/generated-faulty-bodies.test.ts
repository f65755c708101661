import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactInteger } from '../../../../src/contract/exact-integer.ts';
import { checkNewPet } from '../../../../src/contract/validation.ts';
import { faultyBodyArbitrary, type FaultyDraft } from '../../../../src/suite/bodies/generated-bodies.ts';
import { documentOf } from '../../../support/document-of.ts';

type Fault = Parameters<typeof faultyBodyArbitrary>[0];

const PLACES: readonly Fault[] = [
  { field: 'name', kind: 'wrong-type' },
  { field: 'categoryId', kind: 'wrong-type' },
  { field: 'categoryId', kind: 'out-of-range' },
  { field: 'status', kind: 'wrong-type' },
  { field: 'status', kind: 'not-in-enumeration' },
  { field: 'status', kind: 'null' },
  'not-an-object',
];
const CATEGORIES = [7n, -(2n ** 63n)];

function bodies(place: Fault, categoryId = 7n, numRuns = 50): readonly string[] {
  return fc.sample(faultyBodyArbitrary(place), { numRuns, seed: 7 }).map(({ build }) => build(categoryId));
}

function membersOf(body: string): Readonly<Record<string, unknown>> {
  return JSON.parse(body) as Readonly<Record<string, unknown>>;
}

function wrong(build: FaultyDraft['build']): readonly string[] {
  return checkNewPet(documentOf(build(7n))).map(({ field }) => field);
}

describe('the bodies that are drawn', () => {
  it.each(PLACES)('are many, and have their one fault with any category: %j', (place) => {
    const drawn = CATEGORIES.flatMap((categoryId) => bodies(place, categoryId));
    for (const body of drawn) expect(checkNewPet(documentOf(body))).toHaveLength(1);
    expect(new Set(drawn).size).toBeGreaterThan(drawn.length / 3);
  });

  it.each(PLACES)('keep it while they are made smaller: %j', (place) => {
    let count = 0;
    const { failed } = fc.check(
      fc.property(faultyBodyArbitrary(place), ({ build }) => {
        count += 1;
        expect(checkNewPet(documentOf(build(7n)))).toHaveLength(1);
        return count % 3 !== 0;
      }),
      { seed: 7 },
    );
    expect(failed).toBe(true);
    expect(count).toBeGreaterThanOrEqual(3);
  });

  it('have several faults in different fields, and keep two while they are made smaller', () => {
    const several = faultyBodyArbitrary('several-fields');
    const drawn = fc.sample(several, { numRuns: 200, seed: 7 }).map(({ build }) => wrong(build).toSorted().join(' '));
    expect(new Set(drawn)).toEqual(
      new Set(['categoryId name', 'categoryId status', 'name status', 'categoryId name status']),
    );
    const { counterexample } = fc.check(
      fc.property(several, ({ build }) => !wrong(build).includes('status')),
      { seed: 7 },
    );
    expect(counterexample?.map(({ build }) => wrong(build))).toHaveLength(1);
    expect(counterexample?.flatMap(({ build }) => wrong(build))).toHaveLength(2);
  });

  it('never hold an integer in the form of a fraction, nor a fraction that a double rounds to one', () => {
    const texts = bodies({ field: 'categoryId', kind: 'wrong-type' }, 7n, 300).map((body) => {
      const document = documentOf(body);
      return document.numberText(Object(document.value) as object, 'categoryId');
    });
    const numbers = texts.filter((text) => text !== undefined);
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.filter((text) => exactInteger(text).kind !== 'fraction' || Number.isInteger(Number(text)))).toEqual(
      [],
    );
  });

  it('come close to what is right', () => {
    const words = bodies({ field: 'status', kind: 'not-in-enumeration' }, 7n, 1000).map(
      (body) => membersOf(body)['status'],
    );
    expect(words).toEqual(expect.arrayContaining(['SOLD', ' sold', 'solds', 'pendin']));
    const beyond = bodies({ field: 'categoryId', kind: 'out-of-range' }, 7n, 300).join('\n');
    expect(beyond).toContain('-9223372036854775809,');
  });
});
