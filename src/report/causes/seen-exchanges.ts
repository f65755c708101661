import { isInt64 } from '../../contract/exact-integer.ts';
import { type JsonDocument, type JsonValue, readJson } from '../../contract/json.ts';
import type { RequestKind } from '../../contract/operations.ts';
import { isPetStatus, NEW_PET_FIELDS } from '../../contract/pet.ts';
import { type Exchange, headerValue } from '../../http/exchange.ts';
import { credentialRow } from '../../suite/keys/credentials.ts';
import { elementsIn, isWithoutPet, onlyObjectIn, tellsErrors } from '../../suite/responses/inner-values.ts';
import { meantId } from '../../suite/responses/meant-pet.ts';
import { idInLocation } from '../../suite/responses/text-ids.ts';
import { meantJson } from '../../suite/responses/meant-json.ts';
import { isSuccess, NO_STATUS, redirectsToPet } from '../../suite/responses/response.ts';
import { oncePer } from '../once-per.ts';
import { integerAt, objectIn, type SeenObject } from './seen-object.ts';
import { wrongFieldsOf } from './wrong-fields.ts';

/** A pet as a response shows it, valid or not. `id` is null if it shows no integer as its id. */
export interface SeenPet extends SeenObject {
  readonly id: bigint | null;
}

/** An exchange as causes look at it. */
export type SeenExchange = NonNullable<ReturnType<typeof seenExchange>>;

/** What a run saw, as causes need it. */
export type SeenRun = ReturnType<typeof readRun>;

/** What was sent for a pet, and how a response shows it. */
export type PetPair = ReturnType<typeof pairsOf>[number];

/** Reads the exchanges of a report, once for all causes and remedies. Evidence that cannot be read is no fact. */
export const seenRun = oncePer(readRun);

function readRun(exchanges: readonly Exchange[]) {
  const all = exchanges.flatMap((exchange) => seenExchange(exchange) ?? []);
  const seen = all.filter(({ status }) => status !== NO_STATUS);
  const byId = new Map(seen.map((each) => [each.exchange.id, each]));
  const sentFor = sentBy(seen, idKey);
  // A creation may show no id.
  const sentAs = sentBy(seen, (_creation, sent) => nameKey(sent));
  const known = knownPets(seen);
  const pairs = new Map(
    seen.map((each) => [each, pairsOf(each, (pet) => sentFor.get(String(pet.id)) ?? sentAs.get(nameKey(pet)))]),
  );
  const shownLater = new Set(
    [...pairs].flatMap(([{ operation }, own]) => (operation === 'createPet' ? [] : own.map(({ sent }) => sent.value))),
  );
  const creations = seen.filter(isCreated);
  const acceptedBodies = new Set(creations.map(({ exchange }) => exchange.request.body?.text));
  const createdBodies = new Set(creations.map(({ exchange }) => exchange.response?.body.text));
  const lists = seen.filter(
    (each) => each.operation === 'listPets' && each.key === 'valid' && hasValidQuery(each) && isSuccess(each),
  );
  const isListedAfter = creations.some(({ end }) => lists.some(({ start }) => start >= end));
  const showingId = creations.filter((each) => idKey(each) !== undefined);
  const addedStatuses = new Set(showingId.map(({ status }) => status));
  return {
    seen,
    // The exchanges whose connection was closed before a response at each attempt. Their status is NO_STATUS.
    unanswered: all.filter(({ status }) => status === NO_STATUS),
    // Whether the run sent the same body in a creation that succeeded.
    hasAccepted: ({ exchange }: SeenExchange) => acceptedBodies.has(exchange.request.body?.text),
    // Whether the run sent several bodies in creations that succeeded, and all got the same body.
    isEveryCreationAlike: acceptedBodies.size > 1 && createdBodies.size === 1,
    // Whether lists with several queries, before and after pets were added, all got the same body.
    isEveryListAlike:
      new Set(lists.map(({ exchange }) => exchange.request.url)).size > 1 &&
      lists.every(({ isCapped }) => !isCapped) &&
      new Set(lists.map(({ exchange }) => exchange.response?.body.text)).size === 1 &&
      isListedAfter,
    // Whether the response to some creation shows the id of the pet.
    showsAdded: () => addedStatuses.size > 0,
    // Whether a success shows no pet, and has another status than those that do: it may mean a rejection.
    isUnlikeAdded: (each: SeenExchange) =>
      isCreated(each) && addedStatuses.size > 0 && !addedStatuses.has(each.status) && idKey(each) === undefined,
    // Whether a list or a read shows the pet that a creation sent.
    isShownLater: ({ sent: { object } }: SeenExchange) => object !== null && shownLater.has(object.value),
    find: (exchangeId: string) => byId.get(exchangeId),
    // Whether a list or a creation showed a pet with this id before a request was sent.
    isKnownBefore: ({ start }: SeenExchange, id: bigint) => (known.get(id)?.from ?? Infinity) <= start,
    // Whether each pet that it shows has the highest id that was known before it was sent.
    showsNewest: ({ start, pets }: SeenExchange) =>
      pets.every(({ id }) => id !== null && [...known].every(([other, { from }]) => other <= id || from > start)),
    // How many pets are known to exist when a request was sent: those of a status, or all if it is null.
    knownBefore: ({ start }: SeenExchange, status: string | null) => {
      const before = [...known.values()].filter((pet) => pet.from <= start);
      return status === null ? before.length : before.filter((pet) => pet.status === status).length;
    },
    // The pets in a response, each with what was sent for it. Pets of others are left out.
    pairsIn: (each: SeenExchange) => pairs.get(each) ?? [],
  };
}

