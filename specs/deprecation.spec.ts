import { LIMIT_MAX } from '../src/contract/operations.ts';
import { type Pet, PET_STATUSES, type PetStatus } from '../src/contract/pet.ts';
import { isOnRemovalDay, REMOVAL_DAY } from '../src/contract/removal-calendar.ts';
import { defineCases } from '../src/suite/case.ts';
import type { CaseTools } from '../src/suite/case-tools.ts';
import { findOnPage, middlePet, NO_COMPLETE_PAGE, noPetWithStatus, type Page } from '../src/suite/catalogue/page.ts';
import type { CompleteResponse } from '../src/suite/responses/response.ts';
import { ADD_A_PET, FEWER_CLIENTS } from '../src/suite/reasons.ts';

/** Statuses that suggest a removed operation. */
const REMOVED_STATUSES = [301, 302, 303, 307, 308, 404, 405, 410, 501];

/** The most pets that a case reads to see whether any is returned. */
const MOST_READ = 5;

export const cases = defineCases(({ testCase }) => {
  testCase(
    'deprecation/date',
    `GET /pets/{petId} MUST return pets before ${REMOVAL_DAY}, and MUST NOT return them after it`,
    { judges: ['DEPRECATION-DATE'], stage: 'additions and rejections' },
    async ({ api, run, expect, stopNotVerified, stopNotApplicable }) => {
      if (run.phase === 'on-the-day')
        return stopNotApplicable('On the removal day the contract allows both behaviours.');
      const { pets, response } = await api.sharePage({ limit: LIMIT_MAX });
      const ids = pets.slice(0, MOST_READ).map(({ id }) => id);
      if (ids.length === 0)
        return stopNotVerified({ reason: 'The run found no pet to read.', howToResolve: ADD_A_PET }, [response]);

      if (run.phase === 'before') {
        const responses = await readUntilReturned(api, ids);
        const statuses = responses.map(({ status }) => status);
        const isReturned = statuses.includes(200);
        if (!isReturned && !statuses.every((status) => REMOVED_STATUSES.includes(status)))
          return stopNotVerified('The run could not read a pet. GET-OK covers this.');
        expect('DEPRECATION-DATE').holds(isReturned, {
          expected: 'a pet, since the operation is not removed yet',
          actual: `statuses ${statuses.join(', ')}`,
          responses,
        });
        return;
      }

      for (const id of ids) {
        const read = await api.getPet(id, { expects: [] });
        const isReturned = api.showsPet(read, id);
        expect('DEPRECATION-DATE').holds(!isReturned, {
          expected: 'any response without the pet, since the operation is removed',
          actual: isReturned ? 'status 200 with the pet' : `status ${read.status}`,
          responses: [read],
        });
      }
    },
  );

  for (const status of PET_STATUSES) {
    testCase(
      `deprecation/replacement/${status}`,
      `GET /pets?status=${status} MUST find a pet, as the replacement of GET /pets/{petId}`,
      { judges: ['DEPRECATION-REPLACEMENT'], needs: ['any pets'], stage: 'small catalogue' },
      async (tools) => {
        const { pets, expect, findInList } = tools;
        const added = pets.seeds.find((pet) => pet.status === status);
        const found = added === undefined ? null : await findInList([added], status);
        const decided = found?.pets.find(({ presence }) => presence !== 'undecided' && presence !== 'moved');
        const filtered = found?.listing.filtered ?? null;
        const { page, pet } =
          decided === undefined || filtered === null
            ? await readListed(tools, status)
            : { page: filtered, pet: decided.pet };
        expect('DEPRECATION-REPLACEMENT').onPage(page, pet);
      },
    );
  }

  testCase(
    'deprecation/headers',
    `GET /pets/{petId} SHOULD name ${REMOVAL_DAY} in a Sunset header, if it sends one`,
    {
      judges: ['DEPRECATION-SUNSET', 'OPEN-DEPRECATION-HEADERS'],
      needs: ['any pets', 'getPet'],
      stage: 'additions and rejections',
    },
    async ({ api, pets, expect, observe }) => {
      const response = await api.getPet(pets.any().id, { expects: [200, 404] });
      const shown = ['deprecation', 'sunset', 'link'].flatMap((name) =>
        (response.headers.get(name) ?? []).map((value) => `${name}: ${value}`),
      );
      observe('OPEN-DEPRECATION-HEADERS', shown.join(', ') || 'no header announces the removal', [response]);
      const [sunset] = response.headers.get('sunset') ?? [];
      if (sunset === undefined)
        return expect('DEPRECATION-SUNSET').notApplicable('The response has no Sunset header.', [response]);
      expect('DEPRECATION-SUNSET').holds(isOnRemovalDay(new Date(sunset)), {
        expected: `Sunset on ${REMOVAL_DAY}`,
        actual: `Sunset: ${sunset}`,
        responses: [response],
      });
    },
  );
});

/** In a large catalogue: a listed pet that `GET /pets/{petId}` returns with the status, and a page read after that. */
async function readListed(
  {
    api,
    run,
    stopNotVerified,
    stopNotApplicable,
  }: Pick<CaseTools<never>, 'api' | 'run' | 'stopNotVerified' | 'stopNotApplicable'>,
  status: PetStatus,
): Promise<{ readonly page: Page; readonly pet: Pet }> {
  const earlier = await api.readPage({ status, limit: LIMIT_MAX });
  const listed = middlePet(earlier.pets);
  if (listed === undefined) return stopNotVerified(noPetWithStatus(status), [earlier.response]);
  if (run.phase !== 'before')
    return stopNotApplicable('GET /pets/{petId} may be removed on the date of the run (parts 4.3 and 9 rule 3).');
  const { pet, response } = await api.readPet(listed.id);
  if (pet.status !== status)
    return stopNotVerified({ reason: 'The pet changed between two reads.', howToResolve: FEWER_CLIENTS }, [response]);
  const page = await api.readPage({ status, limit: LIMIT_MAX });
  return findOnPage(page, pet.id) === undefined ? stopNotApplicable(NO_COMPLETE_PAGE, [page.response]) : { page, pet };
}

/** Reads pets until one is returned. Another client may have removed a pet, so one response alone proves nothing. */
async function readUntilReturned(
  api: CaseTools<never>['api'],
  ids: readonly bigint[],
): Promise<readonly CompleteResponse[]> {
  const responses: CompleteResponse[] = [];
  for (const id of ids) {
    if (responses.at(-1)?.status === 200) break;
    responses.push(await api.getPet(id, { expects: [200, 404] }));
  }
  return responses;
}
