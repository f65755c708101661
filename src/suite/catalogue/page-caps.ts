import { listPath } from '../api-request.ts';
import { type Entry, isAddition, type PageEntry, type ShownPage } from '../history.ts';

/** How much a page holds: its elements, and the bytes of its body after content decoding. */
export type PageSize = Pick<ShownPage, 'size' | 'bytes'>;

/**
 * What the pages of a run show of how the service cuts them. The contract promises no full pages: a service may hold at most
 * so many pets, bytes or characters on a page, or cut pages as it likes (our reading of part 4.1).
 */
export interface PageCaps {
  /**
   * Whether a page is below any constant cap, in number, bytes or characters, that the pages of the run allow. `doneAt`: when the
   * page was complete (default: at the end), since a long pet that the run added later did not stop it.
   */
  readonly isBelow: (page: PageSize, doneAt?: number) => boolean;
  /** Whether no constant cap explains the short pages: then no page with pets in it proves that it holds every match. */
  readonly cutsAtWill: boolean;
  /** The most elements of a page. */
  readonly largestPage: number;
}

/**
 * Reads the caps from all pages. A page is short if it holds fewer pets than its limit, but some, although a page with its filter
 * had held more than that before. A filtered page counts only between larger ones, since an index that loses pets makes pages short, too.
 */
export function findPageCaps(entries: readonly Entry[]): PageCaps {
  const pages = entries.filter((entry): entry is PageEntry => entry.page !== null && !entry.page.isTruncated);
  const largest = Math.max(0, ...pages.map(({ page }) => page.size));
  const characters = Math.max(0, ...pages.map(({ page }) => page.characters));
  const largestPetUntil = runningMaximum(entries);
  const largestPet = largestPetUntil.get(entries.at(-1)) ?? 0;
  const [longSince, ordinaryPet] = beforeLongPets(entries);
  // A service stops before the pet that would exceed its cap. The cap may count characters, which have one byte or more.
  const isBelowNumber = ({ size }: PageSize): boolean => size < largest;
  const isBelowBytes = ({ bytes }: PageSize, nextPet: number): boolean => bytes + nextPet < characters;
  const short = pages.filter((each) => {
    const { query, size } = each.page;
    const { limit, status } = query;
    if (limit === undefined || size >= limit || size === 0) return false;
    const larger = pages.filter(({ page }) => page.query.status === status && page.size > limit);
    const isAfterLarger = larger.some(({ doneAt }) => doneAt <= each.sentAt);
    const isBetweenLarger = status === undefined || larger.some(({ sentAt }) => sentAt >= each.doneAt);
    return isAfterLarger && isBetweenLarger && !isRepeated(pages, each);
  });
  const cutsAtWill =
    short.some(({ page }) => isBelowNumber(page)) &&
    short.some((each) => isBelowBytes(each.page, largestPetUntil.get(each) ?? 0));
  return {
    isBelow: (page, doneAt = Infinity) =>
      isBelowNumber(page) && isBelowBytes(page, doneAt < longSince ? ordinaryPet : largestPet) && !cutsAtWill,
    cutsAtWill,
    largestPage: largest,
  };
}

/** No ordinary pet has so many bytes. */
const LONG_PET = 1024;

/** When the run first sent a long pet, and the bytes of the largest pet that was shown before. */
function beforeLongPets(entries: readonly Entry[]): readonly [sentAt: number, largestPet: number] {
  const long = entries.filter((entry) => isAddition(entry) && entry.petBytes > LONG_PET);
  const longSince = Math.min(Infinity, ...long.map(({ sentAt }) => sentAt));
  const before = entries.filter(({ doneAt }) => doneAt < longSince);
  return [longSince, Math.max(0, ...runningMaximum(before).values())];
}

/** By entry: the bytes of the largest pet that was shown until then. */
function runningMaximum(entries: readonly Entry[]): ReadonlyMap<Entry | undefined, number> {
  let largest = 0;
  return new Map(
    entries.map((entry) => [entry, (largest = Math.max(largest, entry.petBytes, entry.page?.largestPet ?? 0))]),
  );
}

/** Whether the page was returned before. It may be an old one, which is judged elsewhere. */
function isRepeated(pages: readonly PageEntry[], { page }: PageEntry): boolean {
  const { query, size, bytes } = page;
  const first = pages.find(
    (each) => each.page.size === size && each.page.bytes === bytes && listPath(each.page.query) === listPath(query),
  );
  return first?.page !== page;
}
