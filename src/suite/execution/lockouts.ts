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
}

/** The keys that the run has sent. */
type SentKeys = 'no wrong key' | 'wrong key' | 'wrong key, then the right key with success';

/** The search for the end of a rejection. After a lasting one, the run searches no more. */
type Search = 'idle' | Promise<Lockout> | 'lasting';

/** After wrong keys (all but the right one), a service may reject the right key for a while, and responses say nothing (part 5). */
export function createLockouts(probes: LockoutProbes) {
  let sentKeys: SentKeys = 'no wrong key';
  let search: Search = 'idle';
  let count = 0;
  let lockedMilliseconds = 0;
  /** The service rejects wrong keys with 403, without a lockout. */
  let rejectsWith403 = false;
  let turns: Promise<void> = Promise.resolve();

  /** Whether a short rejection may end a lockout that began unnoticed. The first one is noticed. After too many, no wrong key is sent. */
  function mayEndLockout(): boolean {
    return sentKeys === 'wrong key' && count > 0 && lockedMilliseconds < BOUNDS.lockoutPatience;
  }

  /** Waits until the service accepts the right key again. A short rejection is no lockout, unless it may be the end of one. */
  async function findEnd(): Promise<Lockout> {
    const ofShort = mayEndLockout() ? 'over' : 'none';
    let lockout: Lockout = 'none';
    let waited = 0;
    try {
      let isAccepted = await probes.isAccepted();
      for (const wait of [BOUNDS.blink, ...BOUNDS.lockoutWaits]) {
        if (isAccepted) break;
        await probes.pause(wait);
        waited += wait;
        isAccepted = await probes.isAccepted();
      }
      lockout = !isAccepted ? 'lasting' : waited <= BOUNDS.blink ? ofShort : 'over';
      if (lockout === 'over') {
        count += 1;
        lockedMilliseconds += waited;
      }
      return lockout;
    } finally {
      search = lockout === 'lasting' ? 'lasting' : 'idle';
    }
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
      // Responses to the right key may have come while the request waited.
      sentKeys = 'wrong key';
      if (lockedMilliseconds < BOUNDS.lockoutPatience) return null;
      return `The service locked this client out ${count} times, although the run sent wrong keys ${BOUNDS.wrongKeyGap / 1000} s apart.`;
    },
    /** Call after each response. `over`: send the request again. */
    async check(request: ApiRequest, status: number | null): Promise<Lockout> {
      if (sentKeys === 'no wrong key' || status === null) return 'none';
      const isRightKey = isValidKey(request.credential);
      if (isRightKey && isSuccess({ status })) sentKeys = 'wrong key, then the right key with success';
      if (!maySignalLockout(request, status)) return 'none';
      if (search === 'idle') search = findEnd();
      const lockout = await search;
      if (!isRightKey) rejectsWith403 = lockout === 'none';
      return lockout;
    },
    count: () => count,
  };
}
