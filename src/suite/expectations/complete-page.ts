import { describePets } from '../../contract/describe.ts';
import type { Pet } from '../../contract/pet.ts';
import { findOnPage, isComplete, type Page } from '../page.ts';
import { pollUntil } from '../poll-until.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './context.ts';
import { isLost } from './listed.ts';

/** Judges LIST-COMPLETE: a page below its limit and below the largest page of the run is complete (reading of part 4.1). */
export async function expectCompletePage(context: CaseContext, first: Page): Promise<void> {
  const { run, judge, api } = context;
  let isFirst = true;
  const look = async (): Promise<Page> => {
    const page = isFirst ? first : await api.readPage(first.query);
    isFirst = false;
    return page;
  };
  const page = await pollUntil(run, look, (seen) => missingFrom(run, seen) === undefined);
  const missing = missingFrom(run, page);
  const responses = [page.response];
  if (missing !== undefined && (await isLost(context, missing))) {
    const reason = 'An added pet is nowhere to be found, which is judged as CREATE-STORED.';
    judge.notVerified('LIST-COMPLETE', reason, null, responses);
    return;
  }
  judge.check('LIST-COMPLETE', missing === undefined, {
    expected: 'every known pet in a page that is below its limit and below the largest page',
    actual:
      missing === undefined
        ? 'no known pet is certainly missing'
        : `the pet ${missing.id} is missing from a page of ${describePets(page.size)}`,
    responses,
  });
}

function missingFrom(run: Run, page: Page): Pet | undefined {
  if (!isComplete(page, run.known)) return undefined;
  return run.known
    .all()
    .filter(({ own, firstKnownAt }) => own && firstKnownAt <= page.response.sentAt)
    .map(({ pet }) => pet)
    .find((pet) => findOnPage(page, pet.id) === undefined);
}
