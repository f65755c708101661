/** How many pets the run may still add to the target. Counts requests that may have added one, accepted or not. */
export interface Budget {
  /** Sets one aside before a request that could add a pet; false where none is left. */
  reserve(): boolean;
  /** Whether `reserve` would set one aside. */
  hasRoom(): boolean;
  /** So many examples of properties were not tried, since no room was left for them. */
  recordDropped(count: number): void;
  /** The request added none, for certain. */
  release(): void;
  /** The request was sent again and may have added once more than was set aside. */
  addRepeat(): void;
  /** Requests that added a pet, or may have. */
  spent(): number;
  /** Examples that were not tried. */
  dropped(): number;
}

/** A budget of `maximum` pets for the whole run. */
export function createBudget(maximum: number): Budget {
  let taken = 0;
  let dropped = 0;
  return {
    hasRoom: () => taken < maximum,
    recordDropped(count) {
      dropped += count;
    },
    reserve() {
      if (taken >= maximum) return false;
      taken += 1;
      return true;
    },
    release() {
      taken -= 1;
    },
    addRepeat() {
      taken += 1;
    },
    spent: () => taken,
    dropped: () => dropped,
  };
}

/** How a report says to resolve what a bound of the run left out. */
export const RAISE_CREATES = 'Raise --max-creates (PETSTORE_MAX_CREATES).';
export const RAISE_REQUESTS = 'Raise --max-requests (PETSTORE_MAX_REQUESTS).';

/** Whether a report says that a bound of the run is to be raised. */
export function isRaise(howToResolve: string | null): howToResolve is string {
  return howToResolve === RAISE_CREATES || howToResolve === RAISE_REQUESTS;
}
