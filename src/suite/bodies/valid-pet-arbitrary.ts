import * as fc from 'fast-check';
import { readJson } from '../../contract/json.ts';
import { PET_STATUSES, type PetStatus } from '../../contract/pet.ts';
import { checkNewPet } from '../../contract/validation.ts';
import { isOrdinaryName, ordinaryNameArbitrary, realName } from './ordinary-names.ts';

/** A valid NewPet but for its category, which only a service can tell: `turn` chooses one of those that it accepts. */
export interface ValidDraft {
  readonly name: string;
  readonly turn: number;
  readonly status: PetStatus | undefined;
}

/**
 * Valid NewPets (part 4.2). Those without a status have plain names, so that a refusal tells whether it is for the name
 * or for the status that is not there.
 */
export function validPetArbitrary(): fc.Arbitrary<ValidDraft> {
  const turn = fc.nat({ max: 99 });
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ name: ordinaryNameArbitrary(), turn, status: fc.constantFrom(...PET_STATUSES) }),
    },
    { weight: 1, arbitrary: fc.record({ name: realName(), turn, status: fc.constant(undefined) }) },
  );
}

/** Proves that a body must be accepted as far as its category is known; throws an Error, a fault of the suite, otherwise. */
export function proveValid(body: string): void {
  const reading = readJson(new TextEncoder().encode(body));
  const value = reading.kind === 'json' ? reading.document.value : null;
  if (reading.kind !== 'json' || checkNewPet(reading.document).length > 0)
    throw new Error('a body that should be a valid NewPet is none');
  const { name } = value as { readonly name: string };
  if (!isOrdinaryName(name)) throw new Error('the name of a valid NewPet is one that a service may refuse');
}
