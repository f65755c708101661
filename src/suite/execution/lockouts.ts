import { BOUNDS } from '../../http/bounds.ts';
import type { ApiRequest } from '../api-request.ts';
import type { Knowledge } from '../knowledge.ts';
import { isValidKey } from '../keys/credentials.ts';
import { rejectsKey } from '../responses/response.ts';

/** No lockout, a lockout that ended, or one that lasts. */
type Lockout = 'none' | 'over' | 'lasting';

/** The lockouts of a run. */
export type Lockouts = ReturnType<typeof createLockouts>;

/** What responses have told of keys. */
type KnownKeys = Pick<Knowledge, 'hasAccepted' | 'rejects' | 'givesWrongKeys' | 'keyAcceptedAt'>;

interface LockoutOptions {
  readonly knowledge: KnownKeys;
  /** The clock of the run. */
  readonly clock: { readonly now: () => number; readonly pause: (milliseconds: number) => Promise<void> };
  /** Asks whether the list accepts the configured key now. The history keeps the response. */
  readonly isAccepted: () => Promise<boolean>;
}

/** After wrong keys (all but the right one), a service may reject the right key for a while, and responses say nothing (part 5). */
export function createLockouts({ knowledge, clock, isAccepted }: LockoutOptions) {
  let hasSentWrongKey = false;
  let count = 0;
  /** When the last lockout had ended. */
  let endedAt = -Infinity;
  let lockedMilliseconds = 0;
  /** The search for the end of a rejection, and whether one found none. Then the run searches no more. */
  let search: Promise<Lockout> | null = null;
  let isLasting = false;
  let turns: Promise<void> = Promise.resolve();

  /** Waits until the service accepts the right key again. A rejection is no lockout if it was certainly short, whenever it began. */
  async function findEnd(isRightKey: boolean): Promise<Lockout> {
    const acceptedBefore = knowledge.keyAcceptedAt();
    let waited = 0;
    for (const wait of [0, BOUNDS.secondTryOfKey, ...BOUNDS.lockoutWaits]) {
      if (wait > 0) await clock.pause(wait);
      waited += wait;
      if (!(await isAccepted())) continue;
      if (waited <= BOUNDS.secondTryOfKey && clock.now() - acceptedBefore <= BOUNDS.shortRejection) return 'none';
      // The rejection of a wrong key alone shows no lockout.
      if (isRightKey || waited > 0) count += 1;
      lockedMilliseconds += waited;
      endedAt = clock.now();
      return 'over';
    }
    isLasting = true;
    return 'lasting';
  }

  /** Further lockouts may come while requests wait. After too many, no request is sent, so none waits. */
  async function pauseBetween(): Promise<void> {
    if (lockedMilliseconds < BOUNDS.lockoutPatience) await clock.pause(BOUNDS.wrongKeyGap);
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
    /** Call after each response to a request that was started at a time. `over`: send the request again. */
    async check(request: ApiRequest, status: number | null, startedAt: number): Promise<Lockout> {
      if (status === null || !hasSentWrongKey || !maySignalLockout(knowledge, request, status)) return 'none';
      if (startedAt <= endedAt) return 'over';
      if (isLasting) return 'lasting';
      search ??= findEnd(isValidKey(request.credential)).finally(() => (search = null));
      return search;
    },
    count: () => count,
  };
}

/** Whether a lockout may be the cause of a response. */
function maySignalLockout(knowledge: KnownKeys, { credential, operation }: ApiRequest, status: number): boolean {
  if (!isValidKey(credential)) return status === 403 && !knowledge.givesWrongKeys(status);
  return rejectsKey({ status }) && knowledge.hasAccepted('listPets') && !knowledge.rejects(operation);
}
