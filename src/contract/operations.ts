/** One operation of the contract (part 4). */
interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address; a parameter stands in braces. */
  readonly path: `/${string}`;
  /** Part of the contract that describes it. */
  readonly part: string;
  /** The word for it in ids of requirements (`AUTH-MISSING-LIST`); ids of cases have it in lower case (`auth/list/none`). */
  readonly idWord: string;
  /** The word for one request in sentences; its plural ends in s. */
  readonly noun: string;
  /** The status of success. */
  readonly success: number;
  /** The body of a success. */
  readonly body: 'page' | 'pet' | 'none';
  /**
   * What a success does to the catalogue. The profile read-only sends only what has no effect. A request that adds a pet counts
   * against the budget of the run. One that removes a pet is not retried: a second attempt gets another response.
   */
  readonly effect: 'none' | 'adds a pet' | 'removes a pet';
  /** The statuses whose body is an Error (part 7). */
  readonly errors: readonly number[];
  /** The calendar date, YYYY-MM-DD, on which a deprecated operation is removed (part 9 rule 3). */
  readonly removedOn: string | null;
}

/** The one table of operations. Request lines, ids, expected statuses, reports and the removal calendar derive from it. */
export const operations = {
  listPets: {
    method: 'GET',
    path: '/pets',
    part: '4.1',
    idWord: 'LIST',
    noun: 'list',
    success: 200,
    body: 'page',
    effect: 'none',
    errors: [401],
    removedOn: null,
  },
  createPet: {
    method: 'POST',
    path: '/pets',
    part: '4.2',
    idWord: 'CREATE',
    noun: 'creation',
    success: 201,
    body: 'pet',
    effect: 'adds a pet',
    errors: [400, 401],
    removedOn: null,
  },
  getPet: {
    method: 'GET',
    path: '/pets/{petId}',
    part: '4.3',
    idWord: 'GET',
    noun: 'read',
    success: 200,
    body: 'pet',
    effect: 'none',
    errors: [401, 404],
    removedOn: '2030-12-05',
  },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** The name of an operation (part 4). */
export type OperationId = keyof typeof operations;

/** The operations with the id of a pet in their path. */
export type OperationOnPet = {
  [Id in OperationId]: (typeof operations)[Id]['path'] extends `${string}{petId}${string}` ? Id : never;
}[OperationId];

/** What a request asks for: an operation, or anything else that a case tries. */
export type RequestKind = OperationId | 'other';

/** A status whose body is an Error (part 7). */
export type ErrorStatus = (typeof operations)[OperationId]['errors'][number];

/** The operations in the order of the contract. */
export const OPERATION_IDS = Object.keys(operations) as readonly OperationId[];

/** The operations and `other`. */
export const REQUEST_KINDS: readonly RequestKind[] = [...OPERATION_IDS, 'other'];

/** The method and the path template of an operation: `GET /pets/{petId}`. */
export function operationRoute(operation: OperationId): string {
  const { method, path } = operations[operation];
  return `${method} ${path}`;
}

/** What a success does to the catalogue. Requests for anything else are assumed to do nothing. */
export function effectOf(operation: RequestKind): OperationRow['effect'] {
  return operation === 'other' ? 'none' : operations[operation].effect;
}

/** The least page size that `limit` of the list operation takes (part 8). */
export const LIMIT_MIN = 1;

/** The greatest page size that `limit` of the list operation takes (part 8). */
export const LIMIT_MAX = 100;

/** The page size if a list request has no `limit` (part 8). */
export const LIMIT_DEFAULT = 20;
