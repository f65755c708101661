import type { UnsentRequest } from '../api-request.ts';
import { createRequest } from './create-pet.ts';
import { getRequest } from './get-pet.ts';
import { listRequest } from './list-pets.ts';
import type { OperationApi } from './operation.ts';

/** The operations, with requests that `send` sends. */
export function createOperationApi<Options, Response>(
  send: (request: UnsentRequest, options?: Options) => Promise<Response>,
): OperationApi<Options, Response> {
  return {
    listPets: (query, options) => send(listRequest(query), options),
    createPet: (sent, options) => send(createRequest(sent), options),
    getPet: (id, options) => send(getRequest(id), options),
  };
}
