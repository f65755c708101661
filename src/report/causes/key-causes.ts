import type { TestableId } from '../../contract/requirements.ts';
import { allOf } from '../../contract/describe.ts';
import { credentialRow, isUnusualToken } from '../../suite/keys/credentials.ts';
import { OPERATION_IDS, type OperationId, operationRoute, operations } from '../../contract/operations.ts';
import { readJson } from '../../contract/json.ts';
import { isDisturbance } from '../../http/disturbance.ts';
import { headerValue } from '../../http/exchange.ts';
import { type AgreeingGroup, type Cause, causeOf, type Reading, valuesByGroup, valuesOf } from './cause.ts';
import { isRedirect, isSuccess, rejectsKey } from '../../suite/responses/response.ts';
import { oncePer } from '../once-per.ts';
import {
  isCreated,
  isErrorAsSuccess,
  isJson,
  hasValidQuery,
  isWithoutKey,
  KEY,
  locationOf,
  petIdOf,
  type SeenExchange,
  type SeenRun,
} from './seen-exchanges.ts';

const KEY_REQUIREMENTS: readonly TestableId[] = [
  ...OPERATION_IDS.map((operation) => `AUTH-MISSING-${operations[operation].idWord}` as const),
  ...OPERATION_IDS.map((operation) => `AUTH-INVALID-${operations[operation].idWord}` as const),
  'AUTH-FIRST',
  'AUTH-EVERY-REQUEST',
  'AUTH-NO-EFFECT',
];

