import { isJsonObject } from '../json-value.ts';
import { eachStatusOrNone, type Pet } from '../pet.ts';
import { cachesLists, listsNewestFirst, movesStatus, seeds } from '../shared-changes.ts';
import { changePage, changePet, composeChanges, without } from '../step-changes.ts';
import type { Fault } from './fault.ts';

/** Faults of the pets in a list: missing ones, and other values (part 4.1). */
export const listingPetsFaults: readonly Fault[] = [
  {
    id: 'names-behind-full-stop-not-listed',
    title: 'A pet whose name starts with a full stop is not listed, as a hidden file.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => ({ listed: (request) => base.listed(request).filter(({ name }) => !name.startsWith('.')) }),
  },
  {
    id: 'list-cached',
    title: 'A list is cached for a minute and returned again for the same query.',
    breaksSome: ['LIST-LIMIT-DEFAULT', 'LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: cachesLists(60_000),
  },
  {
    id: 'large-list-cached',
    title: 'Of 150 pets the newest are listed first, and a list is returned again for the same query for a minute.',
    breaksSome: ['LIST-LIMIT-DEFAULT', 'LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: composeChanges(seeds(150, eachStatusOrNone), listsNewestFirst, cachesLists(60_000)),
  },
  {
    id: 'large-unfiltered-list-cached',
    title: 'Of 150 pets the newest are listed first, and the list without parameters is cached for a minute.',
    breaks: ['LIST-COMPLETE'],
    apply: composeChanges(
      seeds(150, eachStatusOrNone),
      listsNewestFirst,
      cachesLists(60_000, ({ query }) => query.size === 0),
    ),
  },
  {
    id: 'unfiltered-list-cached',
    title: 'The list without parameters is cached for a minute.',
    breaksSome: ['LIST-LIMIT-DEFAULT', 'LIST-COMPLETE'],
    apply: cachesLists(60_000, ({ query }) => query.size === 0),
  },
  {
    id: 'unfiltered-list-built-once',
    title: 'A list without a filter shows only the pets that the first one showed.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => {
      let built: ReadonlySet<bigint> | undefined;
      return {
        page: (matches, limit, filter) => {
          if (filter !== undefined) return base.page(matches, limit, filter);
          built ??= new Set(matches.map(({ id }) => id));
          return base.page(
            matches.filter(({ id }) => built?.has(id)),
            limit,
            filter,
          );
        },
      };
    },
  },
  {
    id: 'list-loses-last-of-tens',
    title: 'A list with a multiple of ten matches lacks the last one.',
    breaksSome: ['LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'LIST-LIMIT-DEFAULT', 'DEPRECATION-REPLACEMENT'],
    apply: (base) => ({
      page: (matches, limit, filter) =>
        base.page(matches.length % 10 === 0 ? matches.slice(0, -1) : matches, limit, filter),
    }),
  },
  {
    id: 'list-hides-sold',
    title: 'The unfiltered list lacks sold pets.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => ({
      matches: (pet, filter) => base.matches(pet, filter) && (filter !== undefined || pet.status !== 'sold'),
    }),
  },
  {
    id: 'list-empty-without-filter',
    title: 'The list without a filter is empty.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => ({ matches: (pet, filter) => filter !== undefined && base.matches(pet, filter) }),
  },
  {
    id: 'large-catalogue-listed-as-empty',
    title: 'If the catalogue holds more than 90 pets, the list without a filter is empty.',
    breaks: ['LIST-COMPLETE'],
    apply: (base, { catalogue }) => ({
      matches: (pet, filter) => base.matches(pet, filter) && (filter !== undefined || catalogue.all().length <= 90),
    }),
  },
  {
    id: 'list-shows-available-by-default',
    title: 'The list without parameters shows only available pets.',
    breaks: ['LIST-LIMIT-DEFAULT'],
    apply: (base) => ({
      listed: (request) => {
        const pets = base.listed(request);
        return request.query.size === 0 ? pets.filter((pet) => pet.status === 'available') : pets;
      },
    }),
  },
  {
    id: 'list-hides-statusless',
    title: 'The list lacks pets without a status.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => ({ matches: (pet, filter) => pet.status !== undefined && base.matches(pet, filter) }),
  },
  {
    id: 'list-hides-every-seventh',
    title: 'Every seventh pet of the catalogue is not listed.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: (base) => ({ listed: (request) => base.listed(request).filter((_pet, index) => index % 7 !== 6) }),
  },
  {
    id: 'list-hides-emoji',
    title: 'Pets with an emoji in their name are not listed.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => ({
      listed: (request) => base.listed(request).filter((pet) => !/[\u{10000}-\u{10ffff}]/u.test(pet.name)),
    }),
  },
  {
    id: 'unfiltered-list-hides-apostrophes',
    title: 'Pets with an apostrophe in their name are in the filtered list only.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => ({
      matches: (pet, filter) => base.matches(pet, filter) && (filter !== undefined || !pet.name.includes("'")),
    }),
  },
  {
    id: 'list-hides-equal-names',
    title: 'The list shows only the first of several pets with the same name.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => ({
      listed: (request) => {
        const byName = new Map<string, Pet>();
        for (const pet of base.listed(request)) if (!byName.has(pet.name)) byName.set(pet.name, pet);
        return [...byName.values()];
      },
    }),
  },
  {
    id: 'list-name-escaped',
    title: 'The list shows names with HTML entities.',
    breaks: ['LIST-SAME'],
    apply: changePet(['listPets'], (shown, pet) => ({
      ...shown,
      name: pet.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    })),
  },
  {
    id: 'list-name-shortened',
    title: 'The list shows the first 12 characters of a name.',
    breaks: ['LIST-SAME'],
    apply: changePet(['listPets'], (shown, pet) => ({ ...shown, name: Array.from(pet.name).slice(0, 12).join('') })),
  },
  {
    id: 'list-status-dropped',
    title: 'The unfiltered list shows no status.',
    breaks: ['LIST-SAME'],
    apply: changePet(
      ['listPets'],
      (shown) => without(shown, 'status'),
      (_pet, { query }) => !query.has('status'),
    ),
  },
  {
    id: 'list-pending-as-available',
    title: 'The unfiltered list shows pending pets as available.',
    breaks: ['LIST-STATUS-COMPLETE', 'LIST-SAME'],
    apply: changePet(
      ['listPets'],
      (shown) => ({ ...shown, status: 'available' }),
      (pet, { query }) => !query.has('status') && pet.status === 'pending',
    ),
  },
  {
    id: 'moved-status-lost',
    title: 'An added pet that is available has no status after 300 ms.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'LIST-SAME', 'GET-SAME', 'DEPRECATION-REPLACEMENT'],
    apply: movesStatus('available', undefined, 300),
  },
  {
    id: 'moved-status-hidden-in-list',
    title: 'An added pet that is pending becomes sold after 300 ms, but the list shows it as pending.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'LIST-SAME', 'GET-SAME'],
    apply: (base, context) => {
      const moved = new Set<bigint>();
      return composeChanges(movesStatus('pending', 'sold', 300), (beneath, { catalogue }) => ({
        store: async (pet, request) => {
          await beneath.store(pet, request);
          if (pet.status === 'pending') moved.add(pet.id);
        },
        listed: () => catalogue.all().map((pet): Pet => (moved.has(pet.id) ? { ...pet, status: 'pending' } : pet)),
      }))(base, context);
    },
  },
  {
    id: 'filter-shows-statusless-as-pending',
    title: 'The filter for pending shows pets without a status as pending, other lists and reads show none.',
    breaks: ['LIST-SAME'],
    apply: (base) => ({
      matches: (pet, filter) => base.matches(pet, filter) || (filter === 'pending' && pet.status === undefined),
      renderPet: (pet, operation, request) =>
        base.renderPet(
          request.query.get('status') === 'pending' ? { ...pet, status: 'pending' } : pet,
          operation,
          request,
        ),
    }),
  },
  {
    id: 'list-status-invented',
    title: 'The list shows pets without a status as available, and a read by id does not.',
    breaks: ['LIST-STATUS-COMPLETE', 'LIST-SAME'],
    apply: changePet(
      ['listPets'],
      (shown) => ({ ...shown, status: 'available' }),
      (pet) => pet.status === undefined,
    ),
  },
  {
    id: 'list-category-rounded',
    title: 'The list shows categories rounded to a double.',
    breaks: ['LIST-SAME'],
    apply: changePet(['listPets'], (shown, pet) => ({
      ...shown,
      categoryId: BigInt.asIntN(64, BigInt(Number(pet.categoryId))),
    })),
  },
  {
    id: 'list-ids-rounded',
    title: 'The list shows ids rounded to a double.',
    breaks: ['LIST-COMPLETE', 'GET-OK', 'DEPRECATION-REPLACEMENT'],
    apply: changePet(['listPets'], (shown, pet) => ({ ...shown, id: BigInt(Number(pet.id)) })),
  },
  {
    id: 'list-status-dropped-after-twenty',
    title: 'A page shows no status after its 20th pet.',
    breaks: ['LIST-SAME', 'LIST-STATUS-FILTER'],
    apply: changePage((pets) =>
      pets.map((pet, index) => (index >= 20 && isJsonObject(pet) ? without(pet, 'status') : pet)),
    ),
  },
  {
    id: 'test-names-not-listed',
    title: 'Pets whose names begin with test are not listed.',
    breaks: ['LIST-COMPLETE'],
    apply: (base) => ({ listed: (request) => base.listed(request).filter(({ name }) => !/^test/i.test(name)) }),
  },
  {
    id: 'first-of-forty-not-listed',
    title: 'After forty additions the first added pet is no longer listed.',
    breaksSome: ['LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT', 'LIST-LIMIT-DEFAULT'],
    apply: (base) => {
      const added: bigint[] = [];
      return {
        store: async (pet, request) => {
          await base.store(pet, request);
          added.push(pet.id);
        },
        listed: (request) => base.listed(request).filter(({ id }) => added.length <= 40 || id !== added[0]),
      };
    },
  },
];
