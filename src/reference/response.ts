import type { Behaviour } from './behaviour.ts';
import type { Json } from './json-value.ts';
import type { Refusal, Reply } from './reply.ts';
import { refused } from './reply.ts';
import type { ServiceRequest } from './service-request.ts';

/** Answers one request by the steps of a behaviour: the key first (part 5 rule 3), then what was asked for. */
export async function answer(request: ServiceRequest, steps: Behaviour): Promise<Reply> {
  const unauthorised = refuseKey(request, steps);
  if (unauthorised !== undefined) return refusal(unauthorised, request, steps);
  if (request.oversized) {
    return refusal(refused('too-large', 413, 'The body is larger than 1 MiB.').refusal, request, steps);
  }
  switch (request.operation) {
    case 'listPets':
      return listPets(request, steps);
    case 'createPet':
      return createPet(request, steps);
    case 'getPet':
      return getPet(request, steps);
    case 'other':
      break;
  }
  return refusal(refuseOther(request), request, steps);
}

/** The reply that a refusal becomes. */
export function refusal(given: Refusal, request: ServiceRequest, steps: Behaviour): Reply {
  const why = steps.regard(given, request);
  return { status: why.status, kind: why.kind, headers: why.headers ?? {}, body: steps.renderError(why, request) };
}

function refuseKey(request: ServiceRequest, steps: Behaviour): Refusal | undefined {
  if (!steps.needsKey(request)) return undefined;
  const presented = steps.presentedKey(request);
  if (presented === undefined) return refused('key-missing', 401, 'An API key is required.').refusal;
  if (steps.isKeyValid(presented, request)) return undefined;
  return refused('key-invalid', 401, 'The API key is not valid.').refusal;
}

function success(status: number, body: Json): Reply {
  return { status, kind: 'success', headers: {}, body };
}

function listPets(request: ServiceRequest, steps: Behaviour): Reply {
  const limit = steps.parseLimit(request.query.get('limit'));
  if (!limit.ok) return refusal(limit.refusal, request, steps);
  const filter = steps.parseFilter(request.query.get('status'));
  if (!filter.ok) return refusal(filter.refusal, request, steps);
  const matches = steps.listed(request).filter((pet) => steps.matches(pet, filter.value));
  const page = steps.page(matches, limit.value, filter.value);
  const rendered = page.map((pet) => steps.renderPet(pet, 'listPets', request));
  return success(200, steps.renderPets(rendered, request));
}

async function createPet(request: ServiceRequest, steps: Behaviour): Promise<Reply> {
  const body = steps.readBody(request);
  if (!body.ok) return refusal(body.refusal, request, steps);
  const valid = steps.validate(body.value, request);
  if (!valid.ok) return refusal(valid.refusal, request, steps);
  const newPet = steps.complete(valid.value);
  const pet = { ...newPet, id: await steps.assignId(await steps.freshId(), body.value, request) };
  await steps.store(pet, request);
  return success(201, steps.renderPet(pet, 'createPet', request));
}

async function getPet(request: ServiceRequest, steps: Behaviour): Promise<Reply> {
  if (steps.isRemoved()) {
    return refusal(refused('removed', 410, 'This operation has been removed.').refusal, request, steps);
  }
  const id = steps.parsePetId(request.petIdText);
  if (!id.ok) return refusal(id.refusal, request, steps);
  const pet = await steps.find(id.value, request);
  if (pet !== undefined) return success(200, steps.renderPet(pet, 'getPet', request));
  return refusal(refused('unknown-pet', 404, 'There is no pet with this id.').refusal, request, steps);
}

function refuseOther(request: ServiceRequest): Refusal {
  const allow = request.path === '/pets' ? 'GET, POST' : request.petIdText === '' ? undefined : 'GET';
  if (allow === undefined) return refused('unknown-path', 404, 'There is nothing at this path.').refusal;
  return refused('unknown-method', 405, 'This method is not allowed here.', { Allow: allow }).refusal;
}
