import type { Pet, PetStatus } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { ApiRequest, RequestOptions } from '../api-request.ts';
import type { CaseTools } from '../case-tools.ts';
import type { Need } from '../case.ts';
import type { SpecialTokenId } from '../keys/special-tokens.ts';
import type { CompleteResponse } from '../responses/response.ts';
import type { TrialTools, TriedValue } from './tried-value.ts';

/** All that the suite needs to know of one operation, apart from its row in the contract and its own cases. */
export interface OperationDefinition {
  /** What must exist before a request is sent. */
  readonly needs: readonly Need[];
  /** The most pets that one of the requests can add. */
  readonly mayCreate: 0 | 1;
  /** A valid request, to try credentials with. A faulty service may accept it with any credential, so it must do no harm. */
  readonly send: Send;
  /** The special tokens to send as wrong keys. One of them is a name that every JavaScript object has. */
  readonly tokens: readonly SpecialTokenId[];
  /** Invalid requests for each credential. The service must check the key first. */
  readonly invalid: Readonly<Record<'none' | 'random-key' | 'key-without-last-character', readonly InvalidRequest[]>>;
  /** A request for each status that the contract specifies for the valid key: `connections.spec.ts` sends them after each other. */
  readonly connectionSteps: readonly StatusRequest[];
  /** The values that a request tries, in the order in which a service reads them. */
  readonly triedValues: (request: ApiRequest, find: (id: bigint) => Pet | undefined) => readonly TriedValue[];
  /** The same request with other values for all parameters; none if the operation knows none. */
  readonly vary: (request: ApiRequest, tools: TrialTools) => readonly ApiRequest[];
}

/** The tools of a case that the requests of an operation need. */
type RequestTools = Pick<CaseTools<TestableId>, 'api' | 'pets'>;

type Send = (tools: RequestTools, options: RequestOptions) => Promise<CompleteResponse>;

/** A request that the service must reject with the right key. */
export interface InvalidRequest {
  /** The part of an id of a case between `auth/` and the credential. */
  readonly id: string;
  /** What the service must not check before the key. */
  readonly title: string;
  readonly send: Send;
}

interface StatusRequest {
  /** The requirement that judges the status. */
  readonly requirement: TestableId;
  readonly status: number;
  /** `known` is a pet in the catalogue, and no pet has `unknownId`. */
  readonly send: (...parameters: [...Parameters<Send>, known: Pet, unknownId: bigint]) => Promise<CompleteResponse>;
}

/** The same request with an equivalent Accept header, where no other part of it may change. */
export function withAnotherHeader(request: ApiRequest): ApiRequest {
  return { ...request, headers: [...(request.headers ?? []), ['Accept', 'application/json, */*;q=0.1']] };
}

/** The request with its target in the form of the request that it was made from. */
export function spelled(request: ApiRequest): ApiRequest {
  return request.spell === undefined ? request : { ...request, path: request.spell(request.path) };
}

/** The status of a pet in words. */
export function statusText(status: PetStatus | undefined): string {
  return status === undefined ? 'without a status' : `that is ${status}`;
}
