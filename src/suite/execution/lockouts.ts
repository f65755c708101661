import { BOUNDS } from '../../http/bounds.ts';
import type { ApiRequest } from '../api-request.ts';
import { isValidKey } from '../keys/credentials.ts';
import { isSuccess, rejectsKey } from '../responses/response.ts';

/** No lockout, a lockout that ended, or one that lasts. */
type Lockout = 'none' | 'over' | 'lasting';

/** The lockouts of a run. */
export type Lockouts = ReturnType<typeof createLockouts>;

interface LockoutProbes {
  /** Whether the list accepts the configured key now. */
  readonly isAccepted: () => Promise<boolean>;
  /** Whether the operation can accept the key: each rejection so far came from a lockout. */
  readonly mayAccept: (request: ApiRequest) => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Milliseconds on the clock of the client. */
  readonly now: () => number;
}

/** After wrong keys (all but the right one), a service may reject the right key for a while, and responses say nothing (part 5). */
export function createLockouts(probes: LockoutProbes) {
  let hasSentWrongKey = false;
  /** When the last request with the right key was sent that the service accepted. */
  let acceptedAt = probes.now();
  /** When the last lockout had ended. */
  let endedAt = -Infinity;
  /** The search for the end of a rejection. After a lasting one, the run searches no more. */
  let search: Promise<Lockout> | null = null;
  let count = 0;
  /** How many of the last lockouts had ended before the list was asked. */
  let unseen = 0;
  let lockedMilliseconds = 0;
  /** The service rejects wrong keys with 403, without a lockout. */
  let rejectsWith403 = false;
  let turns: Promise<void> = Promise.resolve();

  /** Waits until the service accepts the right key again. A rejection is no lockout if it was certainly short, whenever it began. */
  async function findEnd(isRightKey: boolean): Promise<Lockout> {
    const lastAcceptedAt = acceptedAt;
    let lockout: Lockout = 'none';
    let waited = 0;
    try {
      let isAccepted = await askAgain();
      for (const wait of [BOUNDS.blink, ...BOUNDS.lockoutWaits]) {
        if (isAccepted) break;
        await probes.pause(wait);
        waited += wait;
        isAccepted = await askAgain();
      }
      const isShort = waited <= BOUNDS.blink && probes.now() - lastAcceptedAt <= BOUNDS.shortRejection;
      // With slow responses, no rejection is certainly short, and a request that is always rejected would be sent without end.
      const isOfRequest = waited === 0 && unseen >= BOUNDS.unseenLockouts;
      lockout = !isAccepted ? 'lasting' : isShort || isOfRequest ? 'none' : 'over';
      if (lockout === 'over') {
        endedAt = probes.now();
        // The rejection of a wrong key alone shows no lockout.
        if (isRightKey || waited > 0) count += 1;
        unseen = waited === 0 ? unseen + 1 : 0;
        lockedMilliseconds += waited;
      }
      return lockout;
    } finally {
      if (lockout !== 'lasting') search = null;
    }
  }

  async function askAgain(): Promise<boolean> {
    const askedAt = probes.now();
    const isAccepted = await probes.isAccepted();
    if (isAccepted) acceptedAt = Math.max(acceptedAt, askedAt);
    return isAccepted;
  }

  /** Whether a lockout may be the cause of a response. */
  function maySignalLockout(request: ApiRequest, status: number): boolean {
    if (!isValidKey(request.credential)) return status === 403 && !rejectsWith403;
    return rejectsKey({ status }) && probes.mayAccept(request);
  }

  /** Further lockouts may come while requests wait. After too many, no request is sent, so none waits. */
  async function pauseBetween(): Promise<void> {
    if (lockedMilliseconds < BOUNDS.lockoutPatience) await probes.pause(BOUNDS.wrongKeyGap);
  }

  return {
    /** Call before each request. Returns a reason to send none. After a lockout, wrong keys go one after another, some time apart. */
    async takeTurn({ credential }: ApiRequest): Promise<string | null> {
      if (isValidKey(credential)) return null;
      if (count > 0) {
        turns = turns.then(pauseBetween);
        await turns;
      }
      hasSentWrongKey = true;
      if (lockedMilliseconds < BOUNDS.lockoutPatience) return null;
      return `The service locked this client out ${count} times, although the run sent wrong keys ${BOUNDS.wrongKeyGap / 1000} s apart.`;
    },
    /** Call after each response to a request that was sent at a time. `over`: send the request again. */
    async check(request: ApiRequest, status: number | null, sentAt: number): Promise<Lockout> {
      if (status === null) return 'none';
      const isRightKey = isValidKey(request.credential);
      if (isRightKey && isSuccess({ status })) acceptedAt = Math.max(acceptedAt, sentAt);
      if (!hasSentWrongKey || !maySignalLockout(request, status)) return 'none';
      if (sentAt <= endedAt) return 'over';
      search ??= findEnd(isRightKey);
      const lockout = await search;
      if (!isRightKey) rejectsWith403 = lockout === 'none';
      return lockout;
    },
    count: () => count,
  };
}
