import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectDefaultWhileSmall } from '../src/conformance/expectations/expect-default-while-small.ts';
import { expectListed } from '../src/conformance/expectations/expect-listed.ts';
import {
  expectUnmarkedNotStored,
  REPEATED_BODIES,
} from '../src/conformance/expectations/expect-unmarked-not-stored.ts';
import { namedBody, unmarkedBodies } from '../src/conformance/one-fault-case.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';

// These cases come right after the first additions, while the catalogue is as small as it will be.

conformanceTest(
  'the list is looked at while it is small, to be judged when larger pages were seen',
  { requirements: ['LIST-OK'] },
  async ({ client, judge, catalogue }) => {
    catalogue.requireAdding(judge);
    await Promise.all([catalogue.lookEarly(), client.list()]);
  },
);

conformanceTest(
  'listing without a limit leaves out nothing that the limit 20 shows while the catalogue is small',
  { requirements: ['LIST-LIMIT-DEFAULT'] },
  async ({ client, judge, catalogue, run }) => {
    catalogue.requireAdding(judge);
    await expectDefaultWhileSmall(run, client, judge);
  },
);

for (const status of [...PET_STATUSES, undefined]) {
  conformanceTest(
    `every animal added so far ${status === undefined ? 'that has no status' : `as ${status}`} is in the list`,
    { requirements: ['CREATE-STORED', 'LIST-COMPLETE', 'LIST-SAME', 'LIST-STATUS-COMPLETE'] },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireAdding(judge);
      const own = run.sightings.own().flatMap(({ pet }) => (pet.status === status ? [pet] : []));
      if (own.length === 0) return judge.stopNotApplicable('No such animal was added.');
      await expectListed(run, client, judge, own, status);
      if (status === undefined)
        judge.notApplicable('LIST-STATUS-COMPLETE', 'No filter finds an animal without a status.');
    },
  );
}

conformanceTest(
  'refused bodies that hold nothing to recognise an animal by leave none behind',
  { requirements: ['CREATE-REFUSED-NOT-STORED'], creates: unmarkedBodies(false).length + REPEATED_BODIES },
  async ({ client, judge, catalogue, run }) => {
    catalogue.requireAdding(judge);
    await expectUnmarkedNotStored(run, client, judge, unmarkedBodies(catalogue.anyCategory), () =>
      namedBody(catalogue.bodyToRefuse(judge, 'sold')),
    );
  },
);
