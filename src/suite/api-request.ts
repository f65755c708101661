import { LIMIT_DEFAULT, operations } from '../contract/operations.ts';
import type { NewPet, PetStatus } from '../contract/pet.ts';
import type { SingleConnection } from '../http/client.ts';
import type { OutgoingRequest } from '../http/request.ts';

/** The fields that identify a pet stored for a rejected body. `categoryId` only if no other pet has it. */
export interface Marks {
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
}

/** A request of a case, and what the contract says about it. */
export interface ApiRequest extends OutgoingRequest {
  /** The query of a list request, if the contract describes it (part 4.1). */
  readonly query?: ListQuery;
  /** The pet that the body adds, if the service accepts it (part 4.2). */
  readonly pet?: NewPet;
  /** What identifies a pet that the service stores for the body, although it must not. */
  readonly marks?: Marks;
  /** The id in the path, if it is an integer (part 4.3). */
  readonly petId?: bigint;
  /** The pet that the request removes, if the service accepts it. No operation of the contract does: see `rules/removed.ts`. */
  readonly removes?: bigint;
  /** What the run knows of the pet with an id. A makeshift reading takes from it what the response lacks. */
  readonly known?: (id: bigint) => NewPet | undefined;
  /** Writes the path and query in another form that means the same (RFC 3986 section 6.2.2). `path` is in this form. */
  readonly spell?: (path: string) => string;
  /** How the request differs from the one of the contract, after its route, because the service demands it. It verifies nothing. */
  readonly detour?: string;
  /** The statuses that the contract specifies for the request. None if it leaves the response open, which is then only observed. */
  readonly expects: readonly number[];
}

/** A request, and the statuses that the contract specifies for it if its key is valid. */
export type UnsentRequest = Omit<ApiRequest, 'credential'>;

/** Whether the contract specifies nothing but a rejection for a request. */
export function mustBeRejected({ expects }: Pick<ApiRequest, 'expects'>): boolean {
  return expects.length > 0 && expects.every((status) => status >= 400);
}

/** Whether a status is the only one that the contract specifies for a request. */
export function expectsOnly(status: number, { expects }: Pick<ApiRequest, 'expects'>): boolean {
  return expects.length === 1 && expects[0] === status;
}

/** A body, its media type if it is not JSON (null sends none), and the statuses that the contract specifies for it. */
export interface RawBody extends Pick<UnsentRequest, 'pet' | 'expects' | 'contentType' | 'marks'> {
  /** Bytes only if no text has them. */
  readonly body: string | Uint8Array | undefined;
}

/** The part of the int64 range that an id is drawn from. `exact`: odd and above 2^53, so no double holds it. `wide`: above 32 bits, and a double holds it. */
export type IdRange = 'positive' | 'negative' | 'exact' | 'wide' | 'small';

/** A valid list request: the parameters of part 4.1. */
export interface ListQuery {
  readonly limit?: number;
  readonly status?: PetStatus;
}

/** The most pets that a page may hold (parts 4.1 and 8). */
export function pageLimit(query: ListQuery): number {
  return query.limit ?? LIMIT_DEFAULT;
}

/** The path of a list request. A service must accept both orders of the parameters, so the limit decides which comes first. */
export function listPath({ limit, status }: ListQuery): string {
  const limits = limit === undefined ? [] : [`limit=${limit}`];
  const filters = status === undefined ? [] : [`status=${status}`];
  const parameters = (limit ?? 0) % 2 === 0 ? [...limits, ...filters] : [...filters, ...limits];
  const { path } = operations.listPets;
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/** A path with parameters behind those that it has. */
export function withParameters(path: string, parameters: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameters}`;
}

/** A path with a slash before its query. */
export function withSlash(path: string): string {
  return path.replace(/(?=\?)|$/, '/');
}

/**
 * How a request differs from the usual request of a client that follows the contract. The default credential is the configured key.
 * Any other one expects 401.
 */
export interface RequestOptions extends Partial<
  Pick<ApiRequest, 'credential' | 'headers' | 'expects' | 'omits' | 'chunked' | 'spellName' | 'spell'>
> {
  /** Parameters behind those of the request, such as `debug=true`. */
  readonly parameters?: string;
  /** A connection for requests that must follow each other on it. */
  readonly connection?: SingleConnection;
}

/** Sent by curl and many clients by default. The suite asks for JSON. */
export const ANY_MEDIA_TYPE = { headers: [['Accept', '*/*']] } as const satisfies RequestOptions;
