import { allOf, alternatives } from '../../contract/describe.ts';
import { type TestableId, testableRequirements } from '../../contract/requirements.ts';
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

const REJECTIONS: readonly TestableId[] = testableRequirements
  .map(({ id }) => id)
  .filter((id) => id.startsWith('CREATE-REFUSES-'));

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
        : `Some rejected bodies get another status than 400: ${rejectionsIn(groups)}.`;
    },
    fix: 'Respond with 400 wherever a body is rejected: in the handler that the framework calls for validation errors, and where the JSON reader, the database or your own code throws.',
    isWide: true,
  }),
  causeOf<AcceptedField>({
    id: 'field-not-validated',
    explains: [...REJECTIONS, 'PET-NAME', 'PET-CATEGORY', 'PET-STATUS'],
    reads: (run) => (seen) => [...readsWrongFields(seen), ...readsShownAgain(seen, run)],
    sentence: (groups) => {
      const parts = Map.groupBy(groups, ({ values }) =>
        values.every(({ wasConverted }) => wasConverted) ? 'Converted' : 'Not validated',
      );
      return `Invalid bodies are accepted.${[...parts].map(([what, own]) => ` ${what}: ${fieldsOf(own)}.`).join('')}`;
    },
    fix: 'Validate the body against NewPet before anything is stored: required members, their JSON types, the int64 range, and the values of status. Do so before any conversion, also in the JSON reader and in the validator (often called strict), and respond with 400.',
    isWide: true,
  }),
  causeOf({
    id: 'names-rejected',
    explains: ['CREATE-NAMES', 'CREATE-OK'],
    reads: readsRejectedNames,
    // One name may be rejected for another reason.
    holds: ({ values }) => values.length > 1,
    sentence: (groups) => `Every name with ${alternatives(groups.map(({ name }) => name))} is rejected.`,
    fix: 'Accept every name of 1 to 20 visible characters: the contract names no alphabet. Look at the pattern and the lengths of the validator, and at the encoding and the width of the column.',
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
    sentence: (groups, areAll) =>
      `A read by an unknown id${areAll ? '' : ` ${namesOf(groups)}`} gets ${valuesOf(groups)} instead of 404.`,
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
  // A message may have a status.
  const showsPet = members.some((member) => PET_NAMES.includes(wordIn(member)));
  const what = members.length === 0 ? 'an empty object' : `an object with ${membersOf(members)}`;
  return [{ group: 'creations', agrees: !showsPet && onlyObjectIn(value) === null, value: what }];
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

/** A wrong field that was accepted, and whether the response shows a right value instead. */
interface AcceptedField extends WrongField {
  readonly wasConverted: boolean;
}

/** Whether the response shows a field as the contract describes it, although the request did not. */
function isConverted({ pets: [pet] }: SeenExchange, { field, kind }: WrongField): boolean {
  // A null status that becomes the default is taken as absent, not converted.
  const isTakenAsAbsent = kind === 'null' && field === 'status';
  const isOfOtherType = !['missing', 'under another spelling', 'outside int64'].includes(kind) && !isTakenAsAbsent;
  if (pet === undefined || !isOfOtherType || !Object.hasOwn(pet.value, field)) return false;
  return isFieldValid(pet, field);
}

const SHOWN_FIELDS = { name: ['PET-NAME'], categoryId: ['PET-CATEGORY'], status: ['PET-STATUS'] } as const;

/** Reads the wrong values that a service stored, and shows again. */
function readsShownAgain(seen: SeenExchange, run: SeenRun): readonly Reading<AcceptedField>[] {
  return run.pairsIn(seen).flatMap(({ sent, shown }) =>
    wrongFieldsOf({ ...sent.document, value: sent.value }).flatMap((wrong): readonly Reading<AcceptedField>[] => {
      const { field, kind } = wrong;
      if (field === 'body' || kind === 'missing' || isFieldValid(shown, field)) return [];
      const value = { ...wrong, wasConverted: false };
      return [{ group: `${field}: ${kind}`, agrees: true, value, shows: SHOWN_FIELDS[field] }];
    }),
  );
}

/** Reads the wrong fields of a creation that was accepted. A rejection says only for a single one that the service checks it. */
function readsWrongFields(seen: SeenExchange): readonly Reading<AcceptedField>[] {
  const wrong = wrongFieldsIn(seen);
  const isAccepted = isSuccess(seen);
  const sent = sentObject(seen);
  if (!isSettledCreation(seen) || (!isAccepted && wrong.length > 1)) return [];
  // The fields of another form stand elsewhere: `other-body-demanded` speaks of it.
  const isOtherForm = sent !== null && BODY_FORMS.some((form) => form.isFormOf(sent.value));
  const own = wrong.filter(({ kind }) => !isOtherForm || kind === 'under another spelling');
  return own.map((each) => ({
    group: `${each.field}: ${each.kind}`,
    agrees: isAccepted,
    value: { ...each, wasConverted: isAccepted && isConverted(seen, each) },
    shows: REJECTIONS,
  }));
}

/** "categoryId (missing, null); status (a number)". */
function fieldsOf(groups: readonly AgreeingGroup<WrongField>[]): string {
  return describeWrongFields(groups.flatMap(({ values: [first] }) => first ?? [])).join('; ');
}

/** What a name may have that a service rejects, the most general first. */
const NAME_KINDS: readonly (readonly [words: string, isOf: RegExp])[] = [
  ['a character beyond ASCII', /[^\p{ASCII}]/u],
  ['a character beyond 16 bits, such as an emoji', /[\u{10000}-\u{10FFFF}]/u],
  ['punctuation', /[!-/:-@[-`{-~]/],
  ['a digit', /\d/],
  ['a space', / /],
];

const ORDINARY = /^(?! )[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf} ]{1,20}(?<! )$/u;

/** The name of a valid body, if a service must accept it. */
function nameIn(seen: SeenExchange): readonly string[] {
  const name = sentObject(seen)?.value['name'];
  const isValid = isSettledCreation(seen) && faultOf(seen) === null && typeof name === 'string';
  return isValid && ORDINARY.test(name) ? [name] : [];
}

/** Reads the rejected names of valid bodies, by what no accepted name has. */
function readsRejectedNames({ seen: all }: SeenRun): (seen: SeenExchange) => readonly Reading[] {
  const accepted = all.filter(isSuccess).flatMap(nameIn);
  const longest = Math.max(0, ...accepted.map((name) => Array.from(name).length));
  const kinds = [...NAME_KINDS, [`more than ${longest} characters`, new RegExp(`^.{${longest + 1}}`, 'u')] as const];
  const rejected = accepted.length === 0 ? [] : kinds.filter(([, isOf]) => !accepted.some((name) => isOf.test(name)));
  return (seen) => {
    const [name] = isSuccess(seen) ? [] : nameIn(seen);
    const [group] = rejected.find(([, isOf]) => name !== undefined && isOf.test(name)) ?? [];
    return group === undefined ? [] : [{ group, agrees: true, value: name }];
  };
}

function readsClientId(seen: SeenExchange): readonly Reading[] {
  const [pet] = seen.pets;
  const sent = sentObject(seen);
  const id = sent === null ? null : integerAt(sent, 'id');
  if (!isCreation(seen) || id === null || isDisturbance(seen)) return [];
  return [{ group: 'creations', agrees: pet !== undefined && pet.id === id }];
}

function readsUnknown(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const id = petIdOf(seen);
  const isOther = isDisturbance(seen) && seen.status !== 500;
  if (seen.operation !== 'getPet' || seen.key !== 'valid' || id === null || isOther || seen.isCapped) return [];
  // The clock may be too coarse to order the addition of a pet and a read that shows it.
  if (isSuccess(seen) && run.isKnownBefore({ ...seen, start: Number.MAX_VALUE }, id)) return [];
  // Where no pet can be read, it is not about unknown ids. A path with percent escapes is another form.
  if (new URL(seen.exchange.request.url).pathname.includes('%')) return [];
  if (run.isKnownBefore(seen, id)) return WIDTHS.map((group) => ({ group, agrees: false }));
  // Permissions are not specified, and what is no positive number may be rejected.
  const agrees = ![401, 403, 404].includes(seen.status);
  if (id <= 0n && seen.status === 400) return [];
  const group = WIDTHS[id === BigInt.asIntN(32, id) ? 0 : 1];
  return [{ group, agrees, value: String(seen.status) }];
}

const WIDTHS = ['of up to 32 bits', 'of more than 32 bits'] as const;
