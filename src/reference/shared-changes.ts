import type { StepChange } from './service-steps.ts';
import { createNewPet, type NewPet, type Pet, type PetStatus } from './pet.ts';
import { rejected, type Reply } from './reply.ts';
import type { ServiceRequest } from './service-request.ts';
import { rejectNewPet, replace } from './step-changes.ts';

/** Starts the service with `count` pets, each with the status for its index. */
export function seeds(count: number, statusOf: (index: number) => PetStatus | undefined): StepChange {
  const pet = (index: number): NewPet =>
    createNewPet(`Resident ${index + 1}`, BigInt(1 + (index % 4)), statusOf(index));
  return replace({ seedPets: () => Array.from({ length: count }, (_, index) => pet(index)) });
}

/** Starts the service with `count` available pets, in these categories in turn. */
export function seedsInCategories(count: number, categoryIds: readonly bigint[]): StepChange {
  const pet = (index: number): NewPet =>
    createNewPet(`Member ${index + 1}`, categoryIds[index % categoryIds.length] ?? 1n, 'available');
  return replace({ seedPets: () => Array.from({ length: count }, (_, index) => pet(index)) });
}

/** Rejects some names of new pets. */
export function rejectsNames(when: (name: string) => boolean, status = 400): StepChange {
  return rejectNewPet((newPet) => when(newPet.name), 'invalid-name', status);
}

/** Rejects some categories of new pets. */
export function rejectsCategories(when: (categoryId: bigint) => boolean, status = 400): StepChange {
  return rejectNewPet((newPet) => when(newPet.categoryId), 'invalid-category', status);
}

/** Adds headers to every response. */
export function addsHeaders(headers: Readonly<Record<string, string>>): StepChange {
  return (base) => ({ headers: (reply, request) => ({ ...base.headers(reply, request), ...headers }) });
}

/** Assigns ids of its own; `next` makes one from the random stream and the count of those made so far. */
export function assignsIds(next: (random: () => bigint, count: bigint) => bigint): StepChange {
  return (_base, { random, catalogue }) => {
    let count = 0n;
    return {
      freshId: () => {
        for (;;) {
          count += 1n;
          const id = next(random, count);
          if (catalogue.find(id) === undefined) return id;
        }
      },
    };
  };
}

/** Assigns ids that count up from 1. */
export const countsIds: StepChange = assignsIds((_random, count) => count);

/** Rejects a petId that is not an int64 with 400. */
export const rejectsInvalidIds: StepChange = (base) => ({
  parsePetId: (text) => {
    const id = base.parsePetId(text);
    return id.ok ? id : rejected('unknown-pet', 400, 'The id is not a 64-bit integer.');
  },
});

/** Lists the newest pet first. */
export const listsNewestFirst: StepChange = (base) => ({ listed: (request) => base.listed(request).toReversed() });

/** Applies the limit before the filter, so filtered pages are short. */
export const filtersAfterCutting: StepChange = (base) => ({
  matches: () => true,
  page: (matches, limit, filter) => base.page(matches, limit, filter).filter((pet) => base.matches(pet, filter)),
});

/** Lists a pet some milliseconds after its addition. */
export function listsLate(delay: (pet: Pet) => number): StepChange {
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

/** Returns a list again for the same query, until it is so old. */
export function cachesLists(milliseconds: number, when: (request: ServiceRequest) => boolean = () => true): StepChange {
  return (base, { elapsed }) => {
    const kept = new Map<string, { readonly at: number; readonly reply: Reply }>();
    return {
      around: async (request, next) => {
        const reply = await base.around(request, next);
        if (request.operation !== 'listPets' || reply.status !== 200 || !when(request)) return reply;
        const query = request.query.toString();
        const old = kept.get(query);
        if (old !== undefined && elapsed() - old.at < milliseconds) return old.reply;
        kept.set(query, { at: elapsed(), reply });
        return reply;
      },
    };
  };
}

/** Moves an added pet from one status to another, some milliseconds after its addition. */
export function movesStatus(from: PetStatus | undefined, to: PetStatus | undefined, after: number): StepChange {
  return (base, { catalogue, elapsed }) => {
    const waiting: { readonly id: bigint; readonly from: number }[] = [];
    return {
      store: async (pet, request) => {
        await base.store(pet, request);
        if (pet.status === from) waiting.push({ id: pet.id, from: elapsed() + after });
      },
      around: (request, next) => {
        while (waiting[0] !== undefined && waiting[0].from <= elapsed()) {
          const pet = catalogue.find(waiting.shift()?.id ?? 0n);
          if (pet === undefined) continue;
          const { status: _left, ...others } = pet;
          catalogue.replace(to === undefined ? others : { ...others, status: to });
        }
        return base.around(request, next);
      },
    };
  };
}
