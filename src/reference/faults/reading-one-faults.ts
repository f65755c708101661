import type { StepChange } from '../service-steps.ts';
import { everyNth, isFor, isOfKind, succeeds } from '../conditions.ts';
import { eachStatusOrNone, type Pet } from '../pet.ts';
import { accepted, type Reply, serviceFailure } from '../reply.ts';
import type { ServiceRequest } from '../service-request.ts';
import { countsIds, seeds } from '../shared-changes.ts';
import {
  changeEveryNthReply,
  changePet,
  changeReply,
  changeStatus,
  composeChanges,
  failed,
  failsOnRead,
  without,
} from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { unknownPetRejected } from './requirement-groups.ts';

function doesNotFind(when: (pet: Pet, request: ServiceRequest) => boolean): StepChange {
  return (base) => ({
    find: async (id, request) => {
      const pet = await base.find(id, request);
      return pet === undefined || when(pet, request) ? undefined : pet;
    },
  });
}

/** Fails for the ids that `when` picks. */
function failsOnIds(when: (text: string) => boolean): StepChange {
  return (base) => ({ parsePetId: (text) => (when(text) ? serviceFailure : base.parsePetId(text)) });
}

/** Returns a pet for unknown ids too. */
function findsAlso(same: (known: bigint, id: bigint) => boolean): StepChange {
  return (base, { catalogue }) => ({
    find: async (id, request) => (await base.find(id, request)) ?? catalogue.all().find((pet) => same(pet.id, id)),
  });
}

type EmptyBody = null | Record<string, never>;

/** Changes the response for an unknown pet. */
function unknownPetResponse(status: number, body: EmptyBody): StepChange {
  return changeReply(isOfKind('unknown-pet'), succeedsWith(status, body));
}

function succeedsWith(status: number, body: EmptyBody): (reply: Reply) => Reply {
  return (reply) => ({ ...reply, kind: 'success', status, body });
}

const inventedPet = { name: 'Nobody', categoryId: 1n, status: 'available' } as const;

