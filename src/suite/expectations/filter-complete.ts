import type { Pet, PetStatus } from '../../contract/pet.ts';
import { findOnPage, isComplete, type Page } from '../page.ts';
import { pollUntil } from '../poll-until.ts';
import type { CaseContext } from './context.ts';

/** A filtered page between two unfiltered ones. */
interface Around {
  readonly before: Page;
  readonly filtered: Page;
  readonly after: Page;
}

/** Judges LIST-STATUS-COMPLETE: a complete filtered page holds every pet that the list shows before and after it. */
export async function expectFilterComplete({ run, judge, api }: CaseContext, status: PetStatus): Promise<void> {
  const look = async (): Promise<Around> => {
    const before = await api.readPage({ limit: 100 });
    const filtered = await api.readPage({ status, limit: 100 });
    return { before, filtered, after: await api.readPage({ limit: 100 }) };
  };
  const settled = (seen: Around): boolean =>
    !isComplete(seen.filtered, run.known) || missingFrom(seen, status).length === 0;
  const seen = await pollUntil(run, look, settled, 'decides-later');
  const responses = [seen.before.response, seen.after.response, seen.filtered.response];
  const steady = steadyOn(seen, status);
  if (steady.length === 0 || !isComplete(seen.filtered, run.known))
    return judge.stopNotApplicable('The filtered page was not complete, or had no pet to hold.', responses);
  const [missing] = missingFrom(seen, status);
  judge.check('LIST-STATUS-COMPLETE', missing === undefined, {
    expected: `all ${steady.length} pets that are ${status} in the complete page of that status`,
    actual: missing === undefined ? 'all of them' : `the pet ${missing.id} is missing`,
    responses,
  });
}

function steadyOn({ before, after }: Around, status: PetStatus): readonly Pet[] {
  return before.pets.filter((pet) => pet.status === status && findOnPage(after, pet.id)?.status === status);
}

/** Pets of the status that both unfiltered pages show and the filtered one does not. */
function missingFrom(around: Around, status: PetStatus): readonly Pet[] {
  return steadyOn(around, status).filter((pet) => findOnPage(around.filtered, pet.id) === undefined);
}
