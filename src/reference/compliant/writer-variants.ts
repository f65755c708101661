import type { Catalogue, Variant } from '../behaviour.ts';
import { type Pet, petStatuses } from '../pet.ts';
import type { CompliantVariant } from './compliant-variant.ts';
import { seeds } from './seeds.ts';

const conformant = { verdict: 'conformant' } as const;

/** Adds pets of another client at an interval. */
function addsOnTimer(milliseconds: number, most: number): Variant {
  return (base, { catalogue }) => ({
    begin: (server) => {
      const stop = base.begin(server);
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
        if (count <= most) addStranger(base.freshId, catalogue, count);
      }, milliseconds);
      return () => {
        clearInterval(timer);
        stop();
      };
    },
  });
}

/** Six pets exist from the start. After each request an operator replaces some of them with what `change` returns. */
function changesResidents(change: (residents: readonly Pet[], serial: number) => readonly Pet[]): Variant {
  return (base, context) => {
    const { seedPets = base.seedPets } = seeds(6, (index) => petStatuses[index % 3])(base, context);
    const count = seedPets().length;
    return {
      seedPets,
      around: async (request, next) => {
        const reply = await base.around(request, next);
        const residents = context.catalogue.all().slice(0, count);
        for (const pet of change(residents, request.serial)) context.catalogue.replace(pet);
        return reply;
      },
    };
  };
}

function addStranger(freshId: () => bigint | Promise<bigint>, catalogue: Catalogue, count: number): void {
  const id = freshId();
  const status = petStatuses[count % 4];
  const pet = { name: `Stranger ${count}`, categoryId: 1n };
  if (typeof id === 'bigint') catalogue.add({ ...pet, id, ...(status === undefined ? {} : { status }) });
}

/** Lists a pet some milliseconds after its addition. */
export function listsLate(delay: (pet: Pet) => number): Variant {
  return (base, { elapsed }) => {
    const added = new Map<bigint, number>();
    return {
      store: async (pet, request) => {
        added.set(pet.id, elapsed());
        await base.store(pet, request);
      },
      listed: (request) =>
        base.listed(request).filter((pet) => elapsed() - (added.get(pet.id) ?? -Infinity) >= delay(pet)),
    };
  };
}

/** Compliant variants with other writers, and with lists that show additions late (part 4.1). */
export const writerVariants: readonly CompliantVariant[] = [
  {
    id: 'other-writer-on-timer',
    title: 'Another client adds a pet every 40 ms, 60 in all.',
    expects: conformant,
    apply: addsOnTimer(40, 60),
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
            addStranger(base.freshId, catalogue, count);
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
    apply: (base, context) => {
      const { seedPets = base.seedPets } = seeds(24, (index) => petStatuses[index % 3])(base, context);
      return {
        seedPets,
        begin: (server) => {
          const stop = base.begin(server);
          const residents = context.catalogue.all().slice();
          let count = 0;
          const timer = setInterval(() => {
            const pet = residents[count % residents.length];
            count += 1;
            const status = petStatuses[count % 3];
            if (pet !== undefined && status !== undefined) context.catalogue.replace({ ...pet, status });
          }, 50);
          return () => {
            clearInterval(timer);
            stop();
          };
        },
      };
    },
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
    title: 'An operator moves the pets that existed from the start to another category and back, at every request.',
    expects: conformant,
    apply: changesResidents((residents) =>
      residents.map((pet) => ({ ...pet, categoryId: pet.categoryId === 1n ? 2n : 1n })),
    ),
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
