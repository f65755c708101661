import type { ApiRequest } from './api-request.ts';
import { rejectsKey } from './response.ts';

/** Whether the service rejected every request when a response came: it did not, it did for a while, or it still does. */
export type Lockout = 'none' | 'over' | 'lasting';

/**
 * A service may lock a client out for a while after wrong keys. Then it rejects the right key too, and what a wrong key got
 * says nothing (reading of part 5).
 */
export interface Lockouts {
  /**
   * Before each request: after a lockout, requests with wrong keys wait for each other, further apart each time. After too many
   * lockouts it gives the reason to send none.
   */
  takeTurn(request: ApiRequest): Promise<string | null>;
  /** After each response. `over`: send the request again. */
  check(request: ApiRequest, status: number | null): Promise<Lockout>;
  count(): number;
}

/** What lockouts need of the run. */
export interface LockoutProbes {
  /** Whether the list accepts the configured key now. */
  readonly isAccepted: () => Promise<boolean>;
  /** Whether the operation may accept the key: it has not rejected it without a lockout. */
  readonly mayAccept: (request: ApiRequest) => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A right key that is rejected and accepted again within this time is a violation (reading of part 5). */
const BLINK = 1000;
const WAITS = [2000, 4000, 8000, 16_000, 30_000];
const FIRST_GAP = 100;
const MOST_LOCKOUTS = 5;

/** Milliseconds between wrong keys after so many lockouts. */
function gapAfter(lockouts: number): number {
  return FIRST_GAP * 2 ** (lockouts - 1);
}

/** The lockouts of a run that has sent nothing yet. */
export function createLockouts(validId: string, { isAccepted, mayAccept, pause }: LockoutProbes): Lockouts {
  let running: Promise<Lockout> | null = null;
  let isLasting = false;
  /** The service rejects wrong keys with statuses other than 401, without a lockout. */
  let usesOtherStatuses = false;
  let triedWrongKey = false;
  let acceptedSinceWrongKey = false;
  let count = 0;
  let turns: Promise<void> = Promise.resolve();

  async function find(): Promise<Lockout> {
    // The end of a further lockout, which nothing else noticed, looks like a short rejection.
    const shortRejection = count === 0 || acceptedSinceWrongKey ? 'none' : 'over';
    if (await isAccepted()) return shortRejection;
    await pause(BLINK);
    if (await isAccepted()) return shortRejection;
    for (const wait of WAITS) {
      await pause(wait);
      if (await isAccepted()) return 'over';
    }
    isLasting = true;
    return 'lasting';
  }

  function findOnce(): Promise<Lockout> {
    running ??= find()
      .then((lockout) => {
        if (lockout === 'over') count += 1;
        return lockout;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    async takeTurn({ credential }) {
      if (credential.id === validId) return null;
      triedWrongKey = true;
      acceptedSinceWrongKey = false;
      if (count === 0) return null;
      if (count > MOST_LOCKOUTS)
        return `The service locked this client out ${count} times, although the run sent wrong keys ${gapAfter(count - 1) / 1000} s apart.`;
      turns = turns.then(() => pause(gapAfter(count)));
      await turns;
      return null;
    },
    async check(request, status) {
      if (!triedWrongKey) return 'none';
      if (request.credential.id === validId) {
        const isRejected = status !== null && rejectsKey({ status }) && mayAccept(request);
        acceptedSinceWrongKey ||= status !== null && status < 300;
        if (!isRejected) return 'none';
        return isLasting ? 'lasting' : findOnce();
      }
      if (status !== 403 || usesOtherStatuses) return 'none';
      if (isLasting) return 'lasting';
      const lockout = await findOnce();
      usesOtherStatuses = lockout === 'none';
      return lockout;
    },
    count: () => count,
  };
}
