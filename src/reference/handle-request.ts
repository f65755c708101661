import type { Behaviour } from './behaviour.ts';
import { type ContractOperation, operations, operationsAt } from './operations.ts';
import { accepted, type Outcome, rejected, type Rejection, type Reply, unknownPet } from './reply.ts';
import type { ServiceRequest } from './service-request.ts';

type Handler = (request: ServiceRequest, steps: Behaviour) => Outcome<Reply> | Promise<Outcome<Reply>>;

/** Handles one request with the steps of a behaviour: first the key (part 5 rule 3), then the operation. */
export async function handleRequest(request: ServiceRequest, steps: Behaviour): Promise<Reply> {
  const outcome = await handle(request, steps);
  return outcome.ok ? outcome.value : rejection(outcome.rejection, request, steps);
}

/** The reply that a rejection becomes. */
export function rejection(given: Rejection, request: ServiceRequest, steps: Behaviour): Reply {
  const why = steps.adjustRejection(given, request);
  return { status: why.status, kind: why.kind, headers: why.headers ?? {}, body: steps.renderError(why, request) };
}

async function handle(request: ServiceRequest, steps: Behaviour): Promise<Outcome<Reply>> {
  const key = checkKey(request, steps);
  if (!key.ok) return key;
  if (request.oversized) return rejected('too-large', 413, 'The body is larger than 1 MiB.');
  return request.operation === 'other' ? rejectOther(request) : handlers[request.operation](request, steps);
}

function checkKey(request: ServiceRequest, steps: Behaviour): Outcome<void> {
  if (!steps.needsKey(request)) return accepted(undefined);
  const presented = steps.presentedKey(request);
  if (presented === undefined) return rejected('key-missing', 401, 'An API key is required.');
  if (steps.isKeyValid(presented, request)) return accepted(undefined);
  return rejected('key-invalid', 401, 'The API key is not valid.');
}

/** What each operation does after the key is accepted. */
const handlers: Readonly<Record<ContractOperation, Handler>> = { listPets, createPet, getPet };

function listPets(request: ServiceRequest, steps: Behaviour): Outcome<Reply> {
  const limit = steps.parseLimit(request.query.get('limit'));
  if (!limit.ok) return limit;
  const filter = steps.parseFilter(request.query.get('status'));
  if (!filter.ok) return filter;
  const matches = steps.listed(request).filter((pet) => steps.matches(pet, filter.value));
  const page = steps.page(matches, limit.value, filter.value);
  const rendered = page.map((pet) => steps.renderPet(pet, 'listPets', request));
  return success(200, steps.renderPets(rendered, request));
}

async function createPet(request: ServiceRequest, steps: Behaviour): Promise<Outcome<Reply>> {
  const body = steps.readBody(request);
  if (!body.ok) return body;
  const valid = steps.validate(body.value, request);
  if (!valid.ok) return valid;
  const newPet = steps.complete(valid.value);
  const pet = { ...newPet, id: await steps.assignId(await steps.freshId(), body.value, request) };
  await steps.store(pet, request);
  return success(201, steps.renderPet(pet, 'createPet', request));
}

async function getPet(request: ServiceRequest, steps: Behaviour): Promise<Outcome<Reply>> {
  if (steps.isRemoved()) return rejected('removed', 410, 'This operation has been removed.');
  const id = steps.parsePetId(request.petIdText);
  if (!id.ok) return id;
  const pet = await steps.find(id.value, request);
  return pet === undefined ? unknownPet : success(200, steps.renderPet(pet, 'getPet', request));
}

function success(status: number, body: Reply['body']): Outcome<Reply> {
  return accepted({ status, kind: 'success', headers: {}, body });
}

function rejectOther({ path }: ServiceRequest): Outcome<never> {
  const methods = operationsAt(path).map((operation) => operations[operation].method);
  if (methods.length === 0) return rejected('unknown-path', 404, 'There is nothing at this path.');
  return rejected('unknown-method', 405, 'This method is not allowed here.', { Allow: methods.join(', ') });
}
