import { listPath, type ListQuery } from '../api-request.ts';

/** How much a page holds: its elements, and the bytes of its body after content decoding. */
export interface PageSize {
  readonly size: number;
  readonly bytes: number;
}

/** A page, its query and text, and the times of its request and response in milliseconds. */
export interface PageSample extends PageSize {
  readonly query: ListQuery;
  /** The characters (code points) of the body. */
  readonly characters: number;
  readonly sentAt: number;
  readonly doneAt: number;
}

/** A page that holds fewer pets than its limit although a page with its filter had held more than that before. */
interface ShortPage extends PageSample {
  readonly limit: number;
  /** The bytes of the largest pet that the run knew then. */
  readonly largestPet: number;
}

/**
 * What the pages of a run show of how the service cuts them. The contract promises no full pages: a service may hold at most
 * so many pets, bytes or characters on a page, or cut pages as it likes (our reading of part 4.1).
 */
export interface PageCaps {
  recordPage(page: PageSample): void;
  /** Records the bytes of a pet in a response. */
  recordPet(bytes: number): void;
  /** Whether a page is below any constant cap, in number, bytes or characters, that the pages of the run allow. */
  isBelow(page: PageSize): boolean;
  /**
   * Whether no constant cap explains the short pages: then no page proves that it holds every match. A filtered page counts
   * only between larger ones, since an index that loses pets makes pages short, too.
   */
  cutsAtWill(): boolean;
  /** The most elements of a page. */
  largestPage(): number;
  hasReadPage(): boolean;
}

/** The knowledge of a run that has read no page. */
export function createPageCaps(): PageCaps {
  const pages: PageSample[] = [];
  const candidates: ShortPage[] = [];
  const seen = new Set<string>();
  let largest = { size: 0, characters: 0 };
  let largestPet = 0;

  const isBelowNumber = ({ size }: PageSize): boolean => size < largest.size;
  // A service stops before the pet that would exceed its cap. The cap may count characters, which have one byte or more.
  const isBelowBytes = ({ bytes }: PageSize, nextPet: number): boolean => bytes + nextPet < largest.characters;
  const largerThan = (limit: number, { query }: PageSample): readonly PageSample[] =>
    pages.filter((page) => page.query.status === query.status && page.size > limit);

  function cutsAtWill(): boolean {
    const short = candidates.filter(
      (page) =>
        page.query.status === undefined || largerThan(page.limit, page).some(({ sentAt }) => sentAt >= page.doneAt),
    );
    return short.some(isBelowNumber) && short.some((page) => isBelowBytes(page, page.largestPet));
  }

  return {
    recordPage(page) {
      const { query, size, bytes, characters, sentAt } = page;
      const { limit } = query;
      const key = `${listPath(query)} ${size} ${bytes}`;
      largest = { size: Math.max(size, largest.size), characters: Math.max(characters, largest.characters) };
      // A page that was returned before may be an old one, which is judged elsewhere.
      const isNew = !seen.has(key);
      if (
        isNew &&
        limit !== undefined &&
        size < limit &&
        largerThan(limit, page).some(({ doneAt }) => doneAt <= sentAt)
      )
        candidates.push({ ...page, limit, largestPet });
      pages.push(page);
      seen.add(key);
    },
    recordPet(bytes) {
      largestPet = Math.max(largestPet, bytes);
    },
    isBelow: (page) => isBelowNumber(page) && isBelowBytes(page, largestPet) && !cutsAtWill(),
    cutsAtWill,
    largestPage: () => largest.size,
    hasReadPage: () => pages.length > 0,
  };
}
