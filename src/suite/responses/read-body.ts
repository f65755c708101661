import type { JsonDocument, JsonReading, JsonValue } from '../../contract/json.ts';
import { type Pet, readPet } from '../../contract/pet.ts';
import { checkError, checkPet, checkPets, type Mismatch, MOST_PETS } from '../../contract/validation.ts';
import { operations } from '../../contract/operations.ts';
import type { ApiRequest, ListQuery } from '../api-request.ts';

/** A valid pet, its index on the page, and the JSON value that shows it there. */
interface PlacedPet {
  readonly pet: Pet;
  readonly index: number;
  readonly value: JsonValue;
}

/** The body of a response, read as the contract describes it. */
export type ReadBody =
  /** The contract describes no body for this response. */
  | { readonly kind: 'undescribed' }
  | { readonly kind: 'not-json'; readonly problem: string; readonly isTooComplex: boolean }
  | {
      readonly kind: 'page';
      readonly document: JsonDocument;
      readonly query: ListQuery;
      /** Null if the body is not an array. */
      readonly size: number | null;
      readonly mismatches: readonly Mismatch[];
      /** The valid pets among the first thousand elements. */
      readonly pets: readonly PlacedPet[];
    }
  | {
      readonly kind: 'pet';
      readonly document: JsonDocument;
      readonly mismatches: readonly Mismatch[];
      /** Null if the body is not a valid pet. */
      readonly pet: Pet | null;
    }
  | { readonly kind: 'error'; readonly document: JsonDocument; readonly mismatches: readonly Mismatch[] };

/** What `readBody` needs of a response. */
interface Readable {
  readonly request: ApiRequest;
  readonly status: number;
  readonly wrongSuccess: string | null;
  readonly json: () => JsonReading;
}

/** Reads the body of a response as the contract describes it for the request and the status. */
export function readBody(response: Readable): ReadBody {
  const { request, status } = response;
  if (response.wrongSuccess === null) return readDescribed(response, describedBody(request, status));
  const body = readDescribed(response, successBody(request));
  return isValid(body) ? body : { kind: 'undescribed' };
}

function readDescribed(response: Readable, described: Described): ReadBody {
  const { request } = response;
  if (described === 'none') return { kind: 'undescribed' };
  const reading = response.json();
  if (reading.kind === 'not-json')
    return { kind: 'not-json', problem: reading.problem, isTooComplex: reading.reason === 'too-complex' };
  const { document } = reading;
  if (described === 'error') return { kind: 'error', document, mismatches: checkError(document) };
  if (described === 'page') return readPage(document, request.query ?? {});
  const mismatches = checkPet(document);
  return { kind: 'pet', document, mismatches, pet: mismatches.length === 0 ? readPet(document) : null };
}

/** Whether a body is a list of pets or a valid pet. */
function isValid(body: ReadBody): boolean {
  return body.kind === 'page' ? body.size !== null : body.kind === 'pet' && body.pet !== null;
}

type Described = 'page' | 'pet' | 'error' | 'none';

function successBody({ operation }: ApiRequest): Described {
  return operation === 'other' ? 'none' : operations[operation].body;
}

/** Which body the contract describes for a response with this status. */
function describedBody({ operation, expects, pet }: ApiRequest, status: number): Described {
  if (operation === 'other') return 'none';
  const { success, body } = operations[operation];
  // A service may accept a body that the contract leaves open. Then it must return the pet.
  const isAdded = pet !== undefined && status === success;
  if (!isAdded && !expects.includes(status)) return 'none';
  return status === success ? body : 'error';
}

function readPage(document: JsonDocument, query: ListQuery): ReadBody {
  const { value } = document;
  if (!isJsonArray(value)) return { kind: 'page', document, query, size: null, mismatches: [], pets: [] };
  const mismatches = value.length === 0 ? [] : checkPets(document);
  const pets = value
    .slice(0, MOST_PETS)
    .flatMap((element, index) =>
      mismatches.length === 0 || checkPet(document, element).length === 0
        ? [{ pet: readPet(document, element), index, value: element }]
        : [],
    );
  return { kind: 'page', document, query, size: value.length, mismatches, pets };
}

/** Whether a JSON value is an object, neither null nor an array. */
export function isJsonObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an array. */
export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
