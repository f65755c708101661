import { exactInteger, isInt64 } from '../../contract/exact-integer.ts';
import type { JsonDocument, JsonObject, JsonValue } from '../../contract/json.ts';
import { isPetStatus } from '../../contract/pet.ts';
import { objectIn, type SeenObject, wordIn } from './seen-object.ts';

/** The fields of a new pet. `body` stands for a body that is no object. */
type SentField = 'name' | 'categoryId' | 'status' | 'body';

/** A field, and what is wrong with it. */
export interface WrongField {
  readonly field: SentField;
  readonly kind:
    | ReturnType<typeof kindOfField>
    | ReturnType<typeof kindOfText>
    | NonNullable<ReturnType<typeof categoryProblem>>;
}

/** What is wrong with a new pet (part 2). */
export function wrongFieldsOf(document: JsonDocument): readonly WrongField[] {
  const object = objectIn(document);
  if (object === null) return [{ field: 'body', kind: kindOf(document.value) }];
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

/** Each field once, with what is wrong with it: "categoryId (missing, null)". */
export function describeWrongFields(
  wrong: readonly { readonly field: string; readonly kind: string }[],
): readonly string[] {
  return [...Map.groupBy(wrong, ({ field }) => field)].map(([field, own]) => {
    const kinds = [...new Set(own.map(({ kind }) => kind))];
    return kinds[0] === '' ? field : `${field} (${kinds.join(', ')})`;
  });
}

/** Whether an object shows a field as the contract describes it. */
export function isFieldValid(object: SeenObject, field: SentField): boolean {
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
  return isMisspelt ? 'under another spelling' : kindOf(value);
}

function kindOf(value: JsonValue | undefined) {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'boolean' ? 'a boolean' : 'an object';
}