/** Whether a creation was accepted: with a success, or with a redirect to the pet. */
export function isCreated(seen: SeenExchange): boolean {
  const { exchange, operation, status } = seen;
  const headers = new Map([['location', [locationOf(seen) ?? '']]]);
  return (
    operation === 'createPet' && exchange.response !== null && (isSuccess(seen) || redirectsToPet({ status, headers }))
  );
}

/** Whether a request has no key, or a wrong one. */
export function isWithoutKey({ key }: Pick<SeenExchange, 'key'>): boolean {
  return key === 'missing' || key === 'wrong';
}

/** Whether a success means an error, such as `{"ok": false}`: it shows no pet, and no array but that of its errors. Some languages write null for an empty list. */
export function isErrorAsSuccess(seen: SeenExchange): boolean {
  if (!isSuccess(seen) || seen.body === null) return false;
  const { value } = seen.body;
  return isWithoutPet(value) && !(value === null && seen.operation === 'listPets');
}

/** Whether a success means that a creation is rejected: it tells of errors, or others show their pets. No response shows this one. */
export function isRejectedAsSuccess(seen: SeenExchange, run: SeenRun): boolean {
  const isCreation = seen.operation === 'createPet' && seen.key === 'valid';
  const isError = isErrorAsSuccess(seen) && (run.showsAdded() || tellsErrors(seen.body?.value ?? null));
  return isCreation && isError && !run.isShownLater(seen);
}

/** Whether the query of a list holds only what the contract shows: a limit and a status that are valid, or less. */
export function hasValidQuery({ isPlainQuery, limit, filter }: SeenExchange): boolean {
  return isPlainQuery && (limit === null || /^[1-9]\d?$|^100$/.test(limit)) && (filter === null || isPetStatus(filter));
}

/** Whether the media type of a request is JSON. */
export function isJson({ exchange }: SeenExchange): boolean {
  return headerValue(exchange.request.headers, 'content-type') === 'application/json';
}

/** The id in the path of a read; null if it is no int64. */
export function petIdOf({ exchange }: SeenExchange): bigint | null {
  const last = new URL(exchange.request.url).pathname.split('/').at(-1) ?? '';
  // Forms of a request escape digits and the minus sign.
  const text = last.replaceAll(/%(3\d|2d)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return /^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)) ? BigInt(text) : null;
}

/** Whether a read returns a pet with another id than the requested one. */
export function showsAnotherPet(seen: SeenExchange): boolean {
  const asked = petIdOf(seen);
  return asked !== null && seen.pets.some(({ id }) => id !== null && id !== asked);
}

