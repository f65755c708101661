import { expect, it } from 'vitest';
import { newPetInAnySpelling, newPetText } from '../../../src/suite/api-request.ts';
import { unusualNames, ordinaryNames } from '../../../src/suite/bodies/chosen-names.ts';

it.each([0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)])(
  'a NewPet in any spelling means what the plain one means, and is the same for the same name, with the category %s',
  (categoryId) => {
    for (const { name } of [...ordinaryNames(), ...unusualNames()]) {
      const pet = { name, categoryId, status: undefined };
      const text = newPetInAnySpelling(pet);
      expect(JSON.parse(text)).toEqual(JSON.parse(newPetText(pet)));
      expect(text).toContain(String(categoryId));
      expect(newPetInAnySpelling(pet)).toBe(text);
    }
  },
);

it.each([/^\{"name"/, /^\{"categoryId"/, /^\s+\{\s+"status" : /, /\s$/, /\\ud83d\\u/, /\p{Extended_Pictographic}/u])(
  'a NewPet with an ordinary name may be spelt like %s',
  (form) => {
    const texts = ordinaryNames().map(({ name }) => newPetInAnySpelling({ name, categoryId: 1n, status: 'sold' }));
    expect(texts.filter((text) => form.test(text))).not.toEqual([]);
  },
);
