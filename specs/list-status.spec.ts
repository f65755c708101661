import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { expectSomeMatch } from '../src/conformance/expectations/expect-some-match.ts';
import { expectListed } from '../src/conformance/expectations/expect-listed.ts';
import { expectListedAsRead } from '../src/conformance/expectations/expect-listed-as-read.ts';
import { findOnPage } from '../src/conformance/page.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';

for (const status of PET_STATUSES) {
  conformanceTest(
    `the filter ${status} holds only animals that are ${status}`,
    { requirements: ['LIST-STATUS-FILTER', 'LIST-STATUS-VALUES'] },
    async ({ client, judge }) => {
      const page = await client.list({ status });
      expectSomeMatch(judge, page, status);
    },
  );

  conformanceTest(
    `the filter ${status} finds the animals added with it`,
    { requirements: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'LIST-SAME', 'CREATE-STORED'] },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireAdding(judge);
      const added = catalogue.starters.filter((pet) => pet.status === status);
      if (added.length === 0) return judge.stop(`No animal that is ${status} could be added.`, null);
      await expectListed(run, client, judge, added, status);
    },
  );

  conformanceTest(
    `an animal found by the filter ${status} has that status when it is read alone`,
    { requirements: ['LIST-STATUS-COMPLETE', 'LIST-COMPLETE', 'LIST-SAME'] },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireReadingOne(judge);
      const page = await client.list({ status, limit: 20 });
      const listed = page.pets.find((pet) => pet.status === status);
      if (listed === undefined) {
        return judge.stop(`No animal is ${status}.`, `Put an animal that is ${status} into the catalogue.`, [
          page.answer,
        ]);
      }
      await expectListedAsRead(client, judge, page, listed);
      await expectListed(run, client, judge, [listed], status);
    },
  );
}

conformanceTest(
  'an animal without a status is found by no filter',
  { requirements: ['LIST-STATUS-FILTER'] },
  async ({ client, judge, catalogue }) => {
    catalogue.requireAdding(judge);
    const without = catalogue.starters.find((pet) => pet.status === undefined);
    if (without === undefined)
      return judge.stopNotApplicable('The service gives a status to every animal that is added without one.');
    const pages = await Promise.all(PET_STATUSES.map((status) => client.list({ status, limit: 100 })));
    const wrong = pages.find((page) => findOnPage(page, without.id) !== undefined);
    judge.check('LIST-STATUS-FILTER', wrong === undefined, {
      expected: `the animal ${without.id}, which has no status, in no filtered page`,
      actual: wrong === undefined ? 'in none' : `in the page of ${wrong.query.status ?? ''}`,
      answers: wrong === undefined ? pages.map((page) => page.answer) : [wrong.answer],
    });
  },
);
