import { exactInteger, isInt64 } from '../../contract/exact-integer.ts';
import { isJsonObject, type JsonDocument, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { isPetStatus, type NewPet, type Pet, type PetStatus, REQUIRED_PET_FIELDS } from '../../contract/pet.ts';
import { UNREAD } from './meant-json.ts';
import { idFromText, idInLocation } from './text-ids.ts';

/** The names by which services call the fields of a pet, in lower case and without separators. */
export const FIELD_NAMES = {
  id: ['id', 'petid', 'uuid', 'guid'],
  name: ['name', 'petname'],
  categoryId: ['categoryid', 'category'],
  status: ['status', 'petstatus'],
} as const satisfies Readonly<Record<keyof Pet, readonly string[]>>;

type Field = keyof typeof FIELD_NAMES;

/** The pet that an object means under other names, types or cases. What it lacks comes from `sent`, and a missing id is `asked`. */
export function meantPet(document: JsonDocument, value: JsonValue, sent?: NewPet, asked?: bigint): Pet | null {
  const id = meantId(document, value) ?? (sent !== undefined && hasName(value) ? asked : undefined);
  const values = meantValues(document, value, sent);
  return id === undefined || values === null ? null : { id, ...values };
}

/** The values of the pet that an object means, without its id. */
export function meantValues(document: JsonDocument, value: JsonValue, sent?: NewPet): NewPet | null {
  if (!isJsonObject(value)) return null;
  const name = nameIn(value) ?? sent?.name;
  const categoryId = integerIn(document, value, 'categoryId') ?? sent?.categoryId;
  const status = sent === undefined ? statusIn(value) : statusAsSent(value, sent);
  return name === undefined || categoryId === undefined || status === 'wrong' ? null : { name, categoryId, status };
}

/** The id that an object shows, whether it means a pet or not; null if it shows none. */
export function meantId(document: JsonDocument, value: JsonValue): bigint | null {
  if (!isJsonObject(value)) return null;
  return integerIn(document, value, 'id') ?? textIdIn(document, value) ?? idInLink(value);
}

/** Whether an object has the name of a pet, so that its other fields are there too, or missing. */
export function hasName(value: JsonValue): boolean {
  return isJsonObject(value) && nameIn(value) !== undefined;
}

/** Whether an object has any field of a pet. */
export function hasPetField(value: JsonObject): boolean {
  return Object.keys(FIELD_NAMES).some((field) => placeOf(value, field as Field) !== null);
}

/** Whether a member is a field that every pet has, under one of its names. */
export function isRequiredField(member: string): boolean {
  return REQUIRED_PET_FIELDS.some((field) => isNameOf(field, member));
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
  return { id, name: nameIn(value), categoryId: integerIn(document, value, 'categoryId') };
}

/** The status that an object shows for the pet that it means. Null if the pet has none. `unread`: it may be any, in another form. */
export function shownStatus(pet: Pet | null, value: JsonValue): PetStatus | 'unread' | null {
  if (pet !== null) return pet.status ?? (isJsonObject(value) && !isLost(memberOf(value, 'status')) ? 'unread' : null);
  const status = isJsonObject(value) ? value['status'] : undefined;
  return isPetStatus(status) ? status : 'unread';
}

/** Null and an empty text are no other form of a status: it is lost, as it is without the member. */
function isLost(status: JsonValue | undefined): boolean {
  return status === undefined || status === null || status === '';
}

/** Where a field stands: in the object, in its attributes, as in JSON:API, or alone in an array. */
interface FieldPlace {
  readonly holder: JsonObject | readonly JsonValue[];
  readonly key: string;
  readonly value: JsonValue | undefined;
}

function placeOf(object: JsonObject, field: Field): FieldPlace | null {
  const { attributes } = object;
  for (const holder of [object, attributes]) {
    if (holder === undefined || !isJsonObject(holder)) continue;
    const key = keyOf(holder, field);
    if (key === undefined) continue;
    const value = holder[key];
    return isBoxed(holder) && Array.isArray(value)
      ? { holder: value, key: '0', value: value[0] }
      : { holder, key, value };
  }
  return null;
}

/** Whether each field that a pet must have stands in an array, as languages write them in which every value is a vector. */
function isBoxed(holder: JsonObject): boolean {
  return REQUIRED_PET_FIELDS.every((field) => Array.isArray(holder[keyOf(holder, field) ?? field]));
}

function isNameOf(field: Field, key: string): boolean {
  const names: readonly string[] = FIELD_NAMES[field];
  return names.includes(key.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

/** The key of a field: its own name, or one that means the same. */
function keyOf(holder: JsonObject, field: Field): string | undefined {
  if (Object.hasOwn(holder, field)) return field;
  return Object.keys(holder).find((key) => isNameOf(field, key));
}

function memberOf(object: JsonObject, field: Field): JsonValue | undefined {
  return placeOf(object, field)?.value;
}

/** The text of a field: a string as it is, and a number as its source writes it. */
function textOf(document: JsonDocument, object: JsonObject, field: Field): string | undefined {
  const place = placeOf(object, field);
  if (place === null) return undefined;
  return typeof place.value === 'string' ? place.value : document.numberText(place.holder, place.key);
}

/** An int64, as a number or a text, or the one of an object, such as `{"category": {"id": 1}}`. */
function integerIn(document: JsonDocument, object: JsonObject, field: 'id' | 'categoryId'): bigint | undefined {
  const member = memberOf(object, field);
  if (isJsonObject(member)) return integerIn(document, member, 'id');
  const text = textOf(document, object, field)?.trim() ?? '';
  // A path with the integer would not name the pet.
  if (field === 'id' && typeof member === 'string' && /^-?0\d/.test(text)) return undefined;
  const reading = /^-?\d{1,19}(\.0+)?$/.test(text) ? exactInteger(text) : null;
  return reading?.kind === 'integer' && isInt64(reading.value) ? reading.value : undefined;
}

/** The text or fraction that stands in the place of an id. */
function textIdIn(document: JsonDocument, object: JsonObject): bigint | null {
  const text = textOf(document, object, 'id') ?? '';
  const isNumber = typeof memberOf(object, 'id') === 'number';
  return isNumber && !text.includes('.') ? null : idFromText(text);
}

/** The id at the end of the address that an object gives of itself, as in HAL. */
function idInLink({ _links: links = null, href }: JsonObject): bigint | null {
  const self = isJsonObject(links) ? (links['self'] ?? null) : null;
  const link = (isJsonObject(self) ? self['href'] : self) ?? href;
  return typeof link === 'string' ? idInLocation(link) : null;
}

/** The name of an object, unless it has bytes that could not be read. */
function nameIn(object: JsonObject): string | undefined {
  const member = memberOf(object, 'name');
  return typeof member === 'string' && !member.includes(UNREAD) ? member : undefined;
}

/** The status of a pet of which the run knows nothing: the service may have stored it from a wrong body. */
function statusIn(object: JsonObject): PetStatus | undefined | 'wrong' {
  const place = placeOf(object, 'status');
  if (place === null) return undefined;
  // Under another name beside the right name of a pet, it may come from a wrong body: no filter must find it.
  if (place.holder === object && place.key !== 'status' && Object.hasOwn(object, 'name')) return 'wrong';
  if (isPetStatus(place.value)) return place.value;
  return place.value === null ? undefined : 'wrong';
}

/** The status of a pet that the run sent, which the service may write in another form. */
function statusAsSent(object: JsonObject, sent: NewPet): PetStatus | undefined {
  const member = memberOf(object, 'status');
  // Without a member, the other fields must stand there.
  if (isLost(member) && (member !== undefined || hasName(object))) return undefined;
  const meant = typeof member === 'string' ? member.trim().toLowerCase() : member;
  return isPetStatus(meant) ? meant : sent.status;
}
