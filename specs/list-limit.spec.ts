import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectSomeMatch } from '../src/conformance/expectations/expect-some-match.ts';
import { expectFullOrCapped } from '../src/conformance/expectations/expect-full-or-capped.ts';
import { expectProvenLimit } from '../src/conformance/expectations/expect-proven-limit.ts';
import { expectDefaultLimit } from '../src/conformance/expectations/expect-default-limit.ts';
import { LIMIT_MAX, LIMIT_MIN } from '../src/contract/limits.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';

conformanceTest(
  'listing without a limit gives as many as the limit 20',
  { requirements: ['LIST-LIMIT-DEFAULT'] },
  async ({ client, judge, catalogue, run }) => {
    await catalogue.fill();
    await expectDefaultLimit(run, client, judge, undefined);
  },
);

for (const status of PET_STATUSES) {
  conformanceTest(
    `listing with the filter ${status} and without a limit gives as many as the limit 20`,
    { requirements: ['LIST-LIMIT-DEFAULT'] },
    async ({ client, judge, catalogue, run }) => {
      await catalogue.fill();
      await expectDefaultLimit(run, client, judge, status);
    },
  );
}

for (let limit = LIMIT_MIN; limit <= LIMIT_MAX; limit += 1) {
  conformanceTest(
    `a page with the limit ${limit} holds at most ${limit}`,
    { requirements: ['LIST-LIMIT-MAX', 'LIST-LIMIT-RANGE', 'LIST-COMPLETE'] },
    async ({ client, judge, catalogue, run }) => {
      await catalogue.fill();
      const page = await client.list({ limit });
      expectProvenLimit(run, judge, page);
      await expectFullOrCapped(run, client, judge, page);
    },
  );
}

const BOUNDS_AND_SPREAD = [1, 2, 3, 5, 8, 13, 19, 20, 21, 34, 50, 75, 99, 100];

for (const status of PET_STATUSES) {
  for (const limit of BOUNDS_AND_SPREAD) {
    conformanceTest(
      `a page with the limit ${limit} and the filter ${status} holds at most ${limit}, all ${status}`,
      { requirements: ['LIST-LIMIT-MAX', 'LIST-LIMIT-RANGE', 'LIST-STATUS-FILTER'] },
      async ({ client, judge, catalogue, run }) => {
        await catalogue.fill();
        const page = await client.list({ status, limit });
        expectProvenLimit(run, judge, page);
        expectSomeMatch(judge, page, status);
      },
    );
  }
}
