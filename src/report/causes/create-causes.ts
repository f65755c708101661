import type { TestableId } from '../../contract/requirements.ts';
import { isJsonObject } from '../../contract/json.ts';
import { headerValue } from '../../http/exchange.ts';
import { type AgreeingGroup, type Cause, causeOf, type Reading, valuesByGroup, valuesOf } from './cause.ts';
import { onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { BODY_FORMS } from '../../suite/bodies/body-forms.ts';
import { isSuccess } from '../../suite/responses/response.ts';
import {
  integerAt,
  isDisturbance,
  membersOf,
  petIdOf,
  type SeenRun,
  type SeenExchange,
  sentObject,
} from './seen-exchanges.ts';
import { describeWrongFields, isFieldValid, type WrongField, wrongFieldsIn } from './wrong-fields.ts';

const REJECTIONS = [
  'CREATE-REFUSES-MISSING',
  'CREATE-REFUSES-EMPTY',
  'CREATE-REFUSES-MALFORMED',
  'CREATE-REFUSES-NON-OBJECT',
  'CREATE-REFUSES-NULL',
  'CREATE-REFUSES-NAME-TYPE',
  'CREATE-REFUSES-CATEGORY-TYPE',
  'CREATE-REFUSES-CATEGORY-RANGE',
  'CREATE-REFUSES-STATUS-TYPE',
  'CREATE-REFUSES-STATUS-VALUE',
  'CREATE-REFUSES-SEVERAL',
] as const satisfies readonly TestableId[];

/** Mistakes of creations (part 4.2) and of reads by id (part 4.3). */
export const createCauses: readonly Cause[] = [
  causeOf({
    id: 'created-without-201',
    explains: ['CREATE-OK', 'CREATE-STATUS-OPTIONAL', 'CREATE-NAMES', 'CREATE-DUPLICATES', 'CREATE-SPELLINGS'],
    reads: () => readsCreatedStatus,
    holds: ({ values }) => values.length === 1,
    sentence: (groups) => `Every creation gets ${valuesOf(groups)} instead of 201.`,
    fix: 'Set the status 201 on the operation. Many frameworks respond with 200 unless a handler says otherwise.',
  }),
  causeOf({
    id: 'other-body-demanded',
    explains: ['CREATE-OK'],
    reads: () => readsDemandedForm,
    holds: ({ values }) => values.length === 1,
    sentence: (groups) => `A new pet is accepted only ${valuesOf(groups)}.`,
    fix: 'Accept a NewPet as part 2 describes it: an object with name, categoryId and perhaps status, and nothing around it.',
  }),
  causeOf({
    id: 'creation-returns-no-pet',
    explains: ['PET-OBJECT', 'PET-NAME', 'PET-CATEGORY', 'PET-ID', 'CREATE-KEEPS-STATUS'],
    reads: () => readsNoPet,
    sentence: (groups) => `A creation returns ${valuesOf(groups)}, not the pet.`,
    fix: 'Respond with the stored pet: id, name, categoryId, and status if it has one.',
  }),
  causeOf({
    id: 'invalid-without-400',
    explains: REJECTIONS,
    reads: () => readsRejection,
    sentence: (groups) =>
      `Where the service rejects a body, it does not respond with 400, but with ${valuesByGroup(groups, 'for')}.`,
    fix: 'Respond with 400 wherever a body is rejected: in the handler that the framework calls for validation errors, and where the JSON reader or your own code throws.',
    isWide: true,
  }),
  causeOf({
    id: 'field-not-validated',
    explains: REJECTIONS,
    reads: () => readsUnvalidated,
    sentence: (groups) => `Invalid bodies are accepted. Not validated: ${fieldsOf(groups)}.`,
    fix: 'Validate the body against NewPet before anything is stored: required members, their JSON types, the int64 range, and the values of status.',
    isWide: true,
  }),
  causeOf({
    id: 'value-coerced',
    explains: REJECTIONS,
    reads: () => readsCoerced,
    sentence: (groups) => `Values of other JSON types are converted instead of rejected: ${fieldsOf(groups)}.`,
    fix: 'Check the JSON type before any conversion, in the JSON reader, in the validator (often called strict) and in your own code, and respond with 400.',
    isWide: true,
  }),
  causeOf({
    id: 'client-id-used',
    explains: ['CREATE-ID-ASSIGNED', 'CREATE-ID-UNIQUE'],
    reads: () => readsClientId,
    sentence: () => 'An id in the body of a creation becomes the id of the pet.',
    fix: 'Ignore id in the body, or reject it with 400. Copy only name, categoryId and status into a new pet.',
  }),
  causeOf({
    id: 'chunks-not-read',
    explains: ['CREATE-SPELLINGS'],
    reads: () => readsChunks,
    sentence: () => 'A body that is sent in chunks is not read.',
    fix: 'Read the body to its end, whether it has a Content-Length or Transfer-Encoding: chunked.',
  }),
  causeOf({
    id: 'unknown-id-not-404',
    explains: ['GET-UNKNOWN'],
    reads: (run) => (seen) => readsUnknown(seen, run),
    holds: ({ values }) => new Set(values.map(({ status }) => status)).size === 1,
    sentence: (groups) => `A read by an unknown id gets ${unknownResult(groups)} instead of 404.`,
    fix: 'Respond with 404 and an Error if the look-up finds no pet.',
  }),
];

function isCreation({ operation, key }: SeenExchange): boolean {
  return operation === 'createPet' && key === 'valid';
}

function isSettledCreation(seen: SeenExchange): boolean {
  return isCreation(seen) && !isDisturbance(seen);
}

function readsCreatedStatus(seen: SeenExchange): readonly Reading[] {
  if (seen.operation !== 'createPet' || !isSuccess(seen)) return [];
  return [{ group: 'creations', agrees: seen.status !== 201, value: String(seen.status) }];
}

function readsDemandedForm(seen: SeenExchange): readonly Reading[] {
  const sent = sentObject(seen);
  if (!isSettledCreation(seen) || sent === null) return [];
  const form = BODY_FORMS.find((each) => each.isFormOf(sent.value));
  if (isSuccess(seen)) return [{ group: 'creations', agrees: form !== undefined, value: form?.words }];
  return form === undefined && wrongFieldsIn(seen).length === 0 ? [{ group: 'creations', agrees: true }] : [];
}

function readsNoPet(seen: SeenExchange): readonly Reading[] {
  const value = seen.body?.value;
  if (seen.operation !== 'createPet' || !isSuccess(seen) || !isJsonObject(value)) return [];
  const members = Object.keys(value);
  const isOnlyId = members.length === 1 && members[0] === 'id';
  const showsPet = members.some((member) => PET_MEMBERS.has(member.toLowerCase()));
  const what = members.length === 0 ? 'an empty object' : `an object with ${membersOf(members)}`;
  const agrees = isOnlyId || (!showsPet && onlyObjectIn(value) === null);
  return [{ group: 'creations', agrees, value: isOnlyId ? 'only its id' : what }];
}

/** The members that only a pet has, in lower case: a message may have a status. */
const PET_MEMBERS: ReadonlySet<string> = new Set(['name', 'categoryid', 'category_id', 'category']);

/** The statuses by which services reject bodies. */
const REJECTED: ReadonlySet<number> = new Set([400, 403, 404, 409, 422, 500, 501]);

function readsRejection(seen: SeenExchange): readonly Reading[] {
  const group = faultOf(seen);
  if (!isCreation(seen) || !REJECTED.has(seen.status) || group === null) return [];
  return [{ group, agrees: seen.status !== 400, value: String(seen.status) }];
}

/** What is wrong with the body of a creation, in words. Null if nothing is known to be. */
function faultOf(seen: SeenExchange): string | null {
  if (seen.sent === 'malformed' || seen.sent === 'empty')
    return `${seen.sent === 'empty' ? 'an' : 'a'} ${seen.sent} body`;
  const [first, ...others] = wrongFieldsIn(seen);
  if (first === undefined) return null;
  if (first.field === 'body') return 'a body that is no object';
  return others.length > 0 ? 'several wrong fields' : (FAULTS[first.kind] ?? 'a value of another type');
}

const FAULTS: Readonly<Partial<Record<WrongField['kind'], string>>> = {
  missing: 'a missing field',
  null: 'null',
  'outside int64': 'a number outside int64',
  'more than 100 digits': 'a number outside int64',
  'another text': 'an unknown status',
};

/** Whether the response shows a field as the contract describes it, although the request did not. */
function isConverted({ pets: [pet] }: SeenExchange, { field, kind }: WrongField): boolean {
  // A null status that becomes the default is taken as absent, not converted.
  const isTakenAsAbsent = kind === 'null' && field === 'status';
  const isOfOtherType = kind !== 'missing' && kind !== 'outside int64' && !isTakenAsAbsent;
  if (pet === undefined || !isOfOtherType || !Object.hasOwn(pet.value, field)) return false;
  return isFieldValid(pet, field);
}

function readsUnvalidated(seen: SeenExchange): readonly Reading<WrongField>[] {
  return readsWrongFields(seen).filter(({ wasConverted }) => !wasConverted);
}

function readsCoerced(seen: SeenExchange): readonly Reading<WrongField>[] {
  return readsWrongFields(seen).map((each) => ({ ...each, agrees: each.wasConverted }));
}

/** Reads the wrong fields of a creation that was accepted. A rejection says only for a single one that the service checks it. */
function readsWrongFields(seen: SeenExchange): readonly (Reading<WrongField> & { readonly wasConverted: boolean })[] {
  const wrong = wrongFieldsIn(seen);
  const isAccepted = isSuccess(seen);
  const sent = sentObject(seen);
  // The fields of another form stand elsewhere: `other-body-demanded` speaks of it.
  const isOtherForm = sent !== null && BODY_FORMS.some((form) => form.isFormOf(sent.value));
  if (!isSettledCreation(seen) || isOtherForm || (!isAccepted && wrong.length > 1)) return [];
  return wrong.map((value) => ({
    group: `${value.field}: ${value.kind}`,
    agrees: isAccepted,
    value,
    wasConverted: isAccepted && isConverted(seen, value),
  }));
}

/** "categoryId (missing, null); status (a number)". */
function fieldsOf(groups: readonly AgreeingGroup<WrongField>[]): string {
  return describeWrongFields(groups.flatMap(({ values: [first] }) => first ?? [])).join('; ');
}

function readsClientId(seen: SeenExchange): readonly Reading[] {
  const [pet] = seen.pets;
  const sent = sentObject(seen);
  const id = sent === null ? null : integerAt(sent, 'id');
  if (!isCreation(seen) || id === null || isDisturbance(seen)) return [];
  return [{ group: 'creations', agrees: pet !== undefined && pet.id === id }];
}

/** What a service may respond with if it takes no chunks: it asks for a length, or knows no transfer coding. */
const NO_CHUNKS: ReadonlySet<number> = new Set([411, 417, 501]);

function readsChunks(seen: SeenExchange): readonly Reading[] {
  const { headers } = seen.exchange.request;
  const isChunked = headerValue(headers, 'transfer-encoding')?.toLowerCase() === 'chunked';
  if (!isCreation(seen) || !isChunked || wrongFieldsIn(seen).length > 0 || NO_CHUNKS.has(seen.status)) return [];
  return [{ group: 'chunks', agrees: seen.status === 400 || seen.status === 422 }];
}

/** What a read of an unknown id got, and what the response shows instead of a pet. */
interface FoundUnknown {
  readonly status: number;
  readonly shown: string | null;
}

function readsUnknown(seen: SeenExchange, run: SeenRun): readonly Reading<FoundUnknown>[] {
  if (seen.operation !== 'getPet' || seen.key !== 'valid' || isDisturbance(seen)) return [];
  const id = petIdOf(seen);
  if (id === null) return [];
  // Where no pet can be read, it is not about unknown ids.
  if (run.isKnownBefore(seen, id)) return isSuccess(seen) ? [] : [{ group: 'reads', agrees: false }];
  // Permissions are not specified.
  const agrees = seen.status !== 404 && seen.status !== 401 && seen.status !== 403;
  return [{ group: 'reads', agrees, value: { status: seen.status, shown: isSuccess(seen) ? foundIn(seen) : null } }];
}

/** What a response shows instead of a pet. Null for a pet. */
function foundIn({ bodyKind, body, pets }: SeenExchange): string | null {
  if (bodyKind === 'empty') return 'no body';
  if (body?.value === null) return 'null';
  return pets.some(({ id }) => id !== null) ? null : 'a body without a pet';
}

/** What reads of unknown ids get. The pet of an id that was taken meanwhile says nothing. */
function unknownResult(groups: readonly AgreeingGroup<FoundUnknown>[]): string {
  const values = groups.flatMap((group) => group.values);
  const shown = new Set(values.flatMap((value) => value.shown ?? []));
  return `${values[0]?.status ?? ''}${shown.size === 0 ? '' : ` with ${[...shown].join(' or ')}`}`;
}
