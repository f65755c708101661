import { isJsonArray, isJsonObject, type JsonDocument, type JsonReading, type JsonValue } from '../../contract/json.ts';
import { type NewPet, type Pet, type PetStatus, readPet } from '../../contract/pet.ts';
import { type Mismatch, MOST_PETS, validate } from '../../contract/validation.ts';
import { operations } from '../../contract/operations.ts';
import { countCharacters } from '../../contract/utf8.ts';
import type { ApiRequest, ListQuery } from '../api-request.ts';
import { bareIds, elementsIn, firstElementIn, type Inner, type InnerElements, onlyObjectIn } from './makeshift.ts';
import { meantJson, UNREAD } from './meant-json.ts';
import { hasName, meantId, meantPet, meantValues, type OtherElement, otherElement, statusOf } from './meant-pet.ts';
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

/** Whether the page has an invalid element, or is cut. Then absence from it proves nothing. */
export function isFlawed({ pets, size, isTruncated }: Pick<Page, 'pets' | 'size' | 'isTruncated'>): boolean {
  return isTruncated || pets.length !== size;
}

/** The body of a response, read as the contract describes it. */
export type ReadBody =
  /** The contract describes no body for this response. */
  | { readonly kind: 'undescribed' }
  /** The response shows no pet, but a list shows the one that was sent. */
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
      /** The index of each pet among the elements of the page. */
      readonly places: readonly number[];
      /** The statuses of the elements that mean no pet, and their indexes. */
      readonly strays: readonly { readonly place: number; readonly status: PetStatus }[];
      readonly how: How;
    })
  | (ReadJson & {
      readonly kind: 'pet';
      /** Null if the body is not a valid pet, and means none. */
      readonly pet: Pet | null;
      /** The values of the pet. A body that lacks only the id has them too. */
      readonly values: NewPet | null;
      readonly how: How;
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

/** How a wrong body was read, after the words "was read". Null if it is right, or could not be read. */
type How = string | null;

/** The pet that a body shows; null if it shows none. */
export function petIn(body: ReadBody): Pet | null {
  return 'pet' in body ? body.pet : null;
}

/** What `readBody` needs of a response. */
interface Readable {
  readonly request: ApiRequest;
  readonly status: number;
  readonly wrongStatus: string | null;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array;
  readonly json: () => JsonReading;
  readonly isBroken?: true;
}

/** Reads the body of a response as the contract describes it for the request and the status. */
export function readBody(response: Readable): ReadBody {
  const { request, status } = response;
  if (response.wrongStatus === null) return readDescribed(response, describedBody(request, status));
  if (status >= 400) return readDescribed(response, 'error');
  const { operation } = request;
  const body = readDescribed(response, operation === 'other' ? 'none' : operations[operation].body);
  // An object under another status of success is what the service takes for the pet.
  const isObject = body.kind === 'pet' && isJsonObject(body.document.value);
  const isReadable = isObject || (body.kind === 'page' ? body.page !== null : petIn(body) !== null);
  return isReadable ? body : { kind: 'undescribed' };
}

function readDescribed(response: Readable, described: Described): ReadBody {
  const { request } = response;
  if (described === 'none') return { kind: 'undescribed' };
  const reading = response.json();
  const notJson = reading.kind === 'json' ? null : reading.problem;
  const isTooComplex = reading.kind === 'not-json' && reading.reason === 'too-complex';
  const meant =
    reading.kind === 'json' ? { ...reading, isTruncated: false } : isTooComplex ? null : meantJson(response.body);
  // The members that an object lacks may stand behind the cut.
  if (meant === null || (meant.isTruncated && described !== 'page'))
    return { kind: 'not-json', described, problem: notJson ?? '', isTooComplex, pet: petAtLocation(response) };
  const { document } = meant;
  if (described === 'error') return { ...readError(document), notJson };
  const { pet, petId, known = knowsNothing } = request;
  // After the end of a JSON text, nothing is missing.
  const isTruncated = notJson !== null && (response.isBroken === true || meant.isTruncated);
  const sent = pet ?? (petId === undefined ? undefined : known(petId));
  const body =
    described === 'page'
      ? readPage(response, document, isTruncated)
      : readOnePet(document, sent, petId ?? locationId(response));
  const how =
    response.isBroken === true ? 'as far as it arrived' : notJson === null ? null : 'in spite of its wrong JSON';
  return { ...body, notJson, how: body.how ?? how };
}

function knowsNothing(): undefined {}

type Body<Kind extends ReadBody['kind']> = Extract<ReadBody, { readonly kind: Kind }>;

function locationId({ headers }: Readable): bigint | undefined {
  return idInLocation(headers.get('location')?.[0]) ?? undefined;
}

function petAtLocation(response: Readable): Pet | null {
  const { pet } = response.request;
  const id = locationId(response);
  return pet === undefined || id === undefined ? null : { ...pet, id };
}

/** An Error may stand inside another object, such as `{"error": {…}}` or `{"errors": [{…}]}`. A member that is a text is no Error. */
function readError(document: JsonDocument): Body<'error'> {
  const mismatches = validate('error', document);
  const missing = mismatches.flatMap(({ problem, pointer }) => (problem === 'missing' ? [pointer] : []));
  const isEmpty = ['/code', '/message', '/status'].every((pointer) => missing.includes(pointer));
  const wrapper = isEmpty ? (onlyObjectIn(document.value) ?? firstElementIn(document.value)) : null;
  const { value, pointer } = wrapper ?? { value: document.value, pointer: '' };
  const inner = wrapper === null ? mismatches : validate('error', document, value, pointer);
  const isWrapped = wrapper !== null;
  const place = wrapper?.how ?? null;
  return { kind: 'error', document, value, pointer, place, mismatches: inner, isWrapped, notJson: null };
}

/** How the run reads an object whose fields are wrong, to go on with what it must have meant (our reading, "Going on after a violation"). */
const WRONG_FIELDS = 'in spite of its wrong fields';

/** Reads which pet an object means, without what stands around it. */
type ReadMeaning = (value: JsonValue) => Pet | null;

/** The pet at a place of a body, and what is wrong there. It may stand inside another object, such as `{"data": {…}}`. */
interface PlacedPet {
  readonly pet: Pet | null;
  readonly how: How;
  /** The object inside that means the pet; null if the pet stands there itself. */
  readonly wrapper: Inner | null;
}

function readPetAt(document: JsonDocument, value: JsonValue, isValid: boolean, meantBy: ReadMeaning): PlacedPet {
  const valid = isValid ? readPet(document, value) : null;
  // Bytes of its name could not be read.
  if (valid !== null && !valid.name.includes(UNREAD)) return { pet: valid, how: null, wrapper: null };
  const meant = meantBy(value);
  if (meant !== null) return { pet: meant, how: WRONG_FIELDS, wrapper: null };
  const wrapper = onlyObjectIn(value);
  const inner = wrapper === null ? null : meantBy(wrapper.value);
  if (wrapper === null || inner === null) return { pet: null, how: null, wrapper: null };
  return { pet: inner, how: wrapper.how, wrapper };
}

/** A known pet that was `asked` for needs no id. */
function readOnePet(document: JsonDocument, sent: NewPet | undefined, asked: bigint | undefined): Body<'pet'> {
  const { value } = document;
  const outer = petMismatches(document, value, '');
  const meantBy: ReadMeaning = (each) => meantPet(document, each, sent, asked);
  const { pet, how, wrapper } = readPetAt(document, value, outer.length === 0, meantBy);
  const mismatches = wrapper === null ? outer : petMismatches(document, wrapper.value, wrapper.pointer);
  const read = { kind: 'pet', document, mismatches, isWrapped: wrapper !== null, notJson: null } as const;
  if (pet !== null) return { ...read, pet, values: pet, how };
  const values = sent !== undefined && hasName(value) ? meantValues(document, value, sent) : null;
  return { ...read, pet, values, how: values === null ? null : WRONG_FIELDS };
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
type Described = DescribedBody | 'none';

/** Which body the contract describes for a response with this status. */
function describedBody({ operation, expects, pet }: ApiRequest, status: number): Described {
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
  return { elements: [{ value, pointer: '' }], how: 'from a single pet', holder: [value] };
}

/** The pets of a page may stand inside an object, such as `{"items": […]}`. */
function readPage({ request, body }: Readable, document: JsonDocument, isTruncated: boolean): Body<'page'> {
  const { query = {}, known = knowsNothing } = request;
  const isWrapped = !isJsonArray(document.value);
  const found = elementsIn(document.value) ?? onlyElement(document);
  const read = { kind: 'page', document, isWrapped: isWrapped && found !== null, notJson: null } as const;
  if (found === null) return { ...read, page: null, places: [], strays: [], mismatches: [], how: null };
  const elements = found.elements.slice(0, MOST_PETS);
  const mismatches = [
    ...(isWrapped
      ? elements.flatMap(({ value, pointer }) => validate('pet', document, value, pointer))
      : validate('pets', document)),
    ...elements.flatMap(({ value, pointer }) => attributeMismatches(document, value, pointer)),
  ];
  const ids = bareIds(document, found, (id) => known(id) !== undefined);
  const meant =
    ids === null
      ? elements.map((element) => readElement(document, element, known, mismatches.length === 0))
      : ids.slice(0, MOST_PETS).map((id) => petWithId(id, known(id)));
  const places = meant.flatMap(({ pet }, index) => (pet === null ? [] : [index]));
  const strays = meant.flatMap(({ pet }, place) => {
    const status = pet === null ? statusOf(elements[place]?.value ?? null) : null;
    return status === null ? [] : [{ place, status }];
  });
  const pets = meant.flatMap(({ pet }) => pet ?? []);
  const others = meant.flatMap(({ other }) => other ?? []);
  const sizes = places.map((index) => Buffer.byteLength(JSON.stringify(elements[index]?.value)));
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
  const ofPage = ids !== null ? 'from its bare ids' : isWrapped ? found.how : null;
  const how = ofPage ?? meant.find((each) => each.how !== null)?.how ?? null;
  return {
    ...read,
    page,
    places,
    strays,
    mismatches: [...mismatches, ...meant.flatMap((each) => each.mismatches)],
    how,
  };
}

/** What an element of a page means: a pet, or something else with an id, or neither. */
interface MeantElement {
  readonly pet: Pet | null;
  readonly other: OtherElement | null;
  readonly how: How;
  /** What is wrong inside a wrapper. */
  readonly mismatches: readonly Mismatch[];
}

/** Reads an element of a page. The run may know the pet that it means. */
function readElement(
  document: JsonDocument,
  { value, pointer }: InnerElements['elements'][number],
  known: (id: bigint) => NewPet | undefined,
  isValid: boolean,
): MeantElement {
  const meantBy: ReadMeaning = (each) => {
    const id = meantId(document, each);
    return meantPet(document, each, id === null ? undefined : known(id));
  };
  const isPet = isValid || validate('pet', document, value).length === 0;
  const { pet, how, wrapper } = readPetAt(document, value, isPet, meantBy);
  if (pet === null) return { pet, other: otherElement(document, value), how, mismatches: [] };
  const mismatches = wrapper === null ? [] : petMismatches(document, wrapper.value, pointer + wrapper.pointer);
  return { pet, other: null, how, mismatches };
}

/** An element that is an id. The run may know the pet that has it. */
function petWithId(id: bigint, known: NewPet | undefined): MeantElement {
  const pet = known === undefined ? null : { ...known, id };
  return { pet, other: pet === null ? { id } : null, how: null, mismatches: [] };
}
