import errorSchema from '../../schemas/error.schema.json' with { type: 'json' };
import newPetSchema from '../../schemas/new-pet.schema.json' with { type: 'json' };
import petStatusSchema from '../../schemas/pet-status.schema.json' with { type: 'json' };
import petSchema from '../../schemas/pet.schema.json' with { type: 'json' };
import petsSchema from '../../schemas/pets.schema.json' with { type: 'json' };

/** The schemas of the contract's payloads (part 2), from the folder `schemas`. They refer to each other. */
export const CONTRACT_SCHEMAS = {
  pet: petSchema,
  newPet: newPetSchema,
  pets: petsSchema,
  petStatus: petStatusSchema,
  error: errorSchema,
} as const;

/** The name of a payload's schema (part 2). */
export type SchemaName = keyof typeof CONTRACT_SCHEMAS;
