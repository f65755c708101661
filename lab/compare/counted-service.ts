import type { NewPet } from '../../src/reference/pet.ts';
import { type ReferenceOptions, type ReferenceService, startReference } from '../../src/reference/reference-service.ts';

/** A reference service that counts the requests it receives. */
export interface CountedService extends ReferenceService {
  readonly requests: () => number;
}

/** With this many seed pets, the first added pet has an id that fits a double. Most tools need that. */
const ANIMALS = 25;

/**
 * Starts a service on a free loopback port. `options` names the fault or the compliant variant. No seed pet has the status
 * "sold", so a list filtered by "sold" is empty. Variants with their own pets are the exception.
 */
export async function startCounted(options: Pick<ReferenceOptions, 'faults' | 'compliant'>): Promise<CountedService> {
  let requests = 0;
  const service = await startReference({
    ...options,
    pets: ANIMALS,
    seed: 1,
    changes: [
      (base) => ({
        seedPets: () => {
          const pets = base.seedPets();
          return pets.length === ANIMALS ? pets.map(unsold) : pets;
        },
        around: (request, next) => {
          requests += 1;
          return base.around(request, next);
        },
      }),
    ],
  });
  return { ...service, requests: () => requests };
}

function unsold(pet: NewPet): NewPet {
  return pet.status === 'sold' ? { ...pet, status: 'available' } : pet;
}
