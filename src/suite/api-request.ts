import { LIMIT_DEFAULT, type OperationId, operations } from '../contract/operations.ts';
import type { PetStatus, NewPet } from '../contract/pet.ts';
import { writeJson, type JsonInput } from '../contract/json.ts';
import type { OutgoingRequest } from '../http/request.ts';

/** A request of a case, and what the contract says about it. */
export interface ApiRequest extends OutgoingRequest {
  /** The query of a list request, if the contract describes it (part 4.1). */
  readonly query?: ListQuery;
  /** The pet that the body adds, if the service accepts it (part 4.2). */
  readonly pet?: NewPet;
  /** The id in the path, if it is an integer (part 4.3). */
  readonly petId?: bigint;
  /** Writes the path and query in another form that means the same (RFC 3986 section 6.2.2). `path` is in this form. */
  readonly spell?: (path: string) => string;
  /** The statuses that the contract specifies for the request. None if it leaves the response open, which is then only observed. */
  readonly expects: readonly number[];
}

/** A request, and the statuses that the contract specifies for it if its key is valid. */
export type UnsentRequest = Omit<ApiRequest, 'credential'>;

/** A body as text, its media type if it is not JSON (null sends none), and the statuses that the contract specifies for it. */
export interface RawBody extends Pick<UnsentRequest, 'pet' | 'expects' | 'contentType'> {
  readonly body: string | undefined;
}

/** A valid list request: the parameters of part 4.1. */
export interface ListQuery {
  readonly limit?: number;
  readonly status?: PetStatus;
}

/** The most pets that a page may hold (parts 4.1 and 8). */
export function pageLimit(query: ListQuery): number {
  return query.limit ?? LIMIT_DEFAULT;
}

/**
 * The path of a list request, relative to the base address. A service must accept both orders of the parameters, so an even
 * limit comes before the filter and an odd limit after it.
 */
export function listPath({ limit, status }: ListQuery): string {
  const limits = limit === undefined ? [] : [`limit=${limit}`];
  const filters = status === undefined ? [] : [`status=${status}`];
  const parameters = (limit ?? 0) % 2 === 0 ? [...limits, ...filters] : [...filters, ...limits];
  const { path } = operations.listPets;
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/** Sends the requests of the operations: a method for each. */
export interface OperationApi<Options, Response> extends Readonly<Record<OperationId, unknown>> {
  /** `GET /pets` (part 4.1). A query as text is one that the contract does not specify. */
  listPets(query?: ListQuery | string, options?: Options): Promise<Response>;
  /** `POST /pets` (part 4.2). Counts against the budget of the run. An added pet is recorded. */
  createPet(sent: NewPet | RawBody, options?: Options): Promise<Response>;
  /** `GET /pets/{petId}` (part 4.3). An id as text is one that the contract does not specify. */
  getPet(id: bigint | string, options?: Options): Promise<Response>;
}

/** The operations, with requests that `send` sends. */
export function createOperationApi<Options, Response>(
  send: (request: UnsentRequest, options?: Options) => Promise<Response>,
): OperationApi<Options, Response> {
  return {
    listPets: (query, options) => send(listRequest(query), options),
    createPet: (sent, options) => send(createRequest(sent), options),
    getPet: (id, options) => send(getRequest(id), options),
  };
}

/** `GET /pets`. A query as text is one that the contract does not specify. */
export function listRequest(query: ListQuery | string = {}): UnsentRequest {
  const { method, path, success } = operations.listPets;
  return typeof query === 'string'
    ? { method, path: `${path}?${query}`, operation: 'listPets', expects: [] }
    : { method, path: listPath(query), operation: 'listPets', query, expects: [success] };
}

/** `POST /pets`. */
export function createRequest(sent: NewPet | RawBody): UnsentRequest {
  const { method, path, success } = operations.createPet;
  const { body, ...rest }: RawBody = 'body' in sent ? sent : { body: newPetText(sent), expects: [success], pet: sent };
  return { method, path, operation: 'createPet', ...rest, ...(body === undefined ? {} : { body }) };
}

/** `GET /pets/{petId}`. An id as text is one that the contract does not specify. */
export function getRequest(id: bigint | string): UnsentRequest {
  const { method, path: template, success } = operations.getPet;
  const path = template.replace('{petId}', String(id));
  return typeof id === 'string'
    ? { method, path, operation: 'getPet', expects: [] }
    : { method, path, operation: 'getPet', petId: id, expects: [success] };
}

type Members = { readonly [key: string]: JsonInput };

/** The members of a NewPet. An absent status stays absent. */
export function newPetMembers(pet: NewPet): Members {
  return { name: pet.name, categoryId: pet.categoryId, ...(pet.status === undefined ? {} : { status: pet.status }) };
}

/** A NewPet as JSON text with exact integers. */
export function newPetText(pet: NewPet): string {
  return writeJson(newPetMembers(pet));
}

/** A NewPet with its last member first, and with white space wherever JSON allows it (RFC 8259 section 2). */
export function spacedNewPet(pet: NewPet): string {
  const lines = Object.entries(newPetMembers(pet)).map(([key, value]) => `  ${writeJson(key)}\t: ${writeJson(value)}`);
  return `\r\n{\n${lines.toReversed().join(' ,\r\n')}\n}\n`;
}

/** A NewPet in which every character of every string is written as an escape (RFC 8259 section 7). */
export function escapedNewPet(pet: NewPet): string {
  const members = Object.entries(newPetMembers(pet)).map(([key, value]) => {
    const written = typeof value === 'string' ? escapedString(value) : writeJson(value);
    return `${escapedString(key)}:${written}`;
  });
  return `{${members.join(',')}}`;
}

function escapedString(text: string): string {
  const units = text.split('').map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${units.join('')}"`;
}
