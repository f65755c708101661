import { exactInteger, isInt64 } from '../../contract/exact-integer.ts';
import { isJsonObject, type JsonDocument, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { listSome } from '../../contract/describe.ts';
import { isPetStatus } from '../../contract/pet.ts';
import { type SeenExchange, type SeenObject, sentDocument, wordIn } from './seen-exchanges.ts';

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
  const { value } = document;
  if (!isJsonObject(value)) return [{ field: 'body', kind: kindOf(value) }];
  const name = Object.hasOwn(value, 'name') ? value['name'] : undefined;
  const status = Object.hasOwn(value, 'status') ? value['status'] : undefined;
  const category = categoryProblem({ document, value });
  return [
    ...(typeof name === 'string' ? [] : [{ field: 'name', kind: kindOfField(value, 'name') } as const]),
    ...(category === null ? [] : [{ field: 'categoryId', kind: category } as const]),
    ...(status === undefined || isPetStatus(status)
      ? []
      : [{ field: 'status', kind: typeof status === 'string' ? kindOfText(status) : kindOf(status) } as const]),
  ];
}

/** What is wrong with the new pet that a request sent. */
export function wrongFieldsIn(seen: Pick<SeenExchange, 'sent'>): readonly WrongField[] {
  const document = sentDocument(seen);
  return document === null ? [] : wrongFieldsOf(document);
}

const KINDS_NAMED = 3;

/** Each field once, with what is wrong with it: "categoryId (missing, null)". */
export function describeWrongFields(
  wrong: readonly { readonly field: string; readonly kind: string }[],
): readonly string[] {
  return [...Map.groupBy(wrong, ({ field }) => field)].map(([field, own]) => {
    const kinds = [...new Set(own.map(({ kind }) => kind))];
    return kinds[0] === '' ? field : `${field} (${listSome(kinds, KINDS_NAMED, ', ')})`;
  });
}

/** Whether an object shows a field as the contract describes it. */
export function isFieldValid(object: SeenObject, field: SentField): boolean {
  return wrongFieldsOf({ ...object.document, value: object.value }).every((wrong) => wrong.field !== field);
}

function categoryProblem(object: SeenObject) {
  const category = Object.hasOwn(object.value, 'categoryId') ? object.value['categoryId'] : undefined;
  if (typeof category === 'string') return /^\s*[-+]?\d+(?:\.0*)?\s*$/.test(category) ? 'a numeral as text' : 'text';
  if (typeof category !== 'number') return kindOfField(object.value, 'categoryId');
  const reading = exactInteger(object.document.numberText(object.value, 'categoryId') ?? String(category));
  if (reading.kind === 'fraction') return 'a fraction';
  if (reading.kind === 'huge') return 'more than 100 digits';
  return isInt64(reading.value) ? null : 'outside int64';
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
