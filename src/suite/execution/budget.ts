import type { Credential } from '../../http/request.ts';
import { isWrongKey } from '../keys/credentials.ts';

/** What a pet is added for. Further examples leave some pets for the last stage: kinds of requests come first. */
export type Purpose = 'cases' | 'examples' | 'trials';

/** How many pets the run may still add, and how many wrong keys it may send. Counts each request that may have added a pet, even if it was rejected. */
export type Budget = ReturnType<typeof createBudget>;

/** A budget of `maximum` pets for the whole run. Examples leave `kept` of them. `mostWrongKeys`: null is no bound. */
export function createBudget(maximum: number, kept = 0, mostWrongKeys: number | null = null) {
  let wrongKeysLeft = mostWrongKeys ?? Infinity;
  let spent = 0;
  let wrong = 0;
  let repeats = 0;
  let forTrials: number | null = null;

  function left(): number {
    return maximum - spent - (forTrials ?? 0);
  }

  return {
    /** Whether `reserve` would succeed. */
    hasRoom: () => left() > 0,
    /** Reserves one pet of the budget for `purpose`. False if none is left. */
    reserve(purpose: Purpose = 'cases'): boolean {
      const room = { cases: left(), examples: left() - kept, trials: forTrials ?? 0 };
      if (room[purpose] <= 0) return false;
      if (purpose === 'trials') forTrials = (forTrials ?? 0) - 1;
      spent += 1;
      return true;
    },
    /** Sets aside up to `count` pets for trials. Only the first call counts. */
    setAsideForTrials(count: number): void {
      forTrials ??= Math.max(0, Math.min(count, maximum - spent));
    },
    /** Returns a reserved pet: the request certainly added none. */
    release: () => void (spent -= 1),
    /** Counts one more pet: the request was sent again and may have added twice. */
    addRepeat(): void {
      spent += 1;
      repeats += 1;
    },
    /** Whether a request may have added twice. */
    hasRepeated: () => repeats > 0,
    /** Pets that the run added or may have added. */
    spent: () => spent,
    /** Counts pets that the service added, or may have added, for requests that it must reject. */
    countWrong: (count: number) => void (wrong += count),
    /** How many they are. */
    wrong: () => wrong,
    /** Whether they are less than a third, so that the rest suffices for other requests. */
    allowsWrong: () => wrong < maximum / 3,
    /** Counts a request. False if it holds a wrong key and the run may send none any more. */
    reserveKey: (credential: Credential): boolean => !isWrongKey(credential) || (wrongKeysLeft -= 1) >= 0,
  };
}