/** Mistakes with the key (part 5). */
export const keyCauses: readonly Cause[] = [
  causeOf({
    id: 'no-such-route',
    explains: ['LIST-OK', 'CREATE-OK', 'GET-OK', 'DEPRECATION-DATE', ...KEY_REQUIREMENTS],
    reads: readsNoRoute,
    sentence: (groups) =>
      groups
        .map(({ name, values }) => `${name} gets ${values.join('')} for every request, also without a key`)
        .join('; ') + '.',
    fix: 'Look at the path and the method of the route, and where it is registered: the service seems to have none for this operation.',
  }),
  causeOf({
    id: 'key-rejected-and-processed',
    comesFirst: true,
    explains: ['ANSWER-JSON', ...KEY_REQUIREMENTS],
    reads: readsProcessed,
    sentence: (groups) =>
      `${valuesOf(groups)} gets 401 and is processed all the same: a second JSON text follows the Error.`,
    fix: 'End the request after the Error: return, or abort the chain of handlers.',
  }),
  causeOf({
    id: 'key-read-elsewhere',
    explains: ['AUTH-VALID-KEY'],
    reads: readsKeyPlace,
    holds: ({ values }) => values.length === 1,
    sentence: (groups) => `The key is accepted only ${valuesOf(groups)}.`,
    fix: 'Read the header Authorization as the word Bearer, a space and the key.',
  }),
  causeOf({
    id: 'no-key-checked',
    comesFirst: true,
    explains: KEY_REQUIREMENTS,
    reads: readsUnchecked,
    holds: isTriedBothWays,
    sentence: (groups, areAll, run) =>
      areAll && areAllTried(run)
        ? 'No operation checks the key: requests without a key and with wrong keys are processed.'
        : `${routesOf(groups)} ${groups.length === 1 ? 'does' : 'do'} not check the key: requests without a key and with wrong keys are processed.`,
    fix: 'Check Authorization: Bearer <key> in front of all operations at once, such as on the router, and respond with 401 and an Error if the key is missing or wrong.',
  }),
  causeOf({
    id: 'missing-key-accepted',
    comesFirst: true,
    explains: KEY_REQUIREMENTS.filter((id) => !id.startsWith('AUTH-INVALID')),
    reads: readsMissingKey,
    holds: isTriedBothWays,
    sentence: (groups) =>
      `${routesOf(groups)} ${groups.length === 1 ? 'processes' : 'process'} requests without an Authorization header, and ${groups.length === 1 ? 'rejects' : 'reject'} wrong keys.`,
    fix: 'Demand a key in front of all operations. A check that lets anonymous requests through rejects only wrong keys.',
  }),
  causeOf({
    id: 'key-kept-on-connection',
    comesFirst: true,
    explains: KEY_REQUIREMENTS,
    reads: readsKept,
    sentence: (groups) =>
      `After an accepted request, ${routesOf(groups)} ${groups.length === 1 ? 'processes' : 'process'} requests without a valid key on the same connection.`,
    fix: 'Check the key of every request, also after an accepted one on the same connection.',
  }),
  causeOf({
    id: 'any-key-accepted',
    comesFirst: true,
    explains: KEY_REQUIREMENTS.filter((id) => !id.startsWith('AUTH-MISSING')),
    reads: readsAnyKey,
    holds: isTriedBothWays,
    sentence: (groups, areAll, run) =>
      `A key is needed, but ${areAll && areAllTried(run) ? 'every operation accepts' : `${routesOf(groups)} ${groups.length === 1 ? 'accepts' : 'accept'}`} any bearer token.`,
    fix: 'Compare the token with the keys that the service issued, not only whether there is one.',
  }),
  causeOf({
    id: 'similar-key-accepted',
    comesFirst: true,
    explains: KEY_REQUIREMENTS.filter((id) => !id.startsWith('AUTH-MISSING')),
    reads: readsSimilarKeys,
    sentence: (groups, _areAll, run) => {
      const titles = groups.flatMap(({ values }) => values);
      return `A key that only resembles the right one is accepted${byOperations(run)}: ${likenessOf(groups)?.words ?? titles.join('; ')}.`;
    },
    fix: (groups) =>
      `Compare the whole key for equality, its length and letter case included.${likenessOf(groups)?.shownBy === OTHER_CASE ? ' In a database, use a collation that tells letter case apart.' : ''}`,
  }),
  causeOf({
    id: 'key-checked-late',
    explains: ['AUTH-FIRST'],
    reads: readsLate,
    sentence: (groups) => {
      const steps = allOf([...new Set(groups.flatMap(({ values }) => values))]);
      return `The service ${steps} before it checks the key.`;
    },
    fix: 'Check the key first: put the check before the body parser, the validation and the look-up.',
  }),
  causeOf({
    id: 'unauthorized-without-401',
    explains: KEY_REQUIREMENTS,
    reads: readsOtherStatus,
    sentence: (groups, areAll, run) => {
      const isChecked = uncheckedOperations(run).size === 0;
      const isEvery = run.seen.every((each) => !isAboutKey(each, run) || readsOtherStatus(each, run).length > 0);
      const statuses =
        areAll && isChecked && isEvery
          ? `${valuesOf(groups)} instead of 401 to every request without the right key`
          : valuesByGroup(groups, 'instead of 401 to');
      return `${isChecked ? 'The service responds' : respondingBy(run)} with ${statuses}.`;
    },
    fix: 'Respond with 401 and an Error wherever the key is missing or wrong.',
  }),
];

/** The statuses of a router for a path or a method that it does not know. */
const NO_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);

function readsNoRoute({ operation }: SeenExchange, run: SeenRun): readonly Reading[] {
  const status = statusWithoutRoute(run).get(operation);
  return operation === 'other' || status === undefined
    ? []
    : [{ group: operationRoute(operation), agrees: true, value: String(status) }];
}

/** The operations of which every request got the same such status, with a key and without one, and reads of known pets too. */
const statusWithoutRoute = oncePer((run: SeenRun) => {
  const byOperation = Map.groupBy(run.seen, ({ operation }) => operation);
  return new Map(
    [...byOperation].flatMap(([operation, own]) => {
      const [status, ...others] = new Set(own.map((each) => each.status));
      const isWithKey = own.some((each) => each.key === 'valid' && (operation !== 'getPet' || isOfKnownPet(each, run)));
      const isSame = others.length === 0 && status !== undefined && NO_ROUTE.has(status);
      return isSame && isWithKey && own.some(isWithoutKey) ? [[operation, status] as const] : [];
    }),
  );
});

