import { listPath } from '../api-request.ts';
import { type HistoryEntry, isAddition, isPage, type PageEntry } from '../history.ts';
import { NO_COMPLETE_PAGE, PAGES_CUT_AT_WILL } from '../reasons.ts';
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

/** What a page says about a pet. `late`, `capped`: it may lack the pet. `unknown`: it is full, or from another time. */
export type Presence = 'shown' | 'missing' | 'late' | 'capped' | 'unknown';

/** The presence of a pet on a page. All rules judge by it whether a list lacks a pet (our reading of part 4.1). */
export function presenceOn({ caps }: { readonly caps: PageCaps }, stay: Stay, page: PageEntry): Presence {
  if (page.doneAt > stay.until) return 'unknown';
  if (page.ids.has(stay.id)) return 'shown';
  if (page.sentAt < stay.from || !isBelowItsLimit(page)) return 'unknown';
  if (page.sentAt < stay.settlesAt) return 'late';
  return caps.isComplete(page) ? 'missing' : 'capped';
}

/** The same stay in a list that is never late: whether it shows a pet by now. */
export function withoutDelay(stay: Stay): Stay {
  return { ...stay, settlesAt: stay.from };
}

/** Below its limit, and all ids are known: complete unless a cap cut it. A page without a limit never counts, unless it is empty. */
export function isBelowItsLimit({ query, size, pets, others, isTruncated }: Page): boolean {
  if (isTruncated) return false;
  const isRead = pets.length + others.length === size;
  return size === 0 || (query.limit !== undefined && size < query.limit && isRead);
}

/** How the service cuts pages: at a number of pets, bytes or characters, or as it likes (our reading of part 4.1). */
export type PageCaps = ReturnType<typeof findPageCaps>;

/** Reads from all pages of a run where the service may cut a page although the limit allows more. */
export function findPageCaps(entries: readonly HistoryEntry[]) {
  const allPages = entries.filter(isPage);
  const pages = allPages.filter(({ isTruncated }) => !isTruncated);
  // No cap is below what arrived of a truncated page.
  const largestPage = Math.max(0, ...allPages.map(({ size }) => size));
  // A page holds one pet even if that exceeds the cap, so such a page shows no cap.
  const mostCharacters = Math.max(0, ...allPages.map(({ size, characters }) => (size > 1 ? characters : 0)));
  const filteredCap = findFilteredCap(pages);
  const nextPet = sizeOfNextPet(entries);
  /** Whether a page is below each cap that the service may have. */
  const capTests: readonly ((page: PageEntry) => boolean)[] = [
    ({ size, query }) => size < (query.status === undefined ? largestPage : Math.min(largestPage, filteredCap)),
    // A cap in bytes stops a page before the pet that would exceed it. It may count characters, which have one byte or more.
    (page) => page.bytes + nextPet(page) < mostCharacters,
  ];
  const short = pages.filter((page) => isShort(pages, page));
  // No cap explains all short pages.
  const cutsAtWill = capTests.every((isBelow) => short.some(isBelow));
  return {
    /** Whether a page certainly holds every match that the service knew. A late list can be complete and still lack a pet. */
    isComplete(page: PageEntry): boolean {
      // No cap leaves an empty page.
      if (page.size === 0) return true;
      return isBelowItsLimit(page) && !cutsAtWill && capTests.every((isBelow) => isBelow(page));
    },
    /** Whether the service cuts pages as it likes: then only an empty page is complete. */
    cutsAtWill,
    /** Why a page that is not complete proves nothing about a pet that it lacks. */
    whyNotComplete: cutsAtWill ? PAGES_CUT_AT_WILL : NO_COMPLETE_PAGE,
    /** The most elements of a page. */
    largestPage,
  };
}

/** Whether a page holds fewer pets than its limit, but some, although the service had more matches than the limit. */
function isShort(pages: readonly PageEntry[], page: PageEntry): boolean {
  const { limit, status } = page.query;
  if (limit === undefined || page.size >= limit || page.size === 0) return false;
  const larger = pages.filter(({ query, size }) => query.status === status && size > limit);
  const isAfterLarger = larger.some(({ doneAt }) => doneAt <= page.sentAt);
  // An index of a filter that loses pets makes its pages short for good.
  const isBetweenLarger = status === undefined || larger.some(({ sentAt }) => sentAt >= page.doneAt);
  return isAfterLarger && isBetweenLarger && !isRepeated(pages, page);
}

/** Whether the page was returned before. It may be an old one, which `judgeStale` judges. */
function isRepeated(pages: readonly PageEntry[], { query, size, bytes, exchangeId }: PageEntry): boolean {
  const first = pages.find(
    (each) => each.size === size && each.bytes === bytes && listPath(each.query) === listPath(query),
  );
  return first?.exchangeId !== exchangeId;
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

/** The bytes of the largest pet that can follow the last one of a page. A long pet that the run added later cannot. */
function sizeOfNextPet(entries: readonly HistoryEntry[]): (page: PageEntry) => number {
  const long = entries.filter((entry) => isAddition(entry) && entry.largestPet > LONG_PET);
  const longSince = Math.min(Infinity, ...long.map(({ sentAt }) => sentAt));
  const [before, ever] = [largestPetIn(entries.filter(({ doneAt }) => doneAt < longSince)), largestPetIn(entries)];
  return ({ doneAt }) => (doneAt < longSince ? before : ever);
}

function largestPetIn(entries: readonly HistoryEntry[]): number {
  return Math.max(0, ...entries.map(({ largestPet }) => largestPet));
}
