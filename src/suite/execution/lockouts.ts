import type { ApiRequest } from '../api-request.ts';
import { isValidKey } from '../keys/credentials.ts';
import { rejectsKey } from '../responses/response.ts';

/** No lockout, a lockout that ended, or one that lasts. */
export type Lockout = 'none' | 'over' | 'lasting';

/**
 * A service may lock a client out for a while after wrong keys. Then it rejects the right key too, and what a wrong key got
 * says nothing (reading of part 5).
 */
export interface Lockouts {
  /**
   * Call before each request. After a lockout, requests with other credentials than the right key wait for each other, further
   * apart after each lockout. After too many lockouts it returns the reason to send none.
   */
  takeTurn(request: ApiRequest): Promise<string | null>;
  /** Call after each response. `over`: send the request again. */
  check(request: ApiRequest, status: number | null): Promise<Lockout>;
  count(): number;
}

/** What lockouts need of the run. */
export interface LockoutProbes {
  /** Whether the list accepts the configured key now. */
  readonly isAccepted: () => Promise<boolean>;
  /** Whether the operation can accept the key: each rejection so far came from a lockout. */
  readonly mayAccept: (request: ApiRequest) => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A right key that is rejected and accepted again within this time is a violation (reading of part 5). */
const BLINK = 1000;
const WAITS = [2000, 4000, 8000, 16_000, 30_000];
const FIRST_GAP = 100;
const MOST_LOCKOUTS = 5;

/** Milliseconds between requests with other credentials than the right key, after so many lockouts. */
function gapAfter(lockouts: number): number {
  return FIRST_GAP * 2 ** (lockouts - 1);
}

/** The lockouts of a run that has sent nothing yet. */
export function createLockouts({ isAccepted, mayAccept, pause }: LockoutProbes): Lockouts {
  let running: Promise<Lockout> | null = null;
  let isLasting = false;
  /** The service rejects wrong keys with statuses other than 401, without a lockout. */
  let usesOtherStatuses = false;
  /** The run has sent other credentials than the right key. */
  let triedOther = false;
  /** The right key was accepted after the last of them. */
  let acceptedSince = false;
  let count = 0;
  let turns: Promise<void> = Promise.resolve();

  async function find(): Promise<Lockout> {
    // The end of a further lockout, which nothing else noticed, looks like a short rejection. After too many, no request can
    // cause another one.
    const shortRejection = count === 0 || count > MOST_LOCKOUTS || acceptedSince ? 'none' : 'over';
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

  /** Further lockouts may come while requests wait. After too many, no request is sent, so none waits. */
  async function pauseBetween(): Promise<void> {
    if (count <= MOST_LOCKOUTS) await pause(gapAfter(count));
  }

  function tooMany(): string {
    const gap = gapAfter(MOST_LOCKOUTS) / 1000;
    return `The service locked this client out ${count} times, although the run sent wrong keys ${gap} s apart.`;
  }

  return {
    async takeTurn({ credential }) {
      if (isValidKey(credential)) return null;
      triedOther = true;
      acceptedSince = false;
      if (count === 0) return null;
      turns = turns.then(pauseBetween);
      await turns;
      return count > MOST_LOCKOUTS ? tooMany() : null;
    },
    async check(request, status) {
      if (!triedOther) return 'none';
      if (isValidKey(request.credential)) {
        const isRejected = status !== null && rejectsKey({ status }) && mayAccept(request);
        acceptedSince ||= status !== null && status < 300;
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
