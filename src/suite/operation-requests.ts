import type { OperationId } from '../contract/operations.ts';
import type { RequestOptions } from './api.ts';
import type { Need } from './case.ts';
import type { CaseTools } from './case-tools.ts';
import type { CompleteResponse } from './response.ts';

/** A request without parameters, for cases that hold for every operation. */
interface OperationRequest {
  /** What must exist before the request is sent. */
  readonly needs: readonly Need[];
  readonly send: (tools: Pick<CaseTools<never>, 'api' | 'pets'>, options: RequestOptions) => Promise<CompleteResponse>;
}

/** A request to each operation. */
export const operationRequests: Readonly<Record<OperationId, OperationRequest>> = {
  listPets: { needs: [], send: ({ api }, options) => api.listPets({}, options) },
  createPet: { needs: [], send: ({ api, pets }, options) => api.createPet(pets.unauthorised(), options) },
  getPet: { needs: ['getPet'], send: ({ api, pets }, options) => api.getPet(pets.anyId(), options) },
};
