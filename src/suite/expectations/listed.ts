import { type Pet, petDifferences, type PetStatus } from '../../contract/pet.ts';
import { lookFor, type Presence, presenceOf } from '../listing.ts';
import type { ListQuery } from '../list-query.ts';
import { findOnPage, type Listing, type Page } from '../page.ts';
import type { Evidence } from '../response.ts';
import type { CaseContext } from './context.ts';
import { judgeSamePet } from './same-pet.ts';

/** Judges that pets of one status, known before, are in the list and show the same values there (parts 4.1 and 4.2). */
export async function expectListed(
  context: CaseContext,
  pets: readonly Pet[],
  status: PetStatus | undefined,
  size: Pick<ListQuery, 'limit'> = { limit: 100 },
): Promise<void> {
  await judgeListing(context, pets, await lookFor(context.run, context.api, pets, status, size));
}

/** Judges the snapshots of pets of one status: a larger page seen since may show that a page was complete. */
export async function expectSnapshot(context: CaseContext, status: PetStatus | undefined): Promise<void> {
  const snapshots = context.run.snapshots.filter((each) => each.status === status);
  if (snapshots.length === 0) return context.judge.stopNotApplicable('No such pet had been added by then.');
  for (const { pets, listing } of snapshots) await judgeListing(context, pets, listing);
}

async function judgeListing(context: CaseContext, pets: readonly Pet[], listing: Listing): Promise<void> {
  const { run, judge } = context;
  const pages = listing.filtered === null ? [listing.unfiltered] : [listing.unfiltered, listing.filtered];
  const responses = pages.map(({ response }) => response);
  const undecided: Pet[] = [];
  const isOwn = ({ id }: Pet): boolean => run.known.find(id)?.own === true;
  // A pet of another client may be gone, or changed by other means, without a violation.
  for (const pet of pets) {
    const presence = presenceOf(listing, pet, run.known);
    for (const page of isOwn(pet) ? pages : []) {
      const shown = findOnPage(page, pet.id);
      if (shown !== undefined) judgeSamePet(judge, 'LIST-SAME', pet, shown, [page.response]);
    }
    if (presence === 'undecided' || (presence !== 'shown' && !isOwn(pet))) undecided.push(pet);
    else await judgePresence(context, pet, presence, listing, responses);
  }
  if (undecided.length === pets.length) leaveUndecided(context, listing);
  if (pets.every((pet) => !isOwn(pet) || pages.every((page) => findOnPage(page, pet.id) === undefined)))
    judge.notApplicable('LIST-SAME', 'No page showed a pet of this run to compare.', responses);
  if (listing.filtered === null && judge.judged.includes('LIST-STATUS-COMPLETE'))
    judge.notApplicable('LIST-STATUS-COMPLETE', 'No filter finds a pet without a status.');
}

async function judgePresence(
  context: CaseContext,
  pet: Pet,
  presence: Exclude<Presence, 'undecided'>,
  { filtered }: Listing,
  responses: readonly Evidence[],
): Promise<void> {
  const { judge, scope } = context;
  const inFilter = `the pet ${pet.id} in the complete page of its status`;
  if (presence === 'missing-from-filter') {
    const actual = 'missing there, though the unfiltered page shows it';
    judge.check('LIST-STATUS-COMPLETE', false, { expected: inFilter, actual, responses });
    return;
  }
  if (presence === 'shown') {
    const listed = { actual: 'listed', responses };
    if (filtered !== null) judge.check('LIST-STATUS-COMPLETE', true, { expected: inFilter, ...listed });
    if (judge.judged.includes('CREATE-STORED'))
      judge.check('CREATE-STORED', true, { expected: `the added pet ${pet.id} in the catalogue`, ...listed });
    judge.check('LIST-COMPLETE', true, { expected: `the pet ${pet.id} in the list`, ...listed });
    return;
  }
  const expected = `the pet ${pet.id}, added by this run, in a complete page`;
  if (await isLost(context, pet)) {
    const actual = 'missing there, and reading it does not give it';
    scope.breakRule('CREATE-STORED', { holds: false, expected, actual }, responses);
    return;
  }
  judge.check('LIST-COMPLETE', false, { expected, actual: 'missing there', responses });
}

/** Whether reading a pet denies it as well, so that it is the addition that was lost. */
export async function isLost({ run, api }: CaseContext, pet: Pet): Promise<boolean> {
  if (run.phase === 'after') return true;
  const { status } = await api.getPet(pet.id, { isSpecified: false });
  return status === 404 || status === 410;
}

function leaveUndecided({ judge }: CaseContext, { unfiltered, filtered }: Listing): void {
  const reason = 'No page was complete, or only pets of other clients were looked for, so absence proves nothing.';
  const responses = [unfiltered.response];
  judge.notApplicable('LIST-COMPLETE', reason, responses);
  if (judge.judged.includes('CREATE-STORED')) judge.notApplicable('CREATE-STORED', reason, responses);
  if (filtered !== null) judge.notApplicable('LIST-STATUS-COMPLETE', reason, responses);
}

/** How often both are read again: a pet that alternates between two states may match a few times. */
const MORE_LOOKS = 5;

/**
 * Judges LIST-SAME: the list shows a pet with the values that reading it shows (parts 4.1 and 4.3). It may belong to another
 * client and change at any time, so a difference counts only if both responses stay as they are.
 */
export async function expectListedAsRead(context: CaseContext, page: Page, listed: Pet): Promise<void> {
  const { judge, api } = context;
  const read = await api.readPet(listed.id);
  const responses = [page.response, read.response];
  const differs = petDifferences(read.pet, listed).length > 0;
  if (differs && !(await isSteady(context, page, listed, read.pet))) {
    const reason = 'The pet changed between two looks at it.';
    judge.notVerified('LIST-SAME', reason, 'Run again while fewer clients write.', responses);
    return;
  }
  judgeSamePet(judge, 'LIST-SAME', read.pet, listed, responses);
}

/** Reads in either order in turn, so that changes that keep step with the requests do not stay in step. */
async function isSteady({ api }: CaseContext, page: Page, listed: Pet, read: Pet): Promise<boolean> {
  const staysListed = async (): Promise<boolean> => {
    const again = findOnPage(await api.readPage(page.query), listed.id);
    return again !== undefined && petDifferences(listed, again).length === 0;
  };
  const staysRead = async (): Promise<boolean> => {
    const again = await api.readPet(listed.id);
    return petDifferences(read, again.pet).length === 0;
  };
  for (let look = 0; look < MORE_LOOKS; look += 1) {
    const [first, second] = look % 2 === 0 ? [staysListed, staysRead] : [staysRead, staysListed];
    if (!(await first()) || !(await second())) return false;
  }
  return true;
}
