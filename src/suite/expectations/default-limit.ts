import { describePets } from '../../contract/describe.ts';
import { LIMIT_DEFAULT } from '../../contract/operations.ts';
import type { Pet } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import { pollUntil } from '../catalogue/settling.ts';
import { findOnPage, isFlawed, type Page, tooFewPets } from '../catalogue/page.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './case-context.ts';
import { FEWER_CLIENTS } from '../reasons.ts';

type ReadPage = () => Promise<Page>;

/** A page without a limit, and the pages with the default limit before and after it. */
interface Comparison {
  readonly before: Page;
  readonly page: Page;
  readonly after: Page;
}

/** Without a difference, one page with the default limit is enough. */
async function compare(read: ReadPage, readLimited: ReadPage): Promise<Comparison> {
  const before = await readLimited();
  const page = await read();
  return { before, page, after: page.size === before.size ? before : await readLimited() };
}

function hasSameSizes({ before, page, after }: Comparison): boolean {
  return before.size === after.size && page.size === before.size;
}

/**
 * Judges that a page without a limit holds as many pets as the pages with the default limit before and after it (part 4.1). The
 * pages are read again while they differ, since other clients write and a list may be late. Equal sizes prove the limit only
 * if the run knows more than 20 matches. A lasting difference is always a violation.
 */
export async function expectSameSize(
  { run, judge }: CaseContext,
  requirement: TestableId,
  read: ReadPage,
  readLimited: ReadPage,
): Promise<void> {
  const seen = await pollUntil(run, () => compare(read, readLimited), hasSameSizes, { recordsTimeout: false });
  const { before, page, after } = seen;
  if (before.size !== after.size) {
    const reason = 'The catalogue changed during every comparison.';
    return judge.notVerified(requirement, { reason, howToResolve: FEWER_CLIENTS });
  }
  const responses = [...new Set([before.response, after.response, page.response])];
  const known = run.known.countBefore(before.response.sentAt, page.query.status);
  const same = page.size === before.size;
  if (same && known <= LIMIT_DEFAULT) {
    const { status } = page.query;
    const reason = tooFewPets(run.configuration.profile, { known, limit: LIMIT_DEFAULT, status });
    return judge.notVerified(requirement, reason, responses);
  }
  judge.check(requirement, same, {
    expected: `${describePets(before.size)}, as with limit=${LIMIT_DEFAULT}`,
    actual: describePets(page.size),
    responses,
    assumesComplete: same || page.size > LIMIT_DEFAULT ? [] : [page, before],
  });
}

/**
 * Judges that a page without a limit lists every pet of this run that the pages with the default limit list before and after it.
 * Only pages below 20 pets count, and only pets of this run: other clients may add and remove pets.
 */
export async function expectSameOwnPets(
  { run, judge }: CaseContext,
  requirement: TestableId,
  read: ReadPage,
  readLimited: ReadPage,
): Promise<void> {
  const seen = await pollUntil(
    run,
    () => compare(read, readLimited),
    (each) => ownPetsMissingFrom(run, each).length === 0,
  );
  const { before, page, after } = seen;
  const responses = [...new Set([before.response, after.response, page.response])];
  const shown = shownBoth(run, seen);
  if (shown.length === 0 || page.size >= LIMIT_DEFAULT || isFlawed(page)) {
    judge.notApplicable(requirement, `The list holds ${LIMIT_DEFAULT} pets or more, or no pet of this run.`, responses);
    return;
  }
  const [missing] = ownPetsMissingFrom(run, seen);
  judge.check(requirement, missing === undefined, {
    expected: `the ${describePets(shown.length)} of this run that limit=${LIMIT_DEFAULT} lists`,
    actual: missing === undefined ? 'all of them' : `pet ${missing.id} missing`,
    responses,
    assumesComplete: missing === undefined ? [] : [page],
  });
}

function shownBoth(run: Run, { before, after }: Comparison): readonly Pet[] {
  return run.known.own().filter(({ id }) => [before, after].every((page) => findOnPage(page, id) !== undefined));
}

/** None if the page is as long as the others, since the service may have capped all of them. */
function ownPetsMissingFrom(run: Run, seen: Comparison): readonly Pet[] {
  const { before, page, after } = seen;
  if (isFlawed(page) || page.size >= Math.min(LIMIT_DEFAULT, before.size, after.size)) return [];
  return shownBoth(run, seen).filter(({ id }) => findOnPage(page, id) === undefined);
}
