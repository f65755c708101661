import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { judgeStoredLater } from '../src/conformance/expectations/expect-nothing-stored.ts';
import { expectListed, judgeLook } from '../src/conformance/expectations/expect-listed.ts';
import { expectSameAnimal } from '../src/conformance/expectations/expect-same-animal.ts';
import { PET_STATUSES } from '../src/contract/pet.ts';

// These cases begin by filling the catalogue, and read back everything that the run has added until then.

conformanceTest(
  'every animal that the run added is read alone with the values it was added with',
  { requirements: ['CREATE-STORED', 'GET-OK', 'GET-SAME'] },
  async ({ client, judge, catalogue, run }) => {
    catalogue.requireAdding(judge);
    catalogue.requireReadingOne(judge);
    await catalogue.fill();
    const own = run.sightings.own();
    if (own.length === 0) return judge.stop('The run could add no animal.', null);
    await Promise.all(
      own.map(async ({ pet }) => {
        const read = await client.read(pet.id);
        expectSameAnimal(judge, 'GET-SAME', pet, read.pet, [read.answer]);
      }),
    );
  },
);

for (const status of [...PET_STATUSES, undefined]) {
  conformanceTest(
    `the list showed every animal ${status === undefined ? 'without a status' : `that is ${status}`} while it was small`,
    { requirements: ['CREATE-STORED', 'LIST-COMPLETE', 'LIST-SAME', 'LIST-STATUS-COMPLETE'] },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireAdding(judge);
      await catalogue.fill();
      const looks = catalogue.earlyLooks(status);
      if (looks.length === 0) return judge.stopNotApplicable('No such animal had been added by then.');
      for (const { pets, look } of looks) await judgeLook(run, client, judge, pets, look);
      if (status === undefined)
        judge.notApplicable('LIST-STATUS-COMPLETE', 'No filter finds an animal without a status.');
    },
  );
}

for (const status of PET_STATUSES) {
  conformanceTest(
    `every animal that the run added as ${status} is in the list with the values it was added with`,
    {
      requirements: [
        'CREATE-STORED',
        'LIST-COMPLETE',
        'LIST-STATUS-COMPLETE',
        'LIST-SAME',
        'CREATE-REFUSED-NOT-STORED',
        'AUTH-NO-EFFECT',
      ],
    },
    async ({ client, judge, catalogue, run }) => {
      catalogue.requireAdding(judge);
      await catalogue.fill();
      const own = run.sightings.own().filter(({ pet }) => pet.status === status);
      if (own.length === 0) return judge.stop(`The run could add no animal that is ${status}.`, null);
      await expectListed(
        run,
        client,
        judge,
        own.map(({ pet }) => pet),
        status,
      );
      judgeStoredLater(run, judge);
    },
  );
}
