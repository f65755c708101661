import type { Pet } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import { listPath, pageLimit } from '../api-request.ts';
import { findOnPage, NO_OWN_PET_LISTED, noPetWithStatus, type Page, tooFewPets } from '../catalogue/page.ts';
import type { CaseContext } from './case-context.ts';

/** Judges that a page lists a pet. */
export function expectOnPage({ judge }: CaseContext, requirement: TestableId, page: Page, pet: Pet): void {
  const isListed = findOnPage(page, pet.id) !== undefined;
  judge.check(requirement, isListed, {
    expected: `pet ${pet.id} on the page ${listPath(page.query)}`,
    actual: isListed ? 'listed' : 'missing',
    responses: [page.response],
    assumesComplete: isListed ? [] : [page],
  });
}

/** Judges that no page lists a pet. Not applicable if every page is full. */
export function expectNotListed(
  { judge }: CaseContext,
  requirement: TestableId,
  pages: readonly Page[],
  pet: Pet,
): void {
  const wrong = pages.find((page) => findOnPage(page, pet.id) !== undefined);
  const responses = (wrong === undefined ? pages : [wrong]).map(({ response }) => response);
  if (wrong === undefined && pages.every(({ size, query }) => size >= pageLimit(query)))
    return judge.notApplicable(requirement, NO_OWN_PET_LISTED, responses);
  const expected = `no page with pet ${pet.id}`;
  const actual = wrong === undefined ? 'no such page' : `the page ${listPath(wrong.query)} lists it`;
  judge.check(requirement, wrong === undefined, { expected, actual, responses });
}

/** Judges that a page holds at most as many pets as its limit. The rule needs more pets that were known before the request. */
export function expectWithinLimit({ run, scope, judge }: CaseContext, requirement: TestableId, page: Page): void {
  const { response, query } = page;
  if (scope.judgeByRule(requirement, response) !== 'does not apply') return;
  const known = run.known.countBefore(response.sentAt, query.status);
  const { profile } = run.configuration;
  const reason = tooFewPets(profile, { known, limit: pageLimit(query), status: query.status });
  judge.notVerified(requirement, reason, [response]);
}

/** Judges that a filtered page lists only pets with the status of the filter. */
export function expectFiltered({ scope, judge }: CaseContext, requirement: TestableId, page: Page): void {
  const { status } = page.query;
  if (page.size > 0 || status === undefined) scope.judgeByRule(requirement, page.response);
  else judge.notVerified(requirement, noPetWithStatus(status), [page.response]);
}

/** Judges that a page lists each id once. */
export function expectEachIdOnce({ run, scope, judge }: CaseContext, requirement: TestableId, page: Page): void {
  const responses = [page.response];
  if (page.size > 1) {
    scope.judgeByRule(requirement, page.response);
    return;
  }
  if (page.size === 1 && run.known.all().length > 1)
    return judge.notApplicable(
      requirement,
      'The service lists one pet on a page, so an id cannot appear twice.',
      responses,
    );
  const reason = 'The catalogue holds fewer than two pets.';
  judge.notVerified(requirement, { reason, howToResolve: 'Add two pets to the catalogue.' }, responses);
}
