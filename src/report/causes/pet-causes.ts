import { allOf, listSome } from '../../contract/describe.ts';
import { isInt64 } from '../../contract/exact-integer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { isPetStatus, NEW_PET_FIELDS, type Pet, REQUIRED_PET_FIELDS, STATUS_WORDS } from '../../contract/pet.ts';
import { onlyObjectIn } from '../../suite/responses/inner-values.ts';
import { type AgreeingGroup, type Cause, causeOf, placesOf, pluralOf, type Reading, valuesByGroup } from './cause.ts';
import { isSuccess } from '../../suite/responses/response.ts';
import { isErrorAsSuccess, type PetPair, type SeenExchange, type SeenPet, type SeenRun } from './seen-exchanges.ts';
import { integerAt, keyFor, memberFor, memberOf, type SeenObject, shortName } from './seen-object.ts';
import { readsErrorEnvelope } from './error-causes.ts';
import { readsListEnvelope, THE_LIST } from './list-causes.ts';
import { isFieldValid, REQUIREMENT_OF } from './wrong-fields.ts';

/** What is also violated if a value is not shown as it was sent. */
const ABOUT_SENT = ['LIST-SAME', 'GET-SAME', 'DEPRECATION-REPLACEMENT'] as const;
const ABOUT_STATUS_SENT = ['CREATE-KEEPS-STATUS', 'LIST-STATUS-FILTER', 'LIST-STATUS-COMPLETE', ...ABOUT_SENT] as const;
const ABOUT_CATEGORY_SENT = [
  'CREATE-KEEPS-CATEGORY',
  'CREATE-CATEGORY-INT64',
  'CREATE-REFUSES-CATEGORY-RANGE',
  ...ABOUT_SENT,
] as const;

