import { allOf } from '../../contract/describe.ts';
import { isJsonArray, isJsonObject, type JsonDocument, type JsonValue, readJson } from '../../contract/json.ts';
import { type NewPet, type Pet, type PetStatus, readPet } from '../../contract/pet.ts';
import { type Mismatch, MOST_PETS, validate } from '../../contract/validation.ts';
import { operations } from '../../contract/operations.ts';
import { countCharacters } from '../../contract/utf8.ts';
import type { ReceivedResponse } from '../../http/request.ts';
import type { ApiRequest, ListQuery } from '../api-request.ts';
import {
  bareIds,
  elementsIn,
  firstElementIn,
  holdsOnlyArrays,
  type InnerElements,
  onlyObjectIn,
} from './inner-values.ts';
import { meantJson, UNREAD } from './meant-json.ts';
import { hasName, meantId, meantPet, meantValues, type OtherElement, otherElement, shownStatus } from './meant-pet.ts';
import { idInLocation } from './text-ids.ts';

/** A page of the list, as a response shows it. */
export interface Page {
  readonly query: ListQuery;
  /** How many elements it has, valid or not. */
  readonly size: number;
  /** The pets among its first thousand elements, valid or meant. */
  readonly pets: readonly Pet[];
  /** The elements that mean no pet, and have an id. */
  readonly others: readonly OtherElement[];
  /** The ids of both. */
  readonly ids: ReadonlySet<bigint>;
  /** More elements may have followed: the page shows pets, and nothing about how many there are. */
  readonly isTruncated: boolean;
  /** The bytes of the body after content decoding, its characters (code points), and the bytes of its largest pet. */
  readonly bytes: number;
  readonly characters: number;
  readonly largestPet: number;
}

/** Whether the page has an invalid element, or is truncated. Then absence from it proves nothing. */
export function isFlawed({ pets, size, isTruncated }: Pick<Page, 'pets' | 'size' | 'isTruncated'>): boolean {
  return isTruncated || pets.length !== size;
}

/** The body of a response, read as the contract describes it. */
export type ReadBody =
  /** The contract describes no body for this response. */
  | { readonly kind: 'undescribed' }
  /** The response shows no pet, but a list shows the one that was sent, or a redirect leads to it. */
  | { readonly kind: 'found'; readonly pet: Pet }
  | {
      readonly kind: 'not-json';
      readonly described: DescribedBody;
      readonly problem: string;
      readonly isTooComplex: boolean;
      /** The pet that was sent, if a Location header says its id. */
      readonly pet: Pet | null;
    }
  | (ReadJson & {
      readonly kind: 'page';
      /** Null if the body is not an array, and means none. */
      readonly page: Page | null;
      readonly elements: readonly MeantElement[];
      /** How a wrong body was read, after the words "was read". Null if it is right, or could not be read. */
      readonly how: string | null;
    })
  | (ReadJson & {
      readonly kind: 'pet';
      /** Null if the body is not a valid pet, and means none. */
      readonly pet: Pet | null;
      /** The values of the pet. A body that lacks only the id has them too. */
      readonly values: NewPet | null;
      readonly how: string | null;
    })
  | (ReadJson & {
      readonly kind: 'error';
      /** The Error: the whole body, or the only object inside. */
      readonly value: JsonValue;
      readonly pointer: string;
      /** Where the Error stands if it is inside, such as `from the member error`. */
      readonly place: string | null;
    });

/** A body of JSON, or one that means JSON. */
interface ReadJson {
  readonly document: JsonDocument;
  readonly mismatches: readonly Mismatch[];
  /** What the contract describes stands inside another object. */
  readonly isWrapped: boolean;
  /** Why the body is not JSON, although it was read; null if it is JSON. */
  readonly notJson: string | null;
}

/** What an element of a page means: a pet, or something else with an id, or neither. */
interface MeantElement {
  readonly pet: Pet | null;
  readonly other: OtherElement | null;
  /** The status by which a filter may find it. Null if it has none, and `unread` if the run cannot tell. */
  readonly status: PetStatus | 'unread' | null;
  readonly how: string | null;
  readonly mismatches: readonly Mismatch[];
}

