import { operations, type RequestKind } from '../../contract/operations.ts';
import type { Pet } from '../../contract/pet.ts';
import { type ApiRequest, listPath } from '../api-request.ts';
import { isValidKey } from '../keys/credentials.ts';
import { getRequest } from './requests.ts';
import { operationDefinitions } from './index.ts';
import { withAnotherHeader } from './operation.ts';
import { triedValue, type TrialTools, type TriedValue } from './tried-value.ts';

/** The values that a request tries, in the order in which a service reads them. */
export function findTriedValues(request: ApiRequest, find: (id: bigint) => Pet | undefined): readonly TriedValue[] {
  const { operation, credential } = request;
  const ofOperation = operation === 'other' ? [] : operationDefinitions[operation].triedValues(request, find);
  return [
    ...(isValidKey(credential) ? triedHeaders(request) : [triedCredential(request)]),
    ...triedForm(request),
    ...ofOperation,
  ];
}

function triedCredential(request: ApiRequest): TriedValue {
  const { operation, credential } = request;
  return triedValue(`${operation} with the credential "${credential.id}"`, {
    controls: ({ validKey }) => [{ ...request, credential: validKey, expects: statusesWithRightKey(operation) }],
    // A list can be varied without a pet. Other requests keep what the wrong key was sent with.
    others: (tools) =>
      operation === 'listPets' && request.query !== undefined ? varied(request, tools) : [withAnotherHeader(request)],
  });
}

/** What an operation may respond to a request that was sent with a wrong key before: it may be invalid in other ways too. */
function statusesWithRightKey(operation: RequestKind): readonly number[] {
  if (operation === 'other') return [];
  const { success, errors } = operations[operation];
  return [...new Set([success, 400, ...errors.filter((status) => status !== 401)])];
}

function triedHeaders(request: ApiRequest): readonly TriedValue[] {
  const { headers = [], omits = [], contentType, chunked, spellName, operation, expects } = request;
  const changes = [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...omits.map((name) => `no ${name}`),
    ...(contentType === undefined ? [] : [contentType === null ? 'no Content-Type' : `Content-Type: ${contentType}`]),
    ...(chunked === true ? ['a body in chunks'] : []),
    ...(spellName === undefined ? [] : [`the field ${spellName('Accept')}`]),
  ];
  if (expects.length === 0 || changes.length === 0) return [];
  const {
    headers: _headers,
    omits: _omits,
    contentType: _type,
    chunked: _chunked,
    spellName: _spell,
    ...plain
  } = request;
  const requests = { controls: () => [plain], others: (tools: TrialTools) => varied(request, tools) };
  return [triedValue(`${operation} with ${changes.join(', ')}`, requests)];
}

function triedForm(request: ApiRequest): readonly TriedValue[] {
  const { operation, expects } = request;
  if (request.spell === undefined || expects.length === 0) return [];
  const requests = {
    controls: () => [withPlainTarget(request)],
    others: (tools: TrialTools) => varied(request, tools),
  };
  return [triedValue(`${operation} with another form of its path or query`, requests)];
}

function withPlainTarget({ spell: _spell, ...request }: ApiRequest): ApiRequest {
  const { query, petId } = request;
  if (query !== undefined) return { ...request, path: listPath(query) };
  return petId === undefined ? request : { ...request, path: getRequest(petId).path };
}

function varied(request: ApiRequest, tools: TrialTools): readonly ApiRequest[] {
  return request.operation === 'other' ? [] : operationDefinitions[request.operation].vary(request, tools);
}