/** Mistakes with the fields of pets (part 2), and with what was sent for them (part 4.2). */
export const petCauses: readonly Cause[] = [
  causeOf({
    id: 'bodies-in-envelope',
    explains: ['PETS-ARRAY', 'PET-OBJECT', 'ERROR-OBJECT'],
    reads: (seen, run) => [...readsListEnvelope(seen, run), ...readsPetEnvelope(seen), ...readsErrorEnvelope(seen)],
    sentence: (groups) => `Bodies are wrapped in an object: ${valuesByGroup(groups, 'holds')}.`,
    fix: (groups) =>
      `Respond with the array of pets, the pet or the Error itself.${groups.some(({ name }) => name === THE_LIST) ? ' A count or a cursor may stand in a header.' : ''}`,
    isWide: true,
  }),
  causeOf({
    id: 'field-renamed',
    explains: ['PET-ID', 'PET-NAME', 'PET-CATEGORY'],
    reads: readsRenamed,
    sentence: (groups) => `Fields of pets stand under other names: ${valuesByGroup(groups, 'for')}.`,
    fix: 'Name the fields in JSON as the contract does, whatever the columns of the database are called, and write them as members of the pet itself.',
  }),
  causeOf({
    id: 'id-missing',
    explains: ['PET-ID'],
    reads: readsMissingId,
    sentence: (groups, areAll) => `Pets show no id${placesOf(groups, areAll)}.`,
    fix: 'Write the id as a member of each pet. Frameworks that write links leave it out unless an option exposes it.',
  }),
  causeOf({
    id: 'values-in-arrays',
    explains: ['PET-ID', 'PET-NAME', 'PET-CATEGORY', 'PET-STATUS'],
    reads: readsVectors,
    sentence: (groups) => `Pets have an array in place of each value: for ${allOf(groups.map(({ name }) => name))}.`,
    fix: 'Write each value itself. In R, let the serializer of JSON unbox vectors of one value.',
  }),
  causeOf<ShownForm>({
    id: 'integers-as-text',
    explains: ['PET-ID', 'PET-CATEGORY'],
    reads: readsIntegers,
    sentence: (groups, _areAll, run) =>
      `Pets have text in place of integers: ${describeForms(groups, run, readsIntegers)}.`,
    fix: (groups) => {
      // The fields of the contract, whatever they are called.
      const fields = groups.map(({ name }) => name.split(' ', 1).join(''));
      // A list may be torn. Some ids in hexadecimal look like numerals.
      const isOther = groups.some(({ name, values }) =>
        name === 'id in creations' ? values.some(isNoNumeral) : name.startsWith('id ') && values.every(isNoNumeral),
      );
      return `Write ${allOf([...new Set(fields)])} as JSON integers of 64 bits in every response.${isOther ? ' Assign ids that are integers.' : ''}`;
    },
  }),
  causeOf<ShownForm>({
    id: 'status-in-another-form',
    explains: ['PET-STATUS', ...ABOUT_STATUS_SENT],
    reads: readsStatusForm,
    sentence: (groups, _areAll, run) =>
      `A status is not shown as the contract spells it: ${describeForms(groups, run, readsStatusForm)}.`,
    fix: (groups) => statusFix(groups.flatMap(({ values }) => values)),
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
    explains: ['CREATE-KEEPS-NAME', 'CREATE-NAMES', ...ABOUT_SENT],
    reads: readsNameChangedBy((name) => name.trim()),
    sentence: (groups, areAll) => `Names lose the white space at their ends${placesOf(groups, areAll)}.`,
    fix: 'Store the text as it came, or reject a name with white space at its ends with 400.',
  }),
  causeOf({
    id: 'names-read-as-latin-1',
    explains: ['CREATE-KEEPS-NAME', ...ABOUT_SENT],
    reads: readsNameChangedBy((name) => Buffer.from(name).toString('latin1')),
    sentence: (groups, areAll) => `Names in UTF-8 are read as Latin-1${placesOf(groups, areAll)}.`,
    fix: 'Read the bytes of the body as UTF-8, the encoding of JSON, and name UTF-8 wherever text is decoded or stored.',
  }),
  causeOf({
    id: 'names-in-capitals',
    explains: ['CREATE-KEEPS-NAME', ...ABOUT_SENT],
    // White space at the ends of a name may be lost too, so such a name says nothing.
    reads: readsNameChangedBy((name) => (name === name.trim() ? name.toUpperCase() : name)),
    sentence: (groups, areAll) => `Names come back in capitals${placesOf(groups, areAll)}.`,
    fix: 'Store and return each name as it was sent. If searches ignore letter case, convert names in the search alone.',
  }),
];

function readsPetEnvelope(seen: SeenExchange): readonly Reading[] {
  if (seen.operation === 'other' || !isSuccess(seen) || isErrorAsSuccess(seen)) return [];
  const group = seen.operation === 'listPets' ? 'each pet of a list' : `the pet in ${pluralOf(seen)}`;
  const objects = seen.operation === 'listPets' ? seen.pets.map(({ value }) => value) : [seen.body?.value];
  return objects.flatMap((value): readonly Reading[] => {
    if (!isJsonObject(value)) return [];
    const isBare = REQUIRED_PET_FIELDS.some((field) => Object.hasOwn(value, field));
    const inner = isBare ? null : onlyObjectIn(value);
    const found = inner?.value ?? null;
    const agrees = isJsonObject(found) && REQUIRED_PET_FIELDS.some((field) => Object.hasOwn(found, field));
    return [{ group, agrees, value: inner === null ? undefined : memberOf(inner), shows: ['PET-OBJECT'] }];
  });
}

/** The members of pets, by their names: whether each is an array of one value. */
function readsVectors(seen: SeenExchange): readonly Reading[] {
  return seen.pets.flatMap(({ value: pet }) =>
    (['id', ...NEW_PET_FIELDS] as const).flatMap((field): readonly Reading[] => {
      const value = pet[field];
      // The same writers show no value as an empty array or object.
      if (value === undefined || hasNoMember(value)) return [];
      const agrees = Array.isArray(value) && value.length === 1;
      return [{ group: field, agrees, value: field, shows: [REQUIREMENT_OF[field]] }];
    }),
  );
}

