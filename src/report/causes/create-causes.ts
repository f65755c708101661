import { allOf, alternatives } from '../../contract/describe.ts';
import { requirements, type TestableId } from '../../contract/requirements.ts';
import { isJsonObject } from '../../contract/json.ts';
import { type AgreeingGroup, type Cause, causeOf, namesOf, type Reading, valuesOf } from './cause.ts';
import { FIELD_NAMES, onlyObjectIn } from '../../suite/responses/makeshift.ts';
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
  wordIn,
} from './seen-exchanges.ts';
import { describeWrongFields, isFieldValid, type WrongField, wrongFieldsIn, wrongFieldsOf } from './wrong-fields.ts';

const REJECTIONS: readonly TestableId[] = requirements.flatMap(({ id }) =>
  id.startsWith('CREATE-REFUSES-') ? [id as TestableId] : [],
);

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
    explains: [...REJECTIONS, 'CREATE-CATEGORY-INT64', 'CREATE-ID-ASSIGNED'],
    reads: () => readsRejection,
    sentence: (groups, areAll, { seen }) => {
      const [status, ...others] = new Set(seen.flatMap(readsRejection).map(({ value }) => value?.status));
      return areAll && others.length === 0
        ? `Every body that the service rejects gets ${status} instead of 400.`
        : `Where the service rejects a body, it does not respond with 400, but with ${rejectionsIn(groups)}.`;
    },
    fix: 'Respond with 400 wherever a body is rejected: in the handler that the framework calls for validation errors, and where the JSON reader, the database or your own code throws.',
    isWide: true,
  }),
  causeOf({
    id: 'field-not-validated',
    explains: [...REJECTIONS, 'PET-NAME', 'PET-CATEGORY', 'PET-STATUS'],
    reads: (run) => (seen) => [...readsUnvalidated(seen), ...readsShownAgain(seen, run)],
    sentence: (groups) => `Invalid bodies are accepted. Not validated: ${fieldsOf(groups)}.`,
    fix: 'Validate the body against NewPet before anything is stored: required members, their JSON types, the int64 range, and the values of status.',
    isWide: true,
  }),
  causeOf({
    id: 'value-coerced',
    explains: REJECTIONS,
    reads: () => readsCoerced,
    sentence: (groups) => `Invalid values are converted instead of rejected: ${fieldsOf(groups)}.`,
    fix: 'Check the JSON type and the value before any conversion, in the JSON reader, in the validator (often called strict) and in your own code, and respond with 400.',
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
    id: 'unknown-id-not-404',
    explains: ['GET-UNKNOWN'],
    reads: (run) => (seen) => readsUnknown(seen, run),
    // The same status, whatever the body is.
    holds: ({ values }) => new Set(values.map(({ status }) => status)).size === 1,
    sentence: (groups, areAll) => {
      const named = groups.map(({ name, values }) => ({ name, values: values.map(({ words }) => words) }));
      const parts = areAll && named.length > 1 ? [named] : named.map((group) => [group]);
      const places = parts.map((own) => `${own.length > 1 ? '' : ` ${namesOf(own)}`} gets ${valuesOf(own)}`);
      return `A read by an unknown id${allOf(places)} instead of 404.`;
    },
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
  // A message may have a status.
  const showsPet = members.some((member) => PET_NAMES.includes(wordIn(member)));
  const what = members.length === 0 ? 'an empty object' : `an object with ${membersOf(members)}`;
  const agrees = isOnlyId || (!showsPet && onlyObjectIn(value) === null);
  return [{ group: 'creations', agrees, value: isOnlyId ? 'only its id' : what }];
}

const PET_NAMES: readonly string[] = [...FIELD_NAMES.name, ...FIELD_NAMES.categoryId];

/** The statuses by which services reject bodies. */
const REJECTED: ReadonlySet<number> = new Set([400, 403, 404, 409, 422, 500, 501]);

/** A fault of a body, and the status by which the service rejects it. */
interface Rejected {
  readonly field: string;
  readonly kind: string;
  readonly status: number;
}

function readsRejection(seen: SeenExchange): readonly Reading<Rejected>[] {
  const fault = faultOf(seen);
  if (!isCreation(seen) || !REJECTED.has(seen.status) || fault === null) return [];
  return [
    { group: `${fault.field} ${fault.kind}`, agrees: seen.status !== 400, value: { ...fault, status: seen.status } },
  ];
}

/** What is wrong with the body of a creation, or what a service may reject. Null for any other body. */
function faultOf(seen: SeenExchange): Pick<Rejected, 'field' | 'kind'> | null {
  if (seen.sent === 'malformed' || seen.sent === 'empty') return { field: 'body', kind: seen.sent };
  const [first, ...others] = wrongFieldsIn(seen);
  if (first !== undefined) return others.length > 0 ? { field: 'several wrong fields', kind: '' } : first;
  const sent = sentObject(seen);
  if (sent === null) return null;
  if (Object.hasOwn(sent.value, 'id')) return { field: 'a body with an id', kind: '' };
  const category = integerAt(sent, 'categoryId') ?? 1n;
  if (category !== BigInt.asIntN(32, category)) return { field: 'categoryId', kind: 'more than 32 bits' };
  return category > 0n ? null : { field: 'categoryId', kind: 'zero or negative' };
}

/** "422 for name (missing, null); 500 for body (malformed)". */
function rejectionsIn(groups: readonly AgreeingGroup<Rejected>[]): string {
  const byStatus = Map.groupBy(groups, ({ values }) =>
    alternatives([...new Set(values.map(({ status }) => String(status)))]),
  );
  return [...byStatus]
    .map(([status, own]) => `${status} for ${allOf(describeWrongFields(own.flatMap(({ values }) => values)))}`)
    .join('; ');
}

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

const SHOWN_FIELDS = { name: ['PET-NAME'], categoryId: ['PET-CATEGORY'], status: ['PET-STATUS'] } as const;

/** Reads the wrong values that a service stored, and shows again. */
function readsShownAgain(seen: SeenExchange, run: SeenRun): readonly Reading<WrongField>[] {
  return run.pairsIn(seen).flatMap(({ sent, shown }) =>
    wrongFieldsOf({ ...sent.document, value: sent.value }).flatMap((value): readonly Reading<WrongField>[] => {
      const { field, kind } = value;
      if (field === 'body' || kind === 'missing' || isFieldValid(shown, field)) return [];
      return [{ group: `${field}: ${kind}`, agrees: true, value, shows: SHOWN_FIELDS[field] }];
    }),
  );
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
    shows: REJECTIONS,
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

/** What a read by an unknown id gets: "200 with null". */
interface Found {
  readonly status: number;
  readonly words: string;
}

function readsUnknown(seen: SeenExchange, run: SeenRun): readonly Reading<Found>[] {
  const id = petIdOf(seen);
  const isOther = isDisturbance(seen) && seen.status !== 500;
  if (seen.operation !== 'getPet' || seen.key !== 'valid' || id === null || isOther) return [];
  // Where no pet can be read, it is not about unknown ids.
  if (run.isKnownBefore(seen, id)) return isSuccess(seen) ? [] : WIDTHS.map((group) => ({ group, agrees: false }));
  // Permissions are not specified, and what is no positive number may be rejected.
  const agrees = ![401, 403, 404].includes(seen.status);
  if (id <= 0n && seen.status === 400) return [];
  const group = WIDTHS[id === BigInt.asIntN(32, id) ? 0 : 1];
  const { status } = seen;
  return [{ group, agrees, value: { status, words: `${status}${isSuccess(seen) ? foundIn(seen) : ''}` } }];
}

const WIDTHS = ['of up to 32 bits', 'of more than 32 bits'] as const;

/** What a response shows instead of a pet, in words. */
function foundIn({ bodyKind, body, pets }: SeenExchange): string {
  if (bodyKind === 'empty') return ' with no body';
  if (body?.value === null) return ' with null';
  return pets.some(({ id }) => id !== null) ? '' : ' with a body without a pet';
}