function isOfKnownPet(seen: SeenExchange, run: SeenRun): boolean {
  const id = petIdOf(seen);
  return id !== null && run.isKnownBefore(seen, id);
}

/** Reads rejections of a key whose body goes on with another JSON text. */
function readsProcessed(seen: SeenExchange): readonly Reading[] {
  const { status, key, operation, exchange } = seen;
  if (!isWithoutKey(seen) || status !== 401 || operation === 'other') return [];
  const value = `A request with a ${key} key`;
  return [{ group: `${operation} ${key}`, agrees: holdsTwoTexts(exchange.response?.body.text ?? ''), value }];
}

/** Whether a text is an object with an array or another object behind it. */
function holdsTwoTexts(text: string): boolean {
  const end = endOfObject(text);
  const rest = text.slice(end);
  return /^[ \t\r\n]*[[{]/.test(rest) && isWholeJson(text.slice(0, end)) && isWholeJson(rest);
}

/** A string that is cut ends with the text, so no hostile text takes more than linear time. */
const STRING_OR_BRACE = /"(?:[^"\\]|\\[^])*(?:"|$)|[{}]/g;

/** Where the first object of a text ends. */
function endOfObject(text: string): number {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(STRING_OR_BRACE)) {
    if (part === '{') depth += 1;
    if (part === '}') depth -= 1;
    if (part === '}' && depth === 0) return index + 1;
  }
  return text.length;
}

function isWholeJson(text: string): boolean {
  return readJson(Buffer.from(text)).kind === 'json';
}

/** The right key: rejected as a bearer token, or accepted in another place. */
function readsKeyPlace(seen: SeenExchange): readonly Reading[] {
  if (seen.key !== 'valid' || isDisturbance(seen.status) || isCrash(seen)) return [];
  const place = placeOfKey(seen);
  if (place === null) return [{ group: 'requests', agrees: rejectsKey(seen) }];
  return rejectsKey(seen) ? [] : [{ group: 'requests', agrees: true, value: place }];
}

/** Where a request has the key, in words; null for a bearer token. */
function placeOfKey({ exchange: { request } }: SeenExchange): string | null {
  const authorization = headerValue(request.headers, 'authorization');
  if (authorization?.startsWith('Bearer ') === true) return null;
  if (authorization !== undefined) {
    const scheme = authorization.replace(KEY, '').trim();
    return `in the header Authorization ${scheme === '' ? 'without a scheme' : `after the scheme ${scheme}`}`;
  }
  const [name] = request.headers.find(([, value]) => value === KEY) ?? [];
  return name === undefined ? 'in the query' : `in the header ${name.toLowerCase()}`;
}

/** 401 and 403; a proxy that asks for credentials; a page to sign in; an error under a status of success. */
function isRejected(seen: SeenExchange): boolean {
  const { status } = seen;
  const isOfKey = status === 401 || status === 403 || status === 407;
  return isOfKey || (isRedirect(seen) && !isCreated(seen)) || isErrorAsSuccess(seen);
}

/** Whether a request is processed: with a success, or with a redirect to the pet that was added. */
function isProcessed(seen: SeenExchange): boolean {
  return (isSuccess(seen) || isCreated(seen)) && !isRejected(seen);
}

/** What the right key gets too says nothing about the key. */
function isAboutKey(seen: SeenExchange, run: SeenRun): boolean {
  if (seen.operation === 'other' || !isWithoutKey(seen) || isDisturbance(seen.status)) return false;
  const sign = signOf(seen);
  return sign === null || !signsOfKey(run).has(sign);
}

/** What a service may respond whatever the key: where a redirect leads, or the success of a read that shows no pet. Null for others. */
function signOf(seen: SeenExchange): string | null {
  const { operation, exchange } = seen;
  const [place] = (locationOf(seen) ?? '').split('?');
  if (isRedirect(seen) && !isCreated(seen)) return `${operation} to ${place}`;
  return operation === 'getPet' && isErrorAsSuccess(seen) ? (exchange.response?.body.text ?? null) : null;
}

