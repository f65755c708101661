import { operations } from '../../contract/operations.ts';
import { isCausable } from '../../http/disturbance.ts';
import type { HttpResult } from '../../http/request.ts';
import type { ApiRequest } from '../api-request.ts';
import { isValidKey } from '../keys/credentials.ts';
import { withoutRunNames } from './run-names.ts';

/** The most trials of additions, since each request of them may add a pet. */
export const MOST_ADDITION_TRIALS = 3;
/** How often a trial sends its request and its control. */
export const SENDS_OF_EACH = 5;
/** The most pets that the trials of a run add: by requests, controls, a second request, and the case that judges the result. */
export const PETS_FOR_TRIALS = MOST_ADDITION_TRIALS * (2 * SENDS_OF_EACH + 2);

/** The ids that no pet has, by what a service may compute with them: a signed, an unsigned or a shorter number. */
export type UnknownIdKind = 'negative unknown id' | 'large unknown id' | 'ordinary unknown id';

/** What a request tries: a value that could cause a disturbance by itself. */
export interface TriedValue {
  readonly kind: 'credential' | 'limit' | 'status filter' | UnknownIdKind | 'body' | 'pet status' | 'name';
  /** Equal for requests that try the same value. */
  readonly key: string;
  /** The value in words, for the report. */
  readonly label: string;
}

/** A request that never got a response, since each attempt was disturbed in a way that the request may cause. */
export interface DisturbedRequest {
  readonly caseId: string;
  readonly request: ApiRequest;
}

/** What the run knows about requests that were disturbed, for the controlled trials. */
export interface DisturbedRequests {
  /** Notes the result of a request. True if a trial may show that the request causes its disturbance. */
  note(caseId: string, request: ApiRequest, sent: HttpResult): boolean;
  all(): readonly DisturbedRequest[];
  /** The first value of a request that no specified response of the run has shown to be harmless. */
  suspectIn(request: ApiRequest): TriedValue | null;
  /** A trial has shown that the value causes the disturbance. */
  prove(value: TriedValue): void;
  /** Whether a trial has shown that a value of this request causes its disturbance. */
  isProven(request: ApiRequest): boolean;
}

/** Knowledge of a run, empty at its start. */
export function createDisturbedRequests(): DisturbedRequests {
  const disturbed: DisturbedRequest[] = [];
  const harmless = new Set<string>();
  const proven = new Set<string>();
  return {
    note(caseId, request, { result }) {
      if (result.kind === 'response') {
        if (request.expects.includes(result.status)) for (const { key } of triedValues(request)) harmless.add(key);
        return false;
      }
      if (!isCausable(result.status ?? result.failure.kind)) return false;
      disturbed.push({ caseId, request });
      return true;
    },
    all: () => disturbed,
    suspectIn: (request) => triedValues(request).find(({ key }) => !harmless.has(key)) ?? null,
    prove: ({ key }) => void proven.add(key),
    isProven: (request) => proven.size > 0 && triedValues(request).some(({ key }) => proven.has(key)),
  };
}

const LONGEST_BODY = 200;

/** The values that a request tries, in the order in which a service reads them. */
function triedValues(request: ApiRequest): readonly TriedValue[] {
  const { operation, credential, query, pet, petId, expects, body } = request;
  const values: TriedValue[] = [];
  const add = (kind: TriedValue['kind'], label: string, key = label): void => void values.push({ kind, key, label });
  if (!isValidKey(credential)) add('credential', `${operation} with the credential "${credential.id}"`);
  if (query?.limit !== undefined) add('limit', `the limit ${query.limit}`);
  if (query?.status !== undefined) add('status filter', `the filter for ${query.status}`);
  if (operation === 'getPet' && petId !== undefined && expects.length === 1 && expects[0] === 404)
    add(...unknownIdIn(petId));
  if (operation === 'createPet' && expects.length === 1 && expects[0] === 400) {
    const sent = `the body ${withoutRunNames(String(body ?? ''))}`;
    add('body', sent.slice(0, LONGEST_BODY), sent);
  }
  if (pet !== undefined && expects.includes(operations.createPet.success)) {
    const { name, status } = pet;
    add('pet status', `a new pet ${status === undefined ? 'without a status' : `that is ${status}`}`);
    add('name', `the name ${JSON.stringify(withoutRunNames(name))}`);
  }
  return values;
}

const GREATEST_ID_IN_DOUBLES = 2n ** 53n;

function unknownIdIn(id: bigint): [kind: UnknownIdKind, label: string] {
  if (id < 0n) return ['negative unknown id', 'a negative id that no pet has'];
  if (id > GREATEST_ID_IN_DOUBLES) return ['large unknown id', 'an id above 2^53 that no pet has'];
  return ['ordinary unknown id', 'an id that no pet has'];
}
