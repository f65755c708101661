import type { Credential } from '../../http/request.ts';
import { isWrongKey } from '../keys/credentials.ts';

/** How many pets the run may still add. Counts each request that may have added a pet, even if it was rejected. */
export interface Budget {
  /** Reserves one pet of the budget for `purpose`. False if none is left. */
  reserve(purpose?: 'cases' | 'trials'): boolean;
  /** Whether `reserve` would succeed. */
  hasRoom(): boolean;
  /** Keeps pets for the cases that run after the generated examples. */
  keepForLastStage(count: number): void;
  /** Whether a generated example may add a pet: kinds of requests come before repetitions. */
  hasRoomForExample(): boolean;
  /** Records examples of properties that were not tried because no pet was left for them. */
  recordDropped(count: number): void;
  /** Returns a reserved pet: the request certainly added none. */
  release(): void;
  /** Sets aside up to `count` pets for trials. Only the first call counts. */
  setAsideForTrials(count: number): void;
  /** Counts one more pet: the request was sent again and may have added twice. */
  addRepeat(): void;
  /** Pets that the run added or may have added. */
  spent(): number;
  /** Examples that were not tried. */
  dropped(): number;
}

/** A budget of `maximum` pets for the whole run. */
export function createBudget(maximum: number): Budget {
  let spent = 0;
  let forTrials: number | null = null;

  let forLastStage = 0;

  function left(): number {
    return maximum - spent - (forTrials ?? 0);
  }

  let dropped = 0;
  return {
    keepForLastStage(count) {
      forLastStage = count;
    },
    hasRoom: () => left() > 0,
    hasRoomForExample: () => left() > forLastStage,
    recordDropped(count) {
      dropped += count;
    },
    reserve(purpose = 'cases') {
      if (purpose === 'cases' ? left() <= 0 : (forTrials ?? 0) <= 0) return false;
      if (purpose === 'trials') forTrials = (forTrials ?? 0) - 1;
      spent += 1;
      return true;
    },
    setAsideForTrials(count) {
      forTrials ??= Math.max(0, Math.min(count, maximum - spent));
    },
    release() {
      spent -= 1;
    },
    addRepeat() {
      spent += 1;
    },
    spent: () => spent,
    dropped: () => dropped,
  };
}

/** How many requests with a wrong key the run may still send. */
export interface WrongKeyBudget {
  /** Counts a request. False if it holds a wrong key and none is left. */
  readonly reserve: (credential: Credential) => boolean;
}

/** A budget of `most` requests with a wrong key; null is no bound. */
export function createWrongKeyBudget(most: number | null): WrongKeyBudget {
  let left = most ?? Infinity;
  return {
    reserve(credential) {
      if (!isWrongKey(credential)) return true;
      left -= 1;
      return left >= 0;
    },
  };
}
