import type { Variant } from '../behaviour.ts';
import type { NewPet, PetStatus } from '../pet.ts';
import { replace } from '../variant-makers.ts';

/** Starts the service with `count` pets, each with the status for its index. */
export function seeds(count: number, statusOf: (index: number) => PetStatus | undefined): Variant {
  const pet = (index: number): NewPet => {
    const status = statusOf(index);
    const body = { name: `Resident ${index + 1}`, categoryId: BigInt(1 + (index % 4)) };
    return status === undefined ? body : { ...body, status };
  };
  return replace({ seedPets: () => Array.from({ length: count }, (_, index) => pet(index)) });
}
