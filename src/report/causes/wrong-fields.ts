import { listSome } from '../../contract/describe.ts';
import { exactInteger, isInt64 } from '../../contract/exact-integer.ts';
import { isJsonObject, type JsonDocument, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { isPetStatus, type NewPet, type Pet } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import { objectIn, type SeenObject, wordIn } from './seen-object.ts';

/** What is wrong with a body, in words: its field, and the kind of its fault. */
export interface Fault {
  readonly field: string;
  readonly kind: string;
}

/** What is wrong with a field of a new pet. `body` stands for a body that is no object. */
export interface WrongField extends Fault {
  readonly field: keyof NewPet | 'body';
}

/** The requirements about the fields of pets. */
export const REQUIREMENT_OF = {
  id: 'PET-ID',
  name: 'PET-NAME',
  categoryId: 'PET-CATEGORY',
  status: 'PET-STATUS',
} as const satisfies Readonly<Record<keyof Pet, TestableId>>;

/** What is wrong with a new pet (part 2). */
export function wrongFieldsOf(document: JsonDocument): readonly WrongField[] {
  const object = objectIn(document);
  if (object === null) return [{ field: 'body', kind: kindOfBody(document.value) }];
  const { value } = object;
  const name = Object.hasOwn(value, 'name') ? value['name'] : undefined;
  const status = Object.hasOwn(value, 'status') ? value['status'] : undefined;
  const category = categoryProblem(object);
  return [
    ...(typeof name === 'string' ? [] : [{ field: 'name', kind: kindOfField(value, 'name') } as const]),
    ...(category === null ? [] : [{ field: 'categoryId', kind: category } as const]),
    ...(status === undefined || isPetStatus(status)
      ? []
      : [{ field: 'status', kind: typeof status === 'string' ? kindOfText(status) : kindOf(status) } as const]),
  ];
}

const KINDS_NAMED = 6;

/** Each field once, with what is wrong with it: "categoryId (missing, null)". `most`: how many kinds of one field are named. */
export function describeWrongFields(wrong: readonly Fault[], most = KINDS_NAMED): readonly string[] {
  return [...Map.groupBy(wrong, ({ field }) => field)].map(([field, own]) => {
    const kinds = [...new Set(own.map(({ kind }) => kind))];
    return kinds[0] === '' ? field : `${field} (${listSome(kinds, most, ', ')})`;
  });
}

/** Whether an object shows a field as the contract describes it. */
export function isFieldValid(object: SeenObject, field: WrongField['field']): boolean {
  return wrongFieldsOf(object).every((wrong) => wrong.field !== field);
}

function categoryProblem(object: SeenObject) {
  const category = Object.hasOwn(object.value, 'categoryId') ? object.value['categoryId'] : undefined;
  if (typeof category === 'string') return kindOfCategoryText(category);
  if (typeof category !== 'number') return kindOfField(object.value, 'categoryId');
  const reading = exactInteger(object.numberText(object.value, 'categoryId') ?? String(category));
  if (reading.kind === 'fraction') return 'a fraction';
  if (reading.kind === 'huge') return category > 0 ? 'a number of 1e100 or more' : 'a number of -1e100 or less';
  return isInt64(reading.value) ? null : 'outside int64';
}

function kindOfCategoryText(category: string) {
  if (category === '') return 'the empty text';
  if (/^\s*[-+]?\d+(?:\.0*)?\s*$/.test(category)) return 'a numeral as text';
  return /^\s*[-+]?0x[\da-f]+\s*$/i.test(category) ? 'a hexadecimal numeral as text' : 'another text';
}

function kindOfText(status: string) {
  if (status === '') return 'the empty text';
  if (isPetStatus(status.trim())) return 'white space around it';
  return isPetStatus(status.trim().toLowerCase()) ? 'another case' : 'another text';
}

function kindOfField(object: JsonObject, field: 'name' | 'categoryId') {
  const value = Object.hasOwn(object, field) ? object[field] : undefined;
  const isMisspelt = value === undefined && Object.keys(object).some((key) => wordIn(key) === field.toLowerCase());
  if (isMisspelt) return 'under another spelling';
  // Some services read members of it as those of the body.
  if (value === undefined && Object.hasOwn(object, '__proto__')) return 'only in __proto__';
  const isInside = Object.values(object).some((each) => isJsonObject(each) && Object.hasOwn(each, field));
  return value === undefined && isInside ? 'only inside another object' : kindOf(value);
}

/** Some services read an array of the values of all fields, but no array of arrays. */
function kindOfBody(value: JsonValue) {
  const isOfArrays = Array.isArray(value) && value.length > 0 && value.every((each) => Array.isArray(each));
  return isOfArrays ? 'an array of arrays' : kindOf(value);
}

function kindOf(value: JsonValue | undefined) {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value) && value.length === 0) return 'an empty array';
  // Some services read an object inside.
  if (Array.isArray(value)) return value.some(isJsonObject) ? 'an array of objects' : 'an array';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'boolean' ? String(value) : 'an object';
}
