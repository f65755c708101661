import type { ServiceSteps, StepChange } from '../service-steps.ts';
import { eachStatus, eachStatusOrNone, type Pet } from '../pet.ts';
import type { ServiceContext } from '../service-context.ts';
import {
  assignsIds,
  cachesLists,
  countsIds,
  listsNewestFirst,
  movesStatus,
  rejectsInvalidIds,
  seeds,
} from '../shared-changes.ts';
import { changeStored, composeChanges } from '../step-changes.ts';
import { type CompliantExpectation, type CompliantVariant, conformant } from './compliant-variant.ts';

function ordered(compare: (one: Pet, other: Pet) => number): StepChange {
  return (base) => ({ listed: (request) => [...base.listed(request)].sort(compare) });
}

/** Lists in an order that depends on the next random number. */
function shuffled(base: ServiceSteps, { random }: ServiceContext): Partial<ServiceSteps> {
  return {
    listed: (request) => {
      const salt = Number(BigInt.asIntN(32, random())) | 1;
      return base
        .listed(request)
        .map((pet, index) => ({ pet, place: Math.imul(Math.imul(index + 1, salt) ^ (salt >>> 7), 0x9e3779b1) }))
        .sort((one, other) => one.place - other.place)
        .map(({ pet }) => pet);
    },
  };
}

/** Removes the pets that exist from the start one after another, at an interval of `after` milliseconds. */
function removesFirstPets(after: number): StepChange {
  return (base, { catalogue, elapsed }) => {
    let first: readonly bigint[] | undefined;
    const isRemoved = (id: bigint): boolean => first?.slice(0, elapsed() / after).includes(id) ?? false;
    return {
      around: (request, next) => {
        first ??= catalogue.all().map(({ id }) => id);
        return base.around(request, next);
      },
      listed: (request) => base.listed(request).filter(({ id }) => !isRemoved(id)),
      find: (id, request) => (isRemoved(id) ? undefined : base.find(id, request)),
    };
  };
}

function compareIds(one: Pet, other: Pet): number {
  return one.id < other.id ? -1 : 1;
}

/** What a run must find for a catalogue whose list can hide a new pet. */
export const manyPets: CompliantExpectation = {
  verdict: 'conformant',
  notApplicable: ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'],
};

