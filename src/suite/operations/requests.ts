import {
  effectOf,
  OPERATION_IDS,
  type OperationId,
  type OperationOnPet,
  operations,
} from '../../contract/operations.ts';
import type { NewPet } from '../../contract/pet.ts';
import { listPath, type ListQuery, type RawBody, type RequestOptions, type UnsentRequest } from '../api-request.ts';
import { newPetText } from '../bodies/new-pet-text.ts';
import type { CompleteResponse } from '../responses/response.ts';
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
function petRequest(operation: OperationOnPet, id: bigint | string): UnsentRequest {
  const { method, path: template, success } = operations[operation];
  const path = template.replace('{petId}', typeof id === 'string' ? id : encodeURIComponent(idToText(id)));
  if (typeof id === 'string') return { method, path, operation, expects: [] };
  const effect = effectOf(operation) === 'removes a pet' ? { removes: id } : {};
  return { method, path, operation, petId: id, ...effect, expects: [success] };
}

/** Sends any request. */
export type Send = (request: UnsentRequest, options?: RequestOptions) => Promise<CompleteResponse>;
type SendForPet = (id: bigint | string, options?: RequestOptions) => Promise<CompleteResponse>;

/** Sends the requests of the operations: a method for each, with the parameters of its request. */
export function createOperationApi(send: Send) {
  const onPet = OPERATION_IDS.filter(isOnPet).map((operation): [string, SendForPet] => [
    operation,
    (id, options) => send(petRequest(operation, id), options),
  ]);
  return {
    ...(Object.fromEntries(onPet) as Readonly<Record<OperationOnPet, SendForPet>>),
    listPets: (query?: ListQuery | string, options?: RequestOptions) => send(listRequest(query), options),
    createPet: (sent: NewPet | RawBody, options?: RequestOptions) => send(createRequest(sent), options),
  } satisfies Readonly<Record<OperationId, (...parameters: never[]) => Promise<CompleteResponse>>>;
}

function isOnPet(operation: OperationId): operation is OperationOnPet {
  return operations[operation].path.includes('{petId}');
}
