import type { Credential } from '../../http/request.ts';
import { isWrongKey } from '../keys/credentials.ts';

/** What a pet is added for. Further examples leave some pets for the last stage: kinds of requests come first. */
export type Purpose = 'cases' | 'examples' | 'trials';

/** How many pets the run may still add. Counts each request that may have added a pet, even if it was rejected. */
export interface Budget {
  /** Reserves one pet of the budget for `purpose`. False if none is left. */
  reserve(purpose?: Purpose): boolean;
  /** Whether `reserve` would succeed. */
  hasRoom(): boolean;
  /** Returns a reserved pet: the request certainly added none. */
  release(): void;
  /** Sets aside up to `count` pets for trials. Only the first call counts. */
  setAsideForTrials(count: number): void;
  /** Counts one more pet: the request was sent again and may have added twice. */
  addRepeat(): void;
  /** Pets that the run added or may have added. */
  spent(): number;
  /** Counts pets that the service added, or may have added, for requests that it must reject. */
  countWrong(count: number): void;
  /** How many they are. */
  wrong(): number;
  /** Whether they are less than a third, so that the rest suffices for other requests. */
  allowsWrong(): boolean;
}

/** A budget of `maximum` pets for the whole run. Examples leave `kept` of them. */
export function createBudget(maximum: number, kept = 0): Budget {
  let spent = 0;
  let wrong = 0;
  let forTrials: number | null = null;

  function left(): number {
    return maximum - spent - (forTrials ?? 0);
  }

  return {
    hasRoom: () => left() > 0,
    reserve(purpose = 'cases') {
      const room = { cases: left(), examples: left() - kept, trials: forTrials ?? 0 };
      if (room[purpose] <= 0) return false;
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
    countWrong: (count) => void (wrong += count),
    wrong: () => wrong,
    allowsWrong: () => wrong < maximum / 3,
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
