import { allOf, listSome } from '../../contract/describe.ts';
import { exactInteger, isInt64 } from '../../contract/exact-integer.ts';
import { isJsonObject, type JsonDocument, type JsonObject, type JsonValue, readJson } from '../../contract/json.ts';
import type { RequestKind } from '../../contract/operations.ts';
import { type Exchange, headerValue } from '../../http/exchange.ts';
import { KEY_FORMS } from '../../suite/keys/credentials.ts';
import { elementsIn, idInLocation, meantId, meantJson, onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { isSuccess } from '../../suite/responses/response.ts';

/** An object in a body, with the document that has its numbers. */
export interface SeenObject {
  readonly document: JsonDocument;
  readonly value: JsonObject;
}

/** A pet as a response shows it, valid or not. `id` is null if it shows no integer as its id. */
export interface SeenPet extends SeenObject {
  readonly id: bigint | null;
}

/** What a request sends as its key. `unspecified`: the right key in a form that the contract does not show. */
type KeySent = 'valid' | 'missing' | 'wrong' | 'unspecified';

/** What the body of a response is. `unread`: evidence holds only a part of it, or it is nearly JSON, or not UTF-8. */
type BodyKind = 'json' | 'html' | 'text' | 'empty' | 'unread';

/** An exchange with a response, as causes look at it. */
export interface SeenExchange {
  readonly exchange: Exchange;
  readonly operation: RequestKind;
  readonly key: KeySent;
  readonly status: number;
  readonly limit: string | null;
  readonly filter: string | null;
  /** Whether its query holds a limit and a status at most, each once. */
  readonly isPlainQuery: boolean;
  /** The JSON that was sent; `malformed` if it is no JSON, null if evidence does not hold all of it. */
  readonly sent: JsonDocument | 'malformed' | 'empty' | null;
  readonly bodyKind: BodyKind;
  /** Whether evidence holds only a part of the body. */
  readonly isCapped: boolean;
  readonly body: JsonDocument | null;
  /** The pets of a success, also inside an envelope. */
  readonly pets: readonly SeenPet[];
  /** Milliseconds since the epoch at which it was sent and at which its response was there. */
  readonly start: number;
  readonly end: number;
}

/** What was sent for a pet, and how a response shows it. */
export interface PetPair {
  readonly sent: SeenObject;
  readonly shown: SeenPet;
  /** The fields that the response shows otherwise than they were sent. */
  readonly differing: readonly string[];
}

/** What a run saw, as causes need it. */
export interface SeenRun {
  readonly seen: readonly SeenExchange[];
  readonly find: (exchangeId: string) => SeenExchange | undefined;
  /** Whether a list or a creation showed a pet with this id before a request was sent. */
  readonly isKnownBefore: (seen: SeenExchange, id: bigint) => boolean;
  /** How many pets are known to exist when a request was sent: those of a status, or all if it is null. */
  readonly knownBefore: (seen: SeenExchange, status: string | null) => number;
  /** The pets in a response, each with what was sent for it. Pets of others are left out. */
  readonly pairsIn: (seen: SeenExchange) => readonly PetPair[];
}

/** Reads the exchanges of a report. Evidence that cannot be read is no fact. */
export function seenRun(exchanges: readonly Exchange[]): SeenRun {
  const seen = exchanges.flatMap((exchange) => seenExchange(exchange) ?? []);
  const byId = new Map(seen.map((each) => [each.exchange.id, each]));
  const sentFor = sentById(seen);
  const sentAs = sentByName(seen);
  const known = knownPets(seen);
  const pairs = new Map(seen.map((each) => [each, pairsOf(each, sentFor, sentAs)]));
  return {
    seen,
    find: (id) => byId.get(id),
    isKnownBefore: ({ start }, id) => (known.get(id)?.from ?? Infinity) <= start,
    knownBefore: ({ start }, status) => {
      const before = [...known.values()].filter((pet) => pet.from <= start);
      return status === null ? before.length : before.filter((pet) => pet.status === status).length;
    },
    pairsIn: (each) => pairs.get(each) ?? [],
  };
}

/** Whether a status says nothing about a rule of the service: a gateway, an overload or a crash may have sent it. */
export function isDisturbance({ status }: Pick<SeenExchange, 'status'>): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** The integer that a member of an object shows; null if it shows none. */
export function integerAt({ document, value }: SeenObject, member: string): bigint | null {
  const { [member]: number } = value;
  if (Number.isSafeInteger(number)) return BigInt(Number(number));
  const text = Object.hasOwn(value, member) ? document.numberText(value, member) : undefined;
  const reading = text === undefined ? undefined : exactInteger(text);
  return reading?.kind === 'integer' ? reading.value : null;
}

const LONGEST_NAME = 40;

/** A name or type of the service in a sentence. */
export function shortName(name: string): string {
  return name.slice(0, LONGEST_NAME);
}

/** The name of the member that holds a value, in a sentence. Empty if no member does. */
export function memberWith(value: JsonValue, object: JsonObject): string {
  return shortName(Object.keys(object).find((key) => object[key] === value) ?? '');
}

const MEMBERS_NAMED = 6;

/** The names of members in a sentence: "the members title and status". */
export function membersOf(names: readonly string[]): string {
  const all = names.map(shortName);
  if (all.length === 0) return 'no members';
  const listed = all.length > MEMBERS_NAMED ? listSome(all, MEMBERS_NAMED, ', ') : allOf(all);
  return `the ${all.length === 1 ? 'member' : 'members'} ${listed}`;
}

/** The id in the path of a read; null if it is no int64. */
export function petIdOf({ exchange }: SeenExchange): bigint | null {
  const last = new URL(exchange.request.url).pathname.split('/').at(-1) ?? '';
  const text = /^(?:[\w-]|%[0-9a-f]{2})+$/i.test(last) ? decodedText(last) : '';
  return /^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)) ? BigInt(text) : null;
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function seenExchange(exchange: Exchange): SeenExchange | null {
  const { request, response, operation, attempts } = exchange;
  if (response === null || !URL.canParse(request.url)) return null;
  const { searchParams } = new URL(request.url);
  const [bodyKind, body] = response.complete ? bodyOf(response.body) : (['unread', null] as const);
  const last = attempts.at(-1);
  const start = Date.parse(last?.startedAt ?? '');
  const seen = { operation, status: response.status };
  return {
    ...seen,
    exchange,
    key: keySent(exchange),
    limit: searchParams.get('limit'),
    filter: searchParams.get('status'),
    isPlainQuery: [...searchParams.keys()]
      .toSorted()
      .every((name, at, all) => PARAMETERS.has(name) && name !== all[at + 1]),
    sent: request.body === null ? 'empty' : sentOf(request.body),
    bodyKind,
    isCapped: response.body.capped,
    body,
    pets: body === null || !isSuccess(seen) ? [] : petsIn(body, operation),
    start,
    end: start + (last?.milliseconds ?? 0),
  };
}

