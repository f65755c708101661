import type { Behaviour } from './behaviour.ts';
import type { Json } from './json-value.ts';
import { type ContractOperation, operations, operationsAt } from './operations.ts';
import { rejected, type Rejection, type Reply } from './reply.ts';
import type { ServiceRequest } from './service-request.ts';

/** Handles one request with the steps of a behaviour: first the key (part 5 rule 3), then the operation. */
export async function handleRequest(request: ServiceRequest, steps: Behaviour): Promise<Reply> {
  const unauthorised = rejectKey(request, steps);
  if (unauthorised !== undefined) return rejection(unauthorised, request, steps);
  if (request.oversized) {
    return rejection(rejected('too-large', 413, 'The body is larger than 1 MiB.').rejection, request, steps);
  }
  if (request.operation === 'other') return rejection(rejectOther(request), request, steps);
  return handlers[request.operation](request, steps);
}

/** The reply that a rejection becomes. */
export function rejection(given: Rejection, request: ServiceRequest, steps: Behaviour): Reply {
  const why = steps.adjustRejection(given, request);
  return { status: why.status, kind: why.kind, headers: why.headers ?? {}, body: steps.renderError(why, request) };
}

function rejectKey(request: ServiceRequest, steps: Behaviour): Rejection | undefined {
  if (!steps.needsKey(request)) return undefined;
  const presented = steps.presentedKey(request);
  if (presented === undefined) return rejected('key-missing', 401, 'An API key is required.').rejection;
  if (steps.isKeyValid(presented, request)) return undefined;
  return rejected('key-invalid', 401, 'The API key is not valid.').rejection;
}

function success(status: number, body: Json): Reply {
  return { status, kind: 'success', headers: {}, body };
}

function listPets(request: ServiceRequest, steps: Behaviour): Reply {
  const limit = steps.parseLimit(request.query.get('limit'));
  if (!limit.ok) return rejection(limit.rejection, request, steps);
  const filter = steps.parseFilter(request.query.get('status'));
  if (!filter.ok) return rejection(filter.rejection, request, steps);
  const matches = steps.listed(request).filter((pet) => steps.matches(pet, filter.value));
  const page = steps.page(matches, limit.value, filter.value);
  const rendered = page.map((pet) => steps.renderPet(pet, 'listPets', request));
  return success(200, steps.renderPets(rendered, request));
}

async function createPet(request: ServiceRequest, steps: Behaviour): Promise<Reply> {
  const body = steps.readBody(request);
  if (!body.ok) return rejection(body.rejection, request, steps);
  const valid = steps.validate(body.value, request);
  if (!valid.ok) return rejection(valid.rejection, request, steps);
  const newPet = steps.complete(valid.value);
  const pet = { ...newPet, id: await steps.assignId(await steps.freshId(), body.value, request) };
  await steps.store(pet, request);
  return success(201, steps.renderPet(pet, 'createPet', request));
}

async function getPet(request: ServiceRequest, steps: Behaviour): Promise<Reply> {
  if (steps.isRemoved()) {
    return rejection(rejected('removed', 410, 'This operation has been removed.').rejection, request, steps);
  }
  const id = steps.parsePetId(request.petIdText);
  if (!id.ok) return rejection(id.rejection, request, steps);
  const pet = await steps.find(id.value, request);
  if (pet !== undefined) return success(200, steps.renderPet(pet, 'getPet', request));
  return rejection(rejected('unknown-pet', 404, 'There is no pet with this id.').rejection, request, steps);
}

/** What each operation does once the key is accepted. */
const handlers: Readonly<
  Record<ContractOperation, (request: ServiceRequest, steps: Behaviour) => Reply | Promise<Reply>>
> = { listPets, createPet, getPet };

function rejectOther(request: ServiceRequest): Rejection {
  const methods = operationsAt(request.path).map((operation) => operations[operation].method);
  if (methods.length === 0) return rejected('unknown-path', 404, 'There is nothing at this path.').rejection;
  return rejected('unknown-method', 405, 'This method is not allowed here.', { Allow: methods.join(', ') }).rejection;
}
