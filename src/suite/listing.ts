import type { Pet, PetStatus } from '../contract/pet.ts';
import type { KnownPets } from './known-pets.ts';
import { type ListQuery, pageLimit } from './api-request.ts';
import { findOnPage, isComplete, type Listing, type Page } from './page.ts';
import { pollUntil } from './poll-until.ts';
import type { Run } from './run.ts';

/** How a page is read: of all cases that look at the same time, one sends the request. */
interface PageReader {
  sharePage(query: ListQuery): Promise<Page>;
}

/** Where a pet stands in a listing: shown, certainly missing, or not to be decided. */
export type Presence = 'shown' | 'missing-from-filter' | 'missing' | 'undecided';

/** What a listing tells of one pet. A page decides absence only if it is complete (reading of part 4.1). */
export function presenceOf({ unfiltered, filtered }: Listing, pet: Pet, known: KnownPets): Presence {
  const inUnfiltered = findOnPage(unfiltered, pet.id) !== undefined;
  const inFiltered = filtered !== null && findOnPage(filtered, pet.id) !== undefined;
  const isDecided = isComplete(unfiltered, known);
  if (filtered === null) {
    if (inUnfiltered) return 'shown';
    return isDecided ? 'missing' : 'undecided';
  }
  if (inFiltered) return inUnfiltered || !isDecided ? 'shown' : 'missing';
  if (!isComplete(filtered, known)) return !inUnfiltered && isDecided ? 'missing' : 'undecided';
  if (inUnfiltered) return 'missing-from-filter';
  return unfiltered.size < pageLimit(unfiltered.query) ? 'missing' : 'undecided';
}

/** Reads the list with and without the filter until every pet is shown, or cannot be expected to be, or time is over. */
export async function lookFor(
  run: Run,
  api: PageReader,
  pets: readonly Pet[],
  status: PetStatus | undefined,
  size: Pick<ListQuery, 'limit'> = { limit: 100 },
): Promise<Listing> {
  const settled = (seen: Listing): boolean =>
    pets.every((pet) => ['shown', 'undecided'].includes(presenceOf(seen, pet, run.known)));
  // That a pet of another client stays away says nothing about how long additions take to show.
  const outcome = pets.some(({ id }) => run.known.find(id)?.own === true) ? 'decides' : 'decides-later';
  return pollUntil(run, () => readListing(api, status, size), settled, outcome);
}

/** Takes a snapshot of the list for everything that the run has added, one for each status. */
export async function takeSnapshots(run: Run, api: PageReader): Promise<void> {
  const groups = Map.groupBy(run.known.own(), ({ status }) => status);
  await Promise.all(
    [...groups].map(async ([status, pets]) => {
      // A larger page may show later that these were complete, so every page with room must show every pet.
      const settled = ({ unfiltered, filtered }: Listing): boolean =>
        [unfiltered, ...(filtered === null ? [] : [filtered])].every(
          (page) => page.size >= pageLimit(page.query) || pets.every((pet) => findOnPage(page, pet.id) !== undefined),
        );
      const look = (): Promise<Listing> => readListing(api, status, { limit: 100 });
      run.snapshots.push({ status, pets, listing: await pollUntil(run, look, settled, 'decides-later') });
    }),
  );
}

async function readListing(
  api: PageReader,
  status: PetStatus | undefined,
  size: Pick<ListQuery, 'limit'>,
): Promise<Listing> {
  const [unfiltered, filtered] = await Promise.all([
    api.sharePage(size),
    status === undefined ? null : api.sharePage({ ...size, status }),
  ]);
  return { unfiltered, filtered };
}
