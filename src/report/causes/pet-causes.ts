import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json.ts';
import { isPetStatus } from '../../contract/pet.ts';
import { onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { type Cause, causeOf, namesOf, placesOf, pluralOf, type Reading, valuesByGroup, valuesOf } from './cause.ts';
import { isSuccess } from '../../suite/responses/response.ts';
import { memberWith, type SeenExchange, type SeenRun, shortName } from './seen-exchanges.ts';
import { isFieldValid } from './wrong-fields.ts';

/** Mistakes with the fields of pets (part 2). */
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
    groupFor: { 'PET-ID': 'id', 'PET-CATEGORY': 'categoryId' },
    reads: (run) => (seen) => readsIntegersAsText(seen, run),
    sentence: (groups) => `Every ${namesOf(groups)} is written as a JSON string, not as an integer.`,
    fix: 'Write it as a JSON integer. Use a JSON writer that keeps 64 bits.',
  }),
  causeOf({
    id: 'ids-of-another-kind',
    explains: ['PET-ID'],
    reads: () => readsOtherIds,
    sentence: (groups) => `Every id is ${valuesOf(groups)}, not an integer.`,
    fix: 'Assign integers of at most 64 bits as ids, such as those of a counter or of a sequence of the database.',
  }),
  causeOf({
    id: 'field-renamed',
    explains: ['PET-ID', 'PET-NAME', 'PET-CATEGORY'],
    groupFor: { 'PET-ID': 'id', 'PET-NAME': 'name', 'PET-CATEGORY': 'categoryId' },
    reads: () => readsRenamed,
    sentence: (groups) => `Fields of pets have other names: ${valuesByGroup(groups, 'for')}.`,
    fix: 'Name the fields in JSON as the contract does, whatever the columns of the database are called, and write them as members of the pet itself.',
  }),
  causeOf({
    id: 'null-for-absent-status',
    explains: ['PET-STATUS'],
    reads: (run) => (seen) => readsNullStatus(seen, run),
    sentence: (groups, areAll) => `A pet without a status is shown with status null${placesOf(groups, areAll)}.`,
    fix: 'Leave status out if it has no value. Many JSON writers have an option that omits null.',
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
    const inner = isBare ? null : (onlyObjectIn(value)?.value ?? null);
    const agrees = isJsonObject(inner) && PET_FIELDS.some((field) => Object.hasOwn(inner, field));
    return [{ group, agrees, value: agrees ? memberWith(inner, value) : undefined }];
  });
}

const PET_FIELDS = ['id', 'name', 'categoryId'] as const;

/** A field of a pet that is an integer. */
type IntegerField = 'id' | 'categoryId';

function readsIntegersAsText(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const pairs = run.pairsIn(seen);
  return seen.pets.flatMap(({ value }) =>
    (['id', 'categoryId'] as const satisfies readonly IntegerField[]).flatMap((field): readonly Reading[] => {
      const member = Object.hasOwn(value, field) ? value[field] : undefined;
      if (member === undefined) return [];
      // A service may show what it should have rejected.
      const sent = field === 'id' ? undefined : pairs.find(({ shown }) => shown.value === value)?.sent;
      if (sent !== undefined && !isFieldValid(sent, 'categoryId')) return [];
      return [{ group: field, agrees: typeof member === 'string' && /^-?\d+$/.test(member) }];
    }),
  );
}

/** Texts and numbers that are no integers in any form. */
function readsOtherIds(seen: SeenExchange): readonly Reading[] {
  return seen.pets.flatMap(({ value }): readonly Reading[] => {
    const key = Object.hasOwn(value, 'id') ? 'id' : keyFor('id', value);
    if (key === undefined) return [];
    const kind = kindOfOtherId(value[key]);
    return [{ group: 'ids', agrees: kind !== null, value: kind ?? undefined }];
  });
}

function kindOfOtherId(id: JsonValue | undefined): string | null {
  if (typeof id === 'number') return Number.isInteger(id) ? null : 'a fraction';
  if (typeof id !== 'string' || /^-?\d+$/.test(id)) return null;
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return 'a UUID';
  return /^[\da-f]{24}$/i.test(id) ? 'a hexadecimal text' : 'a text';
}

function readsRenamed(seen: SeenExchange): readonly Reading[] {
  return seen.pets.flatMap(({ value }) =>
    PET_FIELDS.map((group): Reading => {
      if (Object.hasOwn(value, group)) return { group, agrees: false };
      const place = placeOf(group, value);
      return { group, agrees: place !== undefined, value: place };
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

/** `category_id` and `CategoryID` are the same word. */
function wordIn(key: string): string {
  return shortName(key)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

function readsNullStatus(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const group = pluralOf(seen);
  const pairs = run.pairsIn(seen);
  // A service may show what it should have rejected.
  const shown = seen.pets.filter(({ value }) => {
    const sent = pairs.find((pair) => pair.shown.value === value)?.sent;
    return sent === undefined || !Object.hasOwn(sent.value, 'status');
  });
  const statuses = shown.map(({ value }) => (Object.hasOwn(value, 'status') ? value['status'] : undefined));
  if (statuses.includes(undefined)) return [{ group, agrees: false }];
  // Another wrong status is another mistake.
  if (statuses.some((status) => status !== null && !isPetStatus(status))) return [];
  return statuses.includes(null) ? [{ group, agrees: true }] : [];
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
