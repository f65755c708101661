import { allOf, listSome } from '../../contract/describe.ts';
import { integerIn } from '../../contract/exact-integer.ts';
import { isJsonObject, type JsonDocument, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { tokensOf } from '../../contract/json-pointer.ts';
import type { Pet } from '../../contract/pet.ts';
import { FIELD_NAMES } from '../../suite/responses/meant-pet.ts';
import type { Inner } from '../../suite/responses/inner-values.ts';

/** An object in a body. The document has the source texts of its numbers. */
export interface SeenObject extends JsonDocument {
  readonly value: JsonObject;
}

/** A value of a document as an object; null if it is none. */
export function objectIn(document: JsonDocument, value: JsonValue | undefined = document.value): SeenObject | null {
  return isJsonObject(value) ? { ...document, value } : null;
}

/** The integer that a member of an object shows; null if it shows none. */
export function integerAt(object: SeenObject, member: string): bigint | null {
  return integerIn(object, object.value, member);
}

// The names of members in a sentence.

const LONGEST_NAME = 40;

/** A name or type of the service in a sentence. */
export function shortName(name: string): string {
  return name.slice(0, LONGEST_NAME);
}

/** The name of the member that holds an inner value, in a sentence. */
export function memberOf({ pointer }: Pick<Inner, 'pointer'>): string {
  return shortName(tokensOf(pointer)[0] ?? '');
}

/** The word in the name of a member: `category_id` and `CategoryID` have the same. */
export function wordIn(member: string): string {
  return shortName(member)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

const MEMBERS_NAMED = 6;

/** The names of members in a sentence: "the members title and status". */
export function membersOf(names: readonly string[]): string {
  const all = names.map(shortName);
  if (all.length === 0) return 'no members';
  const listed = all.length > MEMBERS_NAMED ? listSome(all, MEMBERS_NAMED, ', ') : allOf(all);
  return `the ${all.length === 1 ? 'member' : 'members'} ${listed}`;
}

/** The member that has a field of a pet, under its name or under another spelling. */
export function memberFor(field: keyof Pet, pet: JsonObject): string | undefined {
  return Object.hasOwn(pet, field) ? field : keyFor(field, pet);
}

/** The same under another spelling. */
export function keyFor(field: keyof Pet, object: JsonObject): string | undefined {
  const names: readonly string[] = FIELD_NAMES[field];
  return Object.keys(object).find((each) => names.includes(wordIn(each)));
}
