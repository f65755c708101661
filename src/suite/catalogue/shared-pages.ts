import { setImmediate as endOfTick } from 'node:timers/promises';
import { listPath, type ListQuery } from '../api-request.ts';
import type { Page } from './page.ts';
import type { StopRecord } from '../records/records.ts';

/** A page that was read for several cases, or the reason why there is none. */
export type SharedPage =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'none'; readonly stop: StopRecord };

/** The pages of a run that several cases share. */
export type SharedPages = ReturnType<typeof createSharedPages>;

/**
 * Shares pages between cases that look for pets at the same time. A case can join a request that is not sent yet, but never
 * one in flight: its page must be requested after the case asks for it. So the request goes after all that wait to be sent,
 * since their cases may ask for the page next. Without sharing, a run would send its largest requests a hundred times.
 */
export function createSharedPages(noneWaits: () => Promise<void>) {
  const inFlight = new Map<string, Promise<SharedPage>>();
  const next = new Map<string, Promise<SharedPage>>();

  function start(key: string, read: () => Promise<SharedPage>): Promise<SharedPage> {
    next.delete(key);
    const reading = read().finally(() => {
      if (inFlight.get(key) === reading) inFlight.delete(key);
    });
    inFlight.set(key, reading);
    return reading;
  }

  return {
    /** A page that is requested after this call, by `read` or by that of an earlier call for the same page. */
    get(query: ListQuery, read: () => Promise<SharedPage>): Promise<SharedPage> {
      const key = listPath(query);
      const waiting = next.get(key);
      if (waiting !== undefined) return waiting;
      const begin = (): Promise<SharedPage> => start(key, read);
      // Concurrent cases ask in the same tick of the event loop.
      const reading = (inFlight.get(key) ?? endOfTick()).then(noneWaits, noneWaits).then(begin);
      next.set(key, reading);
      return reading;
    },
  };
}