/** Whether a read by -1 returns the last pet, as an index from the end does, and no read by another id that is not negative returns another pet. */
export function isReadFromEnd(seen: SeenExchange, run: SeenRun): boolean {
  const isOfAnyId = run.seen.some((each) => (petIdOf(each) ?? -1n) >= 0n && showsAnotherPet(each));
  return petIdOf(seen) === -1n && showsAnotherPet(seen) && run.showsNewest(seen) && !isOfAnyId;
}

function seenExchange(exchange: Exchange) {
  const { request, response, failure, operation, attempts } = exchange;
  const isClosed = failure?.kind === 'closed-before-response';
  if ((response === null && !isClosed) || !URL.canParse(request.url)) return null;
  const { searchParams } = new URL(request.url);
  const [bodyKind, body] = response?.complete === true ? bodyOf(response.body) : (['unread', null] as const);
  const last = attempts.at(-1);
  const start = Date.parse(last?.startedAt ?? '');
  const seen = { operation, status: response?.status ?? NO_STATUS };
  return {
    ...seen,
    exchange,
    key: keySent(exchange),
    limit: searchParams.get('limit'),
    filter: searchParams.get('status'),
    // Whether its query holds a limit and a status at most, each once.
    isPlainQuery: [...searchParams.keys()]
      .toSorted()
      .every((name, at, all) => ['limit', 'status'].includes(name) && name !== all[at + 1]),
    sent: sentIn(request),
    bodyKind,
    // Whether evidence holds only a part of the body.
    isCapped: response?.body.capped === true,
    body,
    // The pets of a success, also inside an envelope.
    pets: body === null || !isSuccess(seen) || isWithoutPet(body.value) ? [] : petsIn(body, operation),
    // Milliseconds since the epoch at which it was sent and at which its response was there.
    start,
    end: start + (last?.milliseconds ?? 0),
  };
}

type Evidence = NonNullable<Exchange['response']>['body'];

/** What a body is. `unread`: evidence holds only a part of it, or it is nearly JSON, or not UTF-8. */
function bodyOf(
  evidence: Evidence,
): readonly [kind: 'json' | 'html' | 'text' | 'empty' | 'unread', body: JsonDocument | null] {
  const { text, encoding, capped, length } = evidence;
  if (length === 0) return ['empty', null];
  if (capped || encoding !== 'utf8') return ['unread', null];
  const reading = readJson(Buffer.from(text));
  if (reading.kind === 'json') return ['json', reading.document];
  // Broken JSON, and text in UTF-16, are neither JSON nor text.
  const isOther = reading.reason === 'too-complex' || text.includes('\0') || meantJson(Buffer.from(text)) !== null;
  if (isOther) return ['unread', null];
  return [/^\s*<(?:!doctype|html|head|body|h\d|pre|title)\b/i.test(text) ? 'html' : 'text', null];
}

/** What was sent as a body: its JSON, its object if it is one, and what is wrong with it as a new pet. */
function sentIn({ body }: Exchange['request']) {
  const sent = body === null ? 'empty' : readSent(body);
  if (typeof sent === 'string') return { kind: sent, value: undefined, object: null, wrong: [] };
  return { kind: 'json', value: sent.value, object: objectIn(sent), wrong: wrongFieldsOf(sent) } as const;
}

/** What was sent as a body. `unread`: evidence does not hold all of it, or readers differ about it. */
export function readSent(evidence: Evidence): JsonDocument | 'malformed' | 'empty' | 'unread' {
  const { text, encoding, capped, length } = evidence;
  if (length === 0) return 'empty';
  if (capped) return 'unread';
  // What is not UTF-8 is not JSON.
  if (encoding !== 'utf8') return 'malformed';
  const reading = readJson(Buffer.from(text));
  if (reading.kind === 'json') return reading.document.duplicateKeys.length === 0 ? reading.document : 'unread';
  return reading.reason === 'too-complex' ? 'unread' : 'malformed';
}

/** How records name the key itself. */
export const KEY = '[key]';

