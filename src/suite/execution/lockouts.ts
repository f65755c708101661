import type { ApiRequest } from '../api-request.ts';
import { isValidKey } from '../keys/credentials.ts';
import { isSuccess, rejectsKey } from '../responses/response.ts';

/** No lockout, a lockout that ended, or one that lasts. */
type Lockout = 'none' | 'over' | 'lasting';

/**
 * A service may lock a client out for a while after wrong keys. Then it rejects the right key too, and what a wrong key got
 * says nothing (reading of part 5). Here, every credential other than the right key counts as a wrong key.
 */
export interface Lockouts {
  /**
   * Call before each request. After a lockout, requests with wrong keys go one after another, some time apart. After too long in
   * lockouts it returns the reason to send none.
   */
  takeTurn(request: ApiRequest): Promise<string | null>;
  /** Call after each response. `over`: send the request again. */
  check(request: ApiRequest, status: number | null): Promise<Lockout>;
  count(): number;
}

/** What lockouts need of the run. */
interface LockoutProbes {
  /** Whether the list accepts the configured key now. */
  readonly isAccepted: () => Promise<boolean>;
  /** Whether the operation can accept the key: each rejection so far came from a lockout. */
  readonly mayAccept: (request: ApiRequest) => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** What the run has sent. */
type History = 'no wrong key' | 'wrong key' | 'wrong key, then the right key with success';

/** How a rejection of the right key ended: within a second, later, or not. */
type Rejection = 'short' | 'over' | 'lasting';

/** The search for the end of a rejection. After a lasting one, the run searches no more. */
type Search = 'idle' | Promise<Lockout> | 'lasting';

/** A right key that is rejected and accepted again within this time is a violation (reading of part 5). */
const BLINK = 1000;
/** The waits for the end of a lockout, a minute in all. The first ones are short: a run may meet many short lockouts. */
const WAITS = [500, 1000, 2000, 4000, 8000, 16_000, 30_000];
/** Milliseconds between wrong keys after a lockout. A longer gap prevents few lockouts and costs more than it saves. */
const GAP = 100;
/** After so many milliseconds in lockouts, no wrong key is sent. */
const PATIENCE = 120_000;

/** Waits until the service accepts the right key again, up to a minute. */
async function waitForAcceptance({ isAccepted, pause }: LockoutProbes): Promise<[Rejection, milliseconds: number]> {
  if (await isAccepted()) return ['short', 0];
  let waited = 0;
  for (const wait of [BLINK, ...WAITS]) {
    await pause(wait);
    waited += wait;
    if (await isAccepted()) return [waited === BLINK ? 'short' : 'over', waited];
  }
  return ['lasting', waited];
}

/** The lockouts of a run that has sent nothing yet. */
export function createLockouts(probes: LockoutProbes): Lockouts {
  let history: History = 'no wrong key';
  let search: Search = 'idle';
  let count = 0;
  /** Milliseconds in lockouts. */
  let locked = 0;
  /** The service rejects wrong keys with 403, without a lockout. */
  let rejectsWith403 = false;
  let turns: Promise<void> = Promise.resolve();

  /**
   * Whether a short rejection may be the end of a lockout that began unnoticed. The first lockout is noticed. After too long in
   * lockouts, the run sends no wrong key.
   */
  function mayEndLockout(): boolean {
    return history === 'wrong key' && count > 0 && locked < PATIENCE;
  }

  async function findEnd(): Promise<Lockout> {
    const short = mayEndLockout() ? 'over' : 'none';
    let lockout: Lockout = 'none';
    try {
      const [rejection, waited] = await waitForAcceptance(probes);
      lockout = rejection === 'short' ? short : rejection;
      if (lockout === 'over') {
        count += 1;
        locked += waited;
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
    if (locked < PATIENCE) await probes.pause(GAP);
  }

  return {
    async takeTurn({ credential }) {
      if (isValidKey(credential)) return null;
      if (count > 0) {
        turns = turns.then(pauseBetween);
        await turns;
      }
      // Responses to the right key may have come while the request waited.
      history = 'wrong key';
      if (locked < PATIENCE) return null;
      return `The service locked this client out ${count} times, although the run sent wrong keys ${GAP / 1000} s apart.`;
    },
    async check(request, status) {
      if (history === 'no wrong key' || status === null) return 'none';
      const isRightKey = isValidKey(request.credential);
      if (isRightKey && isSuccess({ status })) history = 'wrong key, then the right key with success';
      if (!maySignalLockout(request, status)) return 'none';
      if (search === 'idle') search = findEnd();
      const lockout = await search;
      if (!isRightKey) rejectsWith403 = lockout === 'none';
      return lockout;
    },
    count: () => count,
  };
}
