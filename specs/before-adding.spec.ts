import type { CaseClient } from '../src/conformance/case-client.ts';
import { conformanceTest } from '../src/conformance/conformance-test.ts';
import { lookAgain } from '../src/conformance/look-again.ts';
import { findOnPage, isComplete, type Page } from '../src/conformance/page.ts';
import { PET_STATUSES, type Pet, type PetStatus } from '../src/contract/pet.ts';

// The set-up reads every filter, with and without a limit, before it adds anything: an empty result may not be had later,
// and what it must be is judged there, as on every answer.

for (const status of PET_STATUSES) {
  conformanceTest(
    `the filter ${status} leaves out no animal that the unfiltered page shows before and after it`,
    { requirements: ['LIST-STATUS-COMPLETE'] },
    async ({ client, judge, run }) => {
      const look = () => lookAround(client, status);
      const settled = (seen: Around) =>
        !isComplete(seen.filtered, run.sightings) || missingFrom(seen, status).length === 0;
      const { before, filtered, after } = await lookAgain(run, look, settled, 'decides-later');
      const answers = [before.answer, after.answer, filtered.answer];
      const steady = steadyOn(before, after, status);
      if (steady.length === 0 || !isComplete(filtered, run.sightings)) {
        return judge.stopNotApplicable('The filtered page was not complete, or had no animal to hold.', answers);
      }
      const [missing] = missingFrom({ before, filtered, after }, status);
      judge.check('LIST-STATUS-COMPLETE', missing === undefined, {
        expected: `all ${steady.length} animals that are ${status} in the complete page of that status`,
        actual: missing === undefined ? 'all of them' : `the animal ${missing.id} is missing`,
        answers,
      });
    },
  );
}

/** A filtered page between two unfiltered ones. */
interface Around {
  readonly before: Page;
  readonly filtered: Page;
  readonly after: Page;
}

async function lookAround(client: CaseClient, status: PetStatus): Promise<Around> {
  const before = await client.list({ limit: 100 });
  const filtered = await client.list({ status, limit: 100 });
  return { before, filtered, after: await client.list({ limit: 100 }) };
}

function steadyOn(before: Page, after: Page, status: PetStatus): readonly Pet[] {
  return before.pets.filter((pet) => pet.status === status && findOnPage(after, pet.id)?.status === status);
}

/** Animals of the status that both unfiltered pages show and the filtered one does not. */
function missingFrom({ before, filtered, after }: Around, status: PetStatus): readonly Pet[] {
  return steadyOn(before, after, status).filter((pet) => findOnPage(filtered, pet.id) === undefined);
}
