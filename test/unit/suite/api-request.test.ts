import { expect, it } from 'vitest';
import { escapedNewPet, newPetText, spacedNewPet } from '../../../src/suite/api-request.ts';
import { ORDINARY_NAME_GROUPS, RISKY_NAMES, UNUSUAL_NAME_GROUPS } from '../../../src/suite/bodies/chosen-values.ts';

it.each([0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)])(
  'a NewPet in unusual spelling means what the plain one means, with the category %s',
  (categoryId) => {
    for (const { name } of [...ORDINARY_NAME_GROUPS.flat(), ...UNUSUAL_NAME_GROUPS.flat(), ...RISKY_NAMES]) {
      const pet = { name, categoryId, status: 'sold' } as const;
      for (const text of [spacedNewPet(pet), escapedNewPet(pet)]) {
        expect(JSON.parse(text)).toEqual(JSON.parse(newPetText(pet)));
        expect(text).toContain(String(categoryId));
      }
    }
  },
);

it('an escaped NewPet holds no character of its strings as it is', () => {
  const text = escapedNewPet({ name: 'Zo\u00eb \u{1f436}', categoryId: 1n, status: undefined });
  expect(text).toMatch(/^\{"(?:\\u[0-9a-f]{4})+":"(?:\\u[0-9a-f]{4})+","(?:\\u[0-9a-f]{4})+":1\}$/);
});
