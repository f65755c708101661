import type { Disturbance } from '../disturbance.ts';

/** What a request has met so far. The latest disturbance counts. */
export interface AttemptHistory {
  /** Its operation. After several requests of an operation were given up, others get fewer attempts. */
  readonly operation: string;
  readonly disturbed: number;
  /** Attempts that failed although the service responded to other requests in the meantime; the first attempt counts too. */
  readonly disturbedAlone: number;
  /** Whether the service responded to another request since the attempt before; unknown for the first attempt. */
  readonly isServiceUp: boolean;
  /** Milliseconds that it has waited. */
  readonly waited: number;
}

/** The longest outage that the run waits for, in milliseconds of waiting; shorter if the service never responded. */
const OUTAGE_PATIENCE = 30_000;
const FIRST_RESPONSE_PATIENCE = 3_000;
/** Attempts at a request while the service responds to others. The last attempt is alone. */
const MOST_ATTEMPTS = 7;
/** After so many given-up requests of an operation in a row, others of it get `FEW_ATTEMPTS`. */
const GIVEN_UP_OFTEN = 3;
const FEW_ATTEMPTS = 2;

/** Decides when a disturbed request is given up. */
interface Patience {
  /** Whether the next attempt is the last one while the service responds to others. It must be sent alone. */
  readonly isLastAttempt: (request: AttemptHistory) => boolean;
  /** Records a disturbance. True if the request is given up, which counts against its operation. `alone`: it was sent alone. */
  readonly recordDisturbance: (disturbance: Disturbance, request: AttemptHistory, alone: boolean) => boolean;
  /** Whether the latest requests of an operation were given up. */
  readonly isHopeless: (operation: string) => boolean;
  /** Records that a request of an operation got a response after a disturbance. */
  readonly recordRecovery: (operation: string) => void;
  /** Records that the whole run waits. */
  readonly recordWait: (milliseconds: number) => void;
  /** Records a response that is no disturbance. */
  readonly recordResponse: () => void;
  /** How many responses were no disturbance. */
  readonly responses: () => number;
  /** True if the run has waited as long as it may without a response. */
  readonly isGone: () => boolean;
}

/** `longest`: milliseconds of waiting without a response after which a rate limit is given up. */
export function createPatience(longest: number): Patience {
  const givenUp = new Map<string, number>();
  let waitedSinceResponse = 0;
  let responses = 0;
  let gone = false;

  function isHopeless(operation: string): boolean {
    return (givenUp.get(operation) ?? 0) >= GIVEN_UP_OFTEN;
  }

  function patienceFor({ rateLimit, retryAfter }: Disturbance): number {
    if (rateLimit === 'certain' || retryAfter !== null) return longest;
    return responses === 0 ? FIRST_RESPONSE_PATIENCE : OUTAGE_PATIENCE;
  }

  function attemptsFor(operation: string): number {
    return isHopeless(operation) ? FEW_ATTEMPTS : MOST_ATTEMPTS;
  }

  function mustGiveUp(disturbance: Disturbance, request: AttemptHistory, alone: boolean): boolean {
    const { operation, disturbedAlone, waited } = request;
    if (gone || waited >= longest) return true;
    if (disturbance.rateLimit === 'certain' && !isHopeless(operation)) return false;
    return alone && disturbedAlone >= attemptsFor(operation);
  }

  return {
    isLastAttempt: ({ operation, disturbedAlone }) => disturbedAlone >= attemptsFor(operation) - 1,
    recordDisturbance: (disturbance, request, alone) => {
      if (waitedSinceResponse >= patienceFor(disturbance)) gone = true;
      if (!mustGiveUp(disturbance, request, alone)) return false;
      givenUp.set(request.operation, (givenUp.get(request.operation) ?? 0) + 1);
      return true;
    },
    isHopeless,
    recordRecovery: (operation) => {
      givenUp.delete(operation);
    },
    recordWait: (milliseconds) => {
      waitedSinceResponse += milliseconds;
    },
    recordResponse: () => {
      waitedSinceResponse = 0;
      responses += 1;
      gone = false;
    },
    responses: () => responses,
    isGone: () => gone,
  };
}
