import type { Pet, PetStatus } from '../../contract/pet.ts';
import type { CaseClient } from '../case-client.ts';
import type { Judge } from '../judge.ts';
import { lookAgain } from '../look-again.ts';
import { findOnPage, isComplete, pageLimit, type ListQuery, type Page } from '../page.ts';
import type { Run } from '../run.ts';
import { expectSameAnimal } from './expect-same-animal.ts';

/** The two pages that are read beside each other to look for animals. */
export interface Look {
  readonly unfiltered: Page;
  /** Null where the animals have no status to be filtered by. */
  readonly filtered: Page | null;
}

/** Where an animal stands in a look: shown, missing for certain, or not to be decided. */
export type Presence = 'shown' | 'missing-from-filter' | 'missing' | 'undecided';

/** What a look tells of one animal. A page decides absence only where it is complete (reading of part 4.1). */
export function presenceOf(look: Look, pet: Pet, sightings: Run['sightings']): Presence {
  const { unfiltered, filtered } = look;
  const inUnfiltered = findOnPage(unfiltered, pet.id) !== undefined;
  const inFiltered = filtered !== null && findOnPage(filtered, pet.id) !== undefined;
  if (filtered === null) {
    if (inUnfiltered) return 'shown';
    return isComplete(unfiltered, sightings) ? 'missing' : 'undecided';
  }
  if (inFiltered && (inUnfiltered || !isComplete(unfiltered, sightings))) return 'shown';
  if (inFiltered) return 'missing';
  if (!isComplete(filtered, sightings)) return inUnfiltered ? 'undecided' : fromUnfiltered(look, sightings);
  if (inUnfiltered) return 'missing-from-filter';
  const filterDecides = unfiltered.size < pageLimit(unfiltered.query);
  return filterDecides ? 'missing' : 'undecided';
}

function fromUnfiltered({ unfiltered }: Look, sightings: Run['sightings']): Presence {
  return isComplete(unfiltered, sightings) ? 'missing' : 'undecided';
}

/** Reads the list with and without the filter until every animal is shown, or cannot be expected to be, or time is over. */
export async function lookFor(
  run: Run,
  client: CaseClient,
  pets: readonly Pet[],
  status: PetStatus | undefined,
  size: Pick<ListQuery, 'limit'> = { limit: 100 },
): Promise<Look> {
  const settled = (seen: Look): boolean =>
    pets.every((pet) => ['shown', 'undecided'].includes(presenceOf(seen, pet, run.sightings)));
  // That an animal of another client stays away says nothing of how long additions must be waited for.
  const outcome = pets.some(({ id }) => run.sightings.find(id)?.own === true) ? 'decides' : 'decides-later';
  return lookAgain(run, () => lookOnce(client, status, size), settled, outcome);
}

/**
 * The same for a look that is judged later, when a larger page may show that these were complete: it waits for every
 * animal on every page that has room for it.
 */
export async function lookForLater(
  run: Run,
  client: CaseClient,
  pets: readonly Pet[],
  status: PetStatus | undefined,
): Promise<Look> {
  const settled = ({ unfiltered, filtered }: Look): boolean =>
    [unfiltered, ...(filtered === null ? [] : [filtered])].every(
      (page) => page.size >= pageLimit(page.query) || pets.every((pet) => findOnPage(page, pet.id) !== undefined),
    );
  return lookAgain(run, () => lookOnce(client, status, { limit: 100 }), settled, 'decides-later');
}

async function lookOnce(
  client: CaseClient,
  status: PetStatus | undefined,
  size: Pick<ListQuery, 'limit'>,
): Promise<Look> {
  const [unfiltered, filtered] = await Promise.all([
    client.look(size),
    status === undefined ? null : client.look({ ...size, status }),
  ]);
  return { unfiltered, filtered };
}

/**
 * Judges that animals of one status, known before, are in the list and show the same values there. Needs the citations
 * LIST-COMPLETE, LIST-STATUS-COMPLETE (where there is a status) and LIST-SAME; CREATE-STORED where it is cited.
 */