/** The pet that a body shows; null if it shows none. */
export function petIn(body: ReadBody): Pet | null {
  return 'pet' in body ? body.pet : null;
}

/** What `readBody` needs of a response. */
interface Readable extends Pick<ReceivedResponse, 'status' | 'headers' | 'body' | 'json' | 'isBroken'> {
  readonly request: ApiRequest;
  readonly wrongStatus: string | null;
}

/** Reads the body of a response as the contract describes it for the request and the status. */
export function readBody(response: Readable): ReadBody {
  const { request, status } = response;
  if (response.wrongStatus === null) return readDescribed(response, describedBody(request, status));
  if (status >= 400) return readDescribed(response, 'error');
  if (status >= 300) return foundAtLocation(response);
  const { operation } = request;
  const body = readDescribed(response, operation === 'other' ? 'none' : operations[operation].body);
  // An object under another status of success is what the service takes for the pet.
  const isObject = body.kind === 'pet' && isJsonObject(body.document.value);
  const isReadable = isObject || (body.kind === 'page' ? body.page !== null : petIn(body) !== null);
  return isReadable ? body : { kind: 'undescribed' };
}

function readDescribed(response: Readable, described: DescribedBody | 'none'): ReadBody {
  const { isBroken = false } = response;
  if (described === 'none') return { kind: 'undescribed' };
  const reading = response.json();
  const notJson = reading.kind === 'json' ? null : reading.problem;
  const isTooComplex = reading.kind === 'not-json' && reading.reason === 'too-complex';
  const written = reading.kind === 'json' ? { document: reading.document, isTruncated: false } : null;
  const meant = isTooComplex ? null : (written ?? meantJson(response.body));
  // The members that an object lacks may stand behind the cut.
  if (meant === null || (meant.isTruncated && described !== 'page'))
    return { kind: 'not-json', described, problem: notJson ?? '', isTooComplex, pet: petAtLocation(response) };
  const { document } = meant;
  if (described === 'error') return { ...readError(document), notJson };
  // After the end of a JSON text, nothing is missing.
  const isTruncated = notJson !== null && (isBroken || meant.isTruncated);
  const read = (each: JsonDocument): BodyOf<'page' | 'pet'> =>
    described === 'page' ? readPage(response, each, isTruncated) : readOnePet(response, each);
  const inString = jsonInString(document);
  if (inString !== null) return { ...read(inString), document, isWrapped: true, notJson, how: 'from JSON in a string' };
  const body = read(document);
  const ofText = notJson === null ? null : 'in spite of its wrong JSON';
  return { ...body, notJson, how: body.how ?? (isBroken ? 'as far as it arrived' : ofText) };
}

/** The array or object in a body that was written as JSON twice; null for any other body. */
function jsonInString({ value }: JsonDocument): JsonDocument | null {
  const reading = typeof value === 'string' ? readJson(Buffer.from(value)) : null;
  if (reading?.kind !== 'json') return null;
  const { document } = reading;
  return isJsonArray(document.value) || isJsonObject(document.value) ? document : null;
}

function knowsNothing(): undefined {}

/** The body of a response, by what the contract describes. */
export type BodyOf<Kind extends ReadBody['kind']> = Extract<ReadBody, { readonly kind: Kind }>;

function locationId({ headers }: Readable): bigint | undefined {
  return idInLocation(headers.get('location')?.[0]) ?? undefined;
}

function foundAtLocation(response: Readable): ReadBody {
  const pet = petAtLocation(response);
  return pet === null ? { kind: 'undescribed' } : { kind: 'found', pet };
}

function petAtLocation(response: Readable): Pet | null {
  const { pet } = response.request;
  const id = locationId(response);
  return pet === undefined || id === undefined ? null : { ...pet, id };
}