const signsOfKey = oncePer(({ seen }: SeenRun) => new Set(seen.filter(({ key }) => key === 'valid').map(signOf)));

/** Whether each operation shows what it makes of requests without the right key. */
function areAllTried(run: SeenRun): boolean {
  const tried = new Set(run.seen.filter((seen) => isAboutKey(seen, run)).map(({ operation }) => operation));
  return OPERATION_IDS.every((operation) => tried.has(operation));
}

/** Whether the service failed. That does not show if it accepts the key: it may fail before its check, or in it. */
function isCrash({ status }: SeenExchange): boolean {
  return status >= 500;
}

function readsUnchecked(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  if (!isAboutKey(seen, run) || isCrash(seen)) return [];
  return [{ group: seen.operation, agrees: !isRejected(seen), value: isProcessed(seen) ? seen.key : undefined }];
}

function readsAnyKey(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  if (!isAboutKey(seen, run) || isCrash(seen)) return [];
  const isMissing = seen.exchange.request.credential === 'none';
  // A token in another place than the bearer token may count as no key.
  if (!isMissing && (seen.key === 'missing' || (!isBearerToken(seen) && isRejected(seen)))) return [];
  // A read that hides a known pet with 404 rejects the key too.
  const hidesPet = seen.operation === 'getPet' && seen.status === 404 && isRightButForKey(seen, run);
  const agrees = isRejected(seen) === isMissing && !hidesPet;
  // A similar key alone does not show that any key is accepted.
  const value = isMissing || (isProcessed(seen) && !isSimilarKey(seen)) ? seen.key : undefined;
  return [{ group: seen.operation, agrees, value, shows: isMissing ? [] : undefined }];
}

/** Requests of which only the key is wrong: whether those without any are processed, and those with another token rejected. */
function readsMissingKey(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const isMissing = seen.exchange.request.credential === 'none';
  if (!isAboutKey(seen, run) || isCrash(seen) || !isRightButForKey(seen, run)) return [];
  if (!isMissing && (seen.key === 'missing' || !isBearerToken(seen))) return [];
  return [{ group: seen.operation, agrees: isMissing ? isProcessed(seen) : isRejected(seen), value: seen.key }];
}

function isTriedBothWays({ values }: AgreeingGroup): boolean {
  return values.includes('missing') && values.includes('wrong');
}

/** Requests without the right key that are processed, if their connections are the reason. */
function readsKept(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  if (!isKeptOnConnection(run) || !isAboutKey(seen, run) || !isProcessed(seen)) return [];
  return [{ group: seen.operation, agrees: true, value: seen.key }];
}

/** Whether creations with at least two credentials are rejected on fresh connections, and processed on others. A cache may explain other operations. */
const isKeptOnConnection = oncePer((run: SeenRun): boolean => {
  const own = run.seen.filter((seen) => isAboutKey(seen, run));
  const [fresh = [], reused = []] = [true, false].map((isFresh) =>
    own.filter(({ exchange }) => (exchange.attempts.at(-1)?.connection === 'fresh') === isFresh),
  );
  const creations = new Set(fresh.filter(({ operation }) => operation === 'createPet').map(credentialOf));
  const kept = reused.filter((seen) => seen.operation === 'createPet' && isProcessed(seen)).map(credentialOf);
  return !fresh.some(isProcessed) && new Set(kept).intersection(creations).size > 1;
});

function credentialOf({ exchange }: SeenExchange): string {
  return exchange.request.credential;
}

/** Whether the key is a bearer token. A token outside the alphabet of RFC 6750 is none. */
function isBearerToken(seen: SeenExchange): boolean {
  return !isUnusualToken(seen.exchange.request.credential) && isBearer(seen);
}

function isBearer({ exchange: { request } }: SeenExchange): boolean {
  return headerValue(request.headers, 'authorization')?.startsWith('Bearer ') === true;
}

