import { type Pet, PET_STATUSES, petDifferences, type PetStatus } from '../../contract/pet.ts';
import { type PageBetween, pollListing, pollUntil, type Presence, presenceIn, readBetween } from '../listing.ts';
import { type ListQuery, pageLimit } from '../api-request.ts';
import {
  findOnPage,
  type Listing,
  type Page,
  isComplete,
  isFlawed,
  NO_COMPLETE_PAGE,
  NO_OWN_PET_LISTED,
  pagesOf,
} from '../page.ts';
import type { Evidence } from '../response.ts';
import type { CaseContext } from './case-context.ts';
import type { TestableId } from '../../contract/requirements.ts';
import type { Judge } from '../judge.ts';
import { describePets } from '../../contract/describe.ts';
import { hasMoved, hasOnlyMoved } from '../moved-status.ts';
import type { Run } from '../run.ts';

/** Judges that the list holds known pets of one status, with the same values (parts 4.1 and 4.2). */
export async function expectListed(
  context: CaseContext,
  pets: readonly Pet[],
  status: PetStatus | undefined,
  size: Pick<ListQuery, 'limit'> = { limit: 100 },
): Promise<void> {
  await judgeListing(context, pets, await pollListing(context.run, context.api, pets, status, size));
}

/** Judges the snapshots of pets of one status. A larger page seen later may show that a page was complete. */
export async function expectListedInSnapshots(context: CaseContext, status: PetStatus | undefined): Promise<void> {
  const snapshots = context.run.snapshots.filter((each) => each.status === status);
  if (snapshots.length === 0)
    return context.judge.stopNotApplicable('The run had not added such a pet when it read the list.');
  for (const { pets, listing } of snapshots) await judgeListing(context, pets, listing);
}

async function judgeListing(context: CaseContext, pets: readonly Pet[], listing: Listing): Promise<void> {
  const { run, judge } = context;
  const pages = pagesOf(listing);
  const responses = pages.map(({ response }) => response);
  const undecided: Pet[] = [];
  const isOwn = ({ id }: Pet): boolean => run.known.find(id)?.own === true;
  // Other clients may remove or change their pets, so only pets of this run are judged.
  for (const pet of pets) {
    const presence = presenceIn(listing, pet, run.known);
    for (const page of isOwn(pet) ? pages : []) {
      const shown = findOnPage(page, pet.id);
      if (shown !== undefined) await expectSamePet(context, 'LIST-SAME', pet, shown, [page.response]);
    }
    if (presence === 'undecided' || (presence !== 'shown' && !isOwn(pet))) undecided.push(pet);
    else await judgePresence(context, pet, presence, listing, responses);
  }
  if (undecided.length === pets.length) leaveUndecided(context, listing);
  if (pets.every((pet) => !isOwn(pet) || pages.every((page) => findOnPage(page, pet.id) === undefined)))
    judge.notApplicable('LIST-SAME', NO_OWN_PET_LISTED, responses);
  if (listing.filtered === null && judge.judged.includes('LIST-STATUS-COMPLETE'))
    judge.notApplicable('LIST-STATUS-COMPLETE', 'No status filter matches a pet without a status.');
}

async function judgePresence(
  context: CaseContext,
  pet: Pet,
  presence: Exclude<Presence, 'undecided'>,
  listing: Listing,
  responses: readonly Evidence[],
): Promise<void> {
  const { judge, scope } = context;
  const pages = pagesOf(listing);
  const inFilter = `pet ${pet.id} in the complete page filtered by its status`;
  if (presence === 'missing-from-filter') {
    if (await hasMoved(context, pet)) {
      const reason = `The service has moved pet ${pet.id} to another status.`;
      judge.notApplicable('LIST-STATUS-COMPLETE', reason, responses);
      judgeShown(judge, pet, responses);
      return;
    }
    const actual = 'missing from that page, but in the unfiltered page';
    judge.check('LIST-STATUS-COMPLETE', false, { expected: inFilter, actual, responses, assumesComplete: pages });
    return;
  }
  if (presence === 'shown') {
    if (listing.filtered !== null)
      judge.check('LIST-STATUS-COMPLETE', true, { expected: inFilter, actual: 'listed', responses });
    return judgeShown(judge, pet, responses);
  }
  const expected = `pet ${pet.id}, added by this run, in a complete page`;
  if (await isLost(context, pet)) {
    const actual = 'missing from that page, and GET /pets/{petId} does not return it';
    scope.recordViolation('CREATE-STORED', { holds: false, expected, actual }, responses);
    return;
  }
  judge.check('LIST-COMPLETE', false, { expected, actual: 'missing there', responses, assumesComplete: pages });
}

function judgeShown(judge: Judge, pet: Pet, responses: readonly Evidence[]): void {
  const listed = { actual: 'listed', responses };
  if (judge.judged.includes('CREATE-STORED'))
    judge.check('CREATE-STORED', true, { expected: `pet ${pet.id}, added by this run, in the catalogue`, ...listed });
  judge.check('LIST-COMPLETE', true, { expected: `pet ${pet.id} in the list`, ...listed });
}