/** What a request sends as its key. `unspecified`: the right key in a form that the contract does not show. */
function keySent({ request: { credential, url, headers } }: Exchange): 'valid' | 'missing' | 'wrong' | 'unspecified' {
  const { kind } = credentialRow(credential);
  if (kind === 'right key') return 'valid';
  if (kind === 'other form') return 'unspecified';
  if (kind !== 'no key') return 'wrong';
  return url.includes(KEY) || headers.some(([, value]) => value.includes(KEY)) ? 'unspecified' : 'missing';
}

function petsIn(document: JsonDocument, operation: RequestKind): readonly SeenPet[] {
  const { value } = document;
  const petOf = (each: JsonValue): SeenPet | null => {
    const object = objectIn(document, each);
    return object && { ...object, id: integerAt(object, 'id') ?? meantId(document, each) };
  };
  // An object around the pet shows no id.
  const placedPetsOf = (each: JsonValue): readonly SeenPet[] => {
    const whole = petOf(each);
    if (whole === null || whole.id !== null) return whole === null ? [] : [whole];
    const inner = petOf(onlyObjectIn(each)?.value ?? null);
    return [inner !== null && inner.id !== null ? inner : whole];
  };
  if (operation !== 'listPets') return placedPetsOf(value);
  return elementsIn(value)?.elements.flatMap((each) => placedPetsOf(each.value)) ?? [];
}

/** What was sent for pets, by a key of its creation. What is sent otherwise under the same key is left out. */
function sentBy(
  seen: readonly SeenExchange[],
  keyOf: (creation: SeenExchange, sent: SeenObject) => string | undefined,
): ReadonlyMap<string, SeenObject> {
  const sent = new Map<string, SeenObject | null>();
  for (const each of seen) {
    const { object } = each.sent;
    if (!isCreated(each) || object === null) continue;
    const key = keyOf(each, object);
    if (key === undefined) continue;
    const before = sent.get(key);
    sent.set(key, before === undefined || (before !== null && isAlike(before, object)) ? object : null);
  }
  return new Map([...sent].flatMap(([key, object]) => (object === null ? [] : [[key, object] as const])));
}

function isAlike(one: SeenObject, other: SeenObject): boolean {
  return nameKey(one) === nameKey(other) && one.value['status'] === other.value['status'];
}

function idKey(seen: SeenExchange): string | undefined {
  const id = seen.pets[0]?.id ?? idInLocation(locationOf(seen));
  return id === null ? undefined : String(id);
}

/** The Location of a response. */
export function locationOf({ exchange: { response } }: SeenExchange): string | undefined {
  return headerValue(response?.headers ?? [], 'location');
}

function nameKey(object: SeenObject): string {
  return JSON.stringify([object.value['name'], String(integerAt(object, 'categoryId'))]);
}

/** What was sent for pets, how a response shows them, and the fields that it shows otherwise than they were sent. */
function pairsOf(seen: SeenExchange, sentFor: (pet: SeenPet) => SeenObject | undefined) {
  return seen.pets.flatMap((shown) => {
    const sent = seen.operation === 'createPet' ? seen.sent.object : (sentFor(shown) ?? null);
    return sent === null ? [] : [{ sent, shown, differing: differingFields(sent, shown) }];
  });
}

function differingFields(sent: SeenObject, shown: SeenPet): readonly string[] {
  return NEW_PET_FIELDS.filter((field) => {
    if (!Object.hasOwn(sent.value, field)) return false;
    if (field === 'categoryId') return integerAt(sent, field) !== integerAt(shown, field);
    return sent.value[field] !== shown.value[field];
  });
}

/** The pets that lists and creations showed: when a response first did, in milliseconds since the epoch. Reads may make pets up. */
function knownPets(seen: readonly SeenExchange[]) {
  const known = new Map<bigint, { readonly from: number; readonly status: JsonValue | undefined }>();
  const show = (id: bigint | null, from: number, status?: JsonValue): void => {
    if (id !== null && (known.get(id)?.from ?? Infinity) > from) known.set(id, { from, status });
  };
  for (const each of seen) {
    if (each.operation === 'getPet') continue;
    for (const { id, value } of each.pets)
      show(id, each.end, Object.hasOwn(value, 'status') ? value['status'] : undefined);
    // A creation may show the id in its Location alone.
    if (isCreated(each)) show(idInLocation(locationOf(each)), each.end);
  }
  return known;
}
