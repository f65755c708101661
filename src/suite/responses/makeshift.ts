import { exactInteger, isInt64 } from '../../contract/exact-integer.ts';
import { isJsonArray, isJsonObject, type JsonDocument, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { isPetStatus, type NewPet, type Pet, type PetStatus } from '../../contract/pet.ts';
import type { ReceivedResponse } from '../../http/request.ts';
import { meantJson, UNREAD } from './meant-json.ts';
import { idFromText } from './text-ids.ts';

/** An inner value of a body, with its JSON pointer and its place in words. */
export interface Inner {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly how: string;
}

/** The names by which services call the fields of a pet, in lower case and without separators. */
export const FIELD_NAMES = {
  id: ['id', 'petid', 'uuid', 'guid'],
  name: ['name', 'petname'],
  categoryId: ['categoryid', 'category'],
  status: ['status', 'petstatus'],
} as const;

/** How the run reads an object whose fields are wrong, to go on with what it must have meant (our reading, "Going on after a violation"). */
export const WRONG_FIELDS = 'in spite of its wrong fields';

/** The pet that an object means under other names, types or cases. What it lacks comes from `sent`, and a missing id is `asked`. */
export function meantPet(document: JsonDocument, value: JsonValue, sent?: NewPet, asked?: bigint): Pet | null {
  const id = meantId(document, value) ?? (sent !== undefined && hasName(value) ? asked : undefined);
  const values = meantValues(document, value, sent);
  return id === undefined || values === null ? null : { id, ...values };
}

/** The values of the pet that an object means, without its id. */
export function meantValues(document: JsonDocument, value: JsonValue, sent?: NewPet): NewPet | null {
  if (!isJsonObject(value)) return null;
  const name = textIn(value) ?? sent?.name;
  const categoryId = integerIn(document, value, 'categoryId') ?? sent?.categoryId;
  const status = statusIn(value, sent);
  return name === undefined || categoryId === undefined || status === null ? null : { name, categoryId, ...status };
}

/** A valid pet; null if bytes of its name could not be read. */
export function legible(pet: Pet): Pet | null {
  return pet.name.includes(UNREAD) ? null : pet;
}

/** Whether an object has the name of a pet, so that its other fields are there too, or missing. */
export function hasName(value: JsonValue): boolean {
  return isJsonObject(value) && textIn(value) !== undefined;
}

/** The id of an object that means no pet; null if it shows none. */
export function meantId(document: JsonDocument, value: JsonValue): bigint | null {
  return isJsonObject(value) ? (idIn(document, value) ?? null) : null;
}

/** The ids that an object and the only object inside mean: a pet may stand in a wrapper. */
export function meantIds(document: JsonDocument): readonly bigint[] {
  const { value } = document;
  return [value, onlyObjectIn(value)?.value ?? null].flatMap((each) => meantId(document, each) ?? []);
}

/** The id of the pet that the response to an addition shows, in its body or its Location header. Null if it shows none. */
export function idOfAdded({ body, headers }: Pick<ReceivedResponse, 'body' | 'headers'>): bigint | null {
  const meant = meantJson(body);
  const [id] = meant === null ? [] : meantIds(meant.document);
  return id ?? idInLocation(headers.get('location')?.[0]);
}

/** What an element shows that means no pet: its id, and the fields that could identify the pet. */
export interface OtherElement {
  readonly id: bigint;
  readonly name?: string | undefined;
  readonly categoryId?: bigint | undefined;
}

/** What an object shows that means no pet; null without an id. */
export function otherElement(document: JsonDocument, value: JsonValue): OtherElement | null {
  const id = meantId(document, value);
  if (id === null || !isJsonObject(value)) return null;
  return { id, name: textIn(value), categoryId: integerIn(document, value, 'categoryId') };
}

/** The ids of elements that are ids instead of pets, or paths to pets. Null unless all are, and one of them `isKnown`. */
export function bareIds(
  document: JsonDocument,
  { elements, holder }: InnerElements,
  isKnown: (id: bigint) => boolean,
): readonly bigint[] | null {
  const ids = elements.flatMap(({ value }, index) => {
    const text = typeof value === 'string' ? value : document.numberText(holder, String(index));
    return idInLocation(`/${text}`) ?? [];
  });
  return ids.length === elements.length && ids.some(isKnown) ? ids : null;
}

/** The object with members inside an object or an array that is the only one there, such as `{"data": {…}, "meta": {}}`; null if there is none. */
export function onlyObjectIn(value: JsonValue): Inner | null {
  const [inner, ...others] = membersOf(value).filter(
    (each) => isJsonObject(each.value) && Object.keys(each.value).length > 0,
  );
  return inner === undefined || others.length > 0 ? null : inner;
}

/** The first element of the only array of objects inside an object, such as `{"errors": [{…}, {…}]}`; null if there is none. */
export function firstElementIn(value: JsonValue): Inner | null {
  const [array, ...others] = membersOf(value).flatMap(arrayIn);
  const element = others.length > 0 ? undefined : array?.elements[0];
  return array !== undefined && element !== undefined && isJsonObject(element.value)
    ? { ...element, how: array.how }
    : null;
}

/** The elements of an array inside a body, or the values of an object that has the ids as keys. */
export interface InnerElements {
  readonly elements: readonly { readonly value: JsonValue; readonly pointer: string }[];
  readonly how: string;
  /** The array or object that has them. */
  readonly holder: object;
}

/** The elements of an array, or of the only one inside an object. Null if there is none. */
export function elementsIn(value: JsonValue): InnerElements | null {
  return isJsonArray(value) ? elementsOf(value) : onlyElementsIn(value);
}

/** The only array inside an object, such as `{"items": […]}`, or inside its only object. Null if there is none. */
export function onlyElementsIn(value: JsonValue): InnerElements | null {
  if (!isJsonObject(value)) return null;
  const members = membersOf(value);
  const [array, ...others] = members.flatMap(arrayIn);
  if (array !== undefined) return others.length > 0 ? null : array;
  // In HAL, links and the size of the page stand beside it.
  const [deeper, ...more] = members.flatMap((inner) => {
    const found = onlyElementsIn(inner.value);
    if (found === null) return [];
    return [{ ...found, elements: found.elements.map((each) => ({ ...each, pointer: inner.pointer + each.pointer })) }];
  });
  if (deeper !== undefined && more.length === 0) return deeper;
  const isMap = members.length > 0 && members.every((each) => isJsonObject(each.value) && hasPetField(each.value));
  return isMap ? { elements: members, how: 'from the values of an object', holder: value } : null;
}

function hasPetField(value: JsonObject): boolean {
  return Object.keys(FIELD_NAMES).some((field) => memberOf(value, field as keyof typeof FIELD_NAMES) !== undefined);
}

function elementsOf(array: readonly JsonValue[], pointer = '', how = 'as it is'): InnerElements {
  const elements = array.map((value, index) => ({ value, pointer: `${pointer}/${index}` }));
  return { elements, how, holder: array };
}

function arrayIn({ value, pointer, how }: Inner): readonly InnerElements[] {
  return isJsonArray(value) ? [elementsOf(value, pointer, how)] : [];
}

/** The id at the end of the address in a Location header (RFC 9110 section 10.2.2); null if it ends in no int64. */
export function idInLocation(location: string | undefined): bigint | null {
  const [, digits] = /\/(-?\d{1,19})\/?$/.exec(location ?? '') ?? [];
  return digits === undefined || !isInt64(BigInt(digits)) ? null : BigInt(digits);
}

/** Whether a redirect leads to the same path with a slash at its end, as many frameworks redirect. */
export function redirectsToSlash({ path }: { readonly path: string }, location: string | undefined): boolean {
  const [target = ''] = (location ?? '').split(/[?#]/);
  return `/${target}`.endsWith(`${path.replace(/\?.*$/s, '')}/`);
}

/** A path with a slash before its query. */
export function withSlash(path: string): string {
  return path.replace(/(?=\?)|$/, '/');
}

/** The members of an object, or the elements of an array with one element. */
function membersOf(value: JsonValue): readonly Inner[] {
  if (isJsonArray(value)) {
    return value.length === 1
      ? value.map((each) => ({ value: each, pointer: '/0', how: 'from the only element of an array' }))
      : [];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, each]) => ({
    value: each,
    pointer: `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    how: `from the member ${key.slice(0, 40)}`,
  }));
}

/** The key of an object for a field: its own name, or one that means the same. */
function keyOf(value: JsonObject, field: keyof typeof FIELD_NAMES): string {
  if (Object.hasOwn(value, field)) return field;
  const names: readonly string[] = FIELD_NAMES[field];
  return Object.keys(value).find((key) => names.includes(key.toLowerCase().replaceAll(/[^a-z]/g, ''))) ?? field;
}

/** The object that has a field: the one that means a pet, or its attributes, as in JSON:API. */
function holderOf(value: JsonObject, field: keyof typeof FIELD_NAMES): JsonObject {
  const { attributes } = value;
  const isOutside = !Object.hasOwn(value, keyOf(value, field));
  return isOutside && isJsonObject(attributes) ? attributes : value;
}

function memberOf(value: JsonObject, field: keyof typeof FIELD_NAMES): JsonValue | undefined {
  const holder = holderOf(value, field);
  return holder[keyOf(holder, field)];
}

function numberTextOf(document: JsonDocument, value: JsonObject, field: keyof typeof FIELD_NAMES): string | undefined {
  const holder = holderOf(value, field);
  return document.numberText(holder, keyOf(holder, field));
}

function integerIn(document: JsonDocument, value: JsonObject, field: 'id' | 'categoryId'): bigint | undefined {
  const member = memberOf(value, field);
  if (isJsonObject(member)) return integerIn(document, member, 'id');
  const text = typeof member === 'string' ? member.trim() : numberTextOf(document, value, field);
  if (text === undefined || !/^-?\d{1,19}(\.0+)?$/.test(text)) return undefined;
  const reading = exactInteger(text);
  return reading.kind === 'integer' && isInt64(reading.value) ? reading.value : undefined;
}

/** The id of an object: an int64, or the text or fraction that stands there. */
function idIn(document: JsonDocument, value: JsonObject): bigint | undefined {
  const integer = integerIn(document, value, 'id');
  if (integer !== undefined) return integer;
  const member = memberOf(value, 'id');
  const number = numberTextOf(document, value, 'id');
  const text = typeof member === 'string' ? member : number?.includes('.') === true ? number : '';
  return idFromText(text) ?? idInLink(value) ?? undefined;
}

/** The id at the end of the address that an object gives of itself, as in HAL. */
function idInLink({ _links: links = null, href }: JsonObject): bigint | null {
  const self = isJsonObject(links) ? (links['self'] ?? null) : null;
  const link = (isJsonObject(self) ? self['href'] : self) ?? href;
  return typeof link === 'string' ? idInLocation(link) : null;
}

/** The name of an object, unless it has bytes that could not be read. */
function textIn(value: JsonObject): string | undefined {
  const member = memberOf(value, 'name');
  return typeof member === 'string' && !member.includes(UNREAD) ? member : undefined;
}

/** The status that an object means. Null for a wrong one if nothing was sent: the service may have stored it from a wrong body. */
function statusIn(value: JsonObject, sent: NewPet | undefined): { readonly status: PetStatus | undefined } | null {
  const member = memberOf(value, 'status');
  // A status under another name beside the right name of a pet may come from a wrong body: no filter must find it.
  const isOdd = keyOf(value, 'status') !== 'status' && Object.hasOwn(value, 'name');
  if (sent === undefined && isOdd) return null;
  const meant = typeof member === 'string' && sent !== undefined ? member.trim().toLowerCase() : member;
  if (isPetStatus(meant)) return { status: meant };
  const isComplete = textIn(value) !== undefined;
  // Null and an empty text are no misspelling of the status that was sent.
  const isLost = member === null || member === '';
  if (sent !== undefined && !isLost && (member !== undefined || !isComplete)) return { status: sent.status };
  return member === undefined || member === null || (isLost && sent !== undefined) ? { status: undefined } : null;
}
