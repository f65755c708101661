import { LIMIT_MAX } from '../src/contract/operations.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';
import { isOnRemovalDay, REMOVAL_DAY } from '../src/contract/removal-calendar.ts';
import { defineCases } from '../src/suite/case.ts';
import type { CompleteResponse } from '../src/suite/response.ts';

/** Statuses that suggest a removed operation. */
const REMOVED_STATUSES = [301, 302, 303, 307, 308, 404, 405, 410, 501];

/** The most pets that a case reads to see whether any is returned. */
const MOST_READ = 5;

export const cases = defineCases(({ testCase }) => {
  testCase(
    'deprecation/date',
    `GET /pets/{petId} MUST return pets before ${REMOVAL_DAY}, and MUST NOT return them after it`,
    { judges: ['DEPRECATION-DATE'], stage: 'additions and rejections' },
    async ({ api, expect, run, notVerified, notApplicable }) => {
      if (run.phase === 'on-the-day') return notApplicable('On the removal day the contract allows both behaviours.');
      const page = await api.sharePage({ limit: LIMIT_MAX });
      if (page.pets.length === 0)
        return notVerified('The run found no pet to read.', 'Add a pet to the catalogue.', [page.response]);
      const options = { expects: run.phase === 'before' ? [200, 404] : [] };
      const reads: { readonly id: bigint; readonly response: CompleteResponse }[] = [];
      for (const { id } of page.pets.slice(0, MOST_READ)) {
        const response = await api.getPet(id, options);
        reads.push({ id, response });
        if (run.phase === 'before' && response.status === 200) break;
      }
      if (run.phase === 'after') {
        for (const { id, response } of reads) {
          const isReturned = api.showsPet(response, id);
          expect('DEPRECATION-DATE').holds(!isReturned, {
            expected: 'any response without the pet, since the operation is removed',
            actual: isReturned ? 'status 200 with the pet' : `status ${response.status}`,
            responses: [response],
          });
        }
        return;
      }
      // Another client may have removed a pet, so one response alone proves nothing.
      const statuses = reads.map(({ response }) => response.status);
      const isRemoved = statuses.every((status) => REMOVED_STATUSES.includes(status));
      if (!isRemoved && !statuses.includes(200))
        return notVerified('The run could not read a pet. GET-OK covers this.', null);
      expect('DEPRECATION-DATE').holds(!isRemoved, {
        expected: 'a pet, since the operation is not removed yet',
        actual: `statuses ${statuses.join(', ')}`,
        responses: reads.map(({ response }) => response),
      });
    },
  );

  for (const status of PET_STATUSES) {
    testCase(
      `deprecation/replacement/${status}`,
      `GET /pets?status=${status} MUST find a pet, as the replacement of GET /pets/{petId}`,
      { judges: ['DEPRECATION-REPLACEMENT'], needs: ['any pets'], stage: 'small catalogue' },
      async ({ expect }) => expect.foundByFilter(status),
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
