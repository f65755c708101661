import { LIMIT_DEFAULT, LIMIT_MAX } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { ANY_MEDIA_TYPE } from '../src/suite/api-request.ts';
import { defineCases } from '../src/suite/case.ts';
import { listPath, type ListQuery } from '../src/suite/api-request.ts';
import { middlePet } from '../src/suite/pets.ts';
import { NO_EMPTY_LIST, noPetListed, tooFewListed } from '../src/suite/reasons.ts';

/** The run reads one listed pet in this many, to send few requests. */
const READ_EVERY = 8;

/** How often the list of each status is read. If one is wrong, the run reads it more often. */
const TIMES = 11;

/** Rules that a service may break only in an empty list. */
const EMPTY_LIST_RULES = ['PETS-ARRAY', 'ANSWER-MEDIA-TYPE'] as const;

/** The requirements that rules judge by lists that were read after additions. */
const LISTED = ['CREATE-STORED', 'LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'LIST-SAME'] as const;

export const cases = defineCases(({ testCase }) => {
  // A list may be empty only before the run adds pets.
  for (const status of [undefined, ...PET_STATUSES]) {
    const query: ListQuery = status === undefined ? {} : { status };
    const requirement = status === undefined ? 'LIST-OK' : 'LIST-STATUS-VALUES';

    testCase(
      `list/untouched/${status ?? 'all'}`,
      `GET ${listPath(query)} MUST return 200 before the run adds a pet`,
      { judges: [requirement], stage: 'untouched catalogue' },
      async ({ api, expect }) => {
        expect(requirement).status(await api.listPets(query), 200);
      },
    );

    // A service may cache a list by its whole query. Later cases read the same lists, and other cases repeat those with the largest limit.
    const limited: ListQuery = { ...query, limit: status === undefined ? LIMIT_MAX : LIMIT_DEFAULT };
    testCase(
      `list/untouched/${status ?? 'all'}/limit`,
      `GET ${listPath(limited)} MUST return 200 and, if it lists no pet, an empty JSON array`,
      { judges: ['LIST-LIMIT-RANGE'], feeds: EMPTY_LIST_RULES, stage: 'untouched catalogue' },
      async ({ api, expect }) => {
        const response = await api.listPets(limited);
        expect('LIST-LIMIT-RANGE').status(response, 200);
        const { size } = api.pageOf(response);
        // A list without a filter is seldom empty. An empty list with a filter shows the same.
        if (size > 0 && status !== undefined)
          for (const rule of EMPTY_LIST_RULES) expect(rule).notApplicable(NO_EMPTY_LIST, [response]);
      },
    );
  }

  for (const [id, title, options] of [
    ['array', 'GET /pets MUST return a bare array of pets', {}],
    ['any-media-type', 'GET /pets MUST return JSON, also to a client that accepts any media type', ANY_MEDIA_TYPE],
  ] as const) {
    testCase(
      `list/${id}`,
      title,
      { judges: ['LIST-OK'], feeds: ['PETS-ARRAY'], stage: 'small catalogue' },
      async ({ api, expect }) => void expect('LIST-OK').status(await api.listPets({}, options), 200),
    );
  }

  testCase(
    'list/distinct-ids',
    'GET /pets MUST NOT list an id twice on a page',
    { feeds: ['LIST-IDS-DISTINCT'], needs: ['any pets'], stage: 'first listing' },
    async ({ api, pets, stopNotVerified, stopNotApplicable }) => {
      const { size, response } = await api.sharePage({ limit: LIMIT_MAX });
      if (size > 1) return;
      if (size === 1 && pets.countKnown() > 1)
        return stopNotApplicable('The service lists one pet on a page, so an id cannot appear twice.', [response]);
      return stopNotVerified(tooFewListed(listPath({ limit: LIMIT_MAX }), size, 2, pets.countKnown()), [response]);
    },
  );

  testCase(
    'list/same-as-read',
    'GET /pets MUST list pets with the values that GET /pets/{petId} returns',
    { feeds: ['LIST-SAME'], needs: ['any pets', 'getPet'], stage: 'small catalogue' },
    async ({ api, pets, stopNotVerified }) => {
      const { pets: listed, size, response } = await api.readPage({ limit: LIMIT_DEFAULT });
      if (size === 0)
        return stopNotVerified(tooFewListed(listPath({ limit: LIMIT_DEFAULT }), size, 1, pets.countKnown()), [
          response,
        ]);
      // A list may round ids that a double cannot hold, and a read then finds no pet by such an id.
      const large = listed.find(({ id }) => id > Number.MAX_SAFE_INTEGER);
      const read = [listed[0], listed[READ_EVERY], large ?? listed[2 * READ_EVERY]];
      await Promise.all([...new Set(read)].flatMap((pet) => pet ?? []).map(({ id }) => api.readPet(id)));
    },
  );

  for (const limit of [LIMIT_MAX, LIMIT_DEFAULT]) {
    testCase(
      `list/shows-new-pet/limit-${limit}`,
      `GET ${listPath({ limit })} MUST list a new pet after the same list was read without it`,
      { feeds: LISTED, needs: ['create'], mayCreate: 1, stage: 'small catalogue', requestsInRow: 3 },
      async ({ api, pets }) => {
        const status = 'pending';
        const queries: readonly ListQuery[] = [{ limit }, { limit, status }, ...(limit === LIMIT_DEFAULT ? [{}] : [])];
        await Promise.all(queries.map((query) => api.sharePage(query)));
        await api.addPet(pets.valid({ status }));
        await Promise.all(queries.map((query) => api.sharePage(query)));
      },
    );
  }

  for (const status of PET_STATUSES) {
    testCase(
      `list/status/${status}`,
      `GET /pets?status=${status} MUST list only pets with status "${status}"`,
      { judges: ['LIST-STATUS-VALUES'], feeds: ['LIST-STATUS-FILTER'], needs: ['any pets'], stage: 'small catalogue' },
      async ({ api, pets, expect }) => {
        const response = await api.listPets({ status });
        if (!expect('LIST-STATUS-VALUES').status(response, 200)) return;
        const page = api.pageOf(response);
        if (page.size === 0)
          expect('LIST-STATUS-FILTER').notVerified(noPetListed(pets.own(), status, page), [response]);
      },
    );

    // Ten pets are sold by now, and five are pending, if the catalogue was empty. A service that reads chunks may lose the last pet of
    // a full chunk.
    testCase(
      `list/status/${status}/complete`,
      `GET /pets?status=${status} MUST list every pet with that status that GET /pets lists before and after`,
      { feeds: LISTED, needs: ['any pets'], stage: 'first listing', requestsInRow: 3 },
      async ({ api }) => {
        await api.sharePage({ limit: LIMIT_MAX });
        await api.sharePage({ status, limit: LIMIT_MAX });
        await api.sharePage({ limit: LIMIT_MAX });
      },
    );

    testCase(
      `list/status/${status}/repeated`,
      `GET /pets?status=${status} MUST list every pet with that status each time`,
      {
        judges: ['LIST-LIMIT-RANGE'],
        feeds: ['LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'LIST-STATUS-FILTER'],
        needs: ['any pets'],
        // The unfiltered page shows every pet only while the catalogue is small.
        stage: 'names listing',
        requestsInRow: 2,
      },
      async ({ api, expect }) => {
        await api.sharePage({ limit: LIMIT_MAX });
        const query = { status, limit: LIMIT_MAX };
        const responses = await Promise.all(Array.from({ length: TIMES }, () => api.listPets(query)));
        for (const response of responses) if (expect('LIST-LIMIT-RANGE').status(response, 200)) api.pageOf(response);
      },
    );

    testCase(
      `list/status/${status}/same-as-read`,
      `GET /pets?status=${status} MUST list pets that GET /pets/{petId} returns with that status`,
      {
        feeds: ['LIST-SAME', 'LIST-STATUS-COMPLETE'],
        needs: ['any pets', 'getPet'],
        stage: 'first listing',
        requestsInRow: 3,
      },
      async ({ api, pets, stopNotVerified }) => {
        const page = await api.sharePage({ status, limit: LIMIT_MAX });
        const listed = middlePet(page.pets.filter((pet) => pet.status === status));
        if (listed === undefined) return stopNotVerified(noPetListed(pets.own(), status, page), [page.response]);
        await api.readPet(listed.id);
        await api.readLists(status);
      },
    );
  }

  testCase(
    'list/status/none',
    'GET /pets with a status filter MUST NOT list a pet without a status',
    { feeds: ['LIST-STATUS-FILTER'], needs: ['seed pets'], stage: 'first listing' },
    async ({ api, pets, stopNotApplicable }) => {
      if (pets.seeds().every((pet) => pet.status !== undefined))
        return stopNotApplicable('The service assigns a status to every pet that is added without one.');
      await Promise.all(PET_STATUSES.map((status) => api.sharePage({ status, limit: LIMIT_MAX })));
    },
  );
});