export async function expectListed(
  run: Run,
  client: CaseClient,
  judge: Judge,
  pets: readonly Pet[],
  status: PetStatus | undefined,
  size: Pick<ListQuery, 'limit'> = { limit: 100 },
): Promise<void> {
  await judgeLook(run, client, judge, pets, await lookFor(run, client, pets, status, size));
}

/** Judges a look that was taken before, by what is known now: a larger page seen since may show that a page was complete. */
export async function judgeLook(
  run: Run,
  client: CaseClient,
  judge: Judge,
  pets: readonly Pet[],
  look: Look,
): Promise<void> {
  const pages = look.filtered === null ? [look.unfiltered] : [look.unfiltered, look.filtered];
  const answers = pages.map((page) => page.answer);
  const undecided: Pet[] = [];
  const isOwn = ({ id }: Pet): boolean => run.sightings.find(id)?.own === true;
  // An animal of another client may be gone, or changed by other means, without anyone being wrong.
  for (const pet of pets) {
    const presence = presenceOf(look, pet, run.sightings);
    for (const page of isOwn(pet) ? pages : []) {
      const shown = findOnPage(page, pet.id);
      if (shown !== undefined) expectSameAnimal(judge, 'LIST-SAME', pet, shown, [page.answer]);
    }
    if (presence === 'undecided' || (presence !== 'shown' && !isOwn(pet))) undecided.push(pet);
    else await judgePresence(run, client, judge, pet, presence, look, answers);
  }
  if (undecided.length === pets.length) settleUndecided(judge, look);
  if (pets.every((pet) => !isOwn(pet) || pages.every((page) => findOnPage(page, pet.id) === undefined))) {
    judge.notApplicable('LIST-SAME', 'No page showed an animal of this run to compare.', answers);
  }
}

async function judgePresence(
  run: Run,
  client: CaseClient,
  judge: Judge,
  pet: Pet,
  presence: Exclude<Presence, 'undecided'>,
  look: Look,
  answers: readonly { readonly exchangeId: string }[],
): Promise<void> {
  const filterFinding = {
    expected: `the animal ${pet.id} in the complete page of its status`,
    actual: presence === 'missing-from-filter' ? 'missing there, though the unfiltered page shows it' : 'listed there',
    answers,
  };
  if (presence === 'missing-from-filter') {
    judge.check('LIST-STATUS-COMPLETE', false, filterFinding);
    return;
  }
  if (presence === 'shown') {
    if (look.filtered !== null) judge.check('LIST-STATUS-COMPLETE', true, filterFinding);
    if (judge.cited.includes('CREATE-STORED')) {
      judge.check('CREATE-STORED', true, {
        expected: `the added animal ${pet.id} in the catalogue`,
        actual: 'listed',
        answers,
      });
    }
    judge.check('LIST-COMPLETE', true, { expected: `the animal ${pet.id} in the list`, actual: 'listed', answers });
    return;
  }
  const lost = await isLost(run, client, pet);
  judge.check(lost ? 'CREATE-STORED' : 'LIST-COMPLETE', false, {
    expected: `the animal ${pet.id}, added by this run, in a complete page`,
    actual: lost ? 'missing there, and reading it alone does not give it' : 'missing there',
    answers,
  });
}

/** Whether reading one denies the animal as well, so that it is the addition that was lost. */
export async function isLost(run: Run, client: CaseClient, pet: Pet): Promise<boolean> {
  if (run.phase === 'after') return true;
  const { answered } = await client.send({ method: 'GET', path: `/pets/${pet.id}`, operation: 'getPet' }, 'open');
  return answered.status === 404 || answered.status === 410;
}

function settleUndecided(judge: Judge, look: Look): void {
  const reason =
    'No page was complete, or only animals of other clients were looked for, so that absence proves nothing.';
  const answers = [look.unfiltered.answer];
  judge.notApplicable('LIST-COMPLETE', reason, answers);
  judge.notApplicable('CREATE-STORED', reason, answers);
  if (look.filtered !== null) judge.notApplicable('LIST-STATUS-COMPLETE', reason, answers);
}