/** Whether a request has a wrong key that was made from the right one. */
function isSimilarKey({ exchange: { request } }: SeenExchange): boolean {
  return credentialRow(request.credential).kind === 'similar key';
}

const BEHIND = [
  'key-and-a-character',
  'token-key-and-part',
  'token-plus-signs-behind',
  'token-slashes-behind',
] as const;

const CUT = ['key-without-last-character', 'token-last-two-missing'] as const;

const OTHER_CASE = 'key-case-swapped';

/** What wrong keys that a service accepts have in common: one id shows it, and the others are like it. */
const LIKENESSES = [
  { words: 'the key in another letter case', shownBy: OTHER_CASE, ids: ['key-first-character-changed'] },
  { words: 'the key with more characters behind it', shownBy: 'key-and-a-character', ids: BEHIND },
  { words: 'a longer key that holds it', shownBy: 'character-and-key', ids: BEHIND },
  { words: 'a beginning of it', shownBy: 'key-cut-short', ids: CUT },
  { words: 'a part of it', shownBy: 'key-without-first-character', ids: [...CUT, 'key-cut-short'] },
  {
    words: 'a key with the same beginning',
    shownBy: 'key-last-character-changed',
    ids: [...BEHIND, ...CUT, 'key-cut-short', 'key-middle-changed', 'token-middle-missing'],
  },
];

function likenessOf(groups: readonly AgreeingGroup[]) {
  const accepted = groups.map(({ name }) => name);
  return LIKENESSES.find(
    ({ shownBy, ids }) => accepted.includes(shownBy) && new Set(accepted).isSubsetOf(new Set([...ids, shownBy])),
  );
}

/** Wrong keys that only resemble the right one. An operation that accepts a random key has another mistake. */
function readsSimilarKeys(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const { credential } = seen.exchange.request;
  if (!isAboutKey(seen, run) || isCrash(seen) || !isSimilarKey(seen)) return [];
  // An operation that rejects all of them checks the key in another way.
  if (acceptingRandomKeys(run).has(seen.operation) || !similarKeysOf(run).accepting.has(seen.operation)) return [];
  const { title } = credentialRow(credential);
  return [{ group: credential, agrees: !isRejected(seen), value: isProcessed(seen) ? title : undefined }];
}

/** The operations that accept some wrong key which resembles the right one, and those that reject all. */
const similarKeysOf = oncePer((run: SeenRun) => {
  const own = run.seen.filter((each) => isAboutKey(each, run) && isSimilarKey(each));
  const accepting = new Set(own.filter(isProcessed).map(({ operation }) => operation));
  const rejecting = new Set(own.map(({ operation }) => operation)).difference(accepting);
  return { accepting, rejecting };
});

/** The operations that accept similar keys, as a sentence names them if others reject them. */
function byOperations(run: SeenRun): string {
  const { accepting, rejecting } = similarKeysOf(run);
  const open = accepting.difference(acceptingRandomKeys(run));
  const names = OPERATION_IDS.filter((operation) => open.has(operation)).map((each) => operationRoute(each));
  return rejecting.size === 0 ? '' : ` by ${allOf(names)}`;
}

/** The operations that accept a key that is not similar to the right one. */
const acceptingRandomKeys = oncePer(({ seen }: SeenRun) => operationsThatAccept(seen, 'random-key'));

/** The operations that accept requests without a key. */
const uncheckedOperations = oncePer(({ seen }: SeenRun) => operationsThatAccept(seen, 'none'));

function operationsThatAccept(seen: readonly SeenExchange[], credential: string): ReadonlySet<string> {
  const own = seen.filter(({ exchange }) => exchange.request.credential === credential);
  return new Set(own.filter(isProcessed).map(({ operation }) => operation));
}

/** Requests with two faults, the key and another one, where the service responds to the other one. */
function readsLate(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const step = stepOf(seen);
  const isOpen = openOperations(run).has(seen.operation);
  if (!isAboutKey(seen, run) || isSimilarKey(seen) || step === undefined || isOpen || isRightButForKey(seen, run))
    return [];
  return [
    {
      group: `${step} ${faultsIn(seen)}`,
      agrees: !isRejected(seen),
      value: isProcessed(seen) ? undefined : step,
    },
  ];
}

