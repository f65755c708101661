import { expect, it } from 'vitest';
import {
  ORDINARY_NAME_GROUPS,
  RISKY_NAME_GROUPS,
  UNUSUAL_NAME_GROUPS,
} from '../../../../src/suite/bodies/chosen-values.ts';
import { escapedNewPet, newPetText, spacedNewPet } from '../../../../src/suite/bodies/new-pet-text.ts';

it.each([0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)])(
  'a NewPet in unusual spelling means what the plain one means, with the category %s',
  (categoryId) => {
    for (const { name } of [
      ...ORDINARY_NAME_GROUPS.flat(),
      ...UNUSUAL_NAME_GROUPS.flat(),
      ...RISKY_NAME_GROUPS.flat(),
    ]) {
      const pet = { name, categoryId, status: 'sold' } as const;
      for (const text of [spacedNewPet(pet), escapedNewPet(pet)]) {
        expect(JSON.parse(text)).toEqual(JSON.parse(newPetText(pet)));
        expect(text).toContain(String(categoryId));
      }
    }
  },
);

it.each(['sold', undefined] as const)(
  'a spaced NewPet with status %s has more than 512 bytes, and less than 1 KiB',
  (status) => {
    const shortest = Buffer.byteLength(spacedNewPet({ name: 'Q', categoryId: 1n, status }));
    const longest = Buffer.byteLength(spacedNewPet({ name: '🐶'.repeat(20), categoryId: -(2n ** 63n), status }));
    expect(shortest).toBeGreaterThan(512);
    expect(longest).toBeLessThan(1024);
  },
);

it('an escaped NewPet holds no character of its strings as it is', () => {
  const text = escapedNewPet({ name: 'Zo\u00eb \u{1f436}', categoryId: 1n, status: undefined });
  expect(text).toMatch(/^\{"(?:\\u[0-9a-f]{4})+":"(?:\\u[0-9a-f]{4})+","(?:\\u[0-9a-f]{4})+":1\}$/i);
});

it('an escaped NewPet has capital and small digits in its escapes', () => {
  const text = escapedNewPet({ name: 'Zo\u00eb \u{1f436}', categoryId: 1n, status: undefined });
  expect(text).toContain(String.raw`\u00EB`);
  expect(text).toContain(String.raw`\udc36`);
});

it('an escaped NewPet writes a slash as the short escape', () => {
  const text = escapedNewPet({ name: '/', categoryId: 1n, status: undefined });
  expect(text).toContain(String.raw`:"\/",`);
});
