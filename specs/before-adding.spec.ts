import { PET_STATUSES } from '../src/contract/pet.ts';
import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { findOnPage, isComplete } from '../src/conformance/page.ts';

// The set-up reads every filter, with and without a limit, before it adds anything: an empty result may not be had later,
// and what it must be is judged there, as on every answer.

conformanceTest(
  'a filtered page leaves out no animal that the unfiltered page shows before and after it',
  { requirements: ['LIST-STATUS-COMPLETE'] },
  async ({ client, judge, run }) => {
    const before = await client.list({ limit: 100 });
    let decided = 0;
    for (const status of PET_STATUSES) {
      const filtered = await client.list({ status, limit: 100 });
      const after = await client.list({ limit: 100 });
      if (!isComplete(filtered, run.sightings)) continue;
      const steady = before.pets.filter((pet) => pet.status === status && findOnPage(after, pet.id)?.status === status);
      const missing = steady.find((pet) => findOnPage(filtered, pet.id) === undefined);
      if (steady.length === 0) continue;
      decided += 1;
      judge.check('LIST-STATUS-COMPLETE', missing === undefined, {
        expected: `all ${steady.length} animals that are ${status} in the complete page of that status`,
        actual: missing === undefined ? 'all of them' : `the animal ${missing.id} is missing`,
        answers: [before.answer, after.answer, filtered.answer],
      });
    }
    if (decided === 0)
      return judge.stopNotApplicable('No filtered page was complete and had an animal to hold.', [before.answer]);
  },
);
