import {
  effectOf,
  OPERATION_IDS,
  type OperationId,
  type OperationOnPet,
  operations,
} from '../../contract/operations.ts';
import type { NewPet } from '../../contract/pet.ts';
import { listPath, type ListQuery, newPetText, type RawBody, type UnsentRequest } from '../api-request.ts';
import { idToText } from '../responses/text-ids.ts';

/** `GET /pets`. A query as text is one that the contract does not specify. */
export function listRequest(query: ListQuery | string = {}): UnsentRequest {
  const { method, path, success } = operations.listPets;
  return typeof query === 'string'
    ? { method, path: `${path}?${query}`, operation: 'listPets', expects: [] }
    : { method, path: listPath(query), operation: 'listPets', query, expects: [success] };
}

/** `POST /pets`. */
export function createRequest(sent: NewPet | RawBody): UnsentRequest {
  const { method, path, success } = operations.createPet;
  const { body, ...rest }: RawBody = 'body' in sent ? sent : { body: newPetText(sent), expects: [success], pet: sent };
  return { method, path, operation: 'createPet', ...rest, ...(body === undefined ? {} : { body }) };
}

/** `GET /pets/{petId}`. */
export function getRequest(id: bigint | string): UnsentRequest {
  return petRequest('getPet', id);
}

/** A request of an operation for one pet. An id as text is one that the contract does not specify. */
export function petRequest(operation: OperationOnPet, id: bigint | string): UnsentRequest {
  const { method, path: template, success } = operations[operation];
  const path = template.replace('{petId}', typeof id === 'string' ? id : encodeURIComponent(idToText(id)));
  if (typeof id === 'string') return { method, path, operation, expects: [] };
  const effect = effectOf(operation) === 'removes a pet' ? { removes: id } : {};
  return { method, path, operation, petId: id, ...effect, expects: [success] };
}

type Send<Options, Response> = (request: UnsentRequest, options?: Options) => Promise<Response>;
type SendForPet<Options, Response> = (id: bigint | string, options?: Options) => Promise<Response>;

/** Sends the requests of the operations: a method for each, with the parameters of its request. */
export function createOperationApi<Options, Response>(send: Send<Options, Response>) {
  return {
    ...createPetApi(send),
    listPets: (query?: ListQuery | string, options?: Options) => send(listRequest(query), options),
    createPet: (sent: NewPet | RawBody, options?: Options) => send(createRequest(sent), options),
  } satisfies Readonly<Record<OperationId, (...parameters: never[]) => Promise<Response>>>;
}

/** A method for each operation with the id of a pet in its path. */
function createPetApi<Options, Response>(send: Send<Options, Response>) {
  const methods = OPERATION_IDS.filter(isOnPet).map((operation): [string, SendForPet<Options, Response>] => [
    operation,
    (id, options) => send(petRequest(operation, id), options),
  ]);
  return Object.fromEntries(methods) as Readonly<Record<OperationOnPet, SendForPet<Options, Response>>>;
}

function isOnPet(operation: OperationId): operation is OperationOnPet {
  return operations[operation].path.includes('{petId}');
}
