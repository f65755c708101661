import { isCompleteSample, NO_COMPLETE_PAGE } from '../catalogue/page.ts';
import { findProofs, findStored, type RejectionRequirement } from '../rules/rejected-bodies.ts';
import type { CaseContext } from './case-context.ts';

/**
 * Judges that the history of the run shows no pet stored for a rejected body. A late list shows such a pet only some time
 * after the rejection, so call this after a read that waited for pets added later.
 */
export function expectNoneStored({ run: { known }, judge }: CaseContext, requirement: RejectionRequirement): void {
  const expected = 'no pet stored for a rejected body';
  const bodies = known.rejectedBodies().filter((body) => body.requirement === requirement);
  if (bodies.length === 0)
    return judge.notApplicable(requirement, 'The service did not reject a body that identifies its pet.');
  const [stored] = findStored(bodies, known.all());
  if (stored !== undefined) {
    const { pet, body, shownBy } = stored;
    const actual = `pet ${pet.id} stored for it, as a later response shows`;
    const responses = [body, ...(shownBy === null ? [] : [shownBy])];
    judge.check(requirement, false, { expected, actual, responses });
    return;
  }
  const proofs = findProofs(bodies, known.pages.all(), (page) => isCompleteSample(page, known.pages));
  const proven = proofs.flatMap(({ body, page }) => (page === null ? [] : [{ body, page }]));
  if (proven.length === 0) return judge.notApplicable(requirement, NO_COMPLETE_PAGE);
  const pages = [...new Map(proven.map(({ page }) => [page.exchangeId, page])).values()];
  judge.check(requirement, true, {
    expected,
    actual: `no such pet in complete pages that were read after ${proven.length} of ${bodies.length} rejected bodies`,
    responses: [...proven.map(({ body }) => body), ...pages],
    assumesComplete: pages,
  });
}
