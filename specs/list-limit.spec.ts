import { counted } from '../src/contract/describe.ts';
import { LIMIT_DEFAULT, LIMIT_MAX, LIMIT_MIN } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import type { Api } from '../src/suite/api.ts';
import type { ListQuery } from '../src/suite/api-request.ts';
import { defineCases } from '../src/suite/case.ts';

const ALL_LIMITS = Array.from({ length: LIMIT_MAX - LIMIT_MIN + 1 }, (_, index) => LIMIT_MIN + index);

/** The limits that are tried with each filter. Generated cases try random ones. */
const SOME_LIMITS = [LIMIT_MIN, LIMIT_DEFAULT + 1, LIMIT_MAX];
/** About the largest limit that a full catalogue proves with a filter: the pets of a page have three statuses, or none. */
const LARGE_WITH_FILTER = 28;

/** Reads a page without a limit between two pages with the default limit. */
async function readBetween(api: Api, query: ListQuery): Promise<void> {
  const limited = { ...query, limit: LIMIT_DEFAULT };
  for (const each of [limited, query, limited]) await api.sharePage(each);
}

const FULL = { needs: ['full catalogue'] } as const;

export const cases = defineCases(({ testCase }) => {
  testCase(
    'list/limit/default/small',
    `GET /pets MUST list every pet that GET /pets?limit=${LIMIT_DEFAULT} lists while the catalogue is small, also after a filtered list`,
    { feeds: ['LIST-LIMIT-DEFAULT'], needs: ['create'], stage: 'first listing', requestsInRow: 3 },
    async ({ api, onOneConnection }) =>
      onOneConnection(async (connection) => {
        const limited = { limit: LIMIT_DEFAULT };
        const filtered = api.listPets({ status: 'sold', limit: LIMIT_MAX }, { connection });
        await Promise.all([filtered, api.readPage(limited)]);
        api.pageOf(await api.listPets({}, { connection }));
        await api.readPage(limited);
      }),
  );

  for (const status of [undefined, ...PET_STATUSES]) {
    testCase(
      `list/limit/default/${status ?? 'all'}`,
      `GET /pets${status === undefined ? '' : `?status=${status}`} MUST list as many pets as with limit=${LIMIT_DEFAULT}`,
      { ...FULL, feeds: ['LIST-LIMIT-DEFAULT'], requestsInRow: 3 },
      async ({ api }) => readBetween(api, status === undefined ? {} : { status }),
    );
  }

  for (const limit of ALL_LIMITS) {
    testCase(
      `list/limit/${limit}`,
      `GET /pets?limit=${limit} MUST list at most ${counted(limit, 'pet')}`,
      { ...FULL, judges: ['LIST-LIMIT-RANGE'], feeds: ['LIST-LIMIT-MAX', 'LIST-COMPLETE'] },
      async ({ api, expect }) => {
        const response = await api.listPets({ limit });
        if (expect('LIST-LIMIT-RANGE').status(response, 200)) api.pageOf(response);
      },
    );
  }

  for (const status of PET_STATUSES) {
    for (const limit of status === 'sold' ? [...SOME_LIMITS, LARGE_WITH_FILTER] : SOME_LIMITS) {
      testCase(
        `list/limit/${limit}/${status}`,
        `GET /pets?status=${status}&limit=${limit} MUST list at most ${counted(limit, 'pet')}, all with status "${status}"`,
        { ...FULL, judges: ['LIST-LIMIT-RANGE'], feeds: ['LIST-LIMIT-MAX', 'LIST-STATUS-FILTER'] },
        async ({ api, expect }) => {
          const response = await api.listPets({ status, limit });
          if (expect('LIST-LIMIT-RANGE').status(response, 200)) api.pageOf(response);
        },
      );
    }
  }
});
