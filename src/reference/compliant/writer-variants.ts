import type { ServiceSteps, StepChange } from '../service-steps.ts';
import { createNewPet, eachStatus, eachStatusOrNone, type Pet } from '../pet.ts';
import type { Catalogue, ServiceContext } from '../service-context.ts';
import { listsLate, seeds } from '../shared-changes.ts';
import { composeChanges } from '../step-changes.ts';
import { type CompliantVariant, conformant } from './compliant-variant.ts';

/** Runs an action at an interval. `start` makes it when the service starts; the action gets the number of its run, from 1. */
function repeats(
  milliseconds: number,
  start: (base: ServiceSteps, context: ServiceContext) => (count: number) => void,
): StepChange {
  return (base, context) => ({
    begin: (server) => {
      const stop = base.begin(server);
      const act = start(base, context);
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
        act(count);
      }, milliseconds);
      return () => {
        clearInterval(timer);
        stop();
      };
    },
  });
}

/** Adds a pet of another client. */
function addOtherPet({ freshId }: ServiceSteps, catalogue: Catalogue, count: number): void {
  const id = freshId();
  const pet = createNewPet(`Stranger ${count}`, 1n, eachStatusOrNone(count));
  if (typeof id === 'bigint') catalogue.add({ ...pet, id });
}

/** Six pets exist from the start. After each request an operator replaces some of them with what `change` returns. */
function changesResidents(change: (residents: readonly Pet[], serial: number) => readonly Pet[]): StepChange {
  return composeChanges(seeds(6, eachStatus), (base, { catalogue }) => ({
    around: async (request, next) => {
      const reply = await base.around(request, next);
      for (const pet of change(catalogue.all().slice(0, 6), request.serial)) catalogue.replace(pet);
      return reply;
    },
  }));
}

/** Compliant variants with other writers, and with lists that show additions late (part 4.1). */
export const writerVariants: readonly CompliantVariant[] = [
  {
    id: 'other-writer-on-timer',
    title: 'Another client adds a pet every 40 ms, 60 in all.',
    expects: conformant,
    apply: repeats(40, (base, { catalogue }) => (count) => {
      if (count <= 60) addOtherPet(base, catalogue, count);
    }),
  },
  {
    id: 'other-writer-on-requests',
    title: 'Another client adds a pet after every fifth request, 60 in all.',
    expects: conformant,
    apply: (base, { catalogue }) => {
      let count = 0;
      return {
        around: async (request, next) => {
          const reply = await base.around(request, next);
          if (request.serial % 5 === 0 && count < 60) {
            count += 1;
            addOtherPet(base, catalogue, count);
          }
          return reply;
        },
      };
    },
  },
  {
    id: 'operator-sells',
    title: 'An operator changes the status of pets that existed from the start, every 50 ms.',
    expects: conformant,
    apply: composeChanges(
      seeds(24, eachStatus),
      repeats(50, (_base, { catalogue }) => {
        const residents = catalogue.all().slice();
        return (count) => {
          const pet = residents[(count - 1) % residents.length];
          const status = eachStatus(count);
          if (pet !== undefined && status !== undefined) catalogue.replace({ ...pet, status });
        };
      }),
    ),
  },
  {
    id: 'operator-renames',
    title: 'An operator changes the name of a pet that existed from the start, after every request.',
    expects: conformant,
    apply: changesResidents((residents, serial) =>
      residents
        .filter((_, index) => index === serial % residents.length)
        .map((pet) => ({ ...pet, name: `Resident ${serial}` })),
    ),
  },
  {
    id: 'operator-moves-to-and-fro',
    title: 'An operator moves the pets that existed from the start between two categories, after every request.',
    expects: conformant,
    apply: changesResidents((residents) =>
      residents.map((pet) => ({ ...pet, categoryId: pet.categoryId === 1n ? 2n : 1n })),
    ),
  },
  {
    id: 'ids-of-removed-pets-reused',
    title: 'Another client removes its pets, which existed from the start, and a new pet gets the id of one of them.',
    expects: conformant,
    apply: composeChanges(seeds(12, eachStatus), (base, { catalogue }) => {
      let left: bigint[] | undefined;
      return {
        assignId: (fresh, body, request) => {
          left ??= catalogue.all().map(({ id }) => id);
          const id = request.serial % 7 === 0 ? left.shift() : undefined;
          if (id === undefined) return base.assignId(fresh, body, request);
          catalogue.remove(id);
          return id;
        },
      };
    }),
  },
  {
    id: 'list-half-a-second-late',
    title: 'The list shows a pet half a second after it was added.',
    expects: conformant,
    apply: listsLate(() => 500),
  },
  {
    id: 'list-up-to-two-seconds-late',
    title: 'The list shows a pet up to two seconds after it was added, each at its own time.',
    expects: conformant,
    apply: listsLate((pet) => Number(BigInt.asUintN(8, pet.id >> 1n)) * 7),
  },
];
