import { LIMIT_DEFAULT, operations, type RequestKind } from '../../contract/operations.ts';
import { PET_STATUSES, type NewPet, type PetStatus } from '../../contract/pet.ts';
import { type ApiRequest, createRequest, getRequest, type ListQuery, listRequest } from '../api-request.ts';
import type { TriedKind, TriedValue } from './disturbed-requests.ts';
import { draftPet, drawUnknownId, type IdRange } from '../pets.ts';
import type { Run } from '../run.ts';

/** The pets and random numbers of controlled trials have this name. */
export const TRIALS_NAME = 'controlled-trials';

/** What a trial sends beside the disturbed request. */
interface TrialRequests {
  /** The same request with another value, which must be accepted; null if the run knows none. */
  readonly control: (run: Run, request: ApiRequest) => ApiRequest | null;
  /**
   * Requests that share only the tried value; none if the run knows none. If their paths can differ, there are several, because
   * a gateway may choose a dead back end by the path.
   */
  readonly others: (run: Run, request: ApiRequest, value: TriedValue) => readonly ApiRequest[];
}

/** The most other requests of a trial, each with another path. */
const OTHER_PATHS = 3;

/** The requests of a trial, by the kind of value that it tries. */
export const TRIAL_REQUESTS: Readonly<Record<TriedKind, TrialRequests>> = {
  credential: {
    control: (run, request) => ({
      ...request,
      credential: run.credentials.valid,
      expects: statusesWithRightKey(request.operation),
    }),
    others: (_run, request) =>
      request.query === undefined ? [withAnotherHeader(request)] : withOtherLimits(request, {}),
  },
  headers: {
    control: (_run, { headers: _headers, omits: _omits, contentType: _type, chunked: _chunked, ...plain }) => plain,
    others: withOtherTargets,
  },
  'form of a target': {
    control: (_run, { spell: _spell, ...plain }) => withPlainTarget(plain),
    others: withOtherTargets,
  },
  limit: {
    control: (run, request) =>
      harmlessList(
        run,
        [LIMIT_DEFAULT, LIMIT_DEFAULT + 1, 1].map((limit) => listing(request, { ...request.query, limit })),
      ),
    others: (_run, request) =>
      [undefined, ...PET_STATUSES]
        .filter((status) => status !== request.query?.status)
        .map((status) => listing(request, { ...request.query, status })),
  },
  'status filter': {
    control: (run, request) =>
      harmlessList(
        run,
        PET_STATUSES.map((status) => listing(request, { ...request.query, status })),
      ),
    others: (_run, request) => withOtherLimits(request, request.query),
  },
  'limit with filter': {
    control: (_run, request) => listing(request, { ...request.query, status: undefined }),
    others: (_run, request) => withOtherLimits(request, { status: otherStatus(request.query?.status) }),
  },
  'negative unknown id': unknownIdRequests('negative'),
  'large unknown id': unknownIdRequests('exact'),
  'ordinary unknown id': unknownIdRequests('small'),
  'status of a read pet': { control: harmlessRead, others: readsOfSameKind },
  'large id of a read pet': { control: harmlessRead, others: readsOfSameKind },
  'invalid body': {
    control: (run, request) => ({ ...request, ...createRequest(draft(run, { status: 'available' })) }),
    others: (_run, request) => [withAnotherHeader(request)],
  },
  'form of a body': {
    control: (_run, request) => adding(request, (pet) => pet),
    others: (_run, request) => [withAnotherHeader(request)],
  },
  'pet status': {
    control: (_run, request) => adding(request, withOtherStatus),
    others: withAnotherName,
  },
  category: {
    control: (run, request) => adding(request, ({ name, status }) => draft(run, { name, status })),
    others: withAnotherName,
  },
  name: {
    control: (run, request) => withAnotherName(run, request)[0] ?? null,
    others: (_run, request) => presentIn(adding(request, withOtherStatus)),
  },
};

function unknownIdRequests(range: IdRange): TrialRequests {
  return {
    control: harmlessRead,
    others: (run, request) => {
      const random = run.randomFor(TRIALS_NAME);
      return Array.from({ length: OTHER_PATHS }, () => ({
        ...request,
        ...getRequest(drawUnknownId(run, random, range)),
      }));
    },
  };
}

