import type { OperationId } from '../../contract/operations.ts';
import { createPet } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';
import type { OperationDefinition } from './operation.ts';

/** The operations. Each has a file, unless it is short. */
export const operationDefinitions: Readonly<Record<OperationId, OperationDefinition>> = { listPets, createPet, getPet };