/** Whether reading a pet does not find it either: then the service lost the addition. After the removal nothing can show it. */
async function isLost({ run, api }: CaseContext, pet: Pet): Promise<boolean> {
  if (run.phase === 'after') return false;
  const { status } = await api.getPet(pet.id, { expects: [] });
  return status === 404 || status === 410;
}

function leaveUndecided({ run, judge }: CaseContext, { unfiltered, filtered }: Listing): void {
  const responses = [unfiltered.response];
  judge.notApplicable('LIST-COMPLETE', NO_COMPLETE_PAGE, responses);
  const isReadLater = run.phase === 'before';
  if (judge.judged.includes('CREATE-STORED'))
    judge.notApplicable('CREATE-STORED', isReadLater ? 'Reads by id cover this.' : NO_COMPLETE_PAGE, responses);
  if (filtered !== null) judge.notApplicable('LIST-STATUS-COMPLETE', NO_COMPLETE_PAGE, responses);
}

/** How often both are read again. A pet that alternates between two states may match a few times by chance. */
const REPEATS = 5;

/**
 * Judges LIST-SAME: the list and `GET /pets/{petId}` show a pet with the same values (parts 4.1 and 4.3). Another client may
 * change a pet at any time, so a difference counts only if both responses stay the same when repeated.
 */
export async function expectListedAsRead(context: CaseContext, page: Page, listed: readonly Pet[]): Promise<void> {
  const compared = await Promise.all(listed.map((pet) => compareWithRead(context, page, pet)));
  if (compared.includes(true)) return;
  const reason = 'The pet changed between two reads.';
  context.judge.notVerified('LIST-SAME', reason, 'Run again while fewer clients write.', [page.response]);
}

/** Returns false if the pet changed. */
async function compareWithRead(context: CaseContext, page: Page, listed: Pet): Promise<boolean> {
  const read = await context.api.readPet(listed.id);
  const differs = petDifferences(read.pet, listed).length > 0;
  if (differs && !(await isSteady(context, page, listed, read.pet))) return false;
  await expectSamePet(context, 'LIST-SAME', read.pet, listed, [page.response, read.response]);
  return true;
}

/** Alternates the order of the two reads: a pet that changes at every request must not look steady. */
async function isSteady({ api }: CaseContext, page: Page, listed: Pet, read: Pet): Promise<boolean> {
  const staysListed = async (): Promise<boolean> => {
    const again = findOnPage(await api.readPage(page.query), listed.id);
    return again !== undefined && petDifferences(listed, again).length === 0;
  };
  const staysRead = async (): Promise<boolean> => {
    const again = await api.readPet(listed.id);
    return petDifferences(read, again.pet).length === 0;
  };
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const [first, second] = repeat % 2 === 0 ? [staysListed, staysRead] : [staysRead, staysListed];
    if (!(await first()) || !(await second())) return false;
  }
  return true;
}

/** Judges that two responses show the same pet. The service may have moved a pet of this run to another status. */
export async function expectSamePet(
  context: CaseContext,
  requirement: TestableId,
  expected: Pet,
  actual: Pet,
  responses: readonly Evidence[],
): Promise<boolean> {
  const isMoved = petDifferences(expected, actual).length > 0 && (await hasOnlyMoved(context, expected, actual));
  return judgeSamePet(context.judge, requirement, isMoved ? actual : expected, actual, responses);
}

/** Judges that two responses show the same pet: equal id, name, categoryId and status. */
export function judgeSamePet(
  judge: Judge,
  requirement: TestableId,
  expected: Pet,
  actual: Pet,
  responses: readonly Evidence[],
): boolean {
  const differences = petDifferences(expected, actual);
  const [first] = differences;
  if (first === undefined) {
    const finding = {
      expected: `pet ${expected.id} with the values shown before`,
      actual: 'the same values',
      responses,
    };
    return judge.check(requirement, true, finding);
  }
  return judge.check(requirement, false, {
    expected: `${first.field} ${first.expected}`,
    actual: differences.map(({ field, actual: shown }) => `${field} ${shown}`).join(', '),
    responses,
  });
}