function hasNoMember(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** How the responses to one operation show a value of pets, in words. */
interface ShownForm {
  /** The member, or the status that was sent. */
  readonly what: string;
  readonly form: string;
  /** The operation. */
  readonly place: string;
}

/**
 * "null for a pet without one; nothing for sold". The places are named if a response shows the value rightly: "a numeral for id in
 * lists". `reads`: how the groups were read.
 */
function describeForms(
  groups: readonly AgreeingGroup<ShownForm>[],
  run: SeenRun,
  reads: (seen: SeenExchange, run: SeenRun) => readonly Reading<ShownForm>[],
): string {
  const forms = groups.flatMap(({ values }) => values);
  const all = run.seen.flatMap((seen) => reads(seen, run));
  const shownRightly = new Set(all.flatMap(({ agrees, value }) => (agrees ? [] : value?.what)));
  const shown = [...Map.groupBy(forms, ({ what }) => what)].map(([what, own]) => {
    const places = allOf([...new Set(own.map(({ place }) => place))]);
    const form = listSome([...new Set(own.map((each) => each.form))], FORMS_NAMED, ' or ');
    return { form, words: shownRightly.has(what) ? `${what} in ${places}` : what };
  });
  return [...Map.groupBy(shown, ({ form }) => form)]
    .map(([form, same]) => `${form} for ${allOf(same.map(({ words }) => words))}`)
    .join('; ');
}

const FORMS_NAMED = 3;
const NOTHING = 'nothing';

/** The integers of pets, by the responses that show them. */
function readsIntegers(seen: SeenExchange, run: SeenRun): readonly Reading<ShownForm>[] {
  const pairs = run.pairsIn(seen);
  return seen.pets.flatMap(({ value }) =>
    (['id', 'categoryId'] as const).flatMap((field): readonly Reading<ShownForm>[] => {
      const key = memberFor(field, value);
      if (key === undefined) return [];
      // A service may show what it should have rejected.
      const sent = pairs.find(({ shown }) => shown.value === value)?.sent;
      const text = value[key];
      const agrees = typeof text === 'string';
      const isOfClient = field === 'id' && !agrees && sent?.value['id'] === text;
      if (isOfClient || (field === 'categoryId' && sent !== undefined && !isFieldValid(sent, field))) return [];
      const place = pluralOf(seen);
      const form = { what: shortName(key), form: agrees ? formOfText(text) : 'no text', place };
      return [{ group: `${field} in ${place}`, agrees, value: form, shows: [REQUIREMENT_OF[field]] }];
    }),
  );
}

const NUMERAL = 'a numeral';

function isNoNumeral({ form }: ShownForm): boolean {
  return form !== NUMERAL;
}

function formOfText(text: string): string {
  if (/^-?\d+$/.test(text)) return NUMERAL;
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? 'a UUID' : 'text that is no number';
}

function readsRenamed(seen: SeenExchange): readonly Reading[] {
  return seen.pets.flatMap(({ value }): readonly Reading[] => {
    const required = REQUIRED_PET_FIELDS.map((group): Reading => {
      const place = Object.hasOwn(value, group) ? undefined : placeOf(group, value);
      return { group, agrees: place !== undefined, value: place, shows: [REQUIREMENT_OF[group]] };
    });
    const status = placeOf('status', value);
    if (status === undefined) return required;
    // A status may be absent, so it speaks only beside another field.
    const shows = required.flatMap((field) => (field.agrees ? (field.shows ?? []) : []));
    return [...required, { group: 'status', agrees: !Object.hasOwn(value, 'status'), value: status, shows }];
  });
}

/** Pets that show another field, and beside the fields no text or number that may be their id. */
function readsMissingId(seen: SeenExchange): readonly Reading[] {
  return seen.pets.flatMap(({ value }): readonly Reading[] => {
    const fields = NEW_PET_FIELDS.flatMap((field) => memberFor(field, value) ?? []);
    const others = Object.keys(value).filter((member) => !fields.includes(member));
    const agrees = others.every((member) => typeof value[member] === 'object') && placeOf('id', value) === undefined;
    return fields.length === 0 ? [] : [{ group: pluralOf(seen), agrees, value: 'id' }];
  });
}

/** The member that has a field under another name, in the pet or in an object inside, such as `attributes.name`. */
function placeOf(field: keyof Pet, pet: JsonObject): string | undefined {
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

/** What to do about statuses in these forms. */
function statusFix(shown: readonly ShownForm[]): string {
  const isEmpty = ({ form }: ShownForm): boolean => form === 'null' || /^"\s*"$/.test(form);
  const isLost = (each: ShownForm): boolean => each.form === NOTHING || (isEmpty(each) && each.what !== WITHOUT_STATUS);
  const advice = [
    { of: isLost, text: 'Store the status that was sent, and show it, also if it is the default of its field.' },
    {
      of: (each: ShownForm) => isEmpty(each) && each.what === WITHOUT_STATUS,
      text: 'Leave the status out if a pet has none. JSON writers have an option that omits such values.',
    },
    { of: (each: ShownForm) => !isEmpty(each) && !isLost(each), text: `Write the status as ${STATUS_WORDS}.` },
  ];
  return advice.flatMap(({ of, text }) => (shown.some(of) ? text : [])).join(' ');
}

const WITHOUT_STATUS = 'a pet without one';
const ABOUT_PETS = ['name', 'categoryId'] as const;

/** Pets that were sent with a right status, or without one. Then a status of the contract is a default of the service. */
function readsStatusForm(seen: SeenExchange, run: SeenRun): readonly Reading<ShownForm>[] {
  return run.pairsIn(seen).flatMap(({ sent, shown: { value }, differing }): readonly Reading<ShownForm>[] => {
    const { status: wanted } = sent.value;
    const { status } = value;
    const isNamed = isPetStatus(wanted);
    if (!isNamed && (keyFor('status', sent.value) !== undefined || isPetStatus(status))) return [];
    // A creation that returns no pet shows another status, such as its own.
    if (seen.operation === 'createPet' && !ABOUT_PETS.some((field) => keyFor(field, value) !== undefined)) return [];
    const isAbsent = status === undefined;
    // The run reads another form as the status that was sent, so a filter that is wrong then has another mistake.
    const isLost = isAbsent || status === null || status === '';
    const ofSent = ABOUT_STATUS_SENT.filter((id) => isLost || id !== 'LIST-STATUS-FILTER');
    const isOther = differing.some((field) => field !== 'status');
    const shows = [...(isAbsent ? [] : (['PET-STATUS'] as const)), ...(isNamed && !isOther ? ofSent : [])];
    const agrees = isAbsent ? isNamed : !isPetStatus(status);
    const form = isAbsent ? NOTHING : shortName(JSON.stringify(status));
    const place = pluralOf(seen);
    const words = isNamed ? wanted : WITHOUT_STATUS;
    return [{ group: `${words} in ${place}`, agrees, value: { what: words, place, form }, shows }];
  });
}

/**
 * Compares what was sent for pets with what a response shows. `compare`: whether it shows the field changed as the cause says; null
 * if the cause does not change it. Says nothing if another pet has a wrong value there, and only of this field if others are wrong too.
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
  if (isElsewhere) return [];
  const isOther = pairs.some(({ differing }) => differing.some((each) => each !== field));
  return isOther ? readings.map((reading) => ({ ...reading, shows: KEPT_AS_SENT[field] })) : readings;
}

const KEPT_AS_SENT = { name: ['CREATE-KEEPS-NAME'], categoryId: ['CREATE-KEEPS-CATEGORY'] } as const;

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

/** Reads whether names are shown as a change leaves them. */
function readsNameChangedBy(change: (name: string) => string) {
  const isChanged = ({ sent, shown }: PetPair): boolean | null => {
    const name = sent.value['name'];
    return typeof name !== 'string' || change(name) === name ? null : shown.value['name'] === change(name);
  };
  return (seen: SeenExchange, run: SeenRun): readonly Reading[] => readsChange(seen, run, 'name', isChanged);
}
