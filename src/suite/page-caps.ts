/** How much a page holds: its elements, and the bytes of its body after content decoding. */
export interface PageSize {
  readonly size: number;
  readonly bytes: number;
}

/**
 * What the pages of a run show of how the service cuts them. The contract promises no full pages: a service may hold at most
 * so many pets or bytes on a page, or cut pages as it likes (our reading of part 4.1).
 */
export interface PageCaps {
  /** `isShort`: unfiltered pages had shown more pets than `limit` before, and this one holds fewer. */
  recordPage(page: PageSize, limit: number, isShort: boolean): void;
  /** Records the bytes of a pet in a response. */
  recordPet(bytes: number): void;
  /** Whether a page is below any constant cap, in number or bytes, that the pages of the run allow. */
  isBelow(page: PageSize): boolean;
  /** Whether no constant cap explains the short pages: then no page proves that it holds every match. */
  cutsAtWill(): boolean;
  /** The most elements of a page. */
  largestPage(): number;
  hasReadPage(): boolean;
}

/** The knowledge of a run that has read no page. */
export function createPageCaps(): PageCaps {
  const seen = new Set<string>();
  const short: PageSize[] = [];
  let largest: PageSize | null = null;
  let largestPet = 0;

  const isBelowNumber = ({ size }: PageSize): boolean => size < (largest?.size ?? 0);
  // A service stops before the pet that would exceed its cap.
  const isBelowBytes = ({ bytes }: PageSize): boolean => bytes + largestPet < (largest?.bytes ?? 0);
  const cutsAtWill = (): boolean => short.some(isBelowNumber) && short.some(isBelowBytes);

  return {
    recordPage({ size, bytes }, limit, isShort) {
      const key = `${limit} ${size} ${bytes}`;
      largest = { size: Math.max(size, largest?.size ?? 0), bytes: Math.max(bytes, largest?.bytes ?? 0) };
      // A page that was returned before may be an old one, which is judged elsewhere.
      if (isShort && !seen.has(key)) short.push({ size, bytes });
      seen.add(key);
    },
    recordPet(bytes) {
      largestPet = Math.max(largestPet, bytes);
    },
    isBelow: (page) => isBelowNumber(page) && isBelowBytes(page) && !cutsAtWill(),
    cutsAtWill,
    largestPage: () => largest?.size ?? 0,
    hasReadPage: () => largest !== null,
  };
}
