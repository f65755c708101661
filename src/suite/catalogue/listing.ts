import { LIMIT_MAX } from '../../contract/operations.ts';
import type { Pet, PetStatus } from '../../contract/pet.ts';
import type { KnownPets } from './known-pets.ts';
import { type ListQuery, pageLimit } from '../api-request.ts';
import { findOnPage, isComplete, type Listing, type Page, pagesOf } from './page.ts';
import type { Run } from '../run.ts';
import { pollUntil } from './settling.ts';

/** Reads a page. Cases that read the same page at the same time share one request. */
interface PageReader {
  sharePage(query: ListQuery): Promise<Page>;
}

/** Whether a listing shows a pet. `undecided`: the pages are not complete, so absence proves nothing. */
export type Presence = 'shown' | 'missing-from-filter' | 'missing' | 'undecided';

/** Finds out whether a listing shows a pet. Only a complete page proves absence (our reading of part 4.1). */
export function presenceIn({ unfiltered, filtered }: Listing, pet: Pet, known: KnownPets): Presence {
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

/** Reads the list with and without the filter until it shows every pet, absence is undecided, or the settling time is over. */
export async function pollListing(
  run: Run,
  api: PageReader,
  pets: readonly Pet[],
  status: PetStatus | undefined,
  size: Pick<ListQuery, 'limit'> = { limit: LIMIT_MAX },
): Promise<Listing> {
  const settled = (seen: Listing): boolean =>
    pets.every(
      (pet) => isMovedOn(seen.unfiltered, pet) || ['shown', 'undecided'].includes(presenceIn(seen, pet, run.known)),
    );
  // A missing pet of another client says nothing about late additions: the client may have removed it.
  const recordsTimeout = pets.some(({ id }) => run.known.isOwn(id));
  return pollUntil(run, () => readListing(api, status, size), settled, { recordsTimeout });
}

/** Whether a page shows a pet with another status, so no wait brings it into the filtered page. */
function isMovedOn(page: Page, pet: Pet): boolean {
  const shown = findOnPage(page, pet.id);
  return shown?.status !== undefined && shown.status !== pet.status;
}

/** Takes a snapshot of the list for the pets of each status that the run has added. */
export async function takeSnapshots(run: Run, api: PageReader): Promise<void> {
  const groups = Map.groupBy(run.known.own(), ({ status }) => status);
  await Promise.all(
    [...groups].map(async ([status, pets]) => {
      // A larger page may prove later that these pages were complete, so every page below its limit must show every pet.
      const settled = (listing: Listing): boolean =>
        pagesOf(listing).every(
          (page) =>
            page.size >= pageLimit(page.query) ||
            pets.every((pet) => isMovedOn(listing.unfiltered, pet) || findOnPage(page, pet.id) !== undefined),
        );
      const read = (): Promise<Listing> => readListing(api, status, { limit: LIMIT_MAX });
      run.snapshots.push({ status, pets, listing: await pollUntil(run, read, settled, { recordsTimeout: false }) });
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