/** What an operation may respond to a request that was sent with a wrong key before. */
function statusesWithRightKey(operation: RequestKind): readonly number[] {
  if (operation === 'other') return [];
  const { success, errors } = operations[operation];
  return [success, ...errors.filter((status) => status !== 401)];
}

/** The same request with an equivalent Accept header, where no other part of it may change. */
function withAnotherHeader(request: ApiRequest): ApiRequest {
  return { ...request, headers: [...(request.headers ?? []), ['Accept', 'application/json, */*;q=0.1']] };
}

function withOtherTargets(run: Run, request: ApiRequest): readonly ApiRequest[] {
  if (request.query !== undefined) return withOtherLimits(request, request.query);
  if (request.pet !== undefined) return withAnotherName(run, request);
  return request.petId === undefined ? [] : otherReads(run, request).slice(0, OTHER_PATHS);
}

/** The request with its target in the form of the request that it was made from. */
function spelled(request: ApiRequest): ApiRequest {
  return request.spell === undefined ? request : { ...request, path: request.spell(request.path) };
}

function withPlainTarget(request: ApiRequest): ApiRequest {
  if (request.query !== undefined) return listing(request, request.query);
  return request.petId === undefined ? request : { ...request, path: getRequest(request.petId).path };
}

/** The same list request with another query. */
function listing(
  request: ApiRequest,
  { limit, status }: { readonly limit?: number | undefined; readonly status?: PetStatus | undefined },
): ApiRequest {
  const query = { ...(limit === undefined ? {} : { limit }), ...(status === undefined ? {} : { status }) };
  return spelled({ ...request, ...listRequest(query), expects: request.expects });
}

/** List requests with other limits than the disturbed one. */
function withOtherLimits(request: ApiRequest, query: Pick<ListQuery, 'status'> = {}): readonly ApiRequest[] {
  const limits = [11, 12, 13, 14].filter((limit) => limit !== request.query?.limit);
  return limits.slice(0, OTHER_PATHS).map((limit) => listing(request, { ...query, limit }));
}

/** The first list request whose limit and filter got a response before. */
function harmlessList({ disturbed }: Run, requests: readonly ApiRequest[]): ApiRequest | null {
  return requests.find((request) => disturbed.suspectIn(request) === null) ?? null;
}

/** Reads of the other pets that the run added. */
function otherReads({ known }: Run, request: ApiRequest): readonly ApiRequest[] {
  const ids = known.own().map(({ id }) => id);
  return ids.filter((id) => id !== request.petId).map((id) => spelled({ ...request, ...getRequest(id) }));
}

function harmlessRead(run: Run, request: ApiRequest): ApiRequest | null {
  return otherReads(run, request).find((read) => run.disturbed.suspectIn(read) === null) ?? null;
}

function readsOfSameKind(run: Run, request: ApiRequest, value: TriedValue): readonly ApiRequest[] {
  const reads = otherReads(run, request).filter((read) => run.disturbed.tries(read, value));
  return reads.slice(0, OTHER_PATHS);
}

/** The same addition of a pet that `change` makes from its pet. */
function adding(request: ApiRequest, change: (pet: NewPet) => NewPet): ApiRequest | null {
  return request.pet === undefined ? null : { ...request, ...createRequest(change(request.pet)) };
}

function withAnotherName(run: Run, request: ApiRequest): readonly ApiRequest[] {
  return presentIn(adding(request, ({ categoryId, status }) => draft(run, { categoryId, status })));
}

function presentIn(request: ApiRequest | null): readonly ApiRequest[] {
  return request === null ? [] : [request];
}

function draft(run: Run, fields: Parameters<typeof draftPet>[2]): NewPet {
  return draftPet(run, TRIALS_NAME, fields);
}

function withOtherStatus({ status, ...pet }: NewPet): NewPet {
  return { ...pet, status: otherStatus(status) };
}

function otherStatus(status: PetStatus | undefined): PetStatus {
  return PET_STATUSES.find((each) => each !== status) ?? 'available';
}
