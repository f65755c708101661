import type { Pet } from './pet.ts';

/** The pets of one service, in the order in which they were added. */
export interface Catalogue {
  readonly all: () => readonly Pet[];
  readonly add: (pet: Pet) => void;
  readonly find: (id: bigint) => Pet | undefined;
  /** Reindexes the pet with the same id. */
  readonly replace: (pet: Pet) => void;
}

/** An empty catalogue in memory. */
export function createCatalogue(): Catalogue {
  const pets: Pet[] = [];
  const indexes = new Map<bigint, number>();
  return {
    all: () => pets,
    add: (pet) => {
      indexes.set(pet.id, pets.push(pet) - 1);
    },
    find: (id) => {
      const index = indexes.get(id);
      return index === undefined ? undefined : pets[index];
    },
    replace: (pet) => {
      const index = indexes.get(pet.id);
      if (index !== undefined) pets[index] = pet;
    },
  };
}
