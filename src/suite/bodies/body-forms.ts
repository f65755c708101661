import { isJsonArray, isJsonObject, type JsonObject, rawJson, readJson, writeJson } from '../../contract/json.ts';

/** A form of a NewPet that a service demands instead of the one of the contract. `words` continues "a pet". */
export interface BodyForm {
  readonly words: string;
  /** Writes JSON text in this form. `serial` differs for each body. */
  readonly write: (text: string, serial: number) => string;
  /** Default: that of the contract. */
  readonly contentType?: string;
  /** Whether an object is in this form. A Content-Type shows in none. */
  readonly isFormOf: (value: JsonObject) => boolean;
}

/** Far above the ids of small services, so that an id of the suite's own is free. */
const FIRST_ID = 1_000_000;

/** What first drafts demand, the most likely form first. */
export const BODY_FORMS: readonly BodyForm[] = [
  withMembers('id', 'with an id', (_, serial) => `"id":${FIRST_ID + serial}`),
  withMembers(
    'category_id',
    'with a member category_id',
    ofCategory((categoryId) => `"category_id":${categoryId}`),
  ),
  inside('pet'),
  {
    words: 'inside the members data and attributes',
    write: (text) => `{"data":{"type":"pets","attributes":${text}}}`,
    isFormOf: ({ data }) => isJsonObject(data) && Object.hasOwn(data, 'attributes'),
  },
  inside('data'),
  withMembers(
    'category',
    'with an object as its category',
    ofCategory((categoryId) => `"category":{"id":${categoryId}}`),
  ),
  withMembers('photoUrls', 'with photoUrls and tags', () => '"photoUrls":[],"tags":[]'),
  {
    words: 'with a charset in its Content-Type',
    contentType: 'application/json; charset=utf-8',
    write: (text) => text,
    isFormOf: () => false,
  },
];

/** A body in a form, as a part of a request. An array of pets holds each pet in the form. */
export function formedBody({ write, contentType }: BodyForm, text: string, nextSerial: () => number) {
  const pets = textsOfPets(text);
  const body = pets === null ? write(text, nextSerial()) : `[${pets.map((pet) => write(pet, nextSerial())).join(',')}]`;
  return { body, ...(contentType === undefined ? {} : { contentType }) };
}

/** The elements of an array of pets as JSON texts with exact integers; null for any other body. */
function textsOfPets(text: string): readonly string[] | null {
  const reading = readJson(Buffer.from(text));
  if (reading.kind !== 'json') return null;
  const { document } = reading;
  const { value } = document;
  if (!isJsonArray(value) || value.length === 0 || !value.every(isJsonObject)) return null;
  return value.map((pet) => {
    const members = Object.entries(pet).map(([key, member]) => {
      const source = document.numberText(pet, key) ?? JSON.stringify(member);
      return [key, rawJson(source)] as const;
    });
    return writeJson(Object.fromEntries(members));
  });
}

function inside(member: string): BodyForm {
  return {
    words: `inside a member ${member}`,
    write: (text) => `{"${member}":${text}}`,
    isFormOf: (value) => isJsonObject(value[member]) && Object.hasOwn(value[member], 'name'),
  };
}

/** The members that an object with this categoryId lacks, if it has one. Null: it lacks more than members, and stays as it is. */
type MembersFor = (categoryId: string | undefined, serial: number) => string | null;

function ofCategory(write: (categoryId: string) => string): MembersFor {
  return (categoryId) => (categoryId === undefined ? null : write(categoryId));
}

/** Adds members to an object. */
function withMembers(member: string, words: string, membersFor: MembersFor): BodyForm {
  return {
    words,
    write(text, serial) {
      const reading = readJson(Buffer.from(text));
      if (reading.kind !== 'json' || !isJsonObject(reading.document.value)) return text;
      const { value } = reading.document;
      const { categoryId } = value;
      const source = reading.document.numberText(value, 'categoryId');
      const members = membersFor(source ?? (categoryId === undefined ? undefined : JSON.stringify(categoryId)), serial);
      const end = Object.keys(value).length === 0 ? '' : ',';
      return members === null ? text : text.replace('{', () => `{${members}${end}`);
    },
    isFormOf: (value) => Object.hasOwn(value, member),
  };
}
