import { LIMIT_MAX } from '../../contract/operations.ts';
import type { Pet } from '../../contract/pet.ts';
import { pageLimit, type ListQuery } from '../api-request.ts';
import { isComplete, type Page, NO_COMPLETE_PAGE } from '../catalogue/page.ts';
import type { RejectionRequirement } from '../catalogue/known-pets.ts';
import type { Marks } from '../pets.ts';
import type { CompleteResponse } from '../responses/response.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './case-context.ts';
import { PROFILES } from '../../settings/profiles.ts';

const DECIDED_LATER =
  'The run decides later, from larger pages, whether this page was complete. The cases stored/full then judge it.';

/**
 * Judges that a rejected body left no pet behind. A pet with the marks of the body is a violation on any page. Only a
 * complete page proves that there is none.
 */
export async function expectNotStored(
  { run, judge, api }: CaseContext,
  requirement: RejectionRequirement,
  marks: Marks,
  rejected: CompleteResponse,
): Promise<void> {
  const { name, categoryId, status } = marks;
  const mark = name ?? categoryId;
  if (mark === undefined) {
    const { profile } = run.configuration;
    const reason = PROFILES[profile].addsPets
      ? 'The body has no field that identifies a stored pet.'
      : `The profile ${profile} does not send bodies that could be stored.`;
    judge.notApplicable(requirement, reason, [rejected]);
    return;
  }
  const { exchangeId, sentAt } = rejected;
  run.known.recordRejected({ mark, requirement, caseId: judge.caseId, exchangeId, sentAt });
  // A service may store the pet without its status, so the unfiltered page is read too.
  const queries: readonly ListQuery[] = [
    { limit: LIMIT_MAX },
    ...(status === undefined ? [] : [{ limit: LIMIT_MAX, status }]),
  ];
  const pages = await Promise.all(queries.map((query) => api.sharePage(query)));
  const stored = pages.flatMap(({ pets }) => pets).find((pet) => hasMarks(pet, marks) && !wasKnown(run, pet, rejected));
  const responses = [rejected, ...pages.map(({ response }) => response)];
  if (stored === undefined && !decidesAbsence(run, pages)) {
    const isFull = pages[0] !== undefined && pages[0].size >= pageLimit(pages[0].query);
    judge.notApplicable(requirement, isFull ? NO_COMPLETE_PAGE : DECIDED_LATER, responses);
    return;
  }
  judge.check(requirement, stored === undefined, {
    expected: 'no pet stored for the rejected body',
    actual: stored === undefined ? 'no such pet in a complete page' : `pet ${stored.id} stored for it`,
    responses,
    assumesComplete: stored === undefined ? pages : [],
  });
}

/**
 * Judges that no response of the run has shown a pet with the mark of a rejected body. A late list shows such a pet only
 * some time after the rejection, so call this after a read that waited for pets added later.
 */
export function expectNoneStored({ run, judge }: CaseContext, requirement: RejectionRequirement): void {
  const expected = 'no pet stored for a rejected body';
  const stored = run.known.petsFromRejectedBodies().find(({ body }) => body.requirement === requirement);
  if (stored !== undefined) {
    const actual = `pet ${stored.pet.id} stored for it, as a later response shows`;
    const responses = [stored.body, ...(stored.shownBy === null ? [] : [stored.shownBy])];
    judge.check(requirement, false, { expected, actual, responses });
    return;
  }
  const bodies = run.known.rejectedBodies().filter((body) => body.requirement === requirement);
  if (bodies.length === 0)
    return judge.notApplicable(requirement, 'The service did not reject a body that identifies its pet.');
  const page = run.snapshots
    .map(({ listing }) => listing.unfiltered)
    .find((each) => isComplete(each, run.known) && bodies.every(({ sentAt }) => sentAt < each.response.sentAt));
  if (page === undefined) return judge.notApplicable(requirement, NO_COMPLETE_PAGE);
  const actual = 'no such pet in a complete page that was read after all of them';
  judge.check(requirement, true, { expected, actual, responses: [page.response], assumesComplete: [page] });
}

/** A complete filtered page proves absence only if the unfiltered page is below its limit (our reading of part 4.1). */
function decidesAbsence(run: Run, [unfiltered, filtered]: readonly Page[]): boolean {
  if (unfiltered === undefined) return false;
  if (isComplete(unfiltered, run.known)) return true;
  return filtered !== undefined && isComplete(filtered, run.known) && unfiltered.size < pageLimit(unfiltered.query);
}

function hasMarks(pet: Pet, { name, categoryId }: Marks): boolean {
  return name === undefined ? pet.categoryId === categoryId : pet.name === name;
}

function wasKnown(run: Run, pet: Pet, rejected: CompleteResponse): boolean {
  const known = run.known.find(pet.id);
  return known !== undefined && known.firstKnownAt < rejected.sentAt;
}
