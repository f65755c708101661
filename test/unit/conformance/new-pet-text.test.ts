import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { newPetInAnySpelling, newPetText } from '../../../src/conformance/new-pet-text.ts';
import { ordinaryNames } from '../../../src/generate/notable-names.ts';

it('a NewPet in any spelling means what the plain one means, to the last digit, and is the same for the same name', () => {
  const pets = fc.record({ name: fc.string({ unit: 'binary', maxLength: 30 }), categoryId: fc.bigInt() });
  const drawn = fc.sample(pets, { numRuns: 50, seed: 7 });
  for (const pet of drawn) {
    const text = newPetInAnySpelling({ ...pet, status: undefined });
    expect(JSON.parse(text)).toEqual(JSON.parse(newPetText({ ...pet, status: undefined })));
    expect(text).toContain(String(pet.categoryId));
    expect(newPetInAnySpelling({ ...pet, status: undefined })).toBe(text);
  }
});

it.each([/^\{"name"/, /^\{"categoryId"/, /^\s+\{\s+"status" : /, /\s$/, /\\ud83d\\u/, /\p{Extended_Pictographic}/u])(
  'a NewPet with an ordinary name may be spelt like %s',
  (form) => {
    const texts = ordinaryNames().map(({ name }) => newPetInAnySpelling({ name, categoryId: 1n, status: 'sold' }));
    expect(texts.filter((text) => form.test(text))).not.toEqual([]);
  },
);