/** Compliant variants with other ids, another order and other pets (parts 2, 3 and 4.1). */
export const catalogueVariants: readonly CompliantVariant[] = [
  {
    id: 'ids-random',
    title: 'Ids are random over the whole range of int64.',
    expects: conformant,
    apply: assignsIds((random) => BigInt.asIntN(64, random())),
  },
  {
    id: 'ids-negative',
    title: 'Ids count down from −1.',
    expects: conformant,
    apply: assignsIds((_random, count) => -count),
  },
  {
    id: 'ids-from-zero',
    title: 'Ids count up from 0.',
    expects: conformant,
    apply: assignsIds((_random, count) => count - 1n),
  },
  {
    id: 'ids-just-above-2-53',
    title: 'Ids count up from 2^53 + 1, so neighbours round to the same double.',
    expects: conformant,
    apply: assignsIds((_random, count) => 2n ** 53n + count),
  },
  {
    id: 'ids-at-the-upper-end',
    title: 'Ids count down from the largest int64.',
    expects: conformant,
    apply: assignsIds((_random, count) => 2n ** 63n - count),
  },
  {
    id: 'ids-at-the-upper-end-and-odd-ids-bad-request',
    title: 'Ids count down from the largest int64, and a petId that is not an int64 gets 400.',
    expects: conformant,
    apply: composeChanges(
      assignsIds((_random, count) => 2n ** 63n - count),
      rejectsInvalidIds,
    ),
  },
  {
    id: 'first-pets-removed',
    title: 'An operator removes ten of 150 pets each second.',
    expects: conformant,
    apply: composeChanges(seeds(150, eachStatus), removesFirstPets(100)),
  },
  {
    id: 'newest-first',
    title: 'The list starts with the newest pet.',
    expects: conformant,
    apply: listsNewestFirst,
  },
  {
    id: 'ordered-by-name',
    title: 'The list is in the order of names.',
    expects: conformant,
    apply: ordered((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : compareIds(one, other))),
  },
  {
    id: 'ordered-by-id',
    title: 'The list is in the order of ids.',
    expects: conformant,
    apply: ordered(compareIds),
  },
  {
    id: 'shuffled',
    title: 'The list is in another order each time.',
    expects: conformant,
    apply: shuffled,
  },
  {
    id: 'default-status-available',
    title: 'A pet added without a status becomes available.',
    expects: conformant,
    apply: changeStored((newPet) => ({ status: 'available', ...newPet })),
  },
  {
    id: 'default-status-pending',
    title: 'A pet added without a status becomes pending.',
    expects: conformant,
    apply: changeStored((newPet) => ({ status: 'pending', ...newPet })),
  },
  {
    id: 'available-becomes-pending',
    title: 'An added pet that is available becomes pending after a second.',
    expects: conformant,
    apply: movesStatus('available', 'pending', 1000),
  },
  {
    id: 'default-status-later',
    title: 'A pet added without a status becomes available 300 ms later.',
    expects: conformant,
    apply: movesStatus(undefined, 'available', 300),
  },
  {
    id: 'empty-catalogue',
    title: 'The catalogue is empty at the start.',
    expects: conformant,
    apply: seeds(0, () => undefined),
  },
  {
    id: 'statusless-catalogue',
    title: 'No pet that exists from the start has a status.',
    expects: conformant,
    apply: seeds(30, () => undefined),
  },
  {
    id: 'sold-catalogue',
    title: 'Every pet that exists from the start is sold.',
    expects: conformant,
    apply: seeds(40, () => 'sold'),
  },
  {
    id: 'hundred-animals',
    title: 'There are exactly a hundred pets from the start.',
    expects: conformant,
    apply: seeds(100, eachStatusOrNone),
  },
  {
    id: 'huge-catalogue',
    title: 'There are 5,000 pets from the start.',
    expects: manyPets,
    apply: seeds(5000, eachStatusOrNone),
  },
  {
    id: 'huge-catalogue-newest-first',
    title: 'There are 5,000 pets from the start, and the list starts with the newest.',
    expects: manyPets,
    apply: composeChanges(seeds(5000, eachStatusOrNone), listsNewestFirst),
  },
  {
    id: 'large-catalogue-cached',
    title: 'There are 150 pets from the start, the list starts with the newest, and is returned again for a second.',
    expects: manyPets,
    apply: composeChanges(seeds(150, eachStatusOrNone), listsNewestFirst, cachesLists(1000)),
  },
  {
    id: 'ids-used-up-by-rejections',
    title: 'There are 150 pets from the start, ids count up, and a rejected body uses one up.',
    expects: manyPets,
    apply: composeChanges(seeds(150, eachStatusOrNone), countsIds, (base) => ({
      validate: (body, request) => {
        const valid = base.validate(body, request);
        if (!valid.ok) void base.freshId();
        return valid;
      },
    })),
  },
  {
    id: 'next-id-taken-by-others',
    title: 'Ids count up, and another client adds a pet after every fourth addition of a run.',
    expects: conformant,
    apply: composeChanges(countsIds, (base) => {
      let count = 0;
      return {
        store: async (pet, request) => {
          await base.store(pet, request);
          count += 1;
          if (count % 4 === 0) await base.store({ id: await base.freshId(), name: 'Visitor', categoryId: 1n }, request);
        },
      };
    }),
  },
  {
    id: 'filter-from-oldest-shown-newest-first',
    title:
      'Of 1,600 pets the newest are listed first. A filtered page holds the oldest matches, the newest of them first.',
    expects: manyPets,
    apply: composeChanges(seeds(1600, eachStatusOrNone), countsIds, listsNewestFirst, (base) => ({
      page: (matches, limit, filter) =>
        filter === undefined ? base.page(matches, limit, filter) : matches.slice(-limit),
    })),
  },
];
