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
  /** Requests under way that must be rejected. */
  let wrongUnderWay = 0;
  let forTrials: number | null = null;

  function left(): number {
    return maximum - spent - (forTrials ?? 0);
  }

  return {
    /** Whether `reserve` would succeed. */
    hasRoom: () => left() > 0,
    /** Reserves one pet of the budget for `purpose`. False if none is left. `isWrong`: the request must be rejected. */
    reserve(purpose: Purpose = 'cases', isWrong: boolean = false): boolean {
      const setAside = forTrials ?? 0;
      const room = { cases: left(), examples: left() - kept, trials: setAside > 0 ? setAside : left() };
      if (room[purpose] <= 0) return false;
      if (purpose === 'trials' && setAside > 0) forTrials = setAside - 1;
      spent += 1;
      if (isWrong) wrongUnderWay += 1;
      return true;
    },
    /** Sets aside up to `count` pets for trials. Only the first call counts. */
    setAsideForTrials(count: number): void {
      forTrials ??= Math.max(0, Math.min(count, maximum - spent));
    },
    /** Counts what became of a reserved pet: how many the request added or may have added. */
    countAdditions(additions: number, isWrong: boolean = false): void {
      spent += additions - 1;
      if (!isWrong) return;
      wrong += additions;
      wrongUnderWay -= 1;
    },
    /** Pets that the run added or may have added. */
    spent: () => spent,
    /** Pets that the service added, or may have added, for requests that it must reject. */
    wrong: () => wrong,
    /**
     * Whether they are less than half, so that the rest suffices for valid pets. `isDecided`: less than a third with those under way,
     * so that it also suffices for requests whose requirements are not violated yet.
     */
    allowsWrong: (isDecided: boolean) => (isDecided ? wrong + wrongUnderWay < maximum / 3 : wrong < maximum / 2),
    /** Counts a request. False if it holds a wrong key and the run may send none any more. */
    reserveKey: (credential: Credential): boolean => !isWrongKey(credential) || (wrongKeysLeft -= 1) >= 0,
  };
}