/** Faults of reading a pet, and of its deprecation (parts 4.3 and 9). */
export const readingOneFaults: readonly Fault[] = [
  {
    id: 'large-ids-not-found',
    title: 'An id above 2^53 is never found.',
    breaks: ['GET-OK'],
    apply: doesNotFind((pet) => pet.id > 2n ** 53n),
  },
  {
    id: 'sold-not-found',
    title: 'Reading a sold pet fails.',
    breaks: ['GET-OK'],
    apply: doesNotFind(({ status }, request) => isFor('getPet')(request) && status === 'sold'),
  },
  {
    id: 'statusless-fails-on-get',
    title: 'Reading a pet without a status causes a 500.',
    breaks: ['GET-OK'],
    apply: failsOnRead(({ status }) => status === undefined),
  },
  {
    id: 'get-redirected',
    title: 'Reading a pet is redirected to the list, its replacement.',
    breaks: ['GET-OK', 'DEPRECATION-DATE'],
    apply: changeReply(succeeds('getPet'), (reply) => ({ ...reply, status: 301, headers: { Location: '/v1/pets' } })),
  },
  {
    id: 'every-ninth-found-late',
    title: 'Every ninth added pet is not found until the service has got 50 more requests.',
    breaks: ['GET-OK'],
    apply: (base) => {
      const isTurn = everyNth(9);
      const foundFrom = new Map<bigint, number>();
      return {
        store: async (pet, request) => {
          await base.store(pet, request);
          if (isTurn()) foundFrom.set(pet.id, request.serial + 50);
        },
        find: async (id, request) => ((foundFrom.get(id) ?? 0) > request.serial ? undefined : base.find(id, request)),
      };
    },
  },
  {
    id: 'get-fails-now-and-then',
    title: 'Every 25th read of one pet causes a 500.',
    breaksSome: ['GET-OK', 'GET-SPELLINGS', 'CREATE-STORED', 'DEPRECATION-DATE'],
    apply: changeEveryNthReply(25, succeeds('getPet'), failed),
  },
  {
    id: 'get-status-dropped',
    title: 'Reading a pet shows no status.',
    breaks: ['GET-SAME'],
    apply: changePet(['getPet'], (shown) => without(shown, 'status')),
  },
  {
    id: 'get-status-invented',
    title: 'A read by id shows a pet without a status as available, and the list does not.',
    breaks: ['GET-SAME'],
    startsEmpty: true,
    apply: changePet(
      ['getPet'],
      (shown) => ({ ...shown, status: 'available' }),
      (pet) => pet.status === undefined,
    ),
  },
  {
    id: 'get-category-in-32-bits',
    title: 'Reading a pet shows the categoryId in 32 bits.',
    breaks: ['GET-SAME'],
    apply: changePet(['getPet'], (shown, pet) => ({ ...shown, categoryId: BigInt.asIntN(32, pet.categoryId) })),
  },
  {
    id: 'get-id-rounded',
    title: 'Reading a pet shows an id rounded to a double.',
    breaks: ['GET-SAME'],
    apply: changePet(['getPet'], (shown, pet) => ({ ...shown, id: BigInt(Number(pet.id)) })),
  },
  {
    id: 'get-name-lower-case',
    title: 'Reading a pet shows the name in lower case.',
    breaks: ['GET-SAME'],
    apply: changePet(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.toLowerCase() })),
  },
  {
    id: 'get-gives-first-of-name',
    title: 'Reading a pet returns the first pet of the same name.',
    breaks: ['GET-SAME'],
    startsEmpty: true,
    apply: (base, { catalogue }) => ({
      find: async (id, request) => {
        const pet = await base.find(id, request);
        return pet === undefined ? undefined : catalogue.all().find((other) => other.name === pet.name);
      },
    }),
  },
  {
    id: 'get-gives-previous-now-and-then',
    title: 'Every 20th read of one pet returns the pet that was read before.',
    breaksSome: ['GET-SAME'],
    apply: (base) => {
      const isTurn = everyNth(20);
      let previous: Pet | undefined;
      return {
        find: async (id, request) => {
          const pet = await base.find(id, request);
          const found = pet !== undefined && isTurn() ? (previous ?? pet) : pet;
          previous = pet ?? previous;
          return found;
        },
      };
    },
  },
  {
    id: 'unknown-as-null',
    title: 'An unknown id gets 200 with null.',
    breaks: unknownPetRejected,
    apply: unknownPetResponse(200, null),
  },
  {
    id: 'unknown-as-empty-object',
    title: 'An unknown id gets 200 with an empty object.',
    breaks: unknownPetRejected,
    apply: unknownPetResponse(200, {}),
  },
  {
    id: 'unknown-as-animal',
    title: 'An unknown id gets 200 with a pet made up for it.',
    breaks: unknownPetRejected,
    apply: (base) => ({ find: async (id, request) => (await base.find(id, request)) ?? { ...inventedPet, id } }),
  },
  {
    id: 'unknown-bad-request',
    title: 'An unknown id gets 400.',
    breaks: unknownPetRejected,
    apply: changeStatus(['unknown-pet'], 400),
  },
  {
    id: 'unknown-fails',
    title: 'An unknown id causes a 500.',
    breaks: unknownPetRejected,
    apply: changeStatus(['unknown-pet'], 500),
  },
  {
    id: 'unknown-negative-fails',
    title: 'A negative id causes a 500.',
    breaks: unknownPetRejected,
    apply: failsOnIds((text) => text.startsWith('-')),
  },
  {
    id: 'unknown-zero-gives-first',
    title: 'The id 0 returns the first pet.',
    breaks: ['GET-UNKNOWN'],
    apply: (base, { catalogue }) => ({
      find: (id, request) => (id === 0n ? catalogue.all()[0] : base.find(id, request)),
    }),
  },
  {
    id: 'unknown-largest-fails',
    title: 'The largest int64 as id causes a 500.',
    breaks: ['GET-UNKNOWN'],
    apply: failsOnIds((text) => text === '9223372036854775807'),
  },
  {
    id: 'unknown-smallest-fails',
    title: 'The smallest int64 as id causes a 500, because its absolute value is no int64.',
    breaks: ['GET-UNKNOWN'],
    apply: failsOnIds((text) => text === '-9223372036854775808'),
  },
  {
    id: 'unknown-above-32-bits-bad-request',
    title: 'An unknown id outside 32 bits gets 400.',
    breaks: unknownPetRejected,
    apply: (base) => ({
      adjustRejection: (rejection, request) => {
        const adjusted = base.adjustRejection(rejection, request);
        const long = request.petIdText.replace('-', '').length > 9;
        return adjusted.kind === 'unknown-pet' && long ? { ...adjusted, status: 400 } : adjusted;
      },
    }),
  },
  {
    id: 'ids-looked-up-in-32-bits',
    title: 'Only the low 32 bits of the id in the path are compared.',
    breaks: ['GET-OK', 'GET-UNKNOWN'],
    startsEmpty: true,
    apply: (base) => ({
      parsePetId: (text) => {
        const id = base.parsePetId(text);
        return id.ok ? accepted(BigInt.asIntN(32, id.value)) : id;
      },
    }),
  },
  {
    id: 'ids-compared-in-53-bits',
    title: 'An unknown id returns the pet whose id has the same low 53 bits.',
    breaks: ['GET-UNKNOWN'],
    apply: findsAlso((known, id) => BigInt.asUintN(53, known) === BigInt.asUintN(53, id)),
  },
  {
    id: 'ids-compared-in-32-bits',
    title: 'An unknown id returns the pet whose id has the same low 32 bits.',
    breaks: ['GET-UNKNOWN'],
    apply: findsAlso((known, id) => BigInt.asIntN(32, known) === BigInt.asIntN(32, id)),
  },
  {
    id: 'ids-compared-in-63-bits',
    title: 'An unknown id returns the pet whose id differs in the sign bit only.',
    breaks: ['GET-UNKNOWN'],
    apply: findsAlso((known, id) => BigInt.asUintN(63, known) === BigInt.asUintN(63, id)),
  },
  {
    id: 'ids-compared-without-sign',
    title: 'A negative id returns the pet with the positive id.',
    breaks: ['GET-UNKNOWN'],
    apply: findsAlso((known, id) => known === -id),
  },
  {
    id: 'unknown-ids-remembered',
    title: 'Ids are counted, and a 404 is cached even after a pet gets the id.',
    breaks: ['GET-OK'],
    apply: composeChanges(countsIds, (base) => {
      const missed = new Set<bigint>();
      return {
        find: async (id, request) => {
          const pet = missed.has(id) ? undefined : await base.find(id, request);
          if (pet === undefined) missed.add(id);
          return pet;
        },
      };
    }),
  },
  {
    id: 'ids-compared-in-nine-digits',
    title: 'Ids are counted, and an unknown id returns a pet whose id has the same last nine digits.',
    breaks: ['GET-UNKNOWN'],
    apply: composeChanges(
      countsIds,
      findsAlso((known, id) => id > 0n && known === id % 1_000_000_000n),
    ),
  },
  {
    id: 'ids-compared-by-their-beginning',
    title: 'Ids are counted, and an unknown id returns a pet whose id is a prefix of it.',
    breaks: ['GET-UNKNOWN'],
    apply: composeChanges(
      countsIds,
      findsAlso((known, id) => String(id).startsWith(String(known))),
    ),
  },
  {
    id: 'get-gone-early',
    title: 'Reading a pet is already removed and gets 410.',
    breaks: ['GET-OK', 'GET-UNKNOWN', 'DEPRECATION-DATE'],
    apply: () => ({ isRemoved: () => true }),
  },
  {
    id: 'get-not-found-early',
    title: 'Reading a pet is already removed and gets 404 for every id.',
    breaks: ['GET-OK', 'DEPRECATION-DATE'],
    apply: doesNotFind((_pet, request) => isFor('getPet')(request)),
  },
  {
    id: 'get-never-removed',
    title: 'Reading a pet still works after its removal.',
    at: '2031-01-15T12:00:00Z',
    breaks: ['DEPRECATION-DATE'],
    apply: () => ({ isRemoved: () => false }),
  },
  {
    id: 'get-removed-a-year-late',
    title: 'Reading a pet is removed a year too late.',
    at: '2031-06-15T12:00:00Z',
    breaks: ['DEPRECATION-DATE'],
    apply: (_base, { now }) => ({ isRemoved: () => now().getTime() >= Date.UTC(2031, 11, 5) }),
  },
  {
    id: 'nearest-id-read',
    title: 'If no pet has the id, the pet with the id before it is returned.',
    breaks: ['GET-UNKNOWN'],
    apply: (base) => ({ find: async (id, request) => (await base.find(id, request)) ?? base.find(id - 1n, request) }),
  },
  {
    id: 'id-behind-newest-read',
    title: 'The id behind that of the newest pet returns the newest pet.',
    breaks: ['GET-UNKNOWN'],
    apply: (base, { catalogue }) => ({
      find: async (id, request) => {
        const newest = catalogue.all().at(-1);
        return (await base.find(id, request)) ?? (newest?.id === id - 1n ? newest : undefined);
      },
    }),
  },
  {
    id: 'category-read-as-id',
    title: 'An id that no pet has returns a pet with this number as its categoryId.',
    breaks: ['GET-UNKNOWN'],
    apply: (base, { catalogue }) => ({
      find: async (id, request) =>
        (await base.find(id, request)) ?? catalogue.all().find(({ categoryId }) => categoryId === id),
    }),
  },
  {
    id: 'only-fifty-found',
    title: 'Only the newest fifty added pets are found by their ids.',
    breaks: ['GET-OK'],
    apply: (base) => {
      const added: bigint[] = [];
      return {
        store: async (pet, request) => {
          await base.store(pet, request);
          added.push(pet.id);
        },
        find: (id, request) => (added.slice(0, -50).includes(id) ? undefined : base.find(id, request)),
      };
    },
  },
  {
    id: 'read-cached-before-key',
    title: 'Others own pets, and a cache sends each pet that it has read once, and checks no key.',
    breaksSome: ['AUTH-MISSING-GET', 'AUTH-INVALID-GET', 'AUTH-FIRST', 'AUTH-EVERY-REQUEST'],
    apply: composeChanges(seeds(3, eachStatusOrNone), (base) => {
      const kept = new Map<string, Reply>();
      return {
        around: async (request, next) => {
          const found = kept.get(request.target);
          if (found !== undefined) return found;
          const reply = await base.around(request, next);
          if (succeeds('getPet')(reply, request)) kept.set(request.target, reply);
          return reply;
        },
      };
    }),
  },
  {
    id: 'unknown-id-cached-as-null',
    title: 'A cache keeps null for an unknown id, so the second read of it gets 200 with null.',
    breaks: ['GET-UNKNOWN'],
    apply: (base, context) => {
      const cached = new Set<string>();
      const isCached = (reply: Reply, { petIdText }: ServiceRequest): boolean => {
        if (!isOfKind('unknown-pet')(reply)) return false;
        const found = cached.has(petIdText);
        cached.add(petIdText);
        return found;
      };
      return changeReply(isCached, succeedsWith(200, null))(base, context);
    },
  },
];
