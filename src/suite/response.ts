import { type JsonReading, readJson } from '../contract/json.ts';
import type { NewPet, Pet } from '../contract/pet.ts';
import type { HttpResult, OutgoingRequest, ReceivedResponse } from '../http/request.ts';
import type { ListQuery } from './api-request.ts';

/** What a request asks for, as far as a response rule must know it. */
export type ApiCall =
  | { readonly kind: 'list'; readonly query: ListQuery }
  | { readonly kind: 'create'; readonly pet: NewPet }
  | { readonly kind: 'read'; readonly id: bigint }
  | { readonly kind: 'other' };

/** A request of a case, and what the contract says about its response. */
export interface ApiRequest extends OutgoingRequest {
  readonly call: ApiCall;
  /** The statuses that the contract names for this request; none if it leaves the response open. */
  readonly expects: readonly number[];
  /** Whether the contract names the condition that the request meets. */
  readonly isSpecified: boolean;
}

/** A response without its body. Header names are lower-case. */
export interface ResponseHead extends Omit<ReceivedResponse, 'kind' | 'body' | 'maxDepth'> {
  readonly exchangeId: string;
  readonly request: ApiRequest;
  /** performance.now() when the request was first sent and when the response was complete, in milliseconds. */
  readonly sentAt: number;
  readonly doneAt: number;
}

/** A response that arrived complete. */
export interface CompleteResponse extends ResponseHead, Pick<ReceivedResponse, 'body' | 'maxDepth'> {
  /** The body read as JSON, strictly and exactly. */
  readonly json: () => JsonReading;
}

/** A response as evidence. */
export type Evidence = Pick<CompleteResponse, 'exchangeId'>;

/** A pet with the response that showed it. */
export interface ShownPet {
  readonly pet: Pet;
  readonly response: ResponseHead;
}

/** A response that the client received, with its request. */
export function responseOf(request: ApiRequest, sent: HttpResult, received: ReceivedResponse): CompleteResponse {
  const { status, headers, body, maxDepth, connection } = received;
  let reading: JsonReading | null = null;
  return {
    status,
    headers,
    body,
    maxDepth,
    connection,
    exchangeId: sent.exchangeId,
    request,
    sentAt: sent.sentAt,
    doneAt: sent.doneAt,
    json: () => (reading ??= readJson(body, maxDepth)),
  };
}

/** A response without its body, which may be large and is not needed once it was read. */
export function headOf(response: CompleteResponse): ResponseHead {
  const { exchangeId, request, status, headers, connection, sentAt, doneAt } = response;
  return { exchangeId, request, status, headers, connection, sentAt, doneAt };
}

/** Whether a response says that what was asked for was done. */
export function isSuccess({ status }: Pick<CompleteResponse, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Whether a response to the valid key rejects it (part 5). */
export function rejectsKey({ status }: Pick<CompleteResponse, 'status'>): boolean {
  return status === 401 || status === 403;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A status in the words of a finding. No redirect is followed, since the key would go with it to wherever it points. */
export function describeStatus({ status }: Pick<ResponseHead, 'status'>): string {
  return REDIRECTS.has(status) ? `status ${status}, a redirect, which is never followed` : `status ${status}`;
}
