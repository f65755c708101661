import type { TestableId } from '../../contract/requirements.ts';
import { allOf } from '../../contract/describe.ts';
import { OPERATION_IDS, type OperationId, operationRoute, operations } from '../../contract/operations.ts';
import { headerValue } from '../../http/exchange.ts';
import { type AgreeingGroup, type Cause, causeOf, namesOf, type Reading, valuesOf } from './cause.ts';
import { isSuccess, rejectsKey } from '../../suite/responses/response.ts';
import { isDisturbance, KEY, petIdOf, type SeenRun, type SeenExchange } from './seen-exchanges.ts';
import { wrongFieldsOf } from './wrong-fields.ts';

const KEY_REQUIREMENTS: readonly TestableId[] = [
  ...OPERATION_IDS.map((operation) => `AUTH-MISSING-${operations[operation].idWord}` as const),
  ...OPERATION_IDS.map((operation) => `AUTH-INVALID-${operations[operation].idWord}` as const),
  'AUTH-FIRST',
  'AUTH-EVERY-REQUEST',
  'AUTH-NO-EFFECT',
];

const KEY_CHECKED_LATE = {
  malformed: 'parses the body',
  empty: 'parses the body',
  values: 'validates the body',
  media: 'checks the media type',
  pet: 'looks up the pet',
} as const;

/** Mistakes with the key (part 5). */
export const keyCauses: readonly Cause[] = [
  causeOf({
    id: 'key-read-elsewhere',
    explains: ['AUTH-VALID-KEY'],
    reads: () => readsKeyPlace,
    holds: ({ values }) => values.length === 1,
    sentence: (groups) => `The key is accepted only ${valuesOf(groups)}.`,
    fix: 'Read the header Authorization as the word Bearer, a space and the key.',
  }),
  causeOf({
    id: 'no-key-checked',
    explains: KEY_REQUIREMENTS,
    reads: () => readsUnchecked,
    holds: isTriedBothWays,
    speaks: areAllOperations,
    sentence: () => 'No operation checks the key: requests without a key and with wrong keys are processed.',
    fix: 'Check Authorization: Bearer <key> in front of every operation, and respond with 401 and an Error if the key is missing or wrong.',
  }),
  causeOf({
    id: 'operation-checks-no-key',
    explains: KEY_REQUIREMENTS,
    reads: () => readsUnchecked,
    holds: isTriedBothWays,
    speaks: (groups) => !areAllOperations(groups),
    sentence: (groups) =>
      `${routesOf(groups)} ${groups.length === 1 ? 'processes' : 'process'} requests without a key and with wrong keys.`,
    fix: 'Register the key check for all operations at once, such as on the router, not for single operations.',
  }),
  causeOf({
    id: 'any-key-accepted',
    explains: KEY_REQUIREMENTS.filter((id) => !id.startsWith('AUTH-MISSING')),
    reads: () => readsAnyKey,
    holds: isTriedBothWays,
    sentence: (groups) =>
      `A key is needed, but ${areAllOperations(groups) ? 'every operation accepts' : `${routesOf(groups)} ${groups.length === 1 ? 'accepts' : 'accept'}`} any bearer token.`,
    fix: 'Compare the token with the keys that the service issued, not only whether there is one.',
  }),
  causeOf({
    id: 'key-checked-late',
    explains: ['AUTH-FIRST'],
    reads: (run) => (seen) => readsLate(seen, run),
    holds: ({ values }) => values.includes(LATE),
    sentence: (groups) => `The service ${allOf(stepsOf(groups))} before it checks the key.`,
    fix: 'Check the key first: put the check before the body parser, the validation and the look-up.',
  }),
  causeOf({
    id: 'forbidden-for-unauthorized',
    explains: KEY_REQUIREMENTS,
    reads: () => readsForbidden,
    sentence: (groups, areAll) =>
      `The service responds with 403 instead of 401 to ${areAll ? 'every request without the right key' : namesOf(groups)}.`,
    fix: 'Respond with 401 and an Error. Many frameworks have an option for it, such as an entry point or a WWW-Authenticate header.',
  }),
];

