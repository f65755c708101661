import { allOf, listSome } from '../../contract/describe.ts';
import { exactInteger, isInt64 } from '../../contract/exact-integer.ts';
import { isJsonObject, type JsonDocument, type JsonObject, type JsonValue, readJson } from '../../contract/json.ts';
import { tokensOf } from '../../contract/json-pointer.ts';
import type { RequestKind } from '../../contract/operations.ts';
import { type Exchange, headerValue } from '../../http/exchange.ts';
import { aboutCredential } from '../../suite/keys/credentials.ts';
import { elementsIn, idInLocation, type Inner, meantId, onlyObjectIn } from '../../suite/responses/makeshift.ts';
import { meantJson } from '../../suite/responses/meant-json.ts';
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

/** An exchange with a response, as causes look at it. */
export type SeenExchange = NonNullable<ReturnType<typeof seenExchange>>;

/** What a run saw, as causes need it. */
export type SeenRun = ReturnType<typeof seenRun>;

/** What was sent for a pet, and how a response shows it. */
export type PetPair = ReturnType<typeof pairsOf>[number];

/** Reads the exchanges of a report. Evidence that cannot be read is no fact. */
export function seenRun(exchanges: readonly Exchange[]) {
  const seen = exchanges.flatMap((exchange) => seenExchange(exchange) ?? []);
  const byId = new Map(seen.map((each) => [each.exchange.id, each]));
  const sentFor = sentBy(seen, idKey);
  // A creation may show no id.
  const sentAs = sentBy(seen, (_creation, sent) => nameKey(sent));
  const known = knownPets(seen);
  const pairs = new Map(
    seen.map((each) => [each, pairsOf(each, (pet) => sentFor.get(String(pet.id)) ?? sentAs.get(nameKey(pet)))]),
  );
  return {
    seen,
    find: (exchangeId: string) => byId.get(exchangeId),
    // Whether a list or a creation showed a pet with this id before a request was sent.
    isKnownBefore: ({ start }: SeenExchange, id: bigint) => (known.get(id)?.from ?? Infinity) <= start,
    // How many pets are known to exist when a request was sent: those of a status, or all if it is null.
    knownBefore: ({ start }: SeenExchange, status: string | null) => {
      const before = [...known.values()].filter((pet) => pet.from <= start);
      return status === null ? before.length : before.filter((pet) => pet.status === status).length;
    },
    // The pets in a response, each with what was sent for it. Pets of others are left out.
    pairsIn: (each: SeenExchange) => pairs.get(each) ?? [],
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

/** The name of the member that holds an inner value, in a sentence. */
export function memberOf({ pointer }: Pick<Inner, 'pointer'>): string {
  return shortName(tokensOf(pointer)[0] ?? '');
}

/** The word in the name of a member: `category_id` and `CategoryID` have the same. */
export function wordIn(member: string): string {
  return shortName(member)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
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
  // Forms of a request escape digits and the minus sign.
  const text = last.replaceAll(/%(3\d|2d)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return /^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)) ? BigInt(text) : null;
}

function seenExchange(exchange: Exchange) {
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
    // Whether its query holds a limit and a status at most, each once.
    isPlainQuery: [...searchParams.keys()]
      .toSorted()
      .every((name, at, all) => PARAMETERS.has(name) && name !== all[at + 1]),
    sent: request.body === null ? 'empty' : sentOf(request.body),
    bodyKind,
    // Whether evidence holds only a part of the body.
    isCapped: response.body.capped,
    body,
    // The pets of a success, also inside an envelope.
    pets: body === null || !isSuccess(seen) ? [] : petsIn(body, operation),
    // Milliseconds since the epoch at which it was sent and at which its response was there.
    start,
    end: start + (last?.milliseconds ?? 0),
  };
}

type Evidence = NonNullable<Exchange['response']>['body'];

/** What a body is. `unread`: evidence holds only a part of it, or it is nearly JSON, or not UTF-8. */
function bodyOf({
  text,
  encoding,
  capped,
  length,
}: Evidence): readonly [kind: 'json' | 'html' | 'text' | 'empty' | 'unread', body: JsonDocument | null] {
  if (length === 0) return ['empty', null];
  if (capped || encoding !== 'utf8') return ['unread', null];
  const reading = readJson(Buffer.from(text));
  if (reading.kind === 'json') return ['json', reading.document];
  // Broken JSON, and text in UTF-16, are neither JSON nor text.
  const isOther = reading.reason === 'too-complex' || text.includes('\0') || meantJson(Buffer.from(text)) !== null;
  if (isOther) return ['unread', null];
  return [/^\s*<(?:!doctype|html|head|body|h\d|pre|title)\b/i.test(text) ? 'html' : 'text', null];
}

