import { operations } from '../../contract/operations.ts';
import { isCausable } from '../../http/disturbance.ts';
import type { HttpResult } from '../../http/request.ts';
import type { ApiRequest } from '../api-request.ts';
import { withoutRunNames } from './run-names.ts';

/** Trials of additions, each of which may add a pet each time. */
export const ADDITION_TRIALS = 3;
/** How often a trial sends its request, and as often its control. */
export const TRIAL_TIMES = 5;
/** The most pets that the trials of a run add: by requests, controls, a second request, and the case that judges the result. */
export const TRIAL_ADDITIONS = ADDITION_TRIALS * (2 * TRIAL_TIMES + 2);

/** What a request tries: a value that could cause a disturbance by itself. */
export interface TriedValue {
  readonly kind: 'credential' | 'limit' | 'status filter' | 'unknown id' | 'body' | 'pet status' | 'name';
  /** Unique in a run; shown in the report. */
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
  prove(label: string): void;
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
        if (request.expects.includes(result.status)) for (const { label } of triedValues(request)) harmless.add(label);
        return false;
      }
      if (!isCausable(result.status ?? result.failure.kind)) return false;
      disturbed.push({ caseId, request });
      return true;
    },
    all: () => disturbed,
    suspectIn: (request) => triedValues(request).find(({ label }) => !harmless.has(label)) ?? null,
    prove: (label) => void proven.add(label),
    isProven: (request) => proven.size > 0 && triedValues(request).some(({ label }) => proven.has(label)),
  };
}

/** The values that a request tries, in the order in which a service reads them. */
function triedValues(request: ApiRequest): readonly TriedValue[] {
  const { operation, credential, query, pet, petId, expects, body } = request;
  const values: TriedValue[] = [];
  if (credential.id !== 'valid')
    values.push({ kind: 'credential', label: `${operation} with the credential "${credential.id}"` });
  if (query !== undefined) {
    const { limit, status } = query;
    if (limit !== undefined) values.push({ kind: 'limit', label: `the limit ${limit}` });
    if (status !== undefined) values.push({ kind: 'status filter', label: `the filter for ${status}` });
  }
  if (petId !== undefined && expects.length === 1 && expects[0] === 404)
    values.push({ kind: 'unknown id', label: 'an id that no pet has' });
  if (operation === 'createPet' && expects.length === 1 && expects[0] === 400)
    values.push({ kind: 'body', label: `the body ${withoutRunNames(String(body ?? '').slice(0, 200))}` });
  if (pet !== undefined && expects.includes(operations.createPet.success)) {
    const { name, status } = pet;
    values.push({
      kind: 'pet status',
      label: `a new pet ${status === undefined ? 'without a status' : `that is ${status}`}`,
    });
    values.push({ kind: 'name', label: `the name ${JSON.stringify(withoutRunNames(name))}` });
  }
  return values;
}
