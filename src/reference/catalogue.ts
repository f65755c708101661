import type { Pet } from './pet.ts';

/** The pets of one service, in the order in which they were added. */
export interface Catalogue {
  readonly all: () => readonly Pet[];
  readonly add: (pet: Pet) => void;
  readonly find: (id: bigint) => Pet | undefined;
  /** Puts another pet in the place of the one with this id. */
  readonly replace: (pet: Pet) => void;
}

/** An empty catalogue in memory. */
export function createCatalogue(): Catalogue {
  const pets: Pet[] = [];
  const places = new Map<bigint, number>();
  return {
    all: () => pets,
    add: (pet) => {
      places.set(pet.id, pets.push(pet) - 1);
    },
    find: (id) => {
      const place = places.get(id);
      return place === undefined ? undefined : pets[place];
    },
    replace: (pet) => {
      const place = places.get(pet.id);
      if (place !== undefined) pets[place] = pet;
    },
  };
}
