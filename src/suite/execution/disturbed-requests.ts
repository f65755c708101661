import { operations } from '../../contract/operations.ts';
import { isCausable } from '../../http/disturbance.ts';
import type { NewPet } from '../../contract/pet.ts';
import type { HttpResult } from '../../http/request.ts';
import { type ApiRequest, newPetText } from '../api-request.ts';
import type { KnownPets } from '../catalogue/known-pets.ts';
import { isValidKey } from '../keys/credentials.ts';
import { withoutRunNames } from './run-names.ts';

/** The most trials of additions, since each request of them may add a pet. */
export const MOST_ADDITION_TRIALS = 3;
/** How often a trial sends its request and its control. */
export const SENDS_OF_EACH = 5;
/** The most pets that the trials of a run add: by requests, controls, another request, and the case that judges the result. */
export const PETS_FOR_TRIALS = MOST_ADDITION_TRIALS * (2 * SENDS_OF_EACH + 2);

/** What a request tries: a value that could cause a disturbance by itself. */
export interface TriedValue {
  readonly kind: TriedKind;
  /** Equal for requests that try the same value. */
  readonly key: string;
  /** The value in words, for the report. */
  readonly label: string;
}

/** What a request can try. Negative and large ids are kinds of their own, because a service may fail on one of them alone. */
export type TriedKind =
  | 'credential'
  | 'headers'
  | 'form of a target'
  | 'limit'
  | 'status filter'
  | 'limit with filter'
  | 'negative unknown id'
  | 'large unknown id'
  | 'ordinary unknown id'
  | 'status of a read pet'
  | 'large id of a read pet'
  | 'invalid body'
  | 'form of a body'
  | 'pet status'
  | 'category'
  | 'name';

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
  /** Whether a request with the right key was disturbed although each of its values got a response in another request. */
  hasUnexplained(): boolean;
  /** Whether a request tries the same value. */
  tries(request: ApiRequest, value: TriedValue): boolean;
  /** A trial has shown that the value causes the disturbance. */
  prove(value: TriedValue): void;
  /** Whether a trial has shown that a value of this request causes its disturbance. */
  isProven(request: ApiRequest): boolean;
}

/** The knowledge of a run that has sent nothing. */
export function createDisturbedRequests(known: Pick<KnownPets, 'find'>): DisturbedRequests {
  let disturbed: readonly DisturbedRequest[] = [];
  const harmless = new Set<string>();
  const proven = new Set<string>();
  const valuesIn = (request: ApiRequest): readonly TriedValue[] => triedValues(request, known);

  /** A disturbance is over if the repeated case got a response to the same request. */
  function forgetRepeated(caseId: string, request: ApiRequest): void {
    if (disturbed.length === 0) return;
    const identity = identityOf(request);
    disturbed = disturbed.filter((each) => each.caseId !== caseId || identityOf(each.request) !== identity);
  }

  function identityOf(request: ApiRequest): string {
    const values = valuesIn(request).map(({ key }) => key);
    return [request.method, request.path, request.credential.id, ...values].join('\n');
  }

  return {
    note(caseId, request, { result }) {
      if (result.kind === 'response') {
        forgetRepeated(caseId, request);
        if (request.expects.includes(result.status)) for (const { key } of valuesIn(request)) harmless.add(key);
        return false;
      }
      if (!isCausable(result.status ?? result.failure.kind)) return false;
      disturbed = [...disturbed, { caseId, request }];
      return true;
    },
    all: () => disturbed,
    suspectIn: (request) => valuesIn(request).find(({ key }) => !harmless.has(key)) ?? null,
    hasUnexplained: () =>
      disturbed.some(({ request }) => {
        const values = isValidKey(request.credential) ? valuesIn(request) : [];
        return values.length > 0 && values.every(({ key }) => harmless.has(key));
      }),
    tries: (request, value) => valuesIn(request).some(({ key }) => key === value.key),
    prove: ({ key }) => void proven.add(key),
    isProven: (request) => proven.size > 0 && valuesIn(request).some(({ key }) => proven.has(key)),
  };
}

