import { everyNth, firstParameter } from '../conditions.ts';
import type { StepChange } from '../service-steps.ts';
import { eachStatusOrNone, isPetStatus, type Pet, type PetStatus } from '../pet.ts';
import { fractionOf } from '../random-stream.ts';
import { rejected } from '../reply.ts';
import { cachesLists, listsNewestFirst, seeds } from '../shared-changes.ts';
import { changeReply, composeChanges, dropParameter, failed, replace, replaceWithError } from '../step-changes.ts';
import type { Fault } from './fault.ts';

const rejectedFilter = rejected('invalid-filter', 400, 'The status is not allowed.');
const swapped: Readonly<Partial<Record<PetStatus, PetStatus>>> = { pending: 'sold', sold: 'pending' };

/** Leaves the match at an index out of one filtered list in twenty, at random. `fraction` is from 0 up to 1. */
function dropsAtRandom(indexOf: (matches: readonly Pet[], fraction: number) => number): StepChange {
  return (base, { random }) => ({
    page(matches, limit, filter) {
      if (filter === undefined || fractionOf(random()) >= 0.05) return base.page(matches, limit, filter);
      return base.page(matches.toSpliced(indexOf(matches, fractionOf(random())), 1), limit, filter);
    },
  });
}

/** Builds the index of the filter at the first filtered list. */
const indexesOnce: StepChange = (base, { catalogue }) => {
  let indexed: ReadonlySet<bigint> | undefined;
  return {
    matches: (pet, filter) => {
      if (filter === undefined) return base.matches(pet, filter);
      indexed ??= new Set(catalogue.all().map(({ id }) => id));
      return indexed.has(pet.id) && base.matches(pet, filter);
    },
  };
};

