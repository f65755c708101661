import { describePets } from '../src/contract/describe.ts';
import { LIMIT_DEFAULT, LIMIT_MAX, LIMIT_MIN } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import type { ListQuery } from '../src/suite/api-request.ts';
import { defineCases } from '../src/suite/case.ts';

const ALL_LIMITS = Array.from({ length: LIMIT_MAX - LIMIT_MIN + 1 }, (_, index) => LIMIT_MIN + index);

/** The limits that are tried with each filter. Generated cases try random ones. */
const SOME_LIMITS = [LIMIT_MIN, 2, 5, LIMIT_DEFAULT, LIMIT_DEFAULT + 1, 50, LIMIT_MAX - 1, LIMIT_MAX];

const FULL = { needs: ['full catalogue'], stage: 'full catalogue' } as const;

export const cases = defineCases(({ testCase }) => {
  testCase(
    'list/limit/default/small',
    `GET /pets MUST list every pet that GET /pets?limit=${LIMIT_DEFAULT} lists while the catalogue is small`,
    { judges: ['LIST-LIMIT-DEFAULT'], needs: ['create'], stage: 'first listing' },
    async ({ api, expect }) => {
      await expect('LIST-LIMIT-DEFAULT').sameOwnPets(
        () => api.readPage(),
        () => api.sharePage({ limit: LIMIT_DEFAULT }),
      );
    },
  );

  for (const status of [undefined, ...PET_STATUSES]) {
    testCase(
      `list/limit/default/${status ?? 'all'}`,
      `GET /pets${status === undefined ? '' : `?status=${status}`} MUST list as many pets as with limit=${LIMIT_DEFAULT}`,
      { ...FULL, judges: ['LIST-LIMIT-DEFAULT'] },
      async ({ api, expect }) => {
        const query: ListQuery = status === undefined ? {} : { status };
        await expect('LIST-LIMIT-DEFAULT').sameSize(
          () => api.readPage(query),
          () => api.sharePage({ ...query, limit: LIMIT_DEFAULT }),
        );
      },
    );
  }

  for (const limit of ALL_LIMITS) {
    testCase(
      `list/limit/${limit}`,
      `GET /pets?limit=${limit} MUST list at most ${describePets(limit)}`,
      { ...FULL, judges: ['LIST-LIMIT-MAX', 'LIST-LIMIT-RANGE', 'LIST-COMPLETE'] },
      async ({ api, expect }) => {
        const response = await api.listPets({ limit });
        if (!expect('LIST-LIMIT-RANGE').status(response, 200)) return;
        const page = api.pageOf(response);
        expect('LIST-LIMIT-MAX').withinLimit(page);
        await expect('LIST-COMPLETE').everyOwnPet(page);
      },
    );
  }

  for (const status of PET_STATUSES) {
    for (const limit of SOME_LIMITS) {
      testCase(
        `list/limit/${limit}/${status}`,
        `GET /pets?status=${status}&limit=${limit} MUST list at most ${describePets(limit)}, all with status "${status}"`,
        { ...FULL, judges: ['LIST-LIMIT-MAX', 'LIST-LIMIT-RANGE', 'LIST-STATUS-FILTER'] },
        async ({ api, expect }) => {
          const response = await api.listPets({ status, limit });
          if (!expect('LIST-LIMIT-RANGE').status(response, 200)) return;
          const page = api.pageOf(response);
          expect('LIST-LIMIT-MAX').withinLimit(page);
          expect('LIST-STATUS-FILTER').matchesFilter(page);
        },
      );
    }
  }
});