/** An Error may stand inside another object, such as `{"error": {…}}` or `{"errors": [{…}]}`. A member that is a text is no Error. */
function readError(document: JsonDocument): BodyOf<'error'> {
  const mismatches = validate('error', document);
  const missing = mismatches.flatMap(({ problem, pointer }) => (problem === 'missing' ? [pointer] : []));
  const isEmpty = ['/code', '/message', '/status'].every((pointer) => missing.includes(pointer));
  const inside = isEmpty ? (onlyObjectIn(document.value) ?? firstElementIn(document.value)) : null;
  const wrapper = inside !== null && holdsOnlyArrays(inside.value) ? null : inside;
  const { value, pointer } = wrapper ?? { value: document.value, pointer: '' };
  const inner = wrapper === null ? mismatches : validate('error', document, value, pointer);
  const isWrapped = wrapper !== null;
  const place = wrapper?.how ?? null;
  return { kind: 'error', document, value, pointer, place, mismatches: inner, isWrapped, notJson: null };
}

/** How the run reads an object whose fields are wrong, to go on with what it must have meant (our reading, "Going on after a violation"). */
function inSpiteOf(mismatches: readonly Mismatch[]): string {
  // Bytes of a valid name may be no UTF-8.
  const fields = mismatches.length === 0 ? ['name'] : [...new Set(mismatches.map(({ field }) => field))];
  return `in spite of the wrong pet ${fields.length === 1 ? 'field' : 'fields'} ${allOf(fields)}`;
}

/** The pet at a place of a body, and what is wrong there. It may stand inside another object, such as `{"data": {…}}`. */
interface PlacedPet extends Pick<MeantElement, 'pet' | 'how' | 'mismatches'> {
  /** What is wrong inside that object; null if the pet stands there itself. */
  readonly inner: readonly Mismatch[] | null;
}

/** `meantBy` reads which pet an object means, without what stands around it. */
function readPetAt(
  document: JsonDocument,
  { value, pointer }: Place,
  meantBy: (value: JsonValue) => Pet | null,
): PlacedPet {
  const mismatches = petMismatches(document, value, pointer);
  const valid = mismatches.length === 0 ? readPet(document, value) : null;
  // Bytes of its name could not be read.
  if (valid !== null && !valid.name.includes(UNREAD)) return { pet: valid, how: null, mismatches, inner: null };
  const meant = meantBy(value);
  if (meant !== null) return { pet: meant, how: inSpiteOf(mismatches), mismatches, inner: null };
  const wrapper = onlyObjectIn(value);
  const pet = wrapper === null ? null : meantBy(wrapper.value);
  if (wrapper === null || pet === null) return { pet: null, how: null, mismatches, inner: null };
  return {
    pet,
    how: wrapper.how,
    mismatches,
    inner: petMismatches(document, wrapper.value, pointer + wrapper.pointer),
  };
}

/** A known pet that was asked for needs no id. */
function readOnePet(response: Readable, document: JsonDocument): BodyOf<'pet'> {
  const { pet: added, petId, known = knowsNothing } = response.request;
  const sent = added ?? (petId === undefined ? undefined : known(petId));
  const asked = petId ?? locationId(response);
  const { value } = document;
  const placed = readPetAt(document, { value, pointer: '' }, (each) => meantPet(document, each, sent, asked));
  const { pet, how, inner } = placed;
  const mismatches = inner ?? placed.mismatches;
  const read = { kind: 'pet', document, mismatches, isWrapped: inner !== null, notJson: null } as const;
  if (pet !== null) return { ...read, pet, values: pet, how };
  const values = sent !== undefined && hasName(value) ? meantValues(document, value, sent) : null;
  return { ...read, pet, values, how: values === null ? null : inSpiteOf(placed.mismatches) };
}

/** What is wrong with a pet, and with its attributes. */
function petMismatches(document: JsonDocument, value: JsonValue, pointer: string): readonly Mismatch[] {
  return [...validate('pet', document, value, pointer), ...attributeMismatches(document, value, pointer)];
}

/** What is wrong with the attributes of a pet without a name, as in JSON:API. What they lack may stand beside them. */
function attributeMismatches(document: JsonDocument, value: JsonValue, pointer: string): readonly Mismatch[] {
  if (!isJsonObject(value) || Object.hasOwn(value, 'name')) return [];
  const { attributes } = value;
  if (!isJsonObject(attributes)) return [];
  return validate('pet', document, attributes, `${pointer}/attributes`).filter(({ problem }) => problem !== 'missing');
}

