import { LIMIT_DEFAULT, LIMIT_MAX } from '../src/contract/operations.ts';
import { type Pet, PET_STATUSES, type PetStatus } from '../src/contract/pet.ts';
import { ANY_MEDIA_TYPE } from '../src/suite/api.ts';
import { defineCases } from '../src/suite/case.ts';
import { listPath, type ListQuery } from '../src/suite/api-request.ts';
import { findOnPage, middlePet, NO_EMPTY_LIST, noPetWithStatus, type Page } from '../src/suite/catalogue/page.ts';
import { ADD_A_PET } from '../src/suite/reasons.ts';

/** The run reads one listed pet in this many, to send few requests. */
const READ_EVERY = 4;

/** Rules that a service may break only in an empty list. */
const EMPTY_LIST_RULES = ['PETS-ARRAY', 'ANSWER-MEDIA-TYPE'] as const;

const NO_PET_WITHOUT_STATUS = 'The service assigns a status to every pet that is added without one.';

/** The pets with a status that both pages show. Other clients write, so only these were in the catalogue all the time. */
function onBoth(before: Page, after: Page, status: PetStatus): readonly Pet[] {
  return before.pets.filter((pet) => pet.status === status && findOnPage(after, pet.id)?.status === status);
}

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

    testCase(
      `list/untouched/${status ?? 'all'}/limit`,
      `GET ${listPath({ ...query, limit: LIMIT_MAX })} MUST return 200 and, if it lists no pet, an empty JSON array`,
      { judges: ['LIST-LIMIT-RANGE', ...EMPTY_LIST_RULES], stage: 'untouched catalogue' },
      async ({ api, expect }) => {
        const response = await api.listPets({ ...query, limit: LIMIT_MAX });
        expect('LIST-LIMIT-RANGE').status(response, 200);
        const { size } = api.pageOf(response);
        for (const rule of EMPTY_LIST_RULES)
          if (size === 0) expect(rule).holdsFor(response);
          else expect(rule).notApplicable(NO_EMPTY_LIST, [response]);
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
      expect('LIST-IDS-DISTINCT').eachIdOnce(await api.readPage({ limit: LIMIT_MAX }));
    },
  );

  testCase(
    'list/same-as-read',
    'GET /pets MUST list pets with the values that GET /pets/{petId} returns',
    { judges: ['LIST-SAME'], needs: ['any pets', 'getPet'], stage: 'small catalogue' },
    async ({ api, expect, stopNotVerified }) => {
      const page = await api.readPage({ limit: LIMIT_DEFAULT });
      if (page.size === 0)
        return stopNotVerified({ reason: 'The catalogue is empty.', howToResolve: ADD_A_PET }, [page.response]);
      const some = page.pets.filter((_, index) => index % READ_EVERY === 0);
      await expect('LIST-SAME').sameAsRead(page, some);
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
      async ({ api, pets, expect, findInList }) => {
        const queries: readonly ListQuery[] = limit === LIMIT_DEFAULT ? [{ limit }, {}] : [{ limit }];
        const earlier = await Promise.all(queries.map((query) => api.readPage(query)));
        const earlierFiltered = await api.readPage({ limit, status });
        const { pet } = await api.addPet(pets.valid({ status }));
        const found = await findInList([pet], pet.status, { limit });
        expect('CREATE-STORED').stored(found);
        expect('LIST-COMPLETE').listed(found);
        expect('LIST-STATUS-COMPLETE').listedByStatus(found);
        await expect('LIST-SAME').sameValues(found);
        for (const page of earlier) await expect('LIST-COMPLETE').notStale(page, pet);
        await expect('LIST-STATUS-COMPLETE').notStale(earlierFiltered, pet);
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
      async ({ api, expect }) => {
        await expect('LIST-STATUS-COMPLETE').allListed(async () => {
          const before = await api.sharePage({ limit: LIMIT_MAX });
          const filtered = await api.sharePage({ status, limit: LIMIT_MAX });
          const after = await api.sharePage({ limit: LIMIT_MAX });
          return { pages: [filtered], expected: onBoth(before, after, status), shownBy: [before, after] };
        });
      },
    );

    testCase(
      `list/status/${status}/repeated`,
      `GET /pets?status=${status} MUST list every pet with that status each time`,
      {
        judges: ['LIST-STATUS-COMPLETE'],
        needs: ['any pets'],
        // Later, the unfiltered page no longer shows every pet.
        stage: 'names listing',
        repeatGroup: `list/status/${status}/complete`,
      },
      async ({ api, expect }) => {
        await expect('LIST-STATUS-COMPLETE').allListedEachTime(async (lists) => {
          const before = await api.sharePage({ limit: LIMIT_MAX });
          const repeated = Array.from({ length: lists }, () => api.readPage({ status, limit: LIMIT_MAX }));
          const pages = await Promise.all(repeated);
          const after = await api.sharePage({ limit: LIMIT_MAX });
          return { pages, expected: onBoth(before, after, status), shownBy: [before, after] };
        });
      },
    );

    testCase(
      `list/status/${status}/seeds`,
      `GET /pets?status=${status} MUST list the pets that were added with that status`,
      {
        judges: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'LIST-SAME', 'CREATE-STORED'],
        needs: ['seed pets'],
        stage: 'small catalogue',
      },
      async ({ pets, expect, findInList, stopNotVerified }) => {
        const added = pets.seeds.filter((pet) => pet.status === status);
        if (added.length === 0) return stopNotVerified(`The run could not create a pet with status "${status}".`);
        const found = await findInList(added, status);
        expect('CREATE-STORED').stored(found);
        expect('LIST-COMPLETE').listed(found);
        expect('LIST-STATUS-COMPLETE').listedByStatus(found);
        await expect('LIST-SAME').sameValues(found);
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
      async ({ api, expect, findInList, stopNotVerified }) => {
        const page = await api.sharePage({ status, limit: LIMIT_MAX });
        const listed = middlePet(page.pets.filter((pet) => pet.status === status));
        if (listed === undefined) return stopNotVerified(noPetWithStatus(status), [page.response]);
        await expect('LIST-SAME').sameAsRead(page, [listed]);
        const found = await findInList([listed], status);
        expect('LIST-COMPLETE').listed(found);
        expect('LIST-STATUS-COMPLETE').listedByStatus(found);
        await expect('LIST-SAME').sameValues(found);
      },
    );
  }

  testCase(
    'list/status/none',
    'GET /pets with a status filter MUST NOT list a pet without a status',
    { judges: ['LIST-STATUS-FILTER'], needs: ['seed pets'], stage: 'small catalogue' },
    async ({ api, pets, expect, detectMove, stopNotApplicable }) => {
      const withoutStatus = pets.seeds.find((pet) => pet.status === undefined);
      if (withoutStatus === undefined) return stopNotApplicable(NO_PET_WITHOUT_STATUS);
      const pages = await Promise.all(PET_STATUSES.map((status) => api.sharePage({ status, limit: LIMIT_MAX })));
      const isListed = pages.some((page) => findOnPage(page, withoutStatus.id) !== undefined);
      if (isListed && (await detectMove(withoutStatus)))
        return stopNotApplicable('The service assigned a status to the pet after it was added.');
      expect('LIST-STATUS-FILTER').notListed(pages, withoutStatus);
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
    async ({ pets, expect, findInList, stopNotApplicable }) => {
      const added = pets.seeds.filter((pet) => pet.status === undefined);
      if (added.length === 0) return stopNotApplicable(NO_PET_WITHOUT_STATUS);
      const found = await findInList(added, undefined);
      expect('CREATE-STORED').stored(found);
      expect('LIST-COMPLETE').listed(found);
      await expect('LIST-SAME').sameValues(found);
    },
  );
});
