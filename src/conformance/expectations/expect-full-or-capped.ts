import { describeAnimals } from '../../contract/describe.ts';
import type { Pet } from '../../contract/pet.ts';
import type { CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import { lookAgain } from '../look-again.ts';
import { findOnPage, isComplete, type Page } from '../page.ts';
import type { Run } from '../run.ts';
import { isLost } from './expect-listed.ts';

/**
 * Judges that an unfiltered page which is smaller than both its limit and the largest page of the run leaves out no
 * animal of this run that was known before it was asked for: such a page is complete (reading of part 4.1).
 */
export async function expectFullOrCapped(run: Run, client: CaseClient, judge: Judge, first: Page): Promise<void> {
  let isFirst = true;
  const look = async (): Promise<Page> => {
    const page = isFirst ? first : await client.list(first.query);
    isFirst = false;
    return page;
  };
  const page = await lookAgain(run, look, (seen) => missingFrom(run, seen) === undefined);
  const missing = missingFrom(run, page);
  const lost = missing !== undefined && (await isLost(run, client, missing));
  if (lost) {
    judge.notVerified(
      'LIST-COMPLETE',
      'An added animal is nowhere to be found, which is judged as CREATE-STORED.',
      null,
      [page.answer],
    );
    return;
  }
  judge.check('LIST-COMPLETE', missing === undefined, {
    expected: 'every known animal in a page that is below its limit and below the largest page',
    actual:
      missing === undefined
        ? 'no known animal is missing for certain'
        : `the animal ${missing.id} is missing from a page of ${describeAnimals(page.size)}`,
    answers: [page.answer],
  });
}

function missingFrom(run: Run, page: Page): Pet | undefined {
  if (!isComplete(page, run.sightings)) return undefined;
  return run.sightings
    .own()
    .filter(({ firstKnownAt }) => firstKnownAt <= page.answer.sentAt)
    .map(({ pet }) => pet)
    .find((pet) => findOnPage(page, pet.id) === undefined);
}