/** Faults of the status filter (parts 3 and 4.1). */
export const listingFilterFaults: readonly Fault[] = [
  {
    id: 'filter-ignored',
    title: 'The status filter is ignored.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: replace({ matches: () => true }),
  },
  {
    id: 'filter-ignored-for-sold',
    title: 'The filter for sold returns every pet.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base) => ({ matches: (pet, filter) => filter === 'sold' || base.matches(pet, filter) }),
  },
  {
    id: 'filter-ignored-in-large-catalogues',
    title: 'With more than a hundred pets in the catalogue, the filter is ignored.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base, { catalogue }) => ({
      matches: (pet, filter) => catalogue.all().length > 100 || base.matches(pet, filter),
    }),
  },
  {
    id: 'filter-checks-first-hundred',
    title: 'The filter checks the first hundred pets of the catalogue, and returns all later ones.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base, { catalogue }) => ({
      matches: (pet, filter) => base.matches(pet, filter) || catalogue.all().indexOf(pet) >= 100,
    }),
  },
  {
    id: 'filter-ignored-for-one',
    title: 'The limit 1 has a shortcut that returns the first pet outside the filter.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base, { catalogue }) => ({
      page(matches, limit, filter) {
        const page = base.page(matches, limit, filter);
        if (limit !== 1 || filter === undefined) return page;
        const other = catalogue.all().find(({ status }) => status !== filter);
        return other === undefined ? page : [other];
      },
    }),
  },
  {
    id: 'filter-at-most-loses-first',
    title: 'A filtered page with the limit 100 starts at the second match.',
    breaks: ['LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    startsEmpty: true,
    apply: (base) => ({
      page: (matches, limit, filter) =>
        base.page(limit === 100 && filter !== undefined ? matches.slice(1) : matches, limit, filter),
    }),
  },
  {
    id: 'filter-lets-statusless-through',
    title: 'A pet without a status passes every filter.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base) => ({ matches: (pet, filter) => pet.status === undefined || base.matches(pet, filter) }),
  },
  {
    id: 'filter-statusless-as-available',
    title: 'The filter for available includes pets without a status.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base) => ({
      matches: (pet, filter) => (filter === 'available' && pet.status === undefined) || base.matches(pet, filter),
    }),
  },
  {
    id: 'filter-pending-includes-sold',
    title: 'The filter for pending includes sold pets.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base) => ({
      matches: (pet, filter) => (filter === 'pending' && pet.status === 'sold') || base.matches(pet, filter),
    }),
  },
  {
    id: 'filter-looks-at-first',
    title: 'Only the first pet of a filtered page is compared with the filter.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base) => ({
      matches: () => true,
      page: (matches, limit, filter) => {
        const start = matches.findIndex((pet) => base.matches(pet, filter));
        return start < 0 ? [] : matches.slice(start, start + limit);
      },
    }),
  },
  {
    id: 'filter-ignored-with-limit',
    title: 'The filter is ignored if there is a limit.',
    breaks: ['LIST-STATUS-FILTER', 'LIST-LIMIT-DEFAULT'],
    apply: dropParameter('status', ({ query }) => query.has('limit')),
  },
  {
    id: 'filter-ignored-without-limit',
    title: 'The filter works only with a limit.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: dropParameter('status', ({ query }) => !query.has('limit')),
  },
  {
    id: 'filter-ignored-before-limit',
    title: 'The filter is ignored if a limit follows it.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: dropParameter('status', ({ query }) => firstParameter(query) === 'status' && query.has('limit')),
  },
  {
    id: 'filter-swaps-two',
    title: 'The filters for pending and sold are swapped.',
    breaks: ['LIST-STATUS-FILTER', 'LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: (base) => ({
      matches: (pet, filter) => base.matches(pet, filter === undefined ? undefined : (swapped[filter] ?? filter)),
    }),
  },
  {
    id: 'filter-last-slips-through',
    title: 'Every filter returns the last pet of the catalogue.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base, { catalogue }) => ({
      matches: (pet, filter) => pet.id === catalogue.all().at(-1)?.id || base.matches(pet, filter),
    }),
  },
  {
    id: 'filter-pending-refused',
    title: 'The filter for pending is rejected.',
    breaks: ['LIST-LIMIT-RANGE', 'LIST-STATUS-VALUES'],
    apply: (base) => ({ parseFilter: (text) => (text === 'pending' ? rejectedFilter : base.parseFilter(text)) }),
  },
  {
    id: 'filter-fails-with-limit',
    title: 'A filter together with a limit causes a 500.',
    breaks: ['LIST-LIMIT-RANGE'],
    apply: changeReply(
      (reply, request) => reply.status === 200 && request.query.has('limit') && request.query.has('status'),
      failed,
    ),
  },
  {
    id: 'filter-upper-case-only',
    title: 'The filter accepts its values in upper case only.',
    breaks: ['LIST-LIMIT-RANGE', 'LIST-STATUS-VALUES'],
    apply: (base) => ({
      parseFilter: (text) => (isPetStatus(text) ? rejectedFilter : base.parseFilter(text?.toLowerCase() ?? null)),
    }),
  },
  {
    id: 'filter-without-match-not-found',
    title: 'A filter that no pet matches gets 404.',
    breaks: ['LIST-LIMIT-RANGE', 'LIST-STATUS-VALUES'],
    startsEmpty: true,
    apply: changeReply(
      (reply, request) => request.query.has('status') && Array.isArray(reply.body) && reply.body.length === 0,
      (reply) =>
        replaceWithError(reply, { status: 404, kind: 'unknown-pet', code: 'none', message: 'No pet matches.' }),
    ),
  },
  {
    id: 'filter-sold-finds-nothing',
    title: 'The filter for sold finds nothing.',
    breaks: ['LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: (base) => ({ matches: (pet, filter) => filter !== 'sold' && base.matches(pet, filter) }),
  },
  {
    id: 'filtered-list-continues',
    title: 'A repeated filtered list continues where the last one ended.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'LIST-LIMIT-DEFAULT', 'LIST-SPELLINGS', 'DEPRECATION-REPLACEMENT'],
    apply: (base) => {
      const ends = new Map<string, number>();
      return {
        page: (matches, limit, filter) => {
          if (filter === undefined) return base.page(matches, limit, filter);
          const start = ends.get(filter) ?? 0;
          const page = matches.slice(start, start + limit);
          ends.set(filter, page.length === 0 ? 0 : start + page.length);
          return page;
        },
      };
    },
  },
  {
    id: 'filter-misses-read-pets',
    title: 'A pet that was read by its id is missing from filtered lists.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: (base) => {
      const readIds = new Set<bigint>();
      return {
        find: (id, request) => {
          readIds.add(id);
          return base.find(id, request);
        },
        matches: (pet, filter) => base.matches(pet, filter) && (filter === undefined || !readIds.has(pet.id)),
      };
    },
  },
  {
    id: 'filter-forgets-last',
    title: 'A filtered page lacks its last match.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: (base) => ({
      page: (matches, limit, filter) => base.page(filter === undefined ? matches : matches.slice(0, -1), limit, filter),
    }),
  },
  {
    id: 'filter-index-not-updated',
    title: 'The filter finds only pets that existed when the service started.',
    breaks: ['LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: (base, { catalogue }) => {
      const indexed = new Set<bigint>();
      return {
        begin: (server) => {
          for (const pet of catalogue.all()) indexed.add(pet.id);
          return base.begin(server);
        },
        matches: (pet, filter) => base.matches(pet, filter) && (filter === undefined || indexed.has(pet.id)),
      };
    },
  },
  {
    id: 'filter-misses-large-categories',
    title: 'A filtered page lacks pets with a category above 2^31.',
    breaks: ['LIST-STATUS-COMPLETE'],
    apply: (base) => ({
      matches: (pet, filter) =>
        base.matches(pet, filter) && (filter === undefined || BigInt.asIntN(32, pet.categoryId) === pet.categoryId),
    }),
  },
  {
    id: 'filter-misses-every-tenth',
    title: 'Filtered lists lack every tenth pet of the catalogue.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: (base, { catalogue }) => ({
      matches: (pet, filter) =>
        base.matches(pet, filter) &&
        (filter === undefined || catalogue.all().findIndex((other) => other.id === pet.id) % 10 !== 9),
    }),
  },
  {
    id: 'filter-drops-now-and-then',
    title: 'One filtered list in twenty leaves out its first match.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'DEPRECATION-REPLACEMENT', 'LIST-LIMIT-DEFAULT'],
    apply: (base) => {
      const isTurn = everyNth(20);
      return {
        page: (matches, limit, filter) =>
          base.page(filter !== undefined && isTurn() ? matches.slice(1) : matches, limit, filter),
      };
    },
  },
  {
    id: 'filter-drops-any-at-random',
    title: 'One filtered list in twenty, at random, leaves out a random match.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'DEPRECATION-REPLACEMENT', 'LIST-LIMIT-DEFAULT'],
    apply: dropsAtRandom((matches, fraction) => Math.floor(fraction * matches.length)),
  },
  {
    id: 'filter-drops-last-at-random',
    title: 'One filtered list in twenty, at random, leaves out its last match.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'DEPRECATION-REPLACEMENT', 'LIST-LIMIT-DEFAULT'],
    apply: dropsAtRandom((matches) => matches.length - 1),
  },
  {
    id: 'filter-searches-names',
    title: 'The filter searches the whole text of a pet, so it finds names with the word too.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base) => ({
      matches: (pet, filter) => base.matches(pet, filter) || (filter !== undefined && pet.name.includes(filter)),
    }),
  },
  {
    id: 'filter-searches-names-of-statusless',
    title: 'The filter searches the name of a pet without a status.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base) => ({
      matches: (pet, filter) => {
        const isNamed = filter !== undefined && pet.status === undefined && pet.name.includes(filter);
        return isNamed || base.matches(pet, filter);
      },
    }),
  },
  {
    id: 'filter-takes-name-for-status',
    title: 'The filter compares the name of a pet without a status.',
    breaks: ['LIST-STATUS-FILTER'],
    apply: (base) => ({
      matches: (pet, filter) => base.matches(pet, filter) || (pet.status === undefined && pet.name === filter),
    }),
  },
  {
    id: 'filter-index-built-once-newest-first',
    title: 'Of 150 pets the newest are listed first, and the filter has an index that is built once.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT', 'LIST-LIMIT-DEFAULT'],
    apply: composeChanges(seeds(150, eachStatusOrNone), listsNewestFirst, indexesOnce),
  },
  {
    id: 'list-of-twenty-available-cached',
    title: 'The list of available pets with limit=20 is cached for a minute.',
    breaksSome: ['LIST-LIMIT-DEFAULT', 'LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: cachesLists(60_000, ({ query }) => query.get('limit') === '20' && query.get('status') === 'available'),
  },
  {
    id: 'list-of-sold-cached',
    title: 'The list of sold pets without a limit is cached for a minute.',
    breaksSome: ['LIST-LIMIT-DEFAULT', 'LIST-STATUS-COMPLETE', 'DEPRECATION-REPLACEMENT'],
    apply: cachesLists(60_000, ({ query }) => !query.has('limit') && query.get('status') === 'sold'),
  },
  {
    id: 'filter-loses-last-of-fives',
    title: 'A list of pending pets with a multiple of five matches lacks the last one.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'LIST-LIMIT-DEFAULT', 'DEPRECATION-REPLACEMENT'],
    apply: (base) => ({
      page(matches, limit, filter) {
        const loses = filter === 'pending' && matches.length % 5 === 0;
        return base.page(loses ? matches.slice(0, -1) : matches, limit, filter);
      },
    }),
  },
];
