import { describe, expect, it } from 'vitest';
import { exactInteger } from '../../../../src/contract/exact-integer.ts';
import { PET_STATUSES } from '../../../../src/contract/pet.ts';
import { validate } from '../../../../src/contract/validation.ts';
import { newPetText } from '../../../../src/suite/bodies/new-pet-text.ts';
import { drawFaultyBody, drawValidPet, type GeneratedFault } from '../../../../src/suite/bodies/generated-bodies.ts';
import { isOrdinaryName } from '../../../../src/suite/bodies/generated-names.ts';
import { randomNumbers } from '../../../../src/suite/random-numbers.ts';
import { documentOf } from '../../../support/document-of.ts';

const ONE_FAULT: readonly GeneratedFault[] = [
  { pointer: '/name', problem: 'type' },
  { pointer: '/categoryId', problem: 'type' },
  { pointer: '/categoryId', problem: 'range' },
  { pointer: '/status', problem: 'type' },
  { pointer: '/status', problem: 'enumeration' },
  { pointer: '/status', problem: 'null' },
  'not-an-object',
];
const CATEGORIES = [7n, -(2n ** 63n)];

function bodies(fault: GeneratedFault, categoryId = 7n, count = 200): readonly string[] {
  const random = randomNumbers(7);
  return Array.from({ length: count }, () => drawFaultyBody(random, fault, categoryId));
}

function wrongFields(body: string): string {
  const fields = validate('newPet', documentOf(body)).map(({ field }) => field);
  return fields.toSorted().join(' ');
}

describe('the faulty bodies that are drawn', () => {
  it.each(ONE_FAULT)('are many, and have their one fault with any category: %j', (fault) => {
    const drawn = CATEGORIES.flatMap((categoryId) => bodies(fault, categoryId));
    for (const body of drawn) expect(validate('newPet', documentOf(body))).toHaveLength(1);
    expect(new Set(drawn).size).toBeGreaterThan(drawn.length / 4);
  });

  it('have several faults in different fields', () => {
    expect(new Set(bodies('several-fields').map(wrongFields))).toEqual(
      new Set(['categoryId name', 'categoryId status', 'name status', 'categoryId name status']),
    );
  });

  it('are the same for the same numbers', () => {
    expect(bodies('several-fields')).toEqual(bodies('several-fields'));
  });

  it('never hold an integer in the form of a fraction, nor a fraction that a double rounds to one', () => {
    const texts = bodies({ pointer: '/categoryId', problem: 'type' }, 7n, 300).map((body) => {
      const document = documentOf(body);
      return document.numberText(Object(document.value) as object, 'categoryId');
    });
    const numbers = texts.filter((text) => text !== undefined);
    expect(numbers.length).toBeGreaterThan(20);
    const wrong = numbers.filter((text) => exactInteger(text).kind !== 'fraction' || Number.isInteger(Number(text)));
    expect(wrong).toEqual([]);
  });

  it('come close to what is right', () => {
    const words = bodies({ pointer: '/status', problem: 'enumeration' }, 7n, 1000).map((body): unknown =>
      Object(JSON.parse(body)['status'] as unknown),
    );
    expect(words.map(String)).toEqual(expect.arrayContaining(['SOLD', ' sold', 'solds', 'pendin']));
    const beyond = bodies({ pointer: '/categoryId', problem: 'range' }, 7n, 300).join('\n');
    expect(beyond).toContain('-9223372036854775809,');
    expect(beyond).toContain('9223372036854775808,');
  });
});

function isPlain(name: string): boolean {
  return /^[A-Za-z0-9 ]+$/.test(name);
}

describe('the valid pets that are drawn', () => {
  const random = randomNumbers(7);
  const drawn = Array.from({ length: 300 }, () => drawValidPet(random, CATEGORIES));

  it('are valid, with an ordinary name and a known category, each of them', () => {
    for (const pet of drawn) {
      expect(validate('newPet', documentOf(newPetText(pet)))).toEqual([]);
      expect(isOrdinaryName(pet.name)).toBe(true);
      expect(CATEGORIES).toContain(pet.categoryId);
    }
  });

  it('have each status, and names that are plain or not', () => {
    expect(new Set(drawn.map(({ status }) => status))).toEqual(new Set(PET_STATUSES));
    expect(new Set(drawn.map(({ name }) => isPlain(name)))).toEqual(new Set([true, false]));
  });
});
