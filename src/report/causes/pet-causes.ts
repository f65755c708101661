import { allOf, listSome } from '../../contract/describe.ts';
import { isInt64 } from '../../contract/exact-integer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { isPetStatus } from '../../contract/pet.ts';
import { onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { FIELD_NAMES } from '../../suite/responses/meant-pet.ts';
import { type Cause, causeOf, placesOf, pluralOf, type Reading, valuesByGroup } from './cause.ts';
import { isSuccess } from '../../suite/responses/response.ts';
import type { PetPair, SeenExchange, SeenPet, SeenRun } from './seen-exchanges.ts';
import { integerAt, memberOf, type SeenObject, shortName, wordIn } from './seen-object.ts';
import { readsErrorEnvelope } from './error-causes.ts';
import { readsListEnvelope } from './list-causes.ts';
import { isFieldValid } from './wrong-fields.ts';

/** What is also violated if a status that was sent is not shown. */
const ABOUT_STATUS_SENT = [
  'CREATE-KEEPS-STATUS',
  'LIST-SAME',
  'LIST-STATUS-FILTER',
  'LIST-STATUS-COMPLETE',
  'GET-SAME',
  'DEPRECATION-REPLACEMENT',
] as const;

/** What is also violated if a category that was sent is shown as another one. */
const ABOUT_CATEGORY_SENT = [
  'CREATE-KEEPS-CATEGORY',
  'CREATE-CATEGORY-INT64',
  'CREATE-REFUSES-CATEGORY-RANGE',
  'LIST-SAME',
  'GET-SAME',
  'DEPRECATION-REPLACEMENT',
] as const;

/** Mistakes with the fields of pets (part 2), and with what was sent for them (part 4.2). */
export const petCauses: readonly Cause[] = [
  causeOf({
    id: 'bodies-in-envelope',
    explains: ['PETS-ARRAY', 'PET-OBJECT', 'ERROR-OBJECT'],
    reads: (seen) => [...readsListEnvelope(seen), ...readsPetEnvelope(seen), ...readsErrorEnvelope(seen)],
    sentence: (groups) => `Bodies are wrapped in an object: ${valuesByGroup(groups, 'holds')}.`,
    fix: 'Respond with the array of pets, the pet or the Error itself. A count or a cursor may stand in a header.',
    isWide: true,
  }),
  causeOf({
    id: 'field-renamed',
    explains: ['PET-ID', 'PET-NAME', 'PET-CATEGORY'],
    reads: readsRenamed,
    sentence: (groups) => `Fields of pets stand under other names: ${valuesByGroup(groups, 'for')}.`,
    fix: 'Name the fields in JSON as the contract does, whatever the columns of the database are called, and write them as members of the pet itself.',
  }),
  causeOf<IntegerForm>({
    id: 'integers-as-text',
    explains: ['PET-ID', 'PET-CATEGORY'],
    reads: readsIntegers,
    sentence: (groups, _areAll, run) => {
      const texts = groups.flatMap(({ values }) => values);
      return `Pets have text in place of integers: ${describeTexts(texts, run)}.`;
    },
    fix: 'Write id and categoryId as JSON integers of 64 bits in every response. Assign ids from a counter or a sequence of the database.',
  }),
  causeOf<StatusForm>({
    id: 'status-in-another-form',
    explains: ['PET-STATUS', ...ABOUT_STATUS_SENT],
    reads: readsStatusForm,
    sentence: (groups, _areAll, run) => {
      const forms = groups.flatMap(({ values }) => values);
      return `A status is not shown as the contract spells it: ${describeForms(forms, run)}.`;
    },
    fix: 'Store the status, write it as the contract spells it, and leave it out if a pet has none. JSON writers have options that write an enumeration as its text, that omit null and empty values, and that keep a value that is the default of its field.',
  }),
  causeOf({
    id: 'integers-through-doubles',
    explains: ['PET-CATEGORY', ...ABOUT_CATEGORY_SENT],
    reads: (seen, run) => readsChange(seen, run, 'categoryId', asDouble),
    sentence: (groups, areAll) =>
      `Integers of more than 53 bits are rounded${placesOf(groups, areAll)}: they go through a double, the number type of JavaScript and of many JSON readers.`,
    fix: 'Read and write categoryId as a 64-bit integer, with a JSON library that keeps the digits of numbers.',
  }),
  causeOf({
    id: 'names-trimmed',
    explains: ['CREATE-KEEPS-NAME', 'CREATE-NAMES', 'LIST-SAME', 'GET-SAME', 'DEPRECATION-REPLACEMENT'],
    reads: (seen, run) => readsChange(seen, run, 'name', trimmed),
    sentence: (groups, areAll) => `Names lose the white space at their ends${placesOf(groups, areAll)}.`,
    fix: 'Store the text as it came, or reject a name with white space at its ends with 400.',
  }),
  causeOf({
    id: 'names-read-as-latin-1',
    explains: ['CREATE-KEEPS-NAME', 'LIST-SAME', 'GET-SAME', 'DEPRECATION-REPLACEMENT'],
    reads: (seen, run) => readsChange(seen, run, 'name', asLatin1),
    sentence: (groups, areAll) => `Names in UTF-8 are read as Latin-1${placesOf(groups, areAll)}.`,
    fix: 'Read the bytes of the body as UTF-8, the encoding of JSON, and name UTF-8 wherever text is decoded or stored.',
  }),
];

function isPetResponse(seen: SeenExchange): boolean {
  return seen.operation !== 'other' && isSuccess(seen) && seen.body !== null;
}

function readsPetEnvelope(seen: SeenExchange): readonly Reading[] {
  if (!isPetResponse(seen)) return [];
  const group = seen.operation === 'listPets' ? 'each pet of a list' : `the pet in ${pluralOf(seen)}`;
  const objects = seen.operation === 'listPets' ? seen.pets.map(({ value }) => value) : [seen.body?.value];
  return objects.flatMap((value): readonly Reading[] => {
    if (!isJsonObject(value)) return [];
    const isBare = PET_FIELDS.some((field) => Object.hasOwn(value, field));
    const inner = isBare ? null : onlyObjectIn(value);
    const found = inner?.value ?? null;
    const agrees = isJsonObject(found) && PET_FIELDS.some((field) => Object.hasOwn(found, field));
    return [{ group, agrees, value: inner === null ? undefined : memberOf(inner), shows: ['PET-OBJECT'] }];
  });
}

type Field = keyof typeof FIELD_NAMES;

const PET_FIELDS = ['id', 'name', 'categoryId'] as const;
const REQUIREMENT_OF = { id: 'PET-ID', name: 'PET-NAME', categoryId: 'PET-CATEGORY' } as const;

/** How the responses to one operation show an integer of pets. */
interface IntegerForm {
  readonly member: string;
  readonly form: string;
  /** The operation, in words. */
  readonly place: string;
}

/** The integers of pets, by the responses that show them. */
function readsIntegers(seen: SeenExchange, run: SeenRun): readonly Reading<IntegerForm>[] {
  const pairs = run.pairsIn(seen);
  return seen.pets.flatMap(({ value }) =>
    (['id', 'categoryId'] as const).flatMap((field): readonly Reading<IntegerForm>[] => {
      const key = memberFor(field, value);
      if (key === undefined) return [];
      // A service may show what it should have rejected.
      const sent = field === 'id' ? undefined : pairs.find(({ shown }) => shown.value === value)?.sent;
      if (sent !== undefined && !isFieldValid(sent, 'categoryId')) return [];
      const text = value[key];
      const agrees = typeof text === 'string';
      const place = pluralOf(seen);
      const form = { member: shortName(key), form: agrees ? formOfText(text) : 'no text', place };
      return [{ group: `${field} in ${place}`, agrees, value: form, shows: [REQUIREMENT_OF[field]] }];
    }),
  );
}

/** "a numeral for id and categoryId", with the places if others show no text: "a numeral for id in lists". */
function describeTexts(texts: readonly IntegerForm[], run: SeenRun): string {
  const all = run.seen.flatMap((seen) => readsIntegers(seen, run));
  const shownOtherwise = new Set(all.flatMap(({ agrees, value }) => (agrees ? [] : value?.member)));
  return [...Map.groupBy(texts, ({ form }) => form)]
    .map(([form, same]) => {
      const members = [...Map.groupBy(same, ({ member }) => member)].map(([member, own]) =>
        shownOtherwise.has(member) ? `${member} in ${allOf([...new Set(own.map(({ place }) => place))])}` : member,
      );
      return `${form} for ${allOf(members)}`;
    })
    .join('; ');
}

function formOfText(text: string): string {
  if (/^-?\d+$/.test(text)) return 'a numeral';
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? 'a UUID' : 'text that is no number';
}

function readsRenamed(seen: SeenExchange): readonly Reading[] {
  return seen.pets.flatMap(({ value }) =>
    PET_FIELDS.map((group): Reading => {
      const place = Object.hasOwn(value, group) ? undefined : placeOf(group, value);
      return { group, agrees: place !== undefined, value: place, shows: [REQUIREMENT_OF[group]] };
    }),
  );
}

/** The member that has a field under another name, in the pet or in an object inside, such as `attributes.name`. */
function placeOf(field: Field, pet: JsonObject): string | undefined {
  const key = keyFor(field, pet);
  if (key !== undefined) return isReference(pet[key]) ? `${shortName(key)}.id` : shortName(key);
  const places = Object.entries(pet).flatMap(([outer, value]) => {
    const inner = isJsonObject(value) ? keyFor(field, value) : undefined;
    return inner === undefined ? [] : [`${shortName(outer)}.${shortName(inner)}`];
  });
  return places.length === 1 ? places[0] : undefined;
}

/** Whether a member is an object with an id, such as the category in `{"category": {"id": 1}}`. */
function isReference(member: JsonValue | undefined): boolean {
  return member !== undefined && isJsonObject(member) && Object.hasOwn(member, 'id');
}

/** The member that has a field of a pet, under its name or under another spelling. */
function memberFor(field: Field, pet: JsonObject): string | undefined {
  return Object.hasOwn(pet, field) ? field : keyFor(field, pet);
}

function keyFor(field: Field, object: JsonObject): string | undefined {
  const names: readonly string[] = FIELD_NAMES[field];
  return Object.keys(object).find((each) => names.includes(wordIn(each)));
}

/** How the responses to one operation show a status. */
interface StatusForm {
  /** The status that was sent, and the operation, in words. */
  readonly sent: string;
  readonly place: string;
  readonly form: string;
}

/** "nothing for sold; null for a pet without one", with the places if some show it rightly: "null for a pet without one in lists". */
function describeForms(forms: readonly StatusForm[], run: SeenRun): string {
  const all = run.seen.flatMap((seen) => readsStatusForm(seen, run));
  const shownRightly = new Set(all.flatMap(({ agrees, value }) => (agrees ? [] : value?.sent)));
  const shown = [...Map.groupBy(forms, ({ sent }) => sent)].map(([sent, own]) => ({
    sent,
    form: listSome([...new Set(own.map((each) => each.form))], FORMS_NAMED, ' or '),
    places: shownRightly.has(sent) ? ` in ${allOf([...new Set(own.map(({ place }) => place))])}` : '',
  }));
  return [...Map.groupBy(shown, ({ form }) => form)]
    .flatMap(([form, same]) =>
      [...Map.groupBy(same, ({ places }) => places)].map(
        ([places, own]) => `${form} for ${allOf(own.map(({ sent }) => sent))}${places}`,
      ),
    )
    .join('; ');
}

const FORMS_NAMED = 3;

/** Pets that were sent with a right status, or without one. Then a status of the contract is a default of the service. */
function readsStatusForm(seen: SeenExchange, run: SeenRun): readonly Reading<StatusForm>[] {
  return run.pairsIn(seen).flatMap(({ sent, shown: { value }, differing }): readonly Reading<StatusForm>[] => {
    const { status: wanted } = sent.value;
    const { status } = value;
    const isNamed = isPetStatus(wanted);
    if (!isNamed && (keyFor('status', sent.value) !== undefined || isPetStatus(status))) return [];
    const isAbsent = status === undefined;
    const isOther = differing.some((field) => field !== 'status');
    const shows = [...(isAbsent ? [] : (['PET-STATUS'] as const)), ...(isNamed && !isOther ? ABOUT_STATUS_SENT : [])];
    const agrees = isAbsent ? isNamed : !isPetStatus(status);
    const form = isAbsent ? 'nothing' : shortName(JSON.stringify(status));
    const place = pluralOf(seen);
    const words = isNamed ? wanted : 'a pet without one';
    return [{ group: `${words} in ${place}`, agrees, value: { sent: words, place, form }, shows }];
  });
}

/**
 * Compares what was sent for pets with what a response shows. `compare`: whether it shows the field changed as the cause says; null
 * if the cause does not change it. Says nothing if other fields or pets are wrong too.
 */
function readsChange(
  seen: SeenExchange,
  run: SeenRun,
  field: 'name' | 'categoryId',
  compare: (pair: PetPair) => boolean | null,
): readonly Reading[] {
  const pairs = run.pairsIn(seen);
  const changed = new Set(pairs.flatMap((pair) => (compare(pair) === true ? [pair.shown] : [])));
  const readings = pairs.flatMap((pair): readonly Reading[] => {
    // The change does not explain that the field is missing under its own name.
    const isRenamed = field === 'categoryId' && !Object.hasOwn(pair.shown.value, field);
    const agrees = compare(pair);
    if (agrees === null) return [];
    return [{ group: pluralOf(seen), agrees, value: field, shows: isRenamed ? ABOUT_CATEGORY_SENT : undefined }];
  });
  if (readings.some(({ agrees }) => !agrees)) return readings;
  const isElsewhere = seen.pets.some((pet) => !changed.has(pet) && !isShownRightly(pet, field));
  const isOther = pairs.some(({ differing }) => differing.some((each) => each !== field));
  return isElsewhere || isOther ? [] : readings;
}

/** Whether a pet shows a valid value of a field. The integer of a category may stand under another spelling. */
function isShownRightly(pet: SeenPet, field: 'name' | 'categoryId'): boolean {
  if (field === 'name' || Object.hasOwn(pet.value, field)) return isFieldValid(pet, field);
  const category = categoryIn(pet);
  return category !== null && isInt64(category);
}

function categoryIn(pet: SeenObject): bigint | null {
  return integerAt(pet, memberFor('categoryId', pet.value) ?? 'categoryId');
}

function asDouble({ sent, shown }: PetPair): boolean | null {
  if (Number.isSafeInteger(sent.value['categoryId'])) return null;
  const [before, after] = [integerAt(sent, 'categoryId'), categoryIn(shown)];
  if (before === null || after === null || before === BigInt.asIntN(MANTISSA, before)) return null;
  const rounded = BigInt(Number(before));
  // Rounding is not why an integer is accepted that stays outside int64.
  if (!isInt64(before) && !isInt64(rounded)) return null;
  if (before === after) return rounded === before || !isInt64(rounded) ? null : false;
  return Number(before) === Number(after) || BigInt.asIntN(64, rounded) === after;
}

/** Integers of this many bits, with their sign, are exact in a double. */
const MANTISSA = 54;

/** Whether each byte of the UTF-8 of a name is shown as a character of its own. */
function asLatin1({ sent, shown }: PetPair): boolean | null {
  const name = sent.value['name'];
  if (typeof name !== 'string') return null;
  const misread = Buffer.from(name).toString('latin1');
  return misread === name ? null : shown.value['name'] === misread;
}

function trimmed({ sent, shown }: PetPair): boolean | null {
  const name = sent.value['name'];
  return typeof name !== 'string' || name.trim() === name ? null : shown.value['name'] === name.trim();
}
