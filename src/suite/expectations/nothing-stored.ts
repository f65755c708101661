import type { Pet } from '../../contract/pet.ts';
import { pageLimit, type ListQuery } from '../list-query.ts';
import { isComplete, type Page } from '../page.ts';
import type { Marks } from '../pets.ts';
import type { CompleteResponse } from '../response.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './context.ts';

/**
 * Judges that a rejected body left no pet behind. A pet that bears its marks is a violation wherever it is seen; its absence
 * is settled only by a complete page.
 */
export async function expectNothingStored(
  { run, judge, api }: CaseContext,
  requirement: 'CREATE-REFUSED-NOT-STORED' | 'AUTH-NO-EFFECT',
  marks: Marks,
  rejected: CompleteResponse,
): Promise<void> {
  const { name, categoryId, status } = marks;
  const mark = name ?? categoryId;
  if (mark === undefined) {
    const isReadOnly = run.configuration.profile === 'read-only';
    const reason = isReadOnly
      ? 'The profile read-only sends no body that could be stored.'
      : 'The body holds nothing by which a stored pet could be recognised.';
    judge.notApplicable(requirement, reason, [rejected]);
    return;
  }
  run.known.rejected({ mark, requirement, exchangeId: rejected.exchangeId, sentAt: rejected.sentAt });
  // A service may store the pet without its status, so the unfiltered page is read as well.
  const queries: readonly ListQuery[] = [{ limit: 100 }, ...(status === undefined ? [] : [{ limit: 100, status }])];
  const pages = await Promise.all(queries.map((query) => api.sharePage(query)));
  const stored = pages.flatMap(({ pets }) => pets).find((pet) => bears(pet, marks) && !wasKnown(run, pet, rejected));
  const responses = [rejected, ...pages.map(({ response }) => response)];
  if (stored === undefined && !decidesAbsence(run, pages)) {
    const reason = 'The catalogue is too large for a complete page, so absence from one proves nothing.';
    judge.notApplicable(requirement, reason, responses);
    return;
  }
  judge.check(requirement, stored === undefined, {
    expected: 'no pet stored for the rejected body',
    actual: stored === undefined ? 'none in a complete page' : `the pet ${stored.id} was stored for it`,
    responses,
  });
}

/**
 * Judges that no response of the run has shown a pet with the mark of a rejected body. A late list shows one only after the
 * looks beside that body, so this belongs behind a look that waited for pets which were added later.
 */
export function expectNoRejectedPetStored({ run, judge }: CaseContext): void {
  const shown = run.known.fromRejectedBodies();
  for (const requirement of ['CREATE-REFUSED-NOT-STORED', 'AUTH-NO-EFFECT'] as const) {
    const stored = shown.find(({ body }) => body.requirement === requirement);
    if (stored === undefined) {
      judge.notApplicable(requirement, 'Nothing was shown; absence is judged beside each body.');
      continue;
    }
    judge.check(requirement, false, {
      expected: 'no pet stored for the rejected body',
      actual: `the pet ${stored.pet.id} was stored for it, as a later response showed`,
      responses: [stored.body, ...(stored.shownBy === null ? [] : [stored.shownBy])],
    });
  }
}

/** A complete filtered page decides only beside an unfiltered one that is below its limit (reading of part 4.1). */
function decidesAbsence(run: Run, [unfiltered, filtered]: readonly Page[]): boolean {
  if (unfiltered === undefined) return false;
  if (isComplete(unfiltered, run.known)) return true;
  return filtered !== undefined && isComplete(filtered, run.known) && unfiltered.size < pageLimit(unfiltered.query);
}

function bears(pet: Pet, { name, categoryId }: Marks): boolean {
  return name === undefined ? pet.categoryId === categoryId : pet.name === name;
}

function wasKnown(run: Run, pet: Pet, rejected: CompleteResponse): boolean {
  const known = run.known.find(pet.id);
  return known !== undefined && known.firstKnownAt < rejected.sentAt;
}
