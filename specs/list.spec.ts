import { LIMIT_DEFAULT, LIMIT_MAX } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { ANY_MEDIA_TYPE } from '../src/suite/api.ts';
import { defineCases } from '../src/suite/case.ts';
import { listPath, type ListQuery } from '../src/suite/api-request.ts';
import { findOnPage, NO_EMPTY_LIST, NO_OWN_PET_LISTED, noPetWithStatus } from '../src/suite/page.ts';

/** A case reads every so many pets of a page: other clients may change some of them at every request. */
const EVERY = 4;

/** What a service may get wrong in an empty list alone. */
const OF_EMPTY_LISTS = ['PETS-ARRAY', 'ANSWER-MEDIA-TYPE'] as const;

/** Why a case about pets without a status may not apply. */
const DEFAULT_STATUS = 'The service assigns a status to every pet that is added without one.';

export const cases = defineCases(({ testCase }) => {
  // A result can be empty only before the run adds pets.
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

    testCase(
      `list/untouched/${status ?? 'all'}/limit`,
      `GET ${listPath({ ...query, limit: LIMIT_MAX })} MUST return 200 before the run adds a pet`,
      { judges: ['LIST-LIMIT-RANGE', ...OF_EMPTY_LISTS], stage: 'untouched catalogue' },
      async ({ api, expect }) => {
        const response = await api.listPets({ ...query, limit: LIMIT_MAX });
        expect('LIST-LIMIT-RANGE').status(response, 200);
        const { size } = api.pageOf(response);
        for (const each of OF_EMPTY_LISTS)
          if (size === 0) expect(each).holdsFor(response);
          else expect(each).notApplicable(NO_EMPTY_LIST, [response]);
      },
    );
  }

  testCase(
    'list/array',
    'GET /pets MUST return a bare array of pets',
    { judges: ['LIST-OK', 'PETS-ARRAY'], stage: 'small catalogue' },
    async ({ api, expect }) => {
      const response = await api.listPets();
      expect('LIST-OK').status(response, 200);
      expect('PETS-ARRAY').holdsFor(response);
    },
  );

  testCase(
    'list/any-media-type',
    'GET /pets MUST return JSON, also to a client that accepts any media type',
    { judges: ['LIST-OK', 'PETS-ARRAY'], stage: 'small catalogue' },
    async ({ api, expect }) => {
      const response = await api.listPets({}, ANY_MEDIA_TYPE);
      expect('LIST-OK').status(response, 200);
      expect('PETS-ARRAY').holdsFor(response);
    },
  );

  testCase(
    'list/distinct-ids',
    'GET /pets MUST NOT list an id twice on a page',
    { judges: ['LIST-IDS-DISTINCT'], needs: ['any pets'], stage: 'small catalogue' },
    async ({ api, expect }) => {
      expect('LIST-IDS-DISTINCT').distinctIds(await api.readPage({ limit: LIMIT_MAX }));
    },
  );

  testCase(
    'list/same-as-read',
    'GET /pets MUST list pets with the values that GET /pets/{petId} returns',
    { judges: ['LIST-SAME'], needs: ['any pets', 'getPet'], stage: 'small catalogue' },
    async ({ api, expect, notVerified }) => {
      const page = await api.readPage({ limit: LIMIT_DEFAULT });
      if (page.size === 0)
        return notVerified('The catalogue is empty.', 'Add a pet to the catalogue.', [page.response]);
      await expect.listedAsRead(
        page,
        page.pets.filter((_, place) => place % EVERY === 0),
      );
    },
  );

  for (const [limit, status] of [
    [LIMIT_MAX, 'sold'],
    [LIMIT_DEFAULT, 'pending'],
  ] as const) {
    testCase(
      `list/shows-new-pet/limit-${limit}`,
      `GET ${listPath({ limit })} MUST list a new pet after the same list was read without it`,
      {
        judges: ['LIST-COMPLETE', 'LIST-STATUS-COMPLETE', 'LIST-SAME', 'CREATE-STORED'],
        needs: ['create'],
        mayCreate: 1,
        stage: 'small catalogue',
      },
      async ({ api, pets, expect }) => {
        const sent = pets.valid({ status });
        const queries: readonly ListQuery[] = [{ limit }, { limit, status }, ...(limit === LIMIT_DEFAULT ? [{}] : [])];
        const earlier = await Promise.all(queries.map((query) => api.readPage(query)));
        const { pet } = await api.addPet(sent);
        await expect.listed([pet], pet.status, { limit });
        for (const page of earlier) await expect.notStale(page, pet);
      },
    );
  }

  for (const status of PET_STATUSES) {
    testCase(
      `list/status/${status}`,
      `GET /pets?status=${status} MUST list only pets with status "${status}"`,
      { judges: ['LIST-STATUS-FILTER', 'LIST-STATUS-VALUES'], needs: ['any pets'], stage: 'small catalogue' },
      async ({ api, expect }) => {
        const response = await api.listPets({ status });
        if (!expect('LIST-STATUS-VALUES').status(response, 200)) return;
        expect('LIST-STATUS-FILTER').matchesFilter(api.pageOf(response));
      },
    );

    testCase(
      `list/status/${status}/complete`,
      `GET /pets?status=${status} MUST list every pet with that status that GET /pets lists before and after`,
      { judges: ['LIST-STATUS-COMPLETE'], needs: ['any pets'], stage: 'small catalogue' },
      async ({ expect }) => expect.filterComplete(status),
    );

    testCase(
      `list/status/${status}/repeated`,
      `GET /pets?status=${status} MUST list every pet with that status each time`,
      {
        judges: ['LIST-STATUS-COMPLETE'],
        needs: ['any pets'],
        stage: 'full catalogue',
        kind: `list/status/${status}/complete`,
      },
      async ({ expect }) => expect.filterStaysComplete(status),
    );

    testCase(
      `list/status/${status}/seeds`,
      `GET /pets?status=${status} MUST list the pets that were added with that status`,
      {
        judges: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'LIST-SAME', 'CREATE-STORED'],
        needs: ['seed pets'],
        stage: 'small catalogue',
      },
      async ({ pets, expect, notVerified }) => {
        const added = pets.seeds.filter((pet) => pet.status === status);
        if (added.length === 0) return notVerified(`The run could not create a pet with status "${status}".`, null);
        await expect.listed(added, status);
      },
    );

    testCase(
      `list/status/${status}/same-as-read`,
      `GET /pets?status=${status} MUST list pets that GET /pets/{petId} returns with that status`,
      {
        judges: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'LIST-SAME'],
        needs: ['any pets', 'getPet'],
        stage: 'small catalogue',
      },
      async ({ api, expect, notVerified }) => {
        const page = await api.sharePage({ status, limit: LIMIT_MAX });
        const listed = page.pets.find((pet) => pet.status === status);
        if (listed === undefined) return notVerified(...noPetWithStatus(status), [page.response]);
        await expect.listedAsRead(page, [listed]);
        await expect.listed([listed], status);
      },
    );
  }

  testCase(
    'list/status/none',
    'GET /pets with a status filter MUST NOT list a pet without a status',
    { judges: ['LIST-STATUS-FILTER'], needs: ['seed pets'], stage: 'small catalogue' },
    async ({ api, pets, expect, notApplicable }) => {
      const withoutStatus = pets.seeds.find((pet) => pet.status === undefined);
      if (withoutStatus === undefined) return notApplicable(DEFAULT_STATUS);
      const pages = await Promise.all(PET_STATUSES.map((status) => api.sharePage({ status, limit: 100 })));
      const wrong = pages.find((page) => findOnPage(page, withoutStatus.id) !== undefined);
      if (wrong === undefined && pages.every(({ size }) => size >= LIMIT_MAX)) return notApplicable(NO_OWN_PET_LISTED);
      if (wrong !== undefined && (await expect.hasMoved(withoutStatus)))
        return notApplicable('The service assigned a status to the pet after it was added.', [wrong.response]);
      expect('LIST-STATUS-FILTER').holds(wrong === undefined, {
        expected: `no filtered page with pet ${withoutStatus.id}, which has no status`,
        actual: wrong === undefined ? 'no such page' : `the page with status=${wrong.query.status ?? ''} lists it`,
        responses: (wrong === undefined ? pages : [wrong]).map(({ response }) => response),
      });
    },
  );

  testCase(
    'list/seeds-without-status',
    'GET /pets MUST list the pets that were added without a status',
    {
      judges: ['LIST-COMPLETE', 'LIST-SAME', 'CREATE-STORED'],
      needs: ['seed pets'],
      stage: 'small catalogue',
    },
    async ({ pets, expect, notApplicable }) => {
      const added = pets.seeds.filter((pet) => pet.status === undefined);
      if (added.length === 0) return notApplicable(DEFAULT_STATUS);
      await expect.listed(added, undefined);
    },
  );
});
