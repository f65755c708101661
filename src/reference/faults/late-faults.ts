import type { StepChange } from '../service-steps.ts';
import { everyNth, succeeds } from '../conditions.ts';
import { failed } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { listsFail, wrongKeysAccepted } from './requirement-groups.ts';

const SOAK_MINUTES = 20;
/** Milliseconds; a full run without --soak is shorter. */
const LATE = 600_000;
/** A full run without --soak sends fewer requests. */
const MANY_REQUESTS = 1_200;
/** A full run without --soak sends fewer requests on a connection. */
const MANY_ON_CONNECTION = 100;
/** A full run without --soak adds fewer pets. */
const MANY_ADDITIONS = 140;
/** Milliseconds. */
const IDLE = 30_000;

/** Fails the list requests that `when` picks by their number and the idle milliseconds before them. */
function failsLists(when: (serial: number, idle: number) => boolean): StepChange {
  return (base, { elapsed }) => {
    let last = elapsed();
    return {
      around: async (request, next) => {
        const idle = elapsed() - last;
        last = elapsed();
        const reply = await base.around(request, next);
        return succeeds('listPets')(reply, request) && when(request.serial, idle) ? failed(reply) : reply;
      },
    };
  };
}

/** Finds an added pet by its id for some milliseconds. */
function findsFor(milliseconds: number): StepChange {
  return (base, { elapsed }) => {
    const addedAt = new Map<bigint, number>();
    return {
      store: async (pet, request) => {
        await base.store(pet, request);
        addedAt.set(pet.id, elapsed());
      },
      find: (id, request) =>
        elapsed() - (addedAt.get(id) ?? elapsed()) > milliseconds ? undefined : base.find(id, request),
    };
  };
}

/** Faults of volume and time, which only a run with --soak shows. */
export const lateFaults: readonly Fault[] = [
  {
    id: 'request-counter-overflows',
    title: 'After 1,200 requests every list request gets 500.',
    breaksSome: listsFail,
    soakMinutes: 3 * SOAK_MINUTES,
    apply: failsLists((serial) => serial > MANY_REQUESTS),
  },
  {
    id: 'idle-pool-dies',
    title: 'The first list request after 30 idle seconds gets 500.',
    breaksSome: listsFail,
    soakMinutes: SOAK_MINUTES,
    apply: failsLists((_serial, idle) => idle > IDLE),
  },
  {
    id: 'pets-evicted',
    title: 'Ten minutes after its addition, a pet is listed but no longer found by its id.',
    breaksSome: ['GET-OK', 'CREATE-STORED', 'GET-SPELLINGS', 'DEPRECATION-DATE'],
    soakMinutes: SOAK_MINUTES,
    apply: findsFor(LATE),
  },
  {
    id: 'key-check-lapses',
    title: 'Ten minutes after the start, every token is accepted.',
    breaksSome: wrongKeysAccepted,
    // The long pauses are random, so the last minutes of a short soak may hold no wrong key.
    soakMinutes: 2 * SOAK_MINUTES,
    apply: (base, { elapsed }) => ({
      isKeyValid: (presented, request) => elapsed() > LATE || base.isKeyValid(presented, request),
    }),
  },
  {
    id: 'every-80th-wrong-key-accepted',
    title: 'Every 80th wrong key is accepted.',
    breaksSome: wrongKeysAccepted,
    soakMinutes: 3 * SOAK_MINUTES,
    apply: (base) => {
      const isTurn = everyNth(80);
      return { isKeyValid: (presented, request) => base.isKeyValid(presented, request) || isTurn() };
    },
  },
  {
    id: 'pets-found-for-two-seconds',
    title: 'Two seconds after its addition, a pet is listed but no longer found by its id.',
    breaksSome: ['GET-OK', 'CREATE-STORED', 'GET-SPELLINGS', 'DEPRECATION-DATE'],
    soakMinutes: SOAK_MINUTES,
    apply: findsFor(2000),
  },
  {
    id: 'hundredth-request-of-connection-fails',
    title: 'Each list request after the hundredth request of its connection gets 500.',
    breaksSome: listsFail,
    soakMinutes: 3 * SOAK_MINUTES,
    apply: (base) => {
      const counts = new WeakMap<object, number>();
      return {
        around: async (request, next) => {
          const count = (counts.get(request.socket) ?? 0) + 1;
          counts.set(request.socket, count);
          const reply = await base.around(request, next);
          return count > MANY_ON_CONNECTION && succeeds('listPets')(reply, request) ? failed(reply) : reply;
        },
      };
    },
  },
  {
    id: 'ids-repeat-after-140-additions',
    title: 'After 140 additions, ids begin again with the first one.',
    breaksSome: [
      'CREATE-ID-ASSIGNED',
      'CREATE-ID-UNIQUE',
      'CREATE-STORED',
      'GET-SAME',
      'LIST-IDS-DISTINCT',
      'LIST-SAME',
      'CREATE-DUPLICATES',
      'LIST-COMPLETE',
      'LIST-STATUS-COMPLETE',
    ],
    soakMinutes: 3 * SOAK_MINUTES,
    apply: (base) => {
      const given: bigint[] = [];
      return {
        freshId: async () => {
          const id =
            given.length < MANY_ADDITIONS ? await base.freshId() : (given[given.length % MANY_ADDITIONS] ?? 1n);
          given.push(id);
          return id;
        },
      };
    },
  },
];
