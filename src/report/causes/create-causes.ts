import { allOf, alternatives, counted } from '../../contract/describe.ts';
import { type TestableId, testableRequirements } from '../../contract/requirements.ts';
import { isJsonObject } from '../../contract/json.ts';
import { type AgreeingGroup, type Cause, causeOf, namesOf, type Reading, valuesOf } from './cause.ts';
import { onlyObjectIn } from '../../suite/responses/inner-values.ts';
import { FIELD_NAMES } from '../../suite/responses/meant-pet.ts';
import { BODY_FORMS } from '../../suite/bodies/body-forms.ts';
import { isDisturbance } from '../../http/disturbance.ts';
import { isRedirect, isSuccess, rejectsKey } from '../../suite/responses/response.ts';
import { oncePer } from '../once-per.ts';
import { unusualFields } from '../verdict/unusualness.ts';
import {
  isCreated,
  isReadFromEnd,
  isRejectedAsSuccess,
  petIdOf,
  type SeenExchange,
  type SeenRun,
  showsAnotherPet,
} from './seen-exchanges.ts';
import { integerAt, membersOf, wordIn } from './seen-object.ts';
import {
  describeWrongFields,
  type Fault,
  isFieldValid,
  REQUIREMENT_OF,
  type WrongField,
  wrongFieldsOf,
} from './wrong-fields.ts';

const REJECTIONS: readonly TestableId[] = testableRequirements
  .map(({ id }) => id)
  .filter((id) => id.startsWith('CREATE-REFUSES-'));

/** What asks for the status 201 (part 4.2). */
const CREATED = [
  'CREATE-OK',
  'CREATE-STATUS-OPTIONAL',
  'CREATE-NAMES',
  'CREATE-DUPLICATES',
  'CREATE-SPELLINGS',
] as const;

const KEPT = ['CREATE-KEEPS-NAME', 'CREATE-KEEPS-CATEGORY', 'CREATE-KEEPS-STATUS'] as const;

