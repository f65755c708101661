import { expect, it } from 'vitest';
import { createCatalogue } from '../../../src/reference/service-context.ts';

it('the catalogue keeps the order of the other pets when one is removed', () => {
  const catalogue = createCatalogue();
  const pets = [1n, 2n, 3n].map((id) => ({ id, name: `Pet ${id}`, categoryId: 1n }));
  for (const pet of pets) catalogue.add(pet);
  catalogue.remove(1n);
  catalogue.remove(9n);
  catalogue.replace({ id: 3n, name: 'Another', categoryId: 1n });
  expect(catalogue.all().map(({ name }) => name)).toEqual(['Pet 2', 'Another']);
  expect([1n, 2n, 3n].map((id) => catalogue.find(id)?.name)).toEqual([undefined, 'Pet 2', 'Another']);
});
