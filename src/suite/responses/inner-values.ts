import { isJsonArray, isJsonObject, type JsonDocument, type JsonValue } from '../../contract/json.ts';
import { escapeToken } from '../../contract/json-pointer.ts';
import type { ReceivedResponse } from '../../http/request.ts';
import { meantJson } from './meant-json.ts';
import { hasPetField, isRequiredField, meantId } from './meant-pet.ts';
import { idInLocation } from './text-ids.ts';

/** An inner value of a body, with its JSON pointer and its place in words. */
export interface Inner {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly how: string;
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

/** The members of JSON:API and HAL that describe the body. */
const ABOUT_BODY = ['/jsonapi', '/meta', '/links', '/_links'];

/** The object with members inside an object or an array that is the only one there, such as `{"data": {…}, "meta": {…}}`; null if there is none. */
export function onlyObjectIn(value: JsonValue): Inner | null {
  const [inner, ...others] = membersOf(value).filter(
    (each) => !ABOUT_BODY.includes(each.pointer) && isJsonObject(each.value) && Object.keys(each.value).length > 0,
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

/** Whether an object tells what is wrong with each field, such as `{"status": ["is invalid"]}`: its members are not those of an Error. */
export function holdsOnlyArrays(value: JsonValue): boolean {
  const members = isJsonObject(value) ? Object.values(value) : [];
  return members.length > 0 && members.every(isJsonArray);
}

/** Whether an object tells of errors as GraphQL does, such as `{"errors": [{…}], "data": null}`, and shows no data beside them. */
export function tellsErrors(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { errors, data = null, extensions: _, ...others } = value;
  const isWithoutData = holdsNothing(data) && !hasPetField(others);
  return isWithoutData && !Object.values(others).some(isStructure) && isJsonArray(errors) && errors.length > 0;
}

/** Whether a value is null, or an object in which every member holds nothing. */
function holdsNothing(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && Object.values(value).every(holdsNothing));
}

function isStructure(value: JsonValue): boolean {
  return isJsonObject(value) || isJsonArray(value);
}

/** Whether a value is null, a boolean, an object that tells of errors, or one without an array and a required field of a pet, also inside. */
export function isWithoutPet(value: JsonValue): boolean {
  if (!isJsonObject(value)) return value === null || typeof value === 'boolean';
  if (tellsErrors(value)) return true;
  return Object.entries(value).every(
    ([member, each]) => !isRequiredField(member) && (typeof each !== 'object' || isWithoutPet(each)),
  );
}

/** The elements of an array inside a body, or the values of an object that has the ids as keys. */
export interface InnerElements {
  readonly elements: readonly { readonly value: JsonValue; readonly pointer: string }[];
  readonly how: string;
  /** The array or object that has them, and its place. */
  readonly holder: object;
  readonly pointer: string;
}

/** The elements of an array, or of the only one inside an object. Null if there is none. */
export function elementsIn(value: JsonValue): InnerElements | null {
  return isJsonArray(value) ? elementsOf(value) : onlyElementsIn(value);
}

/** The only array inside an object, such as `{"items": […]}`, or inside its only object. Null if there is none. */
export function onlyElementsIn(value: JsonValue): InnerElements | null {
  if (!isJsonObject(value) || tellsErrors(value)) return null;
  const members = membersOf(value);
  const [array, ...others] = members.flatMap(arrayIn);
  if (array !== undefined) return others.length > 0 ? null : array;
  // In HAL, links and the size of the page stand beside it.
  const [deeper, ...more] = members.flatMap((inner) => {
    const found = onlyElementsIn(inner.value);
    if (found === null) return [];
    const elements = found.elements.map((each) => ({ ...each, pointer: inner.pointer + each.pointer }));
    return [{ ...found, elements, pointer: inner.pointer + found.pointer }];
  });
  if (deeper !== undefined && more.length === 0) return deeper;
  const isMap = members.length > 0 && members.every((each) => isJsonObject(each.value) && hasPetField(each.value));
  return isMap ? { elements: members, how: 'from the values of an object', holder: value, pointer: '' } : null;
}

function elementsOf(array: readonly JsonValue[], pointer = '', how = 'as it is'): InnerElements {
  const elements = array.map((value, index) => ({ value, pointer: `${pointer}/${index}` }));
  return { elements, how, holder: array, pointer };
}

function arrayIn({ value, pointer, how }: Inner): readonly InnerElements[] {
  return isJsonArray(value) ? [elementsOf(value, pointer, how)] : [];
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
    pointer: `/${escapeToken(key)}`,
    how: `from the member ${key.slice(0, 40)}`,
  }));
}
