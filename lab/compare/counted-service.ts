import type { NewPet } from '../../src/reference/pet.ts';
import { type ReferenceOptions, type ReferenceService, startReference } from '../../src/reference/reference-service.ts';

/** A reference service that counts the requests which it was sent. */
export interface CountedService extends ReferenceService {
  readonly requests: () => number;
}

/** So many pets at the start: the first one added then has an id that a double can hold, which most tools need. */
const ANIMALS = 25;

/**
 * Starts a service on a free port of loopback; `options` name the fault or the compliant variant. None of its pets is
 * sold, so that there is an empty page to be had, unless the service is one with other pets.
 */
export async function startCounted(options: Pick<ReferenceOptions, 'fault' | 'compliant'>): Promise<CountedService> {
  let requests = 0;
  const service = await startReference({
    ...options,
    pets: ANIMALS,
    seed: 1,
    variants: [
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
