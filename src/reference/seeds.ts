import type { Variant } from './behaviour.ts';
import { createNewPet, type NewPet, type PetStatus } from './pet.ts';
import { replace } from './variant-makers.ts';

/** Starts the service with `count` pets, each with the status for its index. */
export function seeds(count: number, statusOf: (index: number) => PetStatus | undefined): Variant {
  const pet = (index: number): NewPet =>
    createNewPet(`Resident ${index + 1}`, BigInt(1 + (index % 4)), statusOf(index));
  return replace({ seedPets: () => Array.from({ length: count }, (_, index) => pet(index)) });
}