type Evidence = NonNullable<Exchange['response']>['body'];

function bodyOf({ text, encoding, capped, length }: Evidence): readonly [BodyKind, JsonDocument | null] {
  if (length === 0) return ['empty', null];
  if (capped || encoding !== 'utf8') return ['unread', null];
  const reading = readJson(Buffer.from(text));
  if (reading.kind === 'json') return ['json', reading.document];
  // Broken JSON, and text in UTF-16, are neither JSON nor text.
  const isOther = reading.reason === 'too-complex' || text.includes('\0') || meantJson(Buffer.from(text)) !== null;
  if (isOther) return ['unread', null];
  return [/^\s*<(?:!doctype|html|head|body|h\d|pre|title)\b/i.test(text) ? 'html' : 'text', null];
}

function sentOf({ text, encoding, capped, length }: Evidence): SeenExchange['sent'] {
  if (length === 0) return 'empty';
  if (capped || encoding !== 'utf8') return null;
  const reading = readJson(Buffer.from(text));
  if (reading.kind === 'json') return reading.document.duplicateKeys.length === 0 ? reading.document : null;
  return reading.reason === 'too-complex' ? null : 'malformed';
}

const PARAMETERS: ReadonlySet<string> = new Set(['limit', 'status']);

const FORMS: ReadonlySet<string> = new Set(KEY_FORMS);
const NO_KEY: ReadonlySet<string> = new Set(['none', 'empty', 'bearer-without-token']);

/** How records name the key itself. */
export const KEY = '[key]';

function keySent({ request: { credential, url, headers } }: Exchange): KeySent {
  if (credential === 'valid') return 'valid';
  if (FORMS.has(credential)) return 'unspecified';
  if (!NO_KEY.has(credential)) return 'wrong';
  return url.includes(KEY) || headers.some(([, value]) => value.includes(KEY)) ? 'unspecified' : 'missing';
}