/** If nothing else is wrong and the key is not rejected, it is not checked late, but in another way or not at all. */
const openOperations = oncePer((run: SeenRun) => {
  const open = run.seen.filter(
    (seen) => isAboutKey(seen, run) && !isSimilarKey(seen) && isRightButForKey(seen, run) && !isRejected(seen),
  );
  return new Set(open.map(({ operation }) => operation));
});

function isRightButForKey(seen: SeenExchange, run: SeenRun): boolean {
  const id = petIdOf(seen);
  if (seen.operation === 'getPet') return id !== null && run.isKnownBefore(seen, id);
  if (seen.operation === 'listPets') return !rejectedQueries(run).has(queryOf(seen));
  const { kind, wrong } = seen.sent;
  return seen.operation !== 'createPet' || (kind === 'json' && wrong.length === 0 && isJson(seen));
}

/** The queries of lists that the service rejects with the right key. */
const rejectedQueries = oncePer(({ seen }: SeenRun) => {
  const rejected = seen.filter(
    ({ operation, key, status }) => operation === 'listPets' && key === 'valid' && status >= 400,
  );
  return new Set(rejected.map(queryOf));
});

function queryOf({ exchange }: SeenExchange): string {
  return new URL(exchange.request.url).search;
}

/** What the service does first, in words, if it responds to another fault of a request than its key. */
function stepOf(seen: SeenExchange): string | undefined {
  if (seen.operation === 'getPet') return petIdOf(seen) === null ? undefined : 'looks up the pet';
  if (seen.operation === 'listPets') return 'validates the query';
  if (seen.operation !== 'createPet' || seen.sent.kind === 'unread') return undefined;
  if (!isJson(seen)) return 'checks the media type';
  // A parser may reject what is no object.
  return seen.sent.object === null ? 'parses the body' : 'validates the body';
}

function faultsIn({ sent }: SeenExchange): string {
  return sent.kind === 'empty' ? 'empty' : sent.wrong.map(({ field, kind }) => `${field} ${kind}`).join(' ');
}

function readsOtherStatus(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  const group = keyGroup(seen);
  const other = rejectingStatuses(run).get(group) ?? 403;
  // Another failure shows a check in front of the key: that is another mistake.
  if (!isAboutKey(seen, run) || (seen.status >= 400 && seen.status !== 401 && seen.status !== other)) return [];
  if (uncheckedOperations(run).has(seen.operation)) return [];
  const isRejection = other >= 400 || isErrorAsSuccess(seen);
  return [{ group, agrees: seen.status === other && other !== 401 && isRejection, value: String(other) }];
}

/** The operations that respond with another status, in words. */
function respondingBy(run: SeenRun): string {
  const all = new Set(run.seen.flatMap((seen) => (readsOtherStatus(seen, run).length > 0 ? [seen.operation] : [])));
  const names = OPERATION_IDS.filter((operation) => all.has(operation)).map((each) => operationRoute(each));
  return `${allOf(names)} ${names.length === 1 ? 'responds' : 'respond'}`;
}

/** The statuses by which a service rejects requests without the right key, if it responds so to plain lists. */
const rejectingStatuses = oncePer((run: SeenRun) => {
  const lists = run.seen.filter(
    (each) =>
      each.operation === 'listPets' &&
      hasValidQuery(each) &&
      isAboutKey(each, run) &&
      (each.status >= 400 || isErrorAsSuccess(each)),
  );
  return new Map(lists.toReversed().map((each) => [keyGroup(each), each.status]));
});

function keyGroup(seen: SeenExchange): string {
  if (seen.key === 'missing') return credentialRow(seen.exchange.request.credential).title;
  return isBearer(seen) ? 'a wrong key' : 'a key of another scheme';
}

function routesOf(groups: readonly AgreeingGroup[]): string {
  return allOf(groups.map(({ name }) => operationRoute(name as OperationId)));
}
