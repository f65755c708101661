import type { StepChange } from '../service-steps.ts';
import { isEscapedRead, isFor, isOfKind, isUnknownRead } from '../conditions.ts';
import { type Disturbance, disturbs, sendDisturbance } from '../disturbances.ts';
import type { NewPet, Pet } from '../pet.ts';
import { bodyRejections, type Reply } from '../reply.ts';
import type { ServiceRequest } from '../service-request.ts';
import { composeChanges, failsOnRead, rejectNewPet } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { respondsBeforeKey } from './key-checks.ts';
import { invalidBodyRejected, missingKeyRejected, wrongKeyRejected } from './requirement-groups.ts';

/** Crashes on some requests before the service acts on them. */
function crashes(disturbance: Disturbance, when: (request: ServiceRequest) => boolean): StepChange {
  return disturbs(() => (request) => (when(request) ? disturbance : null));
}

/** Whether a request lists pets with this parameter. */
function lists(parameter: 'limit' | 'status', value: string): (request: ServiceRequest) => boolean {
  return (request) => isFor('listPets')(request) && request.query.get(parameter) === value;
}

/** Crashes before the service sends some replies. */
function crashesOnReply(
  disturbance: Disturbance,
  when: (reply: Reply, request: ServiceRequest) => boolean,
): StepChange {
  return (base) => ({
    send: (wire, response, reply, request) => {
      if (when(reply, request)) sendDisturbance(disturbance, wire, response);
      else base.send(wire, response, reply, request);
    },
  });
}

/** Crashes while it reads some pets. */
function crashesOnRead(disturbance: Disturbance, when: (pet: Pet) => boolean): StepChange {
  return composeChanges(failsOnRead(when), crashesOnReply(disturbance, isOfKind('internal')));
}

/** Crashes on some valid NewPets before they are stored. */
function crashesOnAddition(disturbance: Disturbance, when: (newPet: NewPet) => boolean): StepChange {
  return composeChanges(rejectNewPet(when, 'internal', 500), crashesOnReply(disturbance, isOfKind('internal')));
}