/** The right key: rejected as a bearer token, or accepted in another place. */
function readsKeyPlace(seen: SeenExchange): readonly Reading[] {
  if (seen.key !== 'valid' || isDisturbance(seen)) return [];
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

/** 401 and 403; a proxy that asks for credentials; a page to sign in. */
function isRejected({ status }: SeenExchange): boolean {
  return status === 401 || status === 403 || status === 407 || (status >= 300 && status < 400);
}

function isAboutKey(seen: SeenExchange): boolean {
  return seen.operation !== 'other' && (seen.key === 'missing' || seen.key === 'wrong') && !isDisturbance(seen);
}

function readsUnchecked(seen: SeenExchange): readonly Reading[] {
  if (!isAboutKey(seen)) return [];
  return [{ group: seen.operation, agrees: !isRejected(seen), value: isSuccess(seen) ? seen.key : undefined }];
}

function readsAnyKey(seen: SeenExchange): readonly Reading[] {
  if (!isAboutKey(seen)) return [];
  const isMissing = seen.exchange.request.credential === 'none';
  // A token in another place than the bearer token may count as no key.
  if (!isMissing && (seen.key === 'missing' || (!isBearer(seen) && isRejected(seen)))) return [];
  const agrees = isRejected(seen) === isMissing;
  const value = isMissing || isSuccess(seen) ? seen.key : undefined;
  return [{ group: seen.operation, agrees, value, isWrong: !isMissing }];
}

function areAllOperations(groups: readonly AgreeingGroup[]): boolean {
  return groups.length === OPERATION_IDS.length;
}

function isTriedBothWays({ values }: AgreeingGroup): boolean {
  return values.includes('missing') && values.includes('wrong');
}

function isBearer({ exchange: { request } }: SeenExchange): boolean {
  return headerValue(request.headers, 'authorization')?.startsWith('Bearer ') === true;
}

/** What the service does before it checks the key, each step once. */
function stepsOf(groups: readonly AgreeingGroup[]): readonly string[] {
  return [...new Set(groups.map(({ name }) => KEY_CHECKED_LATE[name as keyof typeof KEY_CHECKED_LATE]))];
}

const LATE = 'late';

function readsLate(seen: SeenExchange, run: SeenRun): readonly Reading[] {
  if (!isAboutKey(seen)) return [];
  const isOnTime = isRejected(seen);
  const late = isSuccess(seen) ? undefined : LATE;
  if (seen.operation === 'getPet') {
    const id = petIdOf(seen);
    if (id === null) return [];
    return [
      run.isKnownBefore(seen, id)
        ? { group: 'pet', agrees: isOnTime, isWrong: false }
        : { group: 'pet', agrees: !isOnTime, value: late },
    ];
  }
  if (seen.operation !== 'createPet' || seen.sent === null) return [];
  const type = headerValue(seen.exchange.request.headers, 'content-type');
  if (type !== 'application/json') return [{ group: 'media', agrees: !isOnTime, value: late }];
  if (seen.sent === 'malformed' || seen.sent === 'empty') return [{ group: seen.sent, agrees: !isOnTime, value: late }];
  const isValid = wrongFieldsOf(seen.sent).length === 0;
  if (!isValid) return [{ group: 'values', agrees: !isOnTime, value: late }];
  return ['malformed', 'empty', 'values'].map((group) => ({ group, agrees: isOnTime, isWrong: false }));
}

function readsForbidden(seen: SeenExchange): readonly Reading[] {
  // Another status of failure shows a check in front of the key: that is another mistake.
  const isOfOtherCheck = seen.status >= 400 && ![401, 403].includes(seen.status);
  if (!isAboutKey(seen) || isOfOtherCheck) return [];
  const group =
    seen.key === 'missing' ? 'a request without a key' : isBearer(seen) ? 'a wrong key' : 'a key of another scheme';
  return [{ group, agrees: seen.status === 403 }];
}

function routesOf(groups: readonly AgreeingGroup[]): string {
  return allOf(groups.map(({ name }) => operationRoute(name as OperationId)));
}
