import type { JsonDocument, JsonValue } from '../contract/json.ts';
import { type Pet, readPet } from '../contract/pet.ts';
import { checkError, checkPet, checkPets, type Mismatch, MOST_PETS } from '../contract/validation.ts';
import type { ListQuery } from './api-request.ts';
import type { ApiCall, CompleteResponse, Evidence } from './response.ts';

/** A valid pet and its place on the page. */
export interface PlacedPet {
  readonly pet: Pet;
  readonly place: number;
}

/** The body of a response, read as what the contract says it is. */
export type JudgedBody =
  /** The status is not one that the contract names for the request, so nothing is said about the body. */
  | { readonly kind: 'open' }
  | { readonly kind: 'not-json'; readonly problem: string; readonly isTooDeep: boolean }
  | {
      readonly kind: 'page';
      readonly document: JsonDocument;
      readonly query: ListQuery;
      /** Null if the body is no array. */
      readonly size: number | null;
      readonly mismatches: readonly Mismatch[];
      /** The valid ones among the first thousand. */
      readonly pets: readonly PlacedPet[];
    }
  | {
      readonly kind: 'pet';
      readonly document: JsonDocument;
      readonly mismatches: readonly Mismatch[];
      /** Null if the body is no valid pet. */
      readonly pet: Pet | null;
      /** What was asked for: the pet that was sent, or the id that was read. */
      readonly call: Extract<ApiCall, { readonly kind: 'create' | 'read' }>;
    }
  | { readonly kind: 'error'; readonly document: JsonDocument; readonly mismatches: readonly Mismatch[] };

/** A response with what the run knew when it arrived: all that a response rule may look at. */
export interface JudgedResponse {
  readonly response: CompleteResponse;
  readonly body: JudgedBody;
  /** How many pets that match the query of a list were known before it was sent. */
  readonly knownMatches: number;
  /** The response that gave the id of an added pet to another pet before; true if only a page showed that one. */
  readonly idTakenBy: Evidence | boolean;
  /** Whether the id that was read belongs to a pet that this run added. */
  readonly isOwnPet: boolean;
  /** Whether the operation has ever accepted the configured key, this response included. */
  readonly keyWasAccepted: boolean;
}

/** Reads the body of a response as the contract describes it for the request and the status. */
export function readBody(response: CompleteResponse): JudgedBody {
  const { request, status } = response;
  if (!request.expects.includes(status)) return { kind: 'open' };
  const reading = response.json();
  if (reading.kind === 'not-json')
    return { kind: 'not-json', problem: reading.problem, isTooDeep: reading.reason === 'too-deep' };
  const { document } = reading;
  const { call } = request;
  if (status >= 400) return { kind: 'error', document, mismatches: checkError(document) };
  if (call.kind === 'list') return readPage(document, call.query);
  if (call.kind === 'other') return { kind: 'open' };
  const mismatches = checkPet(document);
  return {
    kind: 'pet',
    document,
    mismatches,
    pet: mismatches.length === 0 ? readPet(document) : null,
    call,
  };
}

function readPage(document: JsonDocument, query: ListQuery): JudgedBody {
  const { value } = document;
  if (!isJsonArray(value)) return { kind: 'page', document, query, size: null, mismatches: [], pets: [] };
  const mismatches = value.length === 0 ? [] : checkPets(document);
  const pets = value
    .slice(0, MOST_PETS)
    .flatMap((element, place) =>
      mismatches.length === 0 || checkPet(document, element).length === 0
        ? [{ pet: readPet(document, element), place }]
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
