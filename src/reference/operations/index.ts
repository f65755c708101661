import type { OperationId } from '../../contract/operations.ts';
import type { ServiceContext } from '../service-context.ts';
import { createPet, type CreateSteps } from './create-pet.ts';
import { getPet, type GetSteps } from './get-pet.ts';
import { listPets, type ListSteps } from './list-pets.ts';
import { correctSharedSteps, type SharedSteps } from './operation.ts';

/** The operations of the contract (part 4). Each has a file, unless it is short. */
export const operations = { listPets, createPet, getPet } as const satisfies Readonly<Record<OperationId, unknown>>;

/** The steps of all operations. */
export type OperationSteps = SharedSteps & ListSteps & CreateSteps & GetSteps;

/** The steps of all operations of a service that follows the whole contract. */
export function correctOperationSteps(context: ServiceContext): OperationSteps {
  const own = Object.values(operations).map(({ correctSteps }) => correctSteps(context));
  return Object.assign({}, correctSharedSteps(context), ...own) as OperationSteps;
}

/** Replaces each step that changes pets, so that a request can be handled without an effect. */
export const changesNothing = Object.assign(
  {},
  ...Object.values(operations).map(({ withoutEffect }) => withoutEffect),
) as Partial<OperationSteps>;

/** The names of all operations. */
export const everyOperation = Object.keys(operations) as readonly OperationId[];

const petIdPattern = /^\/pets\/([^/]+)$/;

/** The operations at a path below the base address. */
export function operationsAt(path: string | null): readonly OperationId[] {
  const template = path?.replace(petIdPattern, '/pets/{petId}');
  return everyOperation.filter((operation) => operations[operation].path === template);
}

/** The segment of a path that stands for `{petId}`, still percent-encoded; empty if the path has none. */
export function petIdIn(path: string | null): string {
  return petIdPattern.exec(path ?? '')?.[1] ?? '';
}