/** Judges LIST-COMPLETE: a complete page holds every pet (our reading of part 4.1). */
export async function expectCompletePage(context: CaseContext, first: Page): Promise<void> {
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
    judge.notVerified('LIST-COMPLETE', reason, null, responses);
    return;
  }
  judge.check('LIST-COMPLETE', missing === undefined, {
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
    .filter(({ own, firstKnownAt }) => own && firstKnownAt <= page.response.sentAt)
    .map(({ pet }) => pet)
    .find((pet) => findOnPage(page, pet.id) === undefined);
}

/**
 * Judges LIST-COMPLETE or LIST-STATUS-COMPLETE in a catalogue that is too large for complete pages: a page that was read
 * before `pet` was added must not be returned again after that. A page with another limit, read for the first time, proves that
 * the pet belongs on it: it shows the pet before the pets of other clients that start the earlier page.
 */
export async function expectNotStale({ run, judge, api }: CaseContext, earlier: Page, pet: Pet): Promise<void> {
  const limit = pageLimit(earlier.query);
  if (earlier.size < limit || isFlawed(earlier)) return;
  const fresh = await api.readPage({ ...earlier.query, limit: limit - 1 });
  const [others, before] = [fresh, earlier].map(({ pets }) =>
    pets.filter(({ id }) => run.known.find(id)?.own !== true),
  );
  const isSameOrder = others?.every(({ id }, place) => id === before?.[place]?.id) === true;
  if (findOnPage(fresh, pet.id) === undefined || others?.length === 0 || !isSameOrder) return;
  const again = await pollUntil(
    run,
    () => api.readPage(earlier.query),
    (page) => !isSamePage(page, earlier),
  );
  const isStale = isSamePage(again, earlier);
  // Another client may have removed the pet in the meantime.
  if (isStale && findOnPage(await api.readPage({ ...earlier.query, limit: limit - 2 }), pet.id) === undefined) return;
  judge.check(earlier.query.status === undefined ? 'LIST-COMPLETE' : 'LIST-STATUS-COMPLETE', !isStale, {
    expected: `pet ${pet.id}, as on the page with the limit ${limit - 1}`,
    actual: isStale ? 'the page that was returned before the pet was added' : 'a page that differs from the one before',
    responses: [earlier.response, fresh.response, again.response],
  });
}

function isSamePage(page: Page, other: Page): boolean {
  return page.size === other.size && page.pets.every(({ id }, place) => id === other.pets[place]?.id);
}

/** Judges LIST-STATUS-COMPLETE: a complete filtered page holds every matching pet that the list shows before and after. */
export async function expectFilterComplete({ run, judge, api }: CaseContext, status: PetStatus): Promise<void> {
  const read = (): Promise<PageBetween> =>
    readBetween(api, { limit: 100 }, () => api.sharePage({ status, limit: 100 }));
  const settled = (seen: PageBetween): boolean =>
    !isComplete(seen.page, run.known) || missingFromFilter(seen, status).length === 0;
  const seen = await pollUntil(run, read, settled, 'decides-later');
  const responses = [seen.before.response, seen.after.response, seen.page.response];
  const steady = steadyOn(seen, status);
  if (!isComplete(seen.page, run.known)) return judge.stopNotApplicable(NO_COMPLETE_PAGE, responses);
  if (steady.length === 0) return judge.stopNotApplicable('No listed pet matched the filter.', responses);
  const [missing] = missingFromFilter(seen, status);
  judge.check('LIST-STATUS-COMPLETE', missing === undefined, {
    expected: `all ${steady.length} pets with status "${status}" in the complete filtered page`,
    actual: missing === undefined ? 'all of them' : `pet ${missing.id} missing`,
    responses,
    assumesComplete: [seen.page],
  });
}

/** How many lists show a fault of one list in twenty with a probability of 80 %, all filters together. */
const REPEATED_LISTS = 32;
const LISTS_OF_A_FILTER = Math.ceil(REPEATED_LISTS / PET_STATUSES.length);

/**
 * Judges LIST-STATUS-COMPLETE on several lists in a row. An occasional wrong list gets no second chance. If lists of this run
 * were late, the settling time passes first.
 */
export async function expectFilterStaysComplete({ run, judge, api }: CaseContext, status: PetStatus): Promise<void> {
  const read = async (): Promise<readonly PageBetween[]> => {
    const { before, page, after } = await readBetween(api, { limit: 100 }, () =>
      Promise.all(Array.from({ length: LISTS_OF_A_FILTER }, () => api.readPage({ status, limit: 100 }))),
    );
    return page.filter((each) => isComplete(each, run.known)).map((each) => ({ before, page: each, after }));
  };
  const isWrong = (each: PageBetween): boolean => missingFromFilter(each, status).length > 0;
  let seen = await read();
  if (run.settling.delays.length > 0 || seen.some(isWrong)) {
    await run.pause(run.configuration.settleTimeout * 1000);
    seen = await read();
  }
  const [first] = seen;
  if (first === undefined) return judge.stopNotApplicable(NO_COMPLETE_PAGE);
  if (steadyOn(first, status).length === 0) return judge.stopNotApplicable('No listed pet matched the filter.');
  const wrong = seen.find(isWrong);
  const { before, page, after } = wrong ?? first;
  judge.check('LIST-STATUS-COMPLETE', wrong === undefined, {
    expected: `all pets with status "${status}" in each of ${seen.length} complete filtered pages`,
    actual:
      wrong === undefined ? 'all of them' : `pet ${missingFromFilter(wrong, status)[0]?.id} missing from one of them`,
    responses: [before.response, after.response, page.response],
    assumesComplete: [page],
  });
}

function steadyOn({ before, after }: PageBetween, status: PetStatus): readonly Pet[] {
  return before.pets.filter((pet) => pet.status === status && findOnPage(after, pet.id)?.status === status);
}

/** Pets with the status that both unfiltered pages show and the filtered page does not. */
function missingFromFilter(seen: PageBetween, status: PetStatus): readonly Pet[] {
  return steadyOn(seen, status).filter((pet) => findOnPage(seen.page, pet.id) === undefined);
}