/** What the contract describes as a body. */
export type DescribedBody = 'page' | 'pet' | 'error';

/** Which body the contract describes for a response with this status. */
function describedBody({ operation, expects, pet }: ApiRequest, status: number): DescribedBody | 'none' {
  if (operation === 'other') return 'none';
  const { success, body } = operations[operation];
  // A service may accept a body that the contract leaves open. Then it must return the pet.
  const isAdded = pet !== undefined && status === success;
  if (!isAdded && !expects.includes(status)) return 'none';
  return status === success ? body : 'error';
}

/** A pet that stands in the place of a page. */
function onlyElement(document: JsonDocument): InnerElements | null {
  const { value } = document;
  if (meantId(document, value) === null) return null;
  return { elements: [{ value, pointer: '' }], how: 'from a single pet', holder: [value], pointer: '' };
}

/** Some languages write null or an empty object for an empty list. */
function noElements({ value }: JsonDocument): InnerElements | null {
  const isEmpty = value === null || (isJsonObject(value) && Object.keys(value).length === 0);
  return isEmpty ? { elements: [], how: `from ${JSON.stringify(value)}`, holder: [], pointer: '' } : null;
}

/** The pets of a page may stand inside an object, such as `{"items": […]}`. */
function readPage({ request, body }: Readable, document: JsonDocument, isTruncated: boolean): BodyOf<'page'> {
  const { query = {}, known = knowsNothing } = request;
  const isWrapped = !isJsonArray(document.value);
  const found = elementsIn(document.value) ?? onlyElement(document) ?? noElements(document);
  const read = { kind: 'page', document, isWrapped: isWrapped && found !== null, notJson: null } as const;
  if (found === null) return { ...read, page: null, elements: [], mismatches: [], how: null };
  const places = found.elements.slice(0, MOST_PETS);
  const ids = bareIds(document, found, (id) => known(id) !== undefined);
  const elements = places.map((place, index) => readElement(document, place, known, ids?.[index]));
  const pets = elements.flatMap(({ pet }) => pet ?? []);
  const others = elements.flatMap(({ other }) => other ?? []);
  const sizes = places.map(({ value }, index) =>
    elements[index]?.pet === null ? 0 : Buffer.byteLength(JSON.stringify(value)),
  );
  const page: Page = {
    query,
    size: found.elements.length,
    pets,
    others,
    ids: new Set([...pets, ...others].map(({ id }) => id)),
    isTruncated,
    bytes: body.length,
    characters: countCharacters(body),
    largestPet: Math.max(0, ...sizes),
  };
  const ofPage = isWrapped && ids === null ? found.how : null;
  const how = ofPage ?? elements.find((each) => each.how !== null)?.how ?? null;
  return { ...read, page, elements, mismatches: elements.flatMap(({ mismatches }) => mismatches), how };
}

type Place = InnerElements['elements'][number];

/** Reads an element of a page. The run may know the pet that it means. `bareId`: the element is an id. */
function readElement(
  document: JsonDocument,
  place: Place,
  known: (id: bigint) => NewPet | undefined,
  bareId: bigint | undefined,
): MeantElement {
  if (bareId !== undefined) return readBareId(document, place, bareId, known(bareId));
  const { pet, how, mismatches, inner } = readPetAt(document, place, (value) => {
    const id = meantId(document, value);
    return meantPet(document, value, id === null ? undefined : known(id));
  });
  const status = shownStatus(pet, inner === null ? place.value : (onlyObjectIn(place.value)?.value ?? null));
  if (pet !== null) return { pet, other: null, status, how, mismatches: [...mismatches, ...(inner ?? [])] };
  return { pet, other: otherElement(document, place.value), status, how, mismatches };
}

function readBareId(
  document: JsonDocument,
  { value, pointer }: Place,
  id: bigint,
  known: NewPet | undefined,
): MeantElement {
  const mismatches = petMismatches(document, value, pointer);
  const read = { how: 'from its bare ids', mismatches };
  if (known === undefined) return { ...read, pet: null, other: { id }, status: 'unread' };
  return { ...read, pet: { ...known, id }, other: null, status: known.status ?? null };
}