/** The JSON that was sent; `malformed` if it is no JSON, null if evidence does not hold all of it. */
function sentOf({ text, encoding, capped, length }: Evidence): JsonDocument | 'malformed' | 'empty' | null {
  if (length === 0) return 'empty';
  if (capped) return null;
  // What is not UTF-8 is not JSON.
  if (encoding !== 'utf8') return 'malformed';
  const reading = readJson(Buffer.from(text));
  if (reading.kind === 'json') return reading.document.duplicateKeys.length === 0 ? reading.document : null;
  return reading.reason === 'too-complex' ? null : 'malformed';
}

const PARAMETERS: ReadonlySet<string> = new Set(['limit', 'status']);

/** How records name the key itself. */
export const KEY = '[key]';

/** What a request sends as its key. `unspecified`: the right key in a form that the contract does not show. */
function keySent({ request: { credential, url, headers } }: Exchange): 'valid' | 'missing' | 'wrong' | 'unspecified' {
  const { kind } = aboutCredential(credential);
  if (kind === 'right key') return 'valid';
  if (kind === 'other form') return 'unspecified';
  if (kind !== 'no key') return 'wrong';
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

/** What was sent for pets, by a key of its creation. What is sent otherwise under the same key is left out. */
function sentBy(
  seen: readonly SeenExchange[],
  keyOf: (creation: SeenExchange, sent: SeenObject) => string | undefined,
): ReadonlyMap<string, SeenObject> {
  const sent = new Map<string, SeenObject | null>();
  for (const each of seen) {
    const object = sentObject(each);
    const key = each.operation !== 'createPet' || !isSuccess(each) || object === null ? undefined : keyOf(each, object);
    if (key === undefined || object === null) continue;
    const before = sent.get(key);
    sent.set(key, before === undefined || (before !== null && isAlike(before, object)) ? object : null);
  }
  return new Map([...sent].flatMap(([key, object]) => (object === null ? [] : [[key, object] as const])));
}

function isAlike(one: SeenObject, other: SeenObject): boolean {
  return nameKey(one) === nameKey(other) && one.value['status'] === other.value['status'];
}

function idKey({ exchange, pets: [pet] }: SeenExchange): string | undefined {
  const id = pet?.id ?? idInLocation(headerValue(exchange.response?.headers ?? [], 'location'));
  return id === null ? undefined : String(id);
}

function nameKey(object: SeenObject): string {
  return JSON.stringify([object.value['name'], String(integerAt(object, 'categoryId'))]);
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

/** What was sent for pets, how a response shows them, and the fields that it shows otherwise than they were sent. */
function pairsOf(seen: SeenExchange, sentFor: (pet: SeenPet) => SeenObject | undefined) {
  return seen.pets.flatMap((shown) => {
    const sent = seen.operation === 'createPet' ? sentObject(seen) : sentFor(shown);
    return sent === null || sent === undefined ? [] : [{ sent, shown, differing: differingFields(sent, shown) }];
  });
}

function differingFields(sent: SeenObject, shown: SeenPet): readonly string[] {
  return ['name', 'categoryId', 'status'].filter((field) => {
    if (!Object.hasOwn(sent.value, field)) return false;
    if (field === 'categoryId') return integerAt(sent, field) !== integerAt(shown, field);
    return sent.value[field] !== shown.value[field];
  });
}

/** The pets that lists and creations showed: when a response first did, in milliseconds since the epoch. Reads may make pets up. */
function knownPets(seen: readonly SeenExchange[]) {
  const known = new Map<bigint, { readonly from: number; readonly status: JsonValue | undefined }>();
  for (const { operation, pets, end } of seen) {
    if (operation === 'getPet') continue;
    for (const { id, value } of pets) {
      if (id === null || (known.get(id)?.from ?? Infinity) <= end) continue;
      known.set(id, { from: end, status: Object.hasOwn(value, 'status') ? value['status'] : undefined });
    }
  }
  return known;
}
