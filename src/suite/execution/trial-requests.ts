import { LIMIT_DEFAULT, operations, type RequestKind } from '../../contract/operations.ts';
import { PET_STATUSES, type PetStatus } from '../../contract/pet.ts';
import {
  type ApiRequest,
  createRequest,
  getRequest,
  type ListQuery,
  listRequest,
  type UnsentRequest,
} from '../api-request.ts';
import type { TriedValue } from './disturbed-requests.ts';
import { draftPet, drawUnknownId, type IdRange } from '../pets.ts';
import type { Run } from '../run.ts';

/** The pets and random numbers of controlled trials have this name. */
export const TRIALS_NAME = 'controlled-trials';

/** What another unknown id of the same kind is drawn from. */
const RANGES: Readonly<Partial<Record<TriedValue['kind'], IdRange>>> = {
  'negative unknown id': 'negative',
  'large unknown id': 'exact',
  'ordinary unknown id': 'small',
};

/** The same request with another value that must be accepted; null if the run knows none. */
export function controlFor(run: Run, value: TriedValue, request: ApiRequest): ApiRequest | null {
  const { operation, pet } = request;
  switch (value.kind) {
    case 'credential':
      return { ...request, credential: run.credentials.valid, expects: statusesWithRightKey(operation) };
    case 'limit':
    case 'status filter':
      return otherList(run, request, value.kind);
    case 'negative unknown id':
    case 'large unknown id':
    case 'ordinary unknown id': {
      const [own] = run.known.own();
      return own === undefined ? null : { ...request, ...getRequest(own.id) };
    }
    case 'body':
      return validAddition(run);
    case 'pet status':
    case 'name': {
      if (pet === undefined) return null;
      const { categoryId } = pet;
      const status = value.kind === 'name' ? pet.status : otherStatus(pet.status);
      return { ...request, ...createRequest(draftPet(run, TRIALS_NAME, { categoryId, status })) };
    }
  }
}

/** What an operation may respond to a request that was sent with a wrong key before. */
function statusesWithRightKey(operation: RequestKind): readonly number[] {
  if (operation === 'other') return [];
  const { success, errors } = operations[operation];
  return [success, ...errors.filter((status) => status !== 401)];
}

/** A request that shares only the tried value. */
export function secondFor(run: Run, value: TriedValue, request: ApiRequest): ApiRequest {
  const { query, pet } = request;
  const idRange = RANGES[value.kind];
  if (idRange !== undefined)
    return withTargetAndBodyOf(request, getRequest(drawUnknownId(run, run.randomFor(TRIALS_NAME), idRange)));
  if (query !== undefined) {
    const { limit, status } = query;
    if (value.kind === 'status filter')
      return withTargetAndBodyOf(request, listRequest(queryOf(otherLimit(limit), status)));
    if (value.kind === 'limit')
      return withTargetAndBodyOf(request, listRequest(queryOf(limit, status === undefined ? 'available' : undefined)));
    return withTargetAndBodyOf(request, listRequest(queryOf(otherLimit(limit), undefined)));
  }
  if (pet !== undefined && value.kind !== 'credential') {
    const { name, status, categoryId } = pet;
    const fields = value.kind === 'name' ? { name, status: otherStatus(status) } : { status };
    return withTargetAndBodyOf(request, createRequest(draftPet(run, TRIALS_NAME, { categoryId, ...fields })));
  }
  // The complete body is the tried value, or the target is: only a header differs.
  return { ...request, headers: [...(request.headers ?? []), ['Accept', 'application/json, */*;q=0.1']] };
}

/** The request with the target and the body of another one. Its credential, headers and expected statuses stay. */
function withTargetAndBodyOf(request: ApiRequest, other: UnsentRequest): ApiRequest {
  return { ...request, ...other, expects: request.expects };
}

/** The same list request with another limit or filter that got a response before. */
function otherList(run: Run, request: ApiRequest, kind: 'limit' | 'status filter'): ApiRequest | null {
  if (request.query === undefined) return null;
  const { limit, status } = request.query;
  const queries =
    kind === 'limit'
      ? [LIMIT_DEFAULT, LIMIT_DEFAULT + 1, 1].filter((each) => each !== limit).map((each) => queryOf(each, status))
      : PET_STATUSES.filter((each) => each !== status).map((each) => queryOf(limit, each));
  return (
    queries
      .map((query) => withTargetAndBodyOf(request, listRequest(query)))
      .find((control) => run.disturbed.suspectIn(control) === null) ?? null
  );
}

/** An ordinary addition. */
function validAddition(run: Run): ApiRequest {
  const pet = draftPet(run, TRIALS_NAME, { status: 'available' });
  return { ...createRequest(pet), credential: run.credentials.valid };
}

function otherStatus(status: PetStatus | undefined): PetStatus {
  return PET_STATUSES.find((each) => each !== status) ?? 'available';
}

function otherLimit(limit: number | undefined): number {
  return limit === 11 ? 12 : 11;
}

function queryOf(limit: number | undefined, status: PetStatus | undefined): ListQuery {
  return { ...(limit === undefined ? {} : { limit }), ...(status === undefined ? {} : { status }) };
}
