import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newPetInAnySpelling, newPetText } from '../../../src/conformance/new-pet-text.ts';
import { ordinaryNames } from '../../../src/generate/notable-names.ts';

function spelled(name: string): string {
  return newPetInAnySpelling({ name, categoryId: 1n, status: 'sold' });
}

describe('a NewPet in any spelling', () => {
  it('means what the plain one means, to the last digit', () => {
    const pets = fc.record({ name: fc.string({ unit: 'binary', maxLength: 30 }), categoryId: fc.bigInt() });
    fc.assert(
      fc.property(pets, (pet) => {
        const text = newPetInAnySpelling({ ...pet, status: undefined });
        expect(JSON.parse(text)).toEqual(JSON.parse(newPetText({ ...pet, status: undefined })));
        expect(text).toContain(String(pet.categoryId));
      }),
    );
  });

  it('is the same for the same name', () => {
    expect(spelled('Rex')).toBe(spelled('Rex'));
  });

  it('comes in every order, with white space and with escapes, for ordinary names', () => {
    const texts = ordinaryNames().map(({ name }) => spelled(name));
    for (const form of [
      /^\{"name"/,
      /^\{"categoryId"/,
      /^\s+\{\s+"status" : /,
      /\s$/,
      /\\ud83d\\u/,
      /\p{Extended_Pictographic}/u,
    ]) {
      expect(texts.filter((text) => form.test(text))).not.toEqual([]);
    }
  });
});
