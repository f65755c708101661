import { LIMIT_MAX } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { isOnRemovalDay, REMOVAL_DAY } from '../src/contract/removal-calendar.ts';
import { defineCases } from '../src/suite/case.ts';
import type { Api } from '../src/suite/api.ts';
import { middlePet } from '../src/suite/pets.ts';
import type { CompleteResponse } from '../src/suite/responses/response.ts';
import { ADD_A_PET, FEWER_CLIENTS, type GivenReason, noPetListed } from '../src/suite/reasons.ts';

/** Statuses that suggest a removed operation. */
const REMOVED_STATUSES = [301, 302, 303, 307, 308, 404, 405, 410, 501];

/** How many pets of the run a case reads until one is returned, and how many pets of others if none is. */
const OWN_READ = 2;
const MOST_LISTED = 5;

/** Only the service decides what happens to the pets of the run. */
const NOT_RETURNED = {
  reason: 'The run could not read the pets that it added, and the list did not show them.',
  howToResolve: 'Return each added pet by its id at once, then run again.',
};

const NO_PET = { reason: 'The run found no pet to read.', howToResolve: ADD_A_PET };

export const cases = defineCases(({ testCase }) => {
  testCase(
    'deprecation/date',
    `GET /pets/{petId} MUST return pets before ${REMOVAL_DAY}, and MUST NOT return them after it`,
    { judges: ['DEPRECATION-DATE'], needs: ['any pets'], stage: 'small catalogue' },
    async ({ api, pets, run, expect, stopNotVerified, stopNotApplicable }) => {
      if (run.phase === 'on-the-day')
        return stopNotApplicable('On the removal day the contract allows both behaviours.');
      const own = pets
        .seeds()
        .slice(0, OWN_READ)
        .map(({ id }) => id);

      if (run.phase === 'after') {
        const ids = own.length > 0 ? own : await listedIds(api);
        if (ids.length === 0) return stopNotVerified(NO_PET);
        for (const id of ids) {
          const response = await api.getPet(id, { expects: [] });
          const isShown = api.showsPet(response, id);
          expect('DEPRECATION-DATE').holds(!isShown, {
            expected: 'any response without the pet, since the operation is removed',
            actual: isShown ? 'status 200 with the pet' : `status ${response.status}`,
            responses: [response],
          });
        }
        return;
      }

      // Another client may remove its own pets, and the list may be late.
      const ofRun = await readUntilReturned(api, own);
      const others = ofRun.some(isReturned) ? [] : await listedIds(api);
      const responses = [...ofRun, ...(await readUntilReturned(api, others))];
      if (responses.length === 0) return stopNotVerified(NO_PET);
      const isRemoved = !responses.some(isReturned);
      const other = isRemoved ? await otherReason(api, { own, others }, responses) : null;
      if (other !== null) return stopNotVerified(other, responses);
      expect('DEPRECATION-DATE').holds(!isRemoved, {
        expected: 'a pet, since the operation is not removed yet',
        actual: `statuses ${responses.map(({ status }) => status).join(', ')}`,
        responses,
      });
    },
  );

  for (const status of PET_STATUSES) {
    testCase(
      `deprecation/replacement/${status}`,
      `GET /pets?status=${status} MUST find a pet, as the replacement of GET /pets/{petId}`,
      { feeds: ['DEPRECATION-REPLACEMENT'], needs: ['any pets'], stage: 'first listing' },
      async ({ api, pets, run, stopNotVerified, stopNotApplicable }) => {
        if (pets.own().some((pet) => pet.status === status)) return api.readLists(status);
        const page = await api.readPage({ status, limit: LIMIT_MAX });
        const listed = middlePet(page.pets);
        if (listed === undefined) return stopNotVerified(noPetListed(pets.own(), status, page), [page.response]);
        if (run.phase !== 'before')
          return stopNotApplicable('GET /pets/{petId} may be removed on the date of the run (parts 4.3 and 9 rule 3).');
        await api.readPet(listed.id);
        await api.readPage({ status, limit: LIMIT_MAX });
      },
    );
  }

  testCase(
    'deprecation/headers',
    `GET /pets/{petId} SHOULD name ${REMOVAL_DAY} in a Sunset header, if it sends one`,
    {
      judges: ['DEPRECATION-SUNSET', 'OPEN-DEPRECATION-HEADERS'],
      needs: ['any pets', 'getPet'],
      stage: 'small catalogue',
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

/** The ids of some listed pets. */
async function listedIds(api: Api): Promise<readonly bigint[]> {
  const { pets } = await api.sharePage({ limit: LIMIT_MAX });
  return pets.slice(0, MOST_LISTED).map(({ id }) => id);
}

/** Reads pets until one is returned. Another client may have removed a pet, so one response alone proves nothing. */
async function readUntilReturned(api: Api, ids: readonly bigint[]): Promise<readonly CompleteResponse[]> {
  const responses: CompleteResponse[] = [];
  for (const id of ids) {
    if (responses.some(isReturned)) break;
    responses.push(await api.getPet(id, { expects: [200, 404] }));
  }
  return responses;
}

function isReturned({ status }: CompleteResponse): boolean {
  return status === 200;
}

/** Why no pet was returned, if the removal of the operation is not the only explanation; null if it is. */
async function otherReason(
  api: Api,
  { own, others }: { readonly own: readonly bigint[]; readonly others: readonly bigint[] },
  responses: readonly CompleteResponse[],
): Promise<GivenReason | null> {
  const ids = [...own, ...others];
  if (!responses.every(({ status }) => REMOVED_STATUSES.includes(status)))
    return 'The run could not read a pet. GET-OK covers this.';
  // A list without a filter may lack every pet.
  for (const filter of [{}, ...PET_STATUSES.map((status) => ({ status }))]) {
    const { pets } = await api.readPage({ ...filter, limit: LIMIT_MAX });
    if (pets.some(({ id }) => ids.includes(id))) return null;
  }
  if (own.length > 0) return NOT_RETURNED;
  return { reason: 'The list does not show the pets that the run could not read.', howToResolve: FEWER_CLIENTS };
}
