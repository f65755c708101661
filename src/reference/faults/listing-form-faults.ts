import { isOfKind, succeeds } from '../conditions.ts';
import { writeJson } from '../json-writer.ts';
import { changeEveryNthReply, changePage, changeReply, failed, replaceWithError } from '../step-changes.ts';
import type { Fault } from './fault.ts';
import { additionsFail } from './requirement-groups.ts';

/** Faults of the form of a list: its status, its array, and ids that it repeats (parts 2 and 4.1). */
export const listingFormFaults: readonly Fault[] = [
  {
    id: 'list-partial-content',
    title: 'A page gets 206.',
    breaks: ['LIST-OK', 'LIST-LIMIT-RANGE', 'LIST-STATUS-VALUES'],
    apply: changeReply(succeeds('listPets'), (reply) => ({ ...reply, status: 206 })),
  },
  {
    id: 'paths-without-slash-redirected',
    title: 'Lists and additions are redirected to a path with a slash at the end, as many frameworks do.',
    breaks: ['LIST-OK', 'CREATE-OK'],
    apply: (base) => ({
      around: async (request, next) => {
        const [path = '', ...query] = request.target.split(/(?=\?)/);
        if (!path.endsWith('/pets')) return base.around(request, next);
        return { status: 307, kind: 'success', headers: { Location: [path, '/', ...query].join('') }, body: undefined };
      },
    }),
  },
  {
    id: 'list-demands-limit',
    title: 'A list without a limit is rejected.',
    breaks: ['LIST-OK', 'LIST-STATUS-VALUES'],
    apply: changeReply(
      (reply, request) => succeeds('listPets')(reply, request) && !request.query.has('limit'),
      (reply) =>
        replaceWithError(reply, {
          status: 400,
          kind: 'invalid-limit',
          code: 'no_limit',
          message: 'The parameter limit is required.',
        }),
    ),
  },
  {
    id: 'list-without-parameters-fails',
    title: 'A list without any parameter causes a 500.',
    breaks: ['LIST-OK'],
    apply: changeReply((reply, request) => succeeds('listPets')(reply, request) && request.query.size === 0, failed),
  },
  {
    id: 'list-fails-now-and-then',
    title: 'Every 50th list causes a 500.',
    breaksSome: ['LIST-OK', 'LIST-LIMIT-RANGE', 'LIST-LIMIT-DEFAULT', 'LIST-STATUS-VALUES', 'LIST-SPELLINGS'],
    apply: changeEveryNthReply(50, succeeds('listPets'), failed),
  },
  {
    id: 'every-50th-fails',
    title: 'Every 50th request to any operation causes a 500.',
    breaksSome: [
      'LIST-SPELLINGS',
      'CREATE-SPELLINGS',
      'GET-SPELLINGS',
      'LIST-OK',
      'LIST-LIMIT-RANGE',
      'LIST-LIMIT-DEFAULT',
      'LIST-STATUS-VALUES',
      ...additionsFail,
      'CREATE-STORED',
      'GET-OK',
      'GET-UNKNOWN',
      'DEPRECATION-DATE',
    ],
    apply: changeEveryNthReply(50, isOfKind('success'), failed),
  },
  {
    id: 'list-repeats-first',
    title: 'A page with room left ends with its first pet again.',
    breaks: ['LIST-IDS-DISTINCT'],
    apply: (base) => ({
      page: (matches, limit, filter) => base.page([...matches, ...matches.slice(0, 1)], limit, filter),
    }),
  },
  {
    id: 'list-repeats-in-large-pages',
    title: 'A page of more than 30 pets shows the 30th twice, instead of the 31st.',
    breaksSome: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'LIST-IDS-DISTINCT'],
    apply: (base) => ({
      page: (matches, limit, filter) => {
        const page = base.page(matches, limit, filter);
        return page.map((pet, index) => (index === 30 ? (page[29] ?? pet) : pet));
      },
    }),
  },
  {
    id: 'list-repeats-sold',
    title: 'A join shows every sold pet twice.',
    breaks: ['LIST-IDS-DISTINCT'],
    apply: (base) => ({
      page: (matches, limit, filter) =>
        base.page(
          matches.flatMap((pet) => (pet.status === 'sold' ? [pet, pet] : [pet])),
          limit,
          filter,
        ),
    }),
  },
  {
    id: 'full-page-repeats-first',
    title: 'The hundredth pet of a page is its first pet again.',
    breaks: ['LIST-IDS-DISTINCT'],
    apply: (base) => ({
      page: (matches, limit, filter) => {
        const page = base.page(matches, limit, filter);
        return page.length < 100 ? page : [...page.slice(0, 99), ...page.slice(0, 1)];
      },
    }),
  },
  {
    id: 'page-in-envelope',
    title: 'A page is wrapped in an object with items.',
    breaks: ['PETS-ARRAY'],
    apply: changePage((pets) => ({ items: pets })),
  },
  {
    id: 'empty-page-as-null',
    title: 'A page without pets is null.',
    breaks: ['PETS-ARRAY'],
    startsEmpty: true,
    apply: changePage((pets) => (pets.length === 0 ? null : pets)),
  },
  {
    id: 'page-as-text',
    title: 'A page is JSON written into a JSON string.',
    breaks: ['PETS-ARRAY'],
    apply: changePage((pets) => writeJson(pets)),
  },
  {
    id: 'page-of-one-as-object',
    title: 'A page with one pet is that pet, without the array.',
    breaks: ['PETS-ARRAY'],
    apply: changePage((pets) => (pets.length === 1 ? (pets[0] ?? null) : pets)),
  },
  {
    id: 'only-match-as-object',
    title: 'The only pet that a filter finds is returned without the array.',
    breaks: ['PETS-ARRAY'],
    apply: changePage((pets, request) =>
      pets.length === 1 && request.query.has('status') && !request.query.has('limit') ? (pets[0] ?? null) : pets,
    ),
  },
  {
    id: 'filtered-page-in-envelope',
    title: 'A filtered page is wrapped in an object with data.',
    breaks: ['PETS-ARRAY'],
    apply: changePage((pets, request) => (request.query.has('status') ? { data: pets } : pets)),
  },
  {
    id: 'page-as-map',
    title: 'A page is an object with the pets by their index.',
    breaks: ['PETS-ARRAY'],
    apply: changePage((pets) => Object.fromEntries(pets.map((pet, index) => [index, pet]))),
  },
];
