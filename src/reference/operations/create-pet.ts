import { field, isJsonObject, type Json } from '../json-value.ts';
import { isInt64, isPetStatus, type NewPet, type Pet, statusChoice } from '../pet.ts';
import { idStream } from '../random-stream.ts';
import { accepted, type Outcome, rejected } from '../reply.ts';
import type { ServiceRequest } from '../service-request.ts';
import type { Eventually, OperationDefinition } from './operation.ts';

/** The steps of createPet, in order, after readBody. */
export interface CreateSteps {
  readonly validate: (body: Json, request: ServiceRequest) => Outcome<NewPet>;
  /** The pet to store for a valid NewPet, for instance with a default status. */
  readonly complete: (newPet: NewPet) => NewPet;
  /** The next unique id. */
  readonly freshId: () => Eventually<bigint>;
  /** The id of an added pet. `fresh` comes from freshId, `body` from the client. */
  readonly assignId: (fresh: bigint, body: Json, request: ServiceRequest) => Eventually<bigint>;
  readonly store: (pet: Pet, request: ServiceRequest) => Eventually<void>;
}

/** The addition of a pet (part 4.2). */
export const createPet = {
  method: 'POST',
  path: '/pets',
  idWord: 'CREATE',
  success: 201,
  headers: {},
  correctSteps: ({ catalogue, random }) => ({
    validate: validateNewPet,
    complete: (newPet) => newPet,
    freshId: idStream(random, (id) => catalogue.find(id) !== undefined),
    assignId: (fresh) => fresh,
    store: (pet) => catalogue.add(pet),
  }),
  withoutEffect: { store: () => undefined },
  async handle(request, steps) {
    const body = steps.readBody(request);
    if (!body.ok) return body;
    const valid = steps.validate(body.value, request);
    if (!valid.ok) return valid;
    const newPet = steps.complete(valid.value);
    const pet = { ...newPet, id: await steps.assignId(await steps.freshId(), body.value, request) };
    await steps.store(pet, request);
    return accepted(steps.renderPet(pet, 'createPet', request));
  },
} as const satisfies OperationDefinition<CreateSteps>;

/** Validates a body as a NewPet (part 4.2). Unknown fields, such as an id, are ignored. */
function validateNewPet(body: Json): Outcome<NewPet> {
  if (!isJsonObject(body)) return rejected('not-an-object', 400, 'The body must be a JSON object.');
  const name = field(body, 'name');
  const categoryId = field(body, 'categoryId');
  const status = field(body, 'status');
  if (name === undefined) return rejected('missing-field', 400, 'The field name is required.');
  if (categoryId === undefined) return rejected('missing-field', 400, 'The field categoryId is required.');
  if (typeof name !== 'string') return rejected('invalid-name', 400, 'The field name must be a string.');
  if (typeof categoryId !== 'bigint' || !isInt64(categoryId)) {
    return rejected('invalid-category', 400, 'The field categoryId must be a 64-bit integer.');
  }
  if (status === undefined) return accepted({ name, categoryId });
  if (!isPetStatus(status)) return rejected('invalid-status', 400, `The field status must be ${statusChoice}.`);
  return accepted({ name, categoryId, status });
}
