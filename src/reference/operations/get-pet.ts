import { accepted, rejected, unknownPet } from '../reply.ts';
import type { OperationDefinition } from './operation.ts';

/** The removal of getPet (part 9 rule 3). */
const removalTime = Date.UTC(2030, 11, 5);
/** An invented date: the contract does not say since when getPet is deprecated. */
const deprecationSecond = Date.UTC(2025, 11, 5) / 1000;

/** The step of getPet before parsePetId and find. */
export interface GetSteps {
  /** Whether the deprecated single read has been removed (part 9 rule 3). */
  readonly isRemoved: () => boolean;
}

/** The read of one pet (part 4.3). */
export const getPet = {
  method: 'GET',
  path: '/pets/{petId}',
  idWord: 'GET',
  success: 200,
  headers: { Deprecation: `@${deprecationSecond}`, Sunset: new Date(removalTime).toUTCString() },
  correctSteps: ({ now }) => ({ isRemoved: () => now().getTime() >= removalTime }),
  withoutEffect: {},
  async handle(request, steps) {
    if (steps.isRemoved()) return rejected('removed', 410, 'This operation has been removed.');
    const id = steps.parsePetId(request.petIdText);
    if (!id.ok) return id;
    const pet = await steps.find(id.value, request);
    return pet === undefined ? unknownPet : accepted(steps.renderPet(pet, 'getPet', request));
  },
} as const satisfies OperationDefinition<GetSteps>;
