import type { Pet } from './pet.ts';

/** The pets of one service, in the order in which they were added. */
export interface Catalogue {
  readonly all: () => readonly Pet[];
  readonly add: (pet: Pet) => void;
  readonly find: (id: bigint) => Pet | undefined;
  /** Stores a pet in the place of the one with the same id. */
  readonly replace: (pet: Pet) => void;
  readonly remove: (id: bigint) => void;
}

/** An empty catalogue in memory. */
export function createCatalogue(): Catalogue {
  const pets: Pet[] = [];
  const indexes = new Map<bigint, number>();
  const add = (pet: Pet): void => void indexes.set(pet.id, pets.push(pet) - 1);
  return {
    all: () => pets,
    add,
    find: (id) => {
      const index = indexes.get(id);
      return index === undefined ? undefined : pets[index];
    },
    replace: (pet) => {
      const index = indexes.get(pet.id);
      if (index !== undefined) pets[index] = pet;
    },
    remove: (id) => {
      indexes.clear();
      for (const pet of pets.splice(0)) if (pet.id !== id) add(pet);
    },
  };
}

/** The state of one running service. `random` is a stream of numbers from 0 to 2^64−1, reproducible by seed. */
export interface ServiceContext {
  readonly key: string;
  readonly pets: number;
  readonly catalogue: Catalogue;
  readonly now: () => Date;
  /** Milliseconds since the service started, by a clock that never goes back. */
  readonly elapsed: () => number;
  readonly random: () => bigint;
}
