import type { NewPet } from '../src/reference/pet.ts';
import { type ReferenceOptions, type ReferenceService, startReference } from '../src/reference/reference-service.ts';

/** A reference service that counts the requests which it was sent. */
export interface CountedService extends ReferenceService {
  readonly requests: () => number;
}

/** So many animals at the start: the first one added then has an id that a double can hold, which most tools need. */
const ANIMALS = 25;

/**
 * Starts a service on a free port of loopback; `options` name the fault or the lawful service. None of its animals is
 * sold, so that there is an empty page to be had, unless the service is one with other animals.
 */
export async function startCounted(options: Pick<ReferenceOptions, 'fault' | 'lawful'>): Promise<CountedService> {
  let requests = 0;
  const service = await startReference({
    ...options,
    animals: ANIMALS,
    seed: 1,
    variants: [
      (base) => ({
        seedAnimals: () => {
          const animals = base.seedAnimals();
          return animals.length === ANIMALS ? animals.map(unsold) : animals;
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

function unsold(animal: NewPet): NewPet {
  return animal.status === 'sold' ? { ...animal, status: 'available' } : animal;
}