/** Mistakes of creations (part 4.2) and of reads by id (part 4.3). */
export const createCauses: readonly Cause[] = [
  causeOf({
    id: 'created-without-201',
    explains: CREATED,
    isOfStatus: true,
    reads: readsCreatedStatus,
    holds: ({ values }) => values.length === 1,
    sentence: (groups) => `Every creation gets ${valuesOf(groups)} instead of 201.`,
    fix: (groups) =>
      groups.some(({ values }) => values.some((status) => isRedirect({ status: Number(status) })))
        ? 'Respond with the status 201 and the pet in place of a redirect.'
        : 'Set the status 201 on the operation. Many frameworks respond with 200 unless a handler says otherwise.',
  }),
  causeOf({
    id: 'every-creation-fails',
    comesFirst: true,
    explains: [...CREATED, 'CREATE-CATEGORY-INT64', ...REJECTIONS],
    isOfStatus: true,
    reads: (seen, run) => readsFailure(seen, everyFailure(run)),
    sentence: (groups) => `Every creation gets ${valuesOf(groups)}, whether its body is valid or not.`,
    fix: (groups) =>
      groups.some(({ values }) => values.includes('415'))
        ? 'Accept a body with Content-Type: application/json, without parameters and whatever other media types the framework prefers.'
        : 'Send one valid pet, and find in the log why it is not added. Look for a missing route, a missing table, or a body that is never read.',
  }),
  causeOf({
    id: 'creations-end',
    comesFirst: true,
    explains: ['CREATE-OK', 'CREATE-STATUS-OPTIONAL', 'CREATE-NAMES', 'CREATE-DUPLICATES', ...REJECTIONS],
    reads: (seen, run) => readsFailure(seen, lastFailures(run)),
    sentence: (groups, _areAll, { seen }) =>
      `Since the last of ${counted(seen.filter((each) => isCreation(each) && isCreated(each)).length, 'added pet')}, every valid creation gets ${valuesOf(groups)}.`,
    fix: 'Find in the log why no more pets are added: a limit of the store, a full disk or connections that are never given back. The contract names no highest number of pets.',
  }),
  causeOf({
    id: 'simultaneous-creations-fail',
    explains: [...CREATED, 'CREATE-CATEGORY-INT64', ...REJECTIONS],
    reads: (seen, run) => readsFailure(seen, simultaneousFailures(run)),
    sentence: (groups) => `Creations that overlap another one get ${valuesOf(groups)}. Alone they succeed.`,
    fix: 'Find in the log what simultaneous requests share, such as one connection or one session of the database. Give each request its own, or make it wait for its turn.',
  }),
  causeOf({
    id: 'other-body-demanded',
    explains: ['CREATE-OK'],
    reads: readsDemandedForm,
    holds: ({ values }) => values.length === 1,
    sentence: (groups) => `A new pet is accepted only ${valuesOf(groups)}.`,
    fix: 'Accept a NewPet as part 2 describes it: an object with name, categoryId and perhaps status, and nothing around it.',
  }),
  causeOf({
    id: 'creation-returns-no-pet',
    explains: ['PET-OBJECT', 'PET-NAME', 'PET-CATEGORY', 'PET-STATUS', 'PET-ID', 'CREATE-KEEPS-STATUS'],
    reads: readsNoPet,
    sentence: (groups) => `A creation returns ${valuesOf(groups)}, not the pet.`,
    fix: 'Respond with the stored pet: id, name, categoryId, and status if it has one.',
  }),
  causeOf({
    id: 'invalid-without-400',
    explains: [...REJECTIONS, 'CREATE-CATEGORY-INT64', 'CREATE-ID-ASSIGNED'],
    reads: readsRejection,
    sentence: (groups, areAll, run) => {
      const rejections = run.seen.flatMap((seen) => readsRejection(seen, run));
      const [status, ...others] = new Set(rejections.map(({ value }) => value?.status));
      const isDiverted = run.seen.some((seen) => isRedirect(seen) && isCreation(seen) && faultOf(seen) !== null);
      if (areAll && others.length === 0 && !isDiverted)
        return `Every body that the service rejects gets ${status} instead of 400.`;
      return mostRejections(rejections) ?? `Some rejected bodies get another status than 400: ${rejectionsIn(groups)}.`;
    },
    fix: 'Respond with 400 wherever a body is rejected: in the handler that the framework calls for validation errors, and where the JSON reader, the database or your own code throws.',
    isWide: true,
  }),
  causeOf<AcceptedField>({
    id: 'field-not-validated',
    explains: [...REJECTIONS, 'PET-NAME', 'PET-CATEGORY', 'PET-STATUS'],
    reads: (seen, run) => [...readsWrongFields(seen, run), ...readsShownAgain(seen, run)],
    sentence: (groups) => {
      const [converted = [], others = []] = [true, false].map((areConverted) => {
        const own = groups.filter((group) => isConverted(group) === areConverted);
        return describeWrongFields(own.flatMap(({ values }) => values));
      });
      const stored = others.length === 0 ? '' : `: ${others.join('; ')}`;
      return `Invalid bodies are accepted${stored}.${converted.length === 0 ? '' : ` Converted: ${converted.join('; ')}.`}`;
    },
    fix: (groups) =>
      `Validate the body against NewPet before anything is stored: required members, their JSON types, the int64 range, and the values of status. Respond with 400.${groups.some(isConverted) ? ' Do so before any conversion, also in the JSON reader and in the validator (often called strict).' : ''}`,
    isWide: true,
  }),
  causeOf({
    id: 'names-rejected',
    explains: ['CREATE-NAMES', 'CREATE-OK'],
    reads: readsRejectedNames,
    // One name may be rejected for another reason.
    holds: ({ values }) => values.length > 1,
    sentence: (groups) => `Every name with ${alternatives(groups.map(({ name }) => name))} is rejected.`,
    fix: 'Accept every name of 1 to 20 visible characters: the contract names no alphabet. Look at the validator, and at the column of the database.',
  }),
  causeOf({
    id: 'name-taken',
    explains: ['CREATE-DUPLICATES', 'CREATE-NAMES', 'CREATE-OK', 'CREATE-SPELLINGS'],
    reads: readsTakenNames,
    sentence: (groups) =>
      groups.some(({ name }) => name === OTHER_CATEGORY)
        ? 'A name that another pet has is rejected.'
        : 'A pet with the name and the categoryId of another one is rejected.',
    fix: 'Add each pet as a new one with its own id: nothing makes names unique. Remove the unique constraint or the look-up of a pet by its name.',
  }),
  causeOf({
    id: 'client-id-used',
    explains: ['CREATE-ID-ASSIGNED', 'CREATE-ID-UNIQUE'],
    reads: readsClientId,
    sentence: (groups) =>
      groups.some(({ name }) => name === FREE_ID)
        ? 'An id in the body of a creation becomes the id of the pet.'
        : 'A creation whose body holds the id of another pet gets that id.',
    fix: 'Ignore id in the body, or reject it with 400. Copy only name, categoryId and status into a new pet.',
  }),
  causeOf({
    id: 'same-for-every-creation',
    explains: [...KEPT, 'CREATE-ID-UNIQUE', 'CREATE-DUPLICATES', 'CREATE-STORED'],
    reads: readsSameCreation,
    sentence: () => 'Every creation gets the same body, whatever is sent.',
    fix: 'Store what is sent, and respond with it and with a new id. A mock that stores nothing cannot conform.',
    isWide: true,
  }),
  causeOf({
    id: 'added-not-shown',
    explains: ['GET-OK', 'CREATE-STORED', 'LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    reads: readsAddedAgain,
    sentence: () => 'No added pet is shown again: reads by its id get 404, and no list holds it.',
    fix: 'Look at where a creation stores its pet, whether that is committed, and what reads and lists leave out, such as drafts or pets of another owner.',
  }),
  causeOf({
    id: 'unknown-id-not-404',
    explains: ['GET-UNKNOWN'],
    reads: readsUnknown,
    sentence: (groups, areAll) =>
      `A read by an unknown id${areAll ? '' : ` ${namesOf(groups)}`} gets ${valuesOf(groups)} instead of 404.`,
    fix: 'Respond with 404 and an Error unless a pet has exactly the id, whatever the id.',
  }),
];

function isCreation({ operation, key }: SeenExchange): boolean {
  return operation === 'createPet' && key === 'valid';
}

function isSettledCreation(seen: SeenExchange): boolean {
  return isCreation(seen) && !isDisturbance(seen.status);
}

function readsCreatedStatus(seen: SeenExchange): readonly Reading[] {
  if (!isCreated(seen)) return [];
  return [{ group: 'creations', agrees: seen.status !== 201, value: String(seen.status) }];
}

function readsDemandedForm(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const { object, wrong } = seen.sent;
  if (!isSettledCreation(seen) || object === null) return [];
  const demanded = demandedForm(run);
  if (isSuccess(seen)) return [{ group: 'creations', agrees: demanded !== undefined, value: demanded?.words }];
  const isOther = BODY_FORMS.every((form) => !form.isFormOf(object.value));
  return isOther && wrong.length === 0 ? [{ group: 'creations', agrees: true }] : [];
}

/** The form of every accepted body. One with an id may have another form too. */
const demandedForm = oncePer(({ seen }: SeenRun) => {
  const accepted = seen.flatMap((each) =>
    isSettledCreation(each) && isSuccess(each) && each.sent.object !== null ? [each.sent.object.value] : [],
  );
  return BODY_FORMS.find((form) => accepted.every((value) => form.isFormOf(value)));
});

function readsNoPet(seen: SeenExchange): readonly Reading[] {
  const value = seen.body?.value;
  if (seen.operation !== 'createPet' || !isSuccess(seen) || value === undefined || Array.isArray(value)) return [];
  if (!isJsonObject(value))
    return [{ group: 'creations', agrees: true, value: value === null ? 'null' : `a ${typeof value}` }];
  const members = Object.keys(value);
  // A message may have a status.
  const showsPet = members.some((member) => PET_NAMES.includes(wordIn(member)));
  const what = members.length === 0 ? 'an empty object' : `an object with ${membersOf(members)}`;
  return [{ group: 'creations', agrees: !showsPet && onlyObjectIn(value) === null, value: what }];
}

const PET_NAMES: readonly string[] = [...FIELD_NAMES.name, ...FIELD_NAMES.categoryId];

/** The statuses by which services reject bodies, and those of a gateway in front of a process that ends. */
const REJECTED: ReadonlySet<number> = new Set([400, 403, 404, 409, 422, 500, 501, 502, 503]);

/** A fault of a body, and the status by which the service rejects it. */
interface Rejected extends Fault {
  readonly status: number;
}

function readsRejection(seen: SeenExchange, run: SeenRun): readonly Reading<Rejected>[] {
  const fault = faultOf(seen);
  const isRejected = REJECTED.has(seen.status) || isRejectedAsSuccess(seen, run);
  if (!isCreation(seen) || !isRejected || fault === null || isNameTaken(seen, run)) return [];
  if (isOfAnyBody(seen, run)) return [];
  return [
    { group: `${fault.field} ${fault.kind}`, agrees: seen.status !== 400, value: { ...fault, status: seen.status } },
  ];
}

/** The failures like those since the last pet was added, if these are all alike, and some have a body that is no reason. Before it, none of them did. */
const lastFailures = oncePer((run: SeenRun): ReadonlySet<SeenExchange> => {
  const creations = run.seen.filter(isCreation);
  const lastAdded = Math.max(...creations.filter(isCreated).map(({ start }) => start));
  const failures = creations.filter(({ end, status }) => end >= lastAdded && status >= 500);
  const [form, ...others] = new Set(failures.map(formOf));
  const plain = plainFailures(run).filter((each) => formOf(each) === form);
  const isAlike = others.length === 0 && plain.length > 1 && plain.every(({ end }) => end >= lastAdded);
  return new Set(isAlike ? creations.filter((each) => formOf(each) === form) : []);
});

/** The failures like those of plain bodies, if each of these overlaps a success, and they are no rare accident. */
const simultaneousFailures = oncePer((run: SeenRun): ReadonlySet<SeenExchange> => {
  const creations = run.seen.filter(isCreation);
  const added = creations.filter(isCreated);
  const plain = plainFailures(run);
  const forms = new Set(plain.map(formOf));
  const failures = creations.filter((each) => forms.has(formOf(each)) && added.some((other) => overlaps(each, other)));
  const isAddedAlone = added.some((each) => !creations.some((other) => overlaps(each, other)));
  const isRule = isAddedAlone && failures.length >= added.length && plain.every((each) => failures.includes(each));
  return new Set(isRule ? failures : []);
});

function overlaps(one: SeenExchange, other: SeenExchange): boolean {
  return one !== other && one.start <= other.end && other.start <= one.end;
}

/** The failed creations whose bodies differ from accepted ones in a plain name alone, so the body is no reason. */
const plainFailures = oncePer((run: SeenRun): readonly SeenExchange[] => {
  const creations = run.seen.filter(isCreation);
  const accepted = new Set(creations.filter(isCreated).map(withoutName));
  return creations.filter((each) => {
    const [name = ''] = nameIn(each);
    const isPlain = /^[\w -]+$/.test(name) && unusualFields(each.exchange.request).length === 0;
    return each.status >= 500 && isPlain && !addedByName(run).has(name) && accepted.has(withoutName(each));
  });
});

/** All creations, if valid and invalid bodies get one status that is neither a success nor 400, and the service accepts the key. */
const everyFailure = oncePer(({ seen }: SeenRun): ReadonlySet<SeenExchange> => {
  const creations = seen.filter(isSettledCreation);
  const [status, ...others] = new Set(creations.map((each) => each.status));
  const isOfBoth = new Set(creations.map((each) => faultOf(each) === null)).size === 2;
  if (status === undefined || others.length > 0 || !isOfBoth) return new Set();
  return new Set(isSuccess({ status }) || status === 400 || rejectsKey({ status }) ? [] : creations);
});

/** Reads creations that fail for a reason that their bodies are not. A redirect may lead to the added pet. */
function readsFailure(seen: SeenExchange, failures: ReadonlySet<SeenExchange>): readonly Reading[] {
  const isFailure = failures.has(seen) && !isCreated(seen);
  return isFailure ? [{ group: 'creations', agrees: true, value: String(seen.status) }] : [];
}

/** Whether a creation fails for a reason that its body is not. */
function isOfAnyBody(seen: SeenExchange, run: SeenRun): boolean {
  return [lastFailures, simultaneousFailures, everyFailure].some((failures) => failures(run).has(seen));
}

function formOf({ status, exchange }: SeenExchange): string {
  return `${status} ${exchange.response?.body.text}`;
}

function withoutName({ sent }: SeenExchange): string {
  return JSON.stringify({ ...sent.object?.value, name: '' });
}

/** What was accepted once may be rejected again because its name is taken. */
function isNameTaken(seen: SeenExchange, { hasAccepted }: SeenRun): boolean {
  return !isCreated(seen) && hasAccepted(seen);
}

/** What is wrong with the body of a creation, or what a service may reject. Null for any other body. */
export function faultOf({ sent: { kind, object, wrong } }: SeenExchange): Fault | null {
  if (kind === 'malformed' || kind === 'empty') return { field: 'body', kind };
  const [first, ...others] = wrong;
  if (first !== undefined) return others.length > 0 ? { field: 'several wrong fields', kind: '' } : first;
  if (object === null) return null;
  if (Object.hasOwn(object.value, 'id')) return { field: 'a body with an id', kind: '' };
  const category = integerAt(object, 'categoryId') ?? 1n;
  if (category !== BigInt.asIntN(32, category)) return { field: 'categoryId', kind: 'more than 32 bits' };
  return category > 0n ? null : { field: 'categoryId', kind: category === 0n ? 'zero' : 'negative' };
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

/** A list of more kinds of faults says less than their status. */
const KINDS_LISTED = 8;

/** "Most rejected bodies get 422 instead of 400. Others: 400 for body (malformed)." Null if no status is that of many kinds of faults. */
function mostRejections(rejections: readonly Reading<Rejected>[]): string | null {
  const kinds = [...Map.groupBy(rejections, ({ group }) => group)].map(([name, own]) => ({
    name,
    values: own.flatMap(({ value }) => value ?? []),
  }));
  const byStatus = Map.groupBy(kinds, ({ values: [first, ...others] }) =>
    others.every(({ status }) => status === first?.status) ? first?.status : undefined,
  );
  const [most, same = []] = [...byStatus].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  if (most === undefined || most === 400 || same.length <= KINDS_LISTED) return null;
  const others = kinds.filter((kind) => !same.includes(kind));
  const rest = others.length === 0 ? '' : ` Others: ${rejectionsIn(others)}.`;
  return `Most rejected bodies get ${most} instead of 400.${rest}`;
}

/** A wrong field that was accepted. */
interface AcceptedField extends WrongField {
  /** Whether the response shows a right value instead. */
  readonly isConverted: boolean;
}

function isConverted({ values }: AgreeingGroup<AcceptedField>): boolean {
  return values.every((each) => each.isConverted);
}

/** What is wrong with a field that the body does not have under its name. */
const ABSENT: readonly string[] = [
  'missing',
  'under another spelling',
  'only in __proto__',
  'only inside another object',
];

/** Whether the response to a creation shows a right value in place of a wrong one of another type or form. */
function showsRightValue({ pets: [pet], sent }: SeenExchange, { field, kind }: WrongField): boolean {
  const isOfOtherForm = ![...ABSENT, 'outside int64'].includes(kind);
  if (pet === undefined || !isOfOtherForm || !Object.hasOwn(pet.value, field) || !isFieldValid(pet, field))
    return false;
  if (field !== 'status') return true;
  // Another status may be the default.
  const status = sent.object?.value[field];
  return typeof status === 'string' && status.trim().toLowerCase() === pet.value[field];
}

/** Reads the wrong values that a service stored, and shows again. */
function readsShownAgain(seen: SeenExchange, run: SeenRun): readonly Reading<AcceptedField>[] {
  return run.pairsIn(seen).flatMap(({ sent, shown }) =>
    wrongFieldsOf(sent).flatMap((wrong): readonly Reading<AcceptedField>[] => {
      const { field, kind } = wrong;
      const isAbsent = kind === 'missing' || kind === 'only inside another object';
      if (field === 'body' || isAbsent || isFieldValid(shown, field)) return [];
      const value = { ...wrong, isConverted: false };
      return [{ group: `${field}: ${kind}`, agrees: true, value, shows: [REQUIREMENT_OF[field]] }];
    }),
  );
}

/** Reads the wrong fields of a creation that was accepted. A rejection says only for a single one that the service checks it. */
function readsWrongFields(seen: SeenExchange, run: SeenRun): readonly Reading<AcceptedField>[] {
  const { object, wrong } = seen.sent;
  const isAccepted = isCreated(seen) && !isRejectedAsSuccess(seen, run);
  if (!isSettledCreation(seen) || isNameTaken(seen, run) || (!isAccepted && wrong.length > 1)) return [];
  if (run.isUnlikeAdded(seen)) return [];
  // The fields of another form stand elsewhere: `other-body-demanded` speaks of it.
  const isOtherForm = object !== null && BODY_FORMS.some((form) => form.isFormOf(object.value));
  const own = wrong.filter(({ kind }) => !isOtherForm || kind === 'under another spelling');
  return own.map((each) => ({
    group: `${each.field}: ${each.kind}`,
    agrees: isAccepted,
    value: { ...each, isConverted: showsRightValue(seen, each) },
    shows: REJECTIONS,
  }));
}

/** What a name may have that a service rejects, the most general first. */
const NAME_KINDS: readonly (readonly [words: string, isOf: RegExp])[] = [
  ['a character beyond ASCII', /[^\p{ASCII}]/u],
  ['a first character beyond ASCII', /^[^\p{ASCII}]/u],
  ['a character beyond 16 bits (such as an emoji)', /[\u{10000}-\u{10FFFF}]/u],
  ['punctuation', /[!-/:-@[-`{-~]/],
  ['a digit', /\d/],
  ['a space', / /],
];

const ORDINARY = /^(?! )[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf} ]{1,20}(?<! )$/u;

/** The name of a valid body, if a service must accept it. */
function nameIn(seen: SeenExchange): readonly string[] {
  const name = seen.sent.object?.value['name'];
  const isValid = isSettledCreation(seen) && faultOf(seen) === null && typeof name === 'string';
  return isValid && ORDINARY.test(name) ? [name] : [];
}

/** Reads the rejected names of valid bodies, by what no accepted name has. */
function readsRejectedNames(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const group = isCreated(seen) || isOfAnyBody(seen, run) ? undefined : kindOfName(seen, run);
  return group === undefined ? [] : [{ group, agrees: true, value: nameIn(seen)[0] }];
}

/** What the name of a valid body has that no accepted name has. */
export function kindOfName(seen: SeenExchange, run: SeenRun): string | undefined {
  const [name] = nameIn(seen);
  return neverAccepted(run).find(([, isOf]) => name !== undefined && isOf.test(name))?.[0];
}

/** The kinds of names of which no name was accepted. None if no name was. */
const neverAccepted = oncePer(({ seen }: SeenRun) => {
  const accepted = seen.filter(isCreated).flatMap(nameIn);
  if (accepted.length === 0) return [];
  const lengths = accepted.map((name) => Array.from(name).length);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  const kinds = [
    ...NAME_KINDS,
    [`more than ${longest} characters`, new RegExp(`^.{${longest + 1}}`, 'u')] as const,
    [`fewer than ${shortest} characters`, new RegExp(`^.{0,${shortest - 1}}$`, 'u')] as const,
  ];
  return kinds.filter(([, isOf]) => !accepted.some((name) => isOf.test(name)));
});

const SAME_CATEGORY = 'same category';
const OTHER_CATEGORY = 'other category';

/** Reads the responses to valid bodies with a name that the run sent before, or at the same time. */
function readsTakenNames(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const [name] = nameIn(seen);
  const latest = isCreated(seen) ? seen.start : seen.end;
  const others = (addedByName(run).get(name) ?? []).filter((each) => each !== seen && each.start < latest);
  if (name === undefined || others.length === 0 || isOfAnyBody(seen, run)) return [];
  const category = categoryOf(seen);
  const group = others.some((each) => categoryOf(each) === category) ? SAME_CATEGORY : OTHER_CATEGORY;
  return [{ group, agrees: !isCreated(seen), value: name }];
}

const addedByName = oncePer(({ seen }: SeenRun) => {
  const added = seen.filter((each) => isCreation(each) && isCreated(each));
  return Map.groupBy(added, ({ sent }) => sent.object?.value['name']);
});

function categoryOf({ sent: { object } }: SeenExchange): bigint | null {
  return object && integerAt(object, 'categoryId');
}

/** Reads whether an added pet is shown again. */
function readsAddedAgain(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const { operation, key, status, pets } = seen;
  const added = addedIds(run);
  if (operation === 'listPets' && key === 'valid' && isSuccess(seen))
    return [{ group: 'added pets', agrees: pets.every(({ id }) => id === null || !added.has(id)) }];
  // A check may rest on the creation or on a list, which do not show it alone.
  if (isCreation(seen) && isCreated(seen)) return [{ group: 'added pets', agrees: true }];
  const id = petIdOf(seen);
  const isOfAdded = operation === 'getPet' && key === 'valid' && id !== null && added.has(id);
  return isOfAdded && run.isKnownBefore(seen, id) ? [{ group: 'added pets', agrees: status === 404, value: 'it' }] : [];
}

/** The ids that creations showed. */
const addedIds = oncePer(({ seen }: SeenRun): ReadonlySet<bigint | null> => {
  const added = seen.filter((each) => isCreation(each) && isCreated(each));
  return new Set(added.flatMap(({ pets }) => pets.map(({ id }) => id)));
});

const FREE_ID = 'a free id';
const KNOWN_ID = 'a known id';

function readsClientId(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const [pet] = seen.pets;
  const id = seen.sent.object && integerAt(seen.sent.object, 'id');
  const groupOf = (wanted: bigint): string => (run.isKnownBefore(seen, wanted) ? KNOWN_ID : FREE_ID);
  // A creation may only return what was sent.
  const storedOtherwise = run.pairsIn(seen).flatMap(({ sent, shown }) => {
    const wanted = integerAt(sent, 'id');
    const isOther = seen.operation !== 'createPet' && wanted !== null && shown.id !== null && shown.id !== wanted;
    // A free id is known too if the creation returned it.
    return isOther ? [...new Set([FREE_ID, groupOf(wanted)])].map((group) => ({ group, agrees: false })) : [];
  });
  if (storedOtherwise.length > 0) return storedOtherwise;
  // A failure does not show what becomes of the id: it may be taken.
  if (!isSettledCreation(seen) || id === null || seen.status >= 500) return [];
  return [{ group: groupOf(id), agrees: pet !== undefined && pet.id === id, value: 'the id' }];
}

/** Reads whether all creations, of which the run sent several, get the same body. */
function readsSameCreation(seen: SeenExchange, { isEveryCreationAlike }: SeenRun): readonly Reading[] {
  if (!isCreation(seen) || !isSuccess(seen) || seen.body === null) return [];
  return [{ group: 'creations', agrees: isEveryCreationAlike, value: 'the body' }];
}

function readsUnknown(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const id = petIdOf(seen);
  if (seen.operation !== 'getPet' || seen.key !== 'valid' || id === null || seen.isCapped) return [];
  if (isDisturbance(seen.status)) return [];
  // The clock may be too coarse to order the addition of a pet and a read that shows it.
  if (isSuccess(seen) && run.isKnownBefore({ ...seen, start: Number.MAX_VALUE }, id)) return [];
  // Where no pet can be read, it is not about unknown ids. A path with percent escapes is another form.
  if (new URL(seen.exchange.request.url).pathname.includes('%')) return [];
  if (run.isKnownBefore(seen, id)) return WIDTHS.map((group) => ({ group, agrees: false }));
  // Permissions are not specified, and what is no positive number may be rejected.
  const agrees = ![401, 403, 404].includes(seen.status);
  if (id <= 0n && seen.status === 400) return [];
  const group = WIDTHS[id === BigInt.asIntN(32, id) ? 0 : 1];
  const shown = isReadFromEnd(seen, run) ? 'the last pet (for -1)' : 'a pet with another id';
  return [{ group, agrees, value: showsAnotherPet(seen) ? shown : String(seen.status) }];
}

const WIDTHS = ['of up to 32 bits', 'of more than 32 bits'] as const;
