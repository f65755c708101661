import { LIMIT_DEFAULT, operations, type RequestKind } from '../../contract/operations.ts';
import { PET_STATUSES, type NewPet, type PetStatus } from '../../contract/pet.ts';
import { type ApiRequest, createRequest, getRequest, listRequest } from '../api-request.ts';
import type { TriedKind, TriedValue } from './disturbed-requests.ts';
import { draftPet, drawUnknownId, type IdRange } from '../pets.ts';
import type { Run } from '../run.ts';

/** The pets and random numbers of controlled trials have this name. */
export const TRIALS_NAME = 'controlled-trials';

/** What a trial sends beside the disturbed request. */
interface TrialRequests {
  /** The same request with another value, which must be accepted. */
  readonly control: Make;
  /** A request that shares only the tried value. */
  readonly second: Make;
}

/** Makes a request from the disturbed one; null if the run knows none. */
type Make = (run: Run, request: ApiRequest, value: TriedValue) => ApiRequest | null;

/** The requests of a trial, by the kind of value that it tries. */
export const TRIAL_REQUESTS: Readonly<Record<TriedKind, TrialRequests>> = {
  credential: {
    control: (run, request) => ({
      ...request,
      credential: run.credentials.valid,
      expects: statusesWithRightKey(request.operation),
    }),
    second: (_run, request) =>
      request.query === undefined ? withAnotherHeader(request) : listing(request, { limit: otherLimit(request) }),
  },
  headers: {
    control: (_run, { headers: _headers, omits: _omits, contentType: _type, chunked: _chunked, ...plain }) => plain,
    second: withAnotherTarget,
  },
  limit: {
    control: (run, request) =>
      harmlessList(
        run,
        [LIMIT_DEFAULT, LIMIT_DEFAULT + 1, 1].map((limit) => listing(request, { ...request.query, limit })),
      ),
    second: (_run, request) =>
      listing(request, { ...request.query, status: request.query?.status === undefined ? 'available' : undefined }),
  },
  'status filter': {
    control: (run, request) =>
      harmlessList(
        run,
        PET_STATUSES.map((status) => listing(request, { ...request.query, status })),
      ),
    second: (_run, request) => listing(request, { ...request.query, limit: otherLimit(request) }),
  },
  'limit with filter': {
    control: (_run, request) => listing(request, { ...request.query, status: undefined }),
    second: (_run, request) =>
      listing(request, { limit: otherLimit(request), status: otherStatus(request.query?.status) }),
  },
  'negative unknown id': unknownIdRequests('negative'),
  'large unknown id': unknownIdRequests('exact'),
  'ordinary unknown id': unknownIdRequests('small'),
  'status of a read pet': { control: harmlessRead, second: readOfSameKind },
  'large id of a read pet': { control: harmlessRead, second: readOfSameKind },
  'invalid body': {
    control: (run) => ({
      ...createRequest(draft(run, { status: 'available' })),
      credential: run.credentials.valid,
    }),
    second: (_run, request) => withAnotherHeader(request),
  },
  'form of a body': {
    control: (_run, request) => adding(request, (pet) => pet),
    second: (_run, request) => withAnotherHeader(request),
  },
  'pet status': {
    control: (run, request) =>
      adding(request, ({ categoryId, status }) => draft(run, { categoryId, status: otherStatus(status) })),
    second: withAnotherName,
  },
  category: {
    control: (run, request) => adding(request, ({ name, status }) => draft(run, { name, status })),
    second: withAnotherName,
  },
  name: {
    control: withAnotherName,
    second: (_run, request) => adding(request, ({ status, ...pet }) => ({ ...pet, status: otherStatus(status) })),
  },
};

function unknownIdRequests(range: IdRange): TrialRequests {
  return {
    control: (run, request) => otherReads(run, request)[0] ?? null,
    second: (run, request) => ({
      ...request,
      ...getRequest(drawUnknownId(run, run.randomFor(TRIALS_NAME), range)),
    }),
  };
}

/** What an operation may respond to a request that was sent with a wrong key before. */
function statusesWithRightKey(operation: RequestKind): readonly number[] {
  if (operation === 'other') return [];
  const { success, errors } = operations[operation];
  return [success, ...errors.filter((status) => status !== 401)];
}

/** A header that changes nothing: the complete body is the tried value, or the target is. */
function withAnotherHeader(request: ApiRequest): ApiRequest {
  return { ...request, headers: [...(request.headers ?? []), ['Accept', 'application/json, */*;q=0.1']] };
}

function withAnotherTarget(run: Run, request: ApiRequest): ApiRequest | null {
  if (request.query !== undefined) return listing(request, { ...request.query, limit: otherLimit(request) });
  if (request.pet !== undefined) return withAnotherName(run, request);
  return request.petId === undefined ? null : (otherReads(run, request)[0] ?? null);
}

/** The same list request with another query. */
function listing(
  request: ApiRequest,
  { limit, status }: { readonly limit?: number | undefined; readonly status?: PetStatus | undefined },
): ApiRequest {
  const query = { ...(limit === undefined ? {} : { limit }), ...(status === undefined ? {} : { status }) };
  return { ...request, ...listRequest(query), expects: request.expects };
}

/** The first list request whose limit and filter got a response before. */
function harmlessList({ disturbed }: Run, requests: readonly ApiRequest[]): ApiRequest | null {
  return requests.find((request) => disturbed.suspectIn(request) === null) ?? null;
}

/** Reads of the other pets that the run added. */
function otherReads({ known }: Run, request: ApiRequest): readonly ApiRequest[] {
  const ids = known.own().map(({ id }) => id);
  return ids.filter((id) => id !== request.petId).map((id) => ({ ...request, ...getRequest(id) }));
}

function harmlessRead(run: Run, request: ApiRequest): ApiRequest | null {
  return otherReads(run, request).find((read) => run.disturbed.suspectIn(read) === null) ?? null;
}

function readOfSameKind(run: Run, request: ApiRequest, value: TriedValue): ApiRequest | null {
  return otherReads(run, request).find((read) => run.disturbed.tries(read, value)) ?? null;
}

/** The same addition of a pet that `change` makes from its pet. */
function adding(request: ApiRequest, change: (pet: NewPet) => NewPet): ApiRequest | null {
  return request.pet === undefined ? null : { ...request, ...createRequest(change(request.pet)) };
}

function withAnotherName(run: Run, request: ApiRequest): ApiRequest | null {
  return adding(request, ({ categoryId, status }) => draft(run, { categoryId, status }));
}

function draft(run: Run, fields: Parameters<typeof draftPet>[2]): NewPet {
  return draftPet(run, TRIALS_NAME, fields);
}

function otherStatus(status: PetStatus | undefined): PetStatus {
  return PET_STATUSES.find((each) => each !== status) ?? 'available';
}

function otherLimit({ query }: ApiRequest): number {
  return query?.limit === 11 ? 12 : 11;
}
