import { isJsonObject, type JsonValue } from '../../contract/json.ts';
import { isPetStatus } from '../../contract/pet.ts';
import { onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { type Cause, namesOf, PLACES, placesOf, type Reading, valuesByGroup, valuesOf } from './cause.ts';
import { isSuccess } from '../../suite/responses/response.ts';
import { memberWith, type SeenExchange, type SeenRun, shortName } from './seen-exchanges.ts';
import { isFieldValid } from './wrong-fields.ts';

/** Mistakes with the fields of pets (part 2). */
export const petCauses: readonly Cause[] = [
  {
    id: 'pet-in-envelope',
    explains: ['PET-OBJECT'],
    reads: () => readsPetEnvelope,
    sentence: (groups) => `The pet stands inside another member: ${valuesByGroup(groups, 'in')}.`,
    fix: 'Respond with the pet itself: id, name, categoryId and status are members of the body.',
  },
  {
    id: 'integers-as-text',
    explains: ['PET-ID', 'PET-CATEGORY'],
    groupFor: { 'PET-ID': 'id', 'PET-CATEGORY': 'categoryId' },
    reads: (run) => (seen) => readsIntegersAsText(seen, run),
    sentence: (groups) => `Every ${namesOf(groups)} is written as a JSON string, not as an integer.`,
    fix: 'Write it as a JSON integer. Use a JSON writer that keeps 64 bits.',
  },
  {
    id: 'ids-of-another-kind',
    explains: ['PET-ID'],
    reads: () => readsOtherIds,
    sentence: (groups) => `Every id is ${valuesOf(groups)}, not an integer.`,
    fix: 'Assign integers of at most 64 bits as ids, such as those of a counter or of a sequence of the database.',
  },
  {
    id: 'field-renamed',
    explains: ['PET-ID', 'PET-NAME', 'PET-CATEGORY'],
    groupFor: { 'PET-ID': 'id', 'PET-NAME': 'name', 'PET-CATEGORY': 'categoryId' },
    reads: () => readsRenamed,
    sentence: (groups) => `Fields of pets have other names: ${valuesByGroup(groups, 'for')}.`,
    fix: 'Name the fields in JSON as the contract does, whatever the columns of the database are called.',
  },
  {
    id: 'null-for-absent-status',
    explains: ['PET-STATUS'],
    reads: (run) => (seen) => readsNullStatus(seen, run),
    sentence: (groups, areAll) => `A pet without a status is shown with status null${placesOf(groups, areAll)}.`,
    fix: 'Leave status out if it has no value. Many JSON writers have an option that omits null.',
  },
];

function isPetResponse(seen: SeenExchange): boolean {
  return seen.operation !== 'other' && isSuccess(seen) && seen.body !== null;
}

function readsPetEnvelope(seen: SeenExchange): readonly Reading[] {
  if (!isPetResponse(seen)) return [];
  const group = PLACES[seen.operation];
  const objects = seen.operation === 'listPets' ? seen.pets.map(({ value }) => value) : [seen.body?.value];
  return objects.flatMap((value): readonly Reading[] => {
    if (!isJsonObject(value)) return [];
    const inner = ['id', 'name', 'categoryId'].some((field) => Object.hasOwn(value, field))
      ? null
      : onlyObjectIn(value);
    const holdsPet = inner !== null && isJsonObject(inner.value) && Object.hasOwn(inner.value, 'name');
    return [{ group, agrees: holdsPet, value: holdsPet ? memberWith(inner.value, value) : undefined }];
  });
}

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
    if (!Object.hasOwn(value, 'id')) return [];
    const kind = kindOfOtherId(value['id']);
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
    (['id', 'name', 'categoryId'] as const).map((group): Reading => {
      if (Object.hasOwn(value, group)) return { group, agrees: false };
      const key = Object.keys(value).find((each) => wordIn(each) === group.toLowerCase());
      return { group, agrees: key !== undefined, value: key === undefined ? undefined : shortName(key) };
    }),
  );
}

/** `category_id` and `CategoryID` are the same word. */
function wordIn(key: string): string {
  return shortName(key)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

function readsNullStatus(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const group = PLACES[seen.operation];
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
