import { isInt64 } from '../../contract/exact-integer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { allOf } from '../../contract/describe.ts';
import { isPetStatus } from '../../contract/pet.ts';
import { onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { type Cause, causeOf, namesOf, placesOf, pluralOf, type Reading, valuesByGroup, valuesOf } from './cause.ts';
import { isSuccess } from '../../suite/responses/response.ts';
import {
  integerAt,
  memberOf,
  type PetPair,
  type SeenExchange,
  type SeenRun,
  shortName,
  wordIn,
} from './seen-exchanges.ts';
import { isFieldValid } from './wrong-fields.ts';

/** Mistakes with the fields of pets (part 2), and with what was sent for them (part 4.2). */
export const petCauses: readonly Cause[] = [
  causeOf({
    id: 'pet-in-envelope',
    explains: ['PET-OBJECT'],
    reads: () => readsPetEnvelope,
    sentence: (groups) => `The pet stands inside another member: ${valuesByGroup(groups, 'in')}.`,
    fix: 'Respond with the pet itself: id, name, categoryId and status are members of the body.',
  }),
  causeOf({
    id: 'integers-as-text',
    explains: ['PET-ID', 'PET-CATEGORY'],
    reads: (run) => (seen) => readsIntegersAsText(seen, run),
    sentence: (groups, areAll) => {
      const fields = Map.groupBy(
        groups.flatMap(({ values }) => values.slice(0, 1)),
        ({ field }) => field,
      );
      const places = [...fields].map(([field, own]) => `${field} in ${allOf(own.map(({ place }) => place))}`);
      return `Integers are written as JSON strings: ${areAll ? allOf([...fields.keys()]) : places.join('; ')}.`;
    },
    fix: 'Write them as JSON integers. Use a JSON writer that keeps 64 bits.',
  }),
  causeOf({
    id: 'ids-of-another-kind',
    explains: ['PET-ID'],
    reads: () => readsOtherIds,
    sentence: (groups) =>
      groups.every(({ values }) => values.every((kind) => kind === ABSENT))
        ? 'No pet has an id.'
        : `Every id is ${valuesOf(groups)}, not an integer.`,
    fix: 'Assign integers of at most 64 bits as ids, such as those of a counter or of a sequence of the database, and write them as id in every response. Some frameworks leave ids out unless an option says otherwise.',
  }),
  causeOf({
    id: 'field-renamed',
    explains: ['PET-ID', 'PET-NAME', 'PET-CATEGORY'],
    reads: () => readsRenamed,
    sentence: (groups) => `Fields of pets have other names: ${valuesByGroup(groups, 'for')}.`,
    fix: 'Name the fields in JSON as the contract does, whatever the columns of the database are called, and write them as members of the pet itself.',
  }),
  causeOf({
    id: 'null-for-absent-status',
    explains: ['PET-STATUS'],
    reads: (run) => (seen) => readsAbsentStatus(seen, run),
    sentence: (groups, areAll) =>
      `A pet without a status is shown with status ${valuesOf(groups)}${placesOf(groups, areAll)}.`,
    fix: 'Leave status out if it has no value. Many JSON writers have an option that omits null and empty values.',
  }),
  causeOf({
    id: 'status-not-shown',
    explains: [
      'CREATE-KEEPS-STATUS',
      'LIST-SAME',
      'LIST-STATUS-FILTER',
      'LIST-STATUS-COMPLETE',
      'GET-SAME',
      'DEPRECATION-REPLACEMENT',
    ],
    reads: (run) => (seen) => readsOmittedStatus(seen, run),
    sentence: (groups) => `A pet that was added with status ${namesOf(groups)} is shown without a status.`,
    fix: 'Store the status, and write it in every response. Some JSON writers omit a value that is the default of its field, unless an option says otherwise.',
  }),
  causeOf({
    id: 'integers-through-doubles',
    explains: [
      'CREATE-KEEPS-CATEGORY',
      'CREATE-CATEGORY-INT64',
      'CREATE-REFUSES-CATEGORY-RANGE',
      'PET-CATEGORY',
      'LIST-SAME',
      'GET-SAME',
      'DEPRECATION-REPLACEMENT',
    ],
    reads: (run) => (seen) => readsChange(seen, run, 'categoryId', asDouble),
    sentence: (groups, areAll) =>
      `Integers of more than 53 bits are rounded${placesOf(groups, areAll)}: they go through a double, the number type of JavaScript and of many JSON readers.`,
    fix: 'Read and write categoryId as a 64-bit integer, with a JSON library that keeps the digits of numbers.',
  }),
  causeOf({
    id: 'names-trimmed',
    explains: ['CREATE-KEEPS-NAME', 'CREATE-NAMES', 'LIST-SAME', 'GET-SAME', 'DEPRECATION-REPLACEMENT'],
    reads: (run) => (seen) => readsChange(seen, run, 'name', trimmed),
    sentence: (groups, areAll) => `Names lose the white space at their ends${placesOf(groups, areAll)}.`,
    fix: 'Store the text as it came, or reject a name with white space at its ends with 400.',
  }),
];

function isPetResponse(seen: SeenExchange): boolean {
  return seen.operation !== 'other' && isSuccess(seen) && seen.body !== null;
}

function readsPetEnvelope(seen: SeenExchange): readonly Reading[] {
  if (!isPetResponse(seen)) return [];
  const group = pluralOf(seen);
  const objects = seen.operation === 'listPets' ? seen.pets.map(({ value }) => value) : [seen.body?.value];
  return objects.flatMap((value): readonly Reading[] => {
    if (!isJsonObject(value)) return [];
    const isBare = PET_FIELDS.some((field) => Object.hasOwn(value, field));
    const inner = isBare ? null : onlyObjectIn(value);
    const found = inner?.value ?? null;
    const agrees = isJsonObject(found) && PET_FIELDS.some((field) => Object.hasOwn(found, field));
    return [{ group, agrees, value: inner === null ? undefined : memberOf(inner) }];
  });
}

const PET_FIELDS = ['id', 'name', 'categoryId'] as const;
const REQUIREMENT_OF = { id: 'PET-ID', name: 'PET-NAME', categoryId: 'PET-CATEGORY' } as const;

/** A field of a pet that is an integer, and the kind of responses that show it. */
interface IntegerPlace {
  readonly field: 'id' | 'categoryId';
  readonly place: string;
}

function readsIntegersAsText(seen: SeenExchange, run: SeenRun): readonly Reading<IntegerPlace>[] {
  const pairs = run.pairsIn(seen);
  const place = pluralOf(seen);
  return seen.pets.flatMap(({ value }) =>
    (['id', 'categoryId'] as const).flatMap((field): readonly Reading<IntegerPlace>[] => {
      const member = Object.hasOwn(value, field) ? value[field] : undefined;
      if (member === undefined) return [];
      // A service may show what it should have rejected.
      const sent = field === 'id' ? undefined : pairs.find(({ shown }) => shown.value === value)?.sent;
      if (sent !== undefined && !isFieldValid(sent, 'categoryId')) return [];
      const agrees = typeof member === 'string' && /^-?\d+$/.test(member);
      return [{ group: `${field} in ${place}`, agrees, value: { field, place }, shows: [REQUIREMENT_OF[field]] }];
    }),
  );
}

/** Texts and numbers that are no integers in any form. */
function readsOtherIds(seen: SeenExchange): readonly Reading[] {
  return seen.pets.flatMap(({ value }): readonly Reading[] => {
    const key = Object.hasOwn(value, 'id') ? 'id' : keyFor('id', value);
    if (key === undefined) return Object.hasOwn(value, 'name') ? [{ group: 'ids', agrees: true, value: ABSENT }] : [];
    const kind = kindOfOtherId(value[key]);
    return [{ group: 'ids', agrees: kind !== null, value: kind ?? undefined }];
  });
}

const ABSENT = 'absent';

function kindOfOtherId(id: JsonValue | undefined): string | null {
  if (typeof id === 'number') return Number.isInteger(id) ? null : 'a fraction';
  if (typeof id !== 'string' || /^-?\d+$/.test(id)) return null;
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return 'a UUID';
  return /^[\da-f]{24}$/i.test(id) ? 'a hexadecimal text' : 'a text';
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
function placeOf(field: string, pet: JsonObject): string | undefined {
  const key = keyFor(field, pet);
  if (key !== undefined) return shortName(key);
  const places = Object.entries(pet).flatMap(([outer, value]) => {
    const inner = isJsonObject(value) ? keyFor(field, value) : undefined;
    return inner === undefined ? [] : [`${shortName(outer)}.${shortName(inner)}`];
  });
  return places.length === 1 ? places[0] : undefined;
}

function keyFor(field: string, object: JsonObject): string | undefined {
  return Object.keys(object).find((each) => wordIn(each) === field.toLowerCase());
}

/** Pets that were sent without a status. A status of the contract is a default of the service. */
function readsAbsentStatus(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  return run.pairsIn(seen).flatMap(({ sent, shown: { value } }): readonly Reading[] => {
    const status = Object.hasOwn(value, 'status') ? value['status'] : undefined;
    if (Object.hasOwn(sent.value, 'status') || isPetStatus(status)) return [];
    const words = shortName(JSON.stringify(status ?? null));
    return [{ group: pluralOf(seen), agrees: status !== undefined, value: words }];
  });
}

/** The statuses that were sent, and whether the pets are shown without them. */
function readsOmittedStatus(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  return run.pairsIn(seen).flatMap(({ sent, shown, differing }): readonly Reading[] => {
    const { status } = sent.value;
    if (!isPetStatus(status)) return [];
    const isOther = differing.some((field) => field !== 'status');
    return [{ group: status, agrees: !Object.hasOwn(shown.value, 'status') && !isOther }];
  });
}

/** How a response shows a field: changed as a cause says, as it was sent, or otherwise. Null if the cause does not change it. */
type Shown = 'changed' | 'kept' | 'otherwise' | null;

/** Compares what was sent for pets with what a response shows. Says nothing if other fields or pets are wrong too. */
function readsChange(
  seen: SeenExchange,
  run: SeenRun,
  field: 'name' | 'categoryId',
  compare: (pair: PetPair) => Shown,
): readonly Reading[] {
  const pairs = run.pairsIn(seen);
  const changed = new Set(pairs.flatMap((pair) => (compare(pair) === 'changed' ? [pair.shown] : [])));
  const readings = pairs.flatMap((pair): readonly Reading[] =>
    compare(pair) === null ? [] : [{ group: pluralOf(seen), agrees: compare(pair) === 'changed' }],
  );
  if (readings.some(({ agrees }) => !agrees)) return readings;
  const isElsewhere = seen.pets.some((pet) => !changed.has(pet) && !isFieldValid(pet, field));
  const isOther = pairs.some(({ differing }) => differing.some((each) => each !== field));
  return isElsewhere || isOther ? [] : readings;
}

function asDouble({ sent, shown }: PetPair): Shown {
  if (Number.isSafeInteger(sent.value['categoryId'])) return null;
  const [before, after] = [integerAt(sent, 'categoryId'), integerAt(shown, 'categoryId')];
  if (before === null || after === null || before === BigInt.asIntN(MANTISSA, before)) return null;
  const rounded = BigInt(Number(before));
  if (before === after) return rounded === before || !isInt64(rounded) ? null : 'kept';
  const isRounded = Number(before) === Number(after) || BigInt.asIntN(64, rounded) === after;
  return isRounded ? 'changed' : 'otherwise';
}

/** Integers of this many bits, with their sign, are exact in a double. */
const MANTISSA = 54;

function trimmed({ sent, shown }: PetPair): Shown {
  const [before, after] = [sent.value['name'], shown.value['name']];
  if (typeof before !== 'string' || before.trim() === before) return null;
  return after === before.trim() ? 'changed' : after === before ? 'kept' : 'otherwise';
}