/** The values that a request tries, in the order in which a service reads them. */
function triedValues(request: ApiRequest, known: Pick<KnownPets, 'find'>): readonly TriedValue[] {
  return [
    ...(isValidKey(request.credential) ? triedHeaders(request) : [triedCredential(request)]),
    ...triedForm(request),
    ...triedQuery(request),
    ...triedId(request, known),
    ...triedBody(request),
  ];
}

function tried(kind: TriedKind, label: string, key = label): TriedValue {
  return { kind, key, label };
}

function triedCredential({ operation, credential }: ApiRequest): TriedValue {
  return tried('credential', `${operation} with the credential "${credential.id}"`);
}

function triedHeaders(request: ApiRequest): readonly TriedValue[] {
  const { headers = [], omits = [], contentType, chunked, operation, expects } = request;
  const changes = [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...omits.map((name) => `no ${name}`),
    ...(contentType === undefined ? [] : [contentType === null ? 'no Content-Type' : `Content-Type: ${contentType}`]),
    ...(chunked === true ? ['a body in chunks'] : []),
  ];
  if (expects.length === 0 || changes.length === 0) return [];
  return [tried('headers', `${operation} with ${changes.join(', ')}`)];
}

function triedForm({ operation, spell, expects }: ApiRequest): readonly TriedValue[] {
  if (spell === undefined || expects.length === 0) return [];
  return [tried('form of a target', `${operation} with another form of its path or query`)];
}

function triedQuery({ query }: ApiRequest): readonly TriedValue[] {
  const { limit, status } = query ?? {};
  return [
    ...(limit === undefined ? [] : [tried('limit', `the limit ${limit}`)]),
    ...(status === undefined ? [] : [tried('status filter', `the filter for ${status}`)]),
    ...(limit === undefined || status === undefined ? [] : [tried('limit with filter', 'a limit with a filter')]),
  ];
}

const GREATEST_ID_IN_DOUBLES = 2n ** 53n;

function triedId({ operation, petId, expects }: ApiRequest, known: Pick<KnownPets, 'find'>): readonly TriedValue[] {
  if (operation !== 'getPet' || petId === undefined) return [];
  const isLarge = petId > GREATEST_ID_IN_DOUBLES;
  if (expectsOnly(404, expects)) {
    if (petId < 0n) return [tried('negative unknown id', 'a negative id that no pet has')];
    if (isLarge) return [tried('large unknown id', 'an id above 2^53 that no pet has')];
    return [tried('ordinary unknown id', 'an id that no pet has')];
  }
  const pet = known.find(petId)?.pet;
  if (pet === undefined || !expects.includes(operations.getPet.success)) return [];
  const status = tried('status of a read pet', `the read of a pet ${statusText(pet)}`);
  return isLarge ? [status, tried('large id of a read pet', 'the read of a pet with an id above 2^53')] : [status];
}

const LONGEST_BODY = 200;

function triedBody({ operation, body, pet, expects }: ApiRequest): readonly TriedValue[] {
  if (operation !== 'createPet') return [];
  const sent = withoutRunNames(String(body ?? ''));
  if (expectsOnly(400, expects))
    return [tried('invalid body', `the body ${sent.slice(0, LONGEST_BODY)}`, `the body ${sent}`)];
  if (pet === undefined || !expects.includes(operations.createPet.success)) return [];
  return [
    ...(body === newPetText(pet)
      ? []
      : [
          tried(
            'form of a body',
            `the form of the body ${sent.slice(0, LONGEST_BODY)}`,
            `the form of the body ${sent}`,
          ),
        ]),
    tried('pet status', `a new pet ${statusText(pet)}`),
    tried('category', `the categoryId ${pet.categoryId}`),
    tried('name', `the name ${JSON.stringify(withoutRunNames(pet.name))}`),
  ];
}

function expectsOnly(status: number, expects: readonly number[]): boolean {
  return expects.length === 1 && expects[0] === status;
}

function statusText({ status }: NewPet): string {
  return status === undefined ? 'without a status' : `that is ${status}`;
}