/** Faults of handlers that crash: the connection is closed, or a gateway responds for them (parts 4, 5 and 8). */
export const crashFaults: readonly Fault[] = [
  {
    id: 'limit-37-crashes',
    title: 'A list request with the limit 37 closes the connection.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: crashes('closed', lists('limit', '37')),
  },
  {
    id: 'limit-64-crashes-behind-gateway',
    title: 'A list request with the limit 64 ends in a 502 of the gateway.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: crashes(502, lists('limit', '64')),
  },
  {
    id: 'filter-sold-crashes',
    title: 'A list request with the filter for sold ends in a 503 of the gateway.',
    breaks: ['LIST-LIMIT-RANGE', 'LIST-STATUS-VALUES', 'AUTH-FIRST'],
    apply: crashes(503, lists('status', 'sold')),
  },
  {
    id: 'filter-pending-crashes',
    title: 'A list request with the filter for pending closes the connection.',
    breaks: ['LIST-LIMIT-RANGE', 'LIST-STATUS-VALUES'],
    apply: crashes('closed', lists('status', 'pending')),
  },
  {
    id: 'limit-83-resets',
    title: 'A list request with the limit 83 resets the connection.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: crashes('reset', lists('limit', '83')),
  },
  {
    id: 'names-beyond-latin-crash',
    title: 'Adding a pet with non-Latin letters in its name closes the connection.',
    breaks: ['CREATE-NAMES'],
    apply: crashesOnAddition('closed', ({ name }) => /[^\P{L}\p{Script=Latin}]/u.test(name)),
  },
  {
    id: 'unknown-id-crashes',
    title: 'Reading an id that no pet has closes the connection.',
    breaks: ['GET-UNKNOWN'],
    apply: crashesOnReply('closed', isUnknownRead),
  },
  {
    id: 'large-unknown-id-crashes',
    title: 'Reading an id above 2^53 that no pet has ends in a 502 of the gateway.',
    breaks: ['GET-UNKNOWN'],
    apply: crashesOnReply(
      502,
      (reply, request) => isUnknownRead(reply, request) && Number(request.petIdText) > 2 ** 53,
    ),
  },
  {
    id: 'negative-id-crashes',
    title: 'Reading a negative id closes the connection.',
    breaks: ['GET-UNKNOWN'],
    apply: crashes('closed', ({ operation, petIdText }) => operation === 'getPet' && petIdText.startsWith('-')),
  },
  {
    id: 'large-negative-id-crashes',
    title: 'Reading an id below -2^53 closes the connection.',
    breaks: ['GET-UNKNOWN'],
    apply: crashes('closed', ({ operation, petIdText }) => operation === 'getPet' && /^-\d{17}/.test(petIdText)),
  },
  {
    id: 'statusless-read-crashes',
    title: 'Reading a pet without a status closes the connection.',
    breaks: ['GET-OK'],
    apply: crashesOnRead('closed', ({ status }) => status === undefined),
  },
  {
    id: 'large-id-read-crashes',
    title: 'Reading a pet with an id above 2^53 ends in a 502 of the gateway.',
    breaks: ['GET-OK'],
    apply: crashesOnRead(502, ({ id }) => id > 2n ** 53n),
  },
  {
    id: 'limit-with-filter-crashes',
    title: 'A list request with both parameters ends in a 502 of the gateway.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: crashes(
      502,
      (request) => isFor('listPets')(request) && request.query.has('limit') && request.query.has('status'),
    ),
  },
  {
    id: 'category-above-32-bits-crashes',
    title: 'Adding a pet with a categoryId above 2^31 closes the connection.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: crashesOnAddition('closed', ({ categoryId }) => categoryId >= 2n ** 31n),
  },
  {
    id: 'category-zero-crashes',
    title: 'Adding a pet with the categoryId 0 ends in a 502 of the gateway.',
    breaks: ['CREATE-CATEGORY-INT64'],
    apply: crashesOnAddition(502, ({ categoryId }) => categoryId === 0n),
  },
  {
    id: 'escaped-id-crashes',
    title: 'A percent-encoded id in the path closes the connection.',
    breaks: ['GET-SPELLINGS', 'AUTH-FIRST'],
    apply: crashes('closed', isEscapedRead),
  },
  {
    id: 'escaped-id-crashes-behind-key',
    title: 'A percent-encoded id in the path closes the connection if the key is right.',
    breaks: ['GET-SPELLINGS'],
    apply: crashesOnReply('closed', (reply, request) => isEscapedRead(request) && reply.status !== 401),
  },
  {
    id: 'malformed-crashes-before-key',
    title: 'A body that is not JSON closes the connection before the key is checked.',
    breaks: ['AUTH-FIRST', 'CREATE-REFUSES-EMPTY', 'CREATE-REFUSES-MALFORMED'],
    apply: composeChanges(
      respondsBeforeKey(isOfKind('malformed-json')),
      crashesOnReply('closed', isOfKind('malformed-json')),
    ),
  },
  {
    id: 'escaped-query-crashes',
    title: 'A percent-encoded value of limit or status ends in a 502 of the gateway.',
    breaks: ['LIST-SPELLINGS'],
    apply: crashes(502, ({ operation, target }) => operation === 'listPets' && /=%/.test(target)),
  },
  {
    id: 'escapes-crash',
    title: 'A body with an escape in its member names closes the connection.',
    breaks: ['CREATE-SPELLINGS'],
    apply: crashes('closed', ({ body }) => /"\\u006e/i.test(String(body))),
  },
  {
    id: 'chunks-crash',
    title: 'A body in chunks ends in a 502 of the gateway.',
    breaks: ['CREATE-SPELLINGS'],
    apply: crashes(502, ({ headers }) => headers['transfer-encoding'] !== undefined),
  },
  {
    id: 'expectation-crashes',
    title: 'A request with Expect: 100-continue closes the connection.',
    breaks: ['CREATE-SPELLINGS'],
    apply: crashes('closed', ({ headers }) => headers.expect !== undefined),
  },
  {
    id: 'no-accept-crashes',
    title: 'A request without an Accept header closes the connection.',
    breaks: ['CREATE-REFUSES-SEVERAL', 'LIST-SPELLINGS', 'GET-SPELLINGS', 'CREATE-SPELLINGS', 'GET-UNKNOWN'],
    apply: crashes('closed', ({ headers }) => headers.accept === undefined),
  },
  {
    id: 'invalid-body-crashes',
    title: 'Every invalid body ends in a 502 of the gateway.',
    breaksSome: invalidBodyRejected,
    apply: crashesOnReply(502, isOfKind(...bodyRejections)),
  },
  {
    id: 'missing-key-crashes',
    title: 'Every request without an Authorization header closes the connection.',
    breaks: [...missingKeyRejected, 'AUTH-FIRST'],
    apply: crashes('closed', ({ headers }) => headers.authorization === undefined),
  },
  {
    id: 'wrong-key-crashes',
    title: 'Every request with a wrong key closes the connection.',
    breaksSome: [...wrongKeyRejected, 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: crashesOnReply('closed', isOfKind('key-invalid')),
  },
];
