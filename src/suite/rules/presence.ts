import { listPath } from '../api-request.ts';
import { type Entry, isAddition, isPage, type PageEntry } from '../history.ts';
import type { Page } from '../responses/read-body.ts';

/** The time in which lists must show a pet, in milliseconds on the clock of the run. */
export interface Stay {
  readonly id: bigint;
  /** When the pet was added, or when a list first showed it with its status. */
  readonly from: number;
  /** From when on a complete list must show it. */
  readonly settlesAt: number;
  /** When a request was sent that may have removed it. */
  readonly until: number;
}

/** What a page says about a pet. `late`, `capped`: it may lack the pet. `open`: it is full, or from another time. */
export type Presence = 'shown' | 'missing' | 'late' | 'capped' | 'open';

/** The presence of a pet on a page. All rules judge by it whether a list lacks a pet (our reading of part 4.1). */
export function presenceOn({ caps }: { readonly caps: PageCaps }, stay: Stay, page: PageEntry): Presence {
  if (page.doneAt > stay.until) return 'open';
  if (page.ids.has(stay.id)) return 'shown';
  if (page.sentAt < stay.from || !isBelowItsLimit(page)) return 'open';
  if (page.sentAt < stay.settlesAt) return 'late';
  return caps.isComplete(page) ? 'missing' : 'capped';
}

/** Below its limit, and all ids are known: complete unless a cap cut it. A page without a limit never counts, unless it is empty. */
export function isBelowItsLimit({ query, size, pets, others }: Page): boolean {
  const isRead = pets.length + others.length === size;
  return size === 0 || (query.limit !== undefined && size < query.limit && isRead);
}

/** How the service cuts pages: at a number of pets, bytes or characters, or as it likes (our reading of part 4.1). */
export type PageCaps = ReturnType<typeof findPageCaps>;

/**
 * Reads the caps from all pages. A page is short if it holds fewer pets than its limit, but some, although a page with its filter
 * had held more than that before. A filtered page counts only between larger ones, since an index that loses pets makes pages short, too.
 */
export function findPageCaps(entries: readonly Entry[]) {
  const pages = entries.filter(isPage).filter(({ isTruncated }) => !isTruncated);
  const largest = Math.max(0, ...pages.map(({ size }) => size));
  const most = Math.max(0, ...pages.map(({ characters }) => characters));
  const largestPetUntil = runningMaximum(entries);
  const largestPet = largestPetUntil.get(entries.at(-1)) ?? 0;
  const [longSince, ordinaryPet] = beforeLongPets(entries);
  // A service stops before the pet that would exceed its cap. The cap may count characters, which have one byte or more.
  const filteredCap = findFilteredCap(pages);
  const isBelowNumber = ({ size, query }: Page): boolean =>
    size < (query.status === undefined ? largest : Math.min(largest, filteredCap));
  const isBelowBytes = ({ bytes }: Page, nextPet: number): boolean => bytes + nextPet < most;
  const short = pages.filter((each) => {
    const { query, size } = each;
    const { limit, status } = query;
    if (limit === undefined || size >= limit || size === 0) return false;
    const larger = pages.filter((page) => page.query.status === status && page.size > limit);
    const isAfterLarger = larger.some(({ doneAt }) => doneAt <= each.sentAt);
    const isBetweenLarger = status === undefined || larger.some(({ sentAt }) => sentAt >= each.doneAt);
    return isAfterLarger && isBetweenLarger && !isRepeated(pages, each);
  });
  const cutsAtWill =
    short.some(isBelowNumber) && short.some((each) => isBelowBytes(each, largestPetUntil.get(each) ?? 0));
  // A long pet that was added later did not stop a page.
  const isBelow = (page: PageEntry): boolean =>
    isBelowNumber(page) && isBelowBytes(page, page.doneAt < longSince ? ordinaryPet : largestPet) && !cutsAtWill;
  return {
    /** Whether a page certainly holds every match that the service knew. A late list can be complete and still lack a pet. */
    isComplete: (page: PageEntry) => isBelowItsLimit(page) && (page.size === 0 || isBelow(page)),
    /** Whether no constant cap explains the short pages: then no page with pets in it proves that it holds every match. */
    cutsAtWill,
    /** The most elements of a page. */
    largestPage: largest,
  };
}

/** Filtered pages may have a cap of their own: two filters have the same largest page, and it is below its limit. */
function findFilteredCap(pages: readonly PageEntry[]): number {
  const filtered = pages.filter(({ query }) => query.status !== undefined);
  const cap = Math.max(0, ...filtered.map(({ size }) => size));
  const capped = filtered.filter(({ size, query: { limit = Infinity } }) => size === cap && size < limit);
  return new Set(capped.map(({ query }) => query.status)).size > 1 ? cap : Infinity;
}

/** No ordinary pet has so many bytes. */
const LONG_PET = 1024;

/** When the run first sent a long pet, and the bytes of the largest pet that was shown before. */
function beforeLongPets(entries: readonly Entry[]): readonly [sentAt: number, largestPet: number] {
  const long = entries.filter((entry) => isAddition(entry) && entry.largestPet > LONG_PET);
  const longSince = Math.min(Infinity, ...long.map(({ sentAt }) => sentAt));
  const before = entries.filter(({ doneAt }) => doneAt < longSince);
  return [longSince, Math.max(0, ...before.map(({ largestPet }) => largestPet))];
}

/** By entry: the bytes of the largest pet that was shown until then. */
function runningMaximum(entries: readonly Entry[]): ReadonlyMap<Entry | undefined, number> {
  let largest = 0;
  return new Map(entries.map((entry) => [entry, (largest = Math.max(largest, entry.largestPet))]));
}

/** Whether the page was returned before. It may be an old one, which is judged elsewhere. */
function isRepeated(pages: readonly PageEntry[], page: PageEntry): boolean {
  const { query, size, bytes } = page;
  const first = pages.find(
    (each) => each.size === size && each.bytes === bytes && listPath(each.query) === listPath(query),
  );
  return first !== page;
}
