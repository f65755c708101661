import { writeJson, type JsonInput } from '../contract/json.ts';
import type { NewPet } from '../contract/pet.ts';

/** The members of a NewPet as they are sent: an absent status is absent. */
export function newPetMembers(pet: NewPet): { readonly [key: string]: JsonInput } {
  return { name: pet.name, categoryId: pet.categoryId, ...(pet.status === undefined ? {} : { status: pet.status }) };
}

/** A NewPet as JSON text, integers exact. */
export function newPetText(pet: NewPet): string {
  return writeJson(newPetMembers(pet));
}