function petsIn(document: JsonDocument, operation: RequestKind): readonly SeenPet[] {
  const { value } = document;
  const petOf = (each: JsonValue): SeenPet | null =>
    isJsonObject(each)
      ? { document, value: each, id: integerAt({ document, value: each }, 'id') ?? meantId(document, each) }
      : null;
  if (operation === 'listPets') {
    return elementsIn(value)?.elements.flatMap((each) => petOf(each.value) ?? []) ?? [];
  }
  const whole = petOf(value);
  if (whole === null || whole.id !== null) return whole === null ? [] : [whole];
  const inner = petOf(onlyObjectIn(value)?.value ?? null);
  return [inner !== null && inner.id !== null ? inner : whole];
}

/** What was sent for each pet, if one request alone can have added it. */
function sentById(seen: readonly SeenExchange[]): ReadonlyMap<bigint, SeenObject> {
  const sent = new Map<bigint, SeenObject | null>();
  for (const each of seen) {
    const object = sentObject(each);
    if (each.operation !== 'createPet' || !isSuccess(each) || object === null) continue;
    const location = headerValue(each.exchange.response?.headers ?? [], 'location');
    const id = each.pets[0]?.id ?? idInLocation(location);
    if (id !== null) sent.set(id, sent.has(id) ? null : object);
  }
  return withoutNull(sent);
}

/** The JSON that was sent; null if there was none. */
export function sentDocument({ sent }: Pick<SeenExchange, 'sent'>): JsonDocument | null {
  return sent === 'malformed' || sent === 'empty' ? null : sent;
}

/** The object that was sent; null if there was none. */
export function sentObject({ sent }: Pick<SeenExchange, 'sent'>): SeenObject | null {
  const document = sentDocument({ sent });
  return document === null || !isJsonObject(document.value) ? null : { document, value: document.value };
}

/** What was sent for each name and category, if it always had the same status: a creation may show no id. */
function sentByName(seen: readonly SeenExchange[]): ReadonlyMap<string, SeenObject> {
  const sent = new Map<string, SeenObject | null>();
  for (const each of seen) {
    const object = sentObject(each);
    if (each.operation !== 'createPet' || !isSuccess(each) || object === null) continue;
    const name = nameKey(object);
    const before = sent.get(name);
    const isOther = before === null || (before !== undefined && before.value['status'] !== object.value['status']);
    sent.set(name, isOther ? null : object);
  }
  return withoutNull(sent);
}

function nameKey(object: SeenObject): string {
  return JSON.stringify([object.value['name'], String(integerAt(object, 'categoryId'))]);
}

function withoutNull<Key>(sent: ReadonlyMap<Key, SeenObject | null>): ReadonlyMap<Key, SeenObject> {
  return new Map([...sent].flatMap(([key, object]) => (object === null ? [] : [[key, object] as const])));
}

function pairsOf(
  seen: SeenExchange,
  sentFor: ReadonlyMap<bigint, SeenObject>,
  sentAs: ReadonlyMap<string, SeenObject>,
): readonly PetPair[] {
  const own = seen.operation === 'createPet' ? sentObject(seen) : null;
  return seen.pets.flatMap((shown): readonly PetPair[] => {
    const found = (shown.id === null ? undefined : sentFor.get(shown.id)) ?? sentAs.get(nameKey(shown));
    const sent = seen.operation === 'createPet' ? own : (found ?? null);
    return sent === null ? [] : [{ sent, shown, differing: differingFields(sent, shown) }];
  });
}

function differingFields(sent: SeenObject, shown: SeenPet): readonly string[] {
  return ['name', 'categoryId', 'status'].filter((field) => {
    if (!Object.hasOwn(sent.value, field)) return false;
    if (field === 'categoryId') return integerAt(sent, field) !== integerAt(shown, field);
    return sent.value[field] !== shown.value[field];
  });
}

interface KnownPet {
  /** When a response first showed it, in milliseconds since the epoch. */
  readonly from: number;
  readonly status: JsonValue | undefined;
}

/** The pets that lists and creations showed. Reads may make pets up. */
function knownPets(seen: readonly SeenExchange[]): ReadonlyMap<bigint, KnownPet> {
  const known = new Map<bigint, KnownPet>();
  for (const { operation, pets, end } of seen) {
    if (operation === 'getPet') continue;
    for (const { id, value } of pets) {
      if (id === null || (known.get(id)?.from ?? Infinity) <= end) continue;
      known.set(id, { from: end, status: Object.hasOwn(value, 'status') ? value['status'] : undefined });
    }
  }
  return known;
}
