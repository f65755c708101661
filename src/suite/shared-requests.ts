import { setImmediate as endOfTick } from 'node:timers/promises';
import { listPath, type ListQuery } from './api-request.ts';
import type { Ended } from './judge.ts';
import type { CompleteResponse, ShownPage } from './responses/response.ts';

/** The requests of a run that several cases share. */
export type SharedRequests = ReturnType<typeof createSharedRequests>;

/**
 * Sends each shared addition once, and shares pages between cases that look for pets at the same time. A case can join a
 * request that is not sent yet, but never one in flight: its page must be requested after the case asks for it. Without sharing,
 * a run would send its largest requests a hundred times.
 */
export function createSharedRequests() {
  const additions = new Map<string, Promise<CompleteResponse | null>>();
  const inFlight = new Map<string, Promise<Ended<ShownPage>>>();
  const next = new Map<string, Promise<Ended<ShownPage>>>();

  function start(key: string, read: () => Promise<Ended<ShownPage>>): Promise<Ended<ShownPage>> {
    next.delete(key);
    const reading = read().finally(() => {
      if (inFlight.get(key) === reading) inFlight.delete(key);
    });
    inFlight.set(key, reading);
    return reading;
  }

  return {
    /** The response of the first addition with this key; null if it is not right. */
    addition(key: string, add: () => Promise<CompleteResponse | null>): Promise<CompleteResponse | null> {
      const adding = additions.get(key) ?? add();
      additions.set(key, adding);
      return adding;
    },
    /** A page that is requested after this call, by `read` or by that of an earlier call for the same page. */
    page(query: ListQuery, read: () => Promise<Ended<ShownPage>>): Promise<Ended<ShownPage>> {
      const key = listPath(query);
      const waiting = next.get(key);
      if (waiting !== undefined) return waiting;
      const begin = (): Promise<Ended<ShownPage>> => start(key, read);
      // Concurrent cases ask in the same tick of the event loop.
      const reading = (inFlight.get(key) ?? endOfTick()).then(begin, begin);
      next.set(key, reading);
      return reading;
    },
  };
}
