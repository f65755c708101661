import { describePets } from '../../contract/describe.ts';
import type { Pet } from '../../contract/pet.ts';
import type { TestableId } from '../../contract/requirements.ts';
import { pageLimit } from '../api-request.ts';
import { pollUntil } from '../catalogue/settling.ts';
import { findOnPage, isComplete, isFlawed, NO_COMPLETE_PAGE, type Page } from '../catalogue/page.ts';
import type { Run } from '../run.ts';
import type { CaseContext } from './case-context.ts';
import { isLost } from './find-in-list.ts';

/** Pages, and the pets that each of them must list if it is complete. */
export interface PagesToList {
  readonly pages: readonly Page[];
  readonly expected: readonly Pet[];
  /** The pages that show the expected pets. */
  readonly shownBy: readonly Page[];
}

/** Judges that complete pages list every expected pet. Reads them again while one does not, until the settling time is over. */
export async function expectAllListed(
  context: CaseContext,
  requirement: TestableId,
  read: () => Promise<PagesToList>,
): Promise<void> {
  const { run } = context;
  judgeAllListed(
    context,
    requirement,
    await pollUntil(run, read, (seen) => wrongPage(run, seen) === undefined, { recordsTimeout: false }),
  );
}

/** How many lists are read at first, and how many if a list of this run was late or wrong: one in twenty may be wrong. */
const FEW_LISTS = 24;
const MANY_LISTS = 80;

/**
 * Judges the same for many lists that are read at once. If a list of this run was late or wrong, the settling time passes first.
 * Then one batch is judged, for the pets that were expected before: a list that is wrong now and then gets no second chance.
 */
export async function expectAllListedEachTime(
  context: CaseContext,
  requirement: TestableId,
  read: (lists: number) => Promise<PagesToList>,
): Promise<void> {
  const { run } = context;
  const first = await read(FEW_LISTS);
  if (run.settling.delays.length === 0 && wrongPage(run, first) === undefined)
    return judgeAllListed(context, requirement, first);
  await run.pause(run.configuration.settleTimeout * 1000);
  const { expected, ...seen } = await read(MANY_LISTS);
  const settled = new Set(first.expected.map(({ id }) => id));
  judgeAllListed(context, requirement, { ...seen, expected: expected.filter(({ id }) => settled.has(id)) });
}

function judgeAllListed({ run, judge }: CaseContext, requirement: TestableId, seen: PagesToList): void {
  const { pages, expected, shownBy } = seen;
  const complete = pages.filter((page) => isComplete(page, run.known));
  const wrong = wrongPage(run, seen);
  const shown = wrong ?? complete[0];
  const responses = [...shownBy, ...(shown === undefined ? pages : [shown])].map(({ response }) => response);
  if (shown === undefined) return judge.stopNotApplicable(NO_COMPLETE_PAGE, responses);
  if (expected.length === 0) return judge.stopNotApplicable('No listed pet matched the filter.', responses);
  const missing = missingFrom(shown, expected);
  const where =
    complete.length === 1 ? 'the complete filtered page' : `each of ${complete.length} complete filtered pages`;
  judge.check(requirement, missing === undefined, {
    expected: `all ${expected.length} pets with status "${shown.query.status}" in ${where}`,
    actual: missing === undefined ? 'all of them' : `pet ${missing.id} missing`,
    responses,
    assumesComplete: [shown],
  });
}

function wrongPage(run: Run, { pages, expected }: PagesToList): Page | undefined {
  return pages.find((page) => isComplete(page, run.known) && missingFrom(page, expected) !== undefined);
}

function missingFrom(page: Page, expected: readonly Pet[]): Pet | undefined {
  return expected.find(({ id }) => findOnPage(page, id) === undefined);
}

/** Judges that a page lists every pet of this run if it is complete (our reading of part 4.1). */
export async function expectEveryOwnPet(context: CaseContext, requirement: TestableId, first: Page): Promise<void> {
  const { run, judge, api } = context;
  let isFirst = true;
  const read = async (): Promise<Page> => {
    const page = isFirst ? first : await api.readPage(first.query);
    isFirst = false;
    return page;
  };
  const page = await pollUntil(run, read, (seen) => missingFromPage(run, seen) === undefined);
  const missing = missingFromPage(run, page);
  const responses = [page.response];
  if (missing !== undefined && (await isLost(context, missing))) {
    const reason = 'An added pet is missing everywhere. CREATE-STORED covers this.';
    judge.notVerified(requirement, reason, responses);
    return;
  }
  judge.check(requirement, missing === undefined, {
    expected: 'every known pet of this run, because the page is below its limit and below the largest page',
    actual:
      missing === undefined ? 'no pet missing' : `pet ${missing.id} missing from a page of ${describePets(page.size)}`,
    responses,
    assumesComplete: [page],
  });
}

function missingFromPage(run: Run, page: Page): Pet | undefined {
  if (!isComplete(page, run.known)) return undefined;
  return run.known
    .all()
    .filter(({ isOwn, firstKnownAt }) => isOwn && firstKnownAt <= page.response.sentAt)
    .map(({ pet }) => pet)
    .find((pet) => findOnPage(page, pet.id) === undefined);
}

/**
 * Judges in a catalogue that is too large for complete pages: a page that was read before `pet` was added must not be returned
 * again after that. A page with another limit, read for the first time, proves that the pet belongs on it: it shows the pet before
 * the pets of other clients that start the earlier page.
 */
export async function expectNotStale(
  { run, judge, api }: CaseContext,
  requirement: TestableId,
  earlier: Page,
  pet: Pet,
): Promise<void> {
  const limit = pageLimit(earlier.query);
  if (earlier.size < limit || isFlawed(earlier)) return;
  const fresh = await api.readPage({ ...earlier.query, limit: limit - 1 });
  const [others, before] = [fresh, earlier].map(({ pets }) => pets.filter(({ id }) => !run.known.isOwn(id)));
  const isSameOrder = others?.every(({ id }, index) => id === before?.[index]?.id) === true;
  if (findOnPage(fresh, pet.id) === undefined || others?.length === 0 || !isSameOrder) return;
  const again = await api.readPageUntil(earlier.query, (page) => !isSamePage(page, earlier));
  const isStale = isSamePage(again, earlier);
  // Another client may have removed the pet in the meantime.
  if (isStale && findOnPage(await api.readPage({ ...earlier.query, limit: limit - 2 }), pet.id) === undefined) return;
  judge.check(requirement, !isStale, {
    expected: `pet ${pet.id}, as on the page with the limit ${limit - 1}`,
    actual: isStale ? 'the page that was returned before the pet was added' : 'a page that differs from the one before',
    responses: [earlier.response, fresh.response, again.response],
  });
}

function isSamePage(page: Page, other: Page): boolean {
  return page.size === other.size && page.pets.every(({ id }, index) => id === other.pets[index]?.id);
}
