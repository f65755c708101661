import { describePets } from '../../contract/describe.ts';
import { LIMIT_DEFAULT } from '../../contract/operations.ts';
import type { Pet, PetStatus } from '../../contract/pet.ts';
import type { ListQuery } from '../api-request.ts';
import { findOnPage, isFlawed } from '../page.ts';
import { type PageBetween, pollUntil } from '../listing.ts';
import type { Run } from '../run.ts';
import { nameByFlag } from '../../settings/sources.ts';
import type { CaseContext } from './case-context.ts';

const REQUIREMENT = 'LIST-LIMIT-DEFAULT';

/** Reads a page without a limit between two pages with the default limit. Without a difference, one of the two is enough. */
async function compare({ api }: CaseContext, filter: ListQuery): Promise<PageBetween> {
  const limited = { ...filter, limit: LIMIT_DEFAULT };
  const before = await api.sharePage(limited);
  const page = await api.readPage(filter);
  return { before, page, after: page.size === before.size ? before : await api.sharePage(limited) };
}

function hasSameSizes({ before, page, after }: PageBetween): boolean {
  return before.size === after.size && page.size === before.size;
}

/**
 * Judges LIST-LIMIT-DEFAULT (part 4.1): a page without a limit holds as many pets as the pages with the default limit before
 * and after. The pages are read again while they differ, since other clients write and a list may be late. Equal sizes prove
 * the limit only if the run knows more than 20 matches. A lasting difference is always a violation.
 */
export async function expectDefaultLimit(context: CaseContext, status: PetStatus | undefined): Promise<void> {
  const { run, judge } = context;
  const filter: ListQuery = status === undefined ? {} : { status };
  const { before, page, after } = await pollUntil(run, () => compare(context, filter), hasSameSizes, 'decides-later');
  if (before.size !== after.size) {
    const reason = 'The catalogue changed during every comparison.';
    judge.notVerified(REQUIREMENT, reason, 'Run again while fewer clients write.');
    return;
  }
  const responses = [...new Set([before.response, after.response, page.response])];
  const known = run.known.countBefore(before.response.sentAt, status);
  const same = page.size === before.size;
  if (same && known <= LIMIT_DEFAULT) {
    judge.notVerified(
      REQUIREMENT,
      `The run knows only ${known} matching pets, so a page of at most ${LIMIT_DEFAULT} proves nothing.`,
      `Raise ${nameByFlag('maxCreates')}, or add more than ${LIMIT_DEFAULT} such pets to the catalogue.`,
      responses,
    );
    return;
  }
  judge.check(REQUIREMENT, same, {
    expected: `${describePets(before.size)}, as with limit=${LIMIT_DEFAULT}`,
    actual: describePets(page.size),
    responses,
    assumesComplete: same || page.size > LIMIT_DEFAULT ? [] : [page, before],
  });
}

/**
 * Judges LIST-LIMIT-DEFAULT while the catalogue is small: a page without a limit holds every pet that the pages with the
 * default limit hold. Only pages below 20 pets count, and only pets of this run: other clients may add and remove pets.
 */
export async function expectDefaultLimitWhileSmall(context: CaseContext): Promise<void> {
  const { run, judge } = context;
  const seen = await pollUntil(
    run,
    () => compare(context, {}),
    (each) => missingFrom(run, each).length === 0,
  );
  const { before, page, after } = seen;
  const responses = [...new Set([before.response, after.response, page.response])];
  const shown = shownBoth(run, seen);
  if (shown.length === 0 || page.size >= LIMIT_DEFAULT || isFlawed(page)) {
    judge.notApplicable(REQUIREMENT, `The list holds ${LIMIT_DEFAULT} pets or more, or no pet of this run.`, responses);
    return;
  }
  const [missing] = missingFrom(run, seen);
  judge.check(REQUIREMENT, missing === undefined, {
    expected: `the ${describePets(shown.length)} of this run that limit=${LIMIT_DEFAULT} lists`,
    actual: missing === undefined ? 'all of them' : `pet ${missing.id} missing`,
    responses,
    assumesComplete: missing === undefined ? [] : [page],
  });
}

function shownBoth(run: Run, { before, after }: PageBetween): readonly Pet[] {
  return run.known.own().filter(({ id }) => [before, after].every((page) => findOnPage(page, id) !== undefined));
}

/** None if the page is as long as the others, since the service may have capped all of them. */
function missingFrom(run: Run, seen: PageBetween): readonly Pet[] {
  const { before, page, after } = seen;
  if (isFlawed(page) || page.size >= Math.min(LIMIT_DEFAULT, before.size, after.size)) return [];
  return shownBoth(run, seen).filter(({ id }) => findOnPage(page, id) === undefined);
}
