import { type OperationId, operations } from '../../contract/operations.ts';
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

/** `GET /pets/{petId}`. An id as text is one that the contract does not specify. */
export function getRequest(id: bigint | string): UnsentRequest {
  const { method, path: template, success } = operations.getPet;
  const path = template.replace('{petId}', typeof id === 'string' ? id : encodeURIComponent(idToText(id)));
  return typeof id === 'string'
    ? { method, path, operation: 'getPet', expects: [] }
    : { method, path, operation: 'getPet', petId: id, expects: [success] };
}

const requestOf = {
  listPets: listRequest,
  createPet: createRequest,
  getPet: getRequest,
} as const satisfies Readonly<Record<OperationId, (...parameters: never[]) => UnsentRequest>>;

/** Sends the requests of the operations: a method for each, with the parameters of its request. */
export type OperationApi<Options, Response> = {
  readonly [Id in OperationId]: (
    ...parameters: [...Parameters<(typeof requestOf)[Id]>, options?: Options]
  ) => Promise<Response>;
};

/** The operations, with requests that `send` sends. */
export function createOperationApi<Options, Response>(
  send: (request: UnsentRequest, options?: Options) => Promise<Response>,
): OperationApi<Options, Response> {
  return {
    listPets: (query, options) => send(requestOf.listPets(query), options),
    createPet: (sent, options) => send(requestOf.createPet(sent), options),
    getPet: (id, options) => send(requestOf.getPet(id), options),
  };
}
