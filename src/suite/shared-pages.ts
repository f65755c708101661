import { setImmediate as endOfTick } from 'node:timers/promises';
import { listPath, type ListQuery } from './api-request.ts';
import type { Page } from './page.ts';
import type { StopRecord } from './records.ts';

/** A page that was read for several cases, or the reason why there is none. */
export type SeenPage =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'none'; readonly stop: StopRecord };

/** Reads a page in the name of a case. Only the response rules judge it. */
export type ReadPage = (query: ListQuery, caseId: string) => Promise<SeenPage>;

/**
 * Shares pages between cases that look for pets at the same time. A case can join a request that is not sent yet, but never
 * one in flight: its page must be requested after the case asks for it. So the request goes after all that wait to be sent,
 * since their cases may ask for the page next. Without sharing, a run would send its largest requests a hundred times.
 */
export function sharePages(read: ReadPage, noneWaits: () => Promise<void>): ReadPage {
  const inFlight = new Map<string, Promise<SeenPage>>();
  const next = new Map<string, Promise<SeenPage>>();

  function start(key: string, query: ListQuery, caseId: string): Promise<SeenPage> {
    next.delete(key);
    const reading = read(query, caseId).finally(() => {
      if (inFlight.get(key) === reading) inFlight.delete(key);
    });
    inFlight.set(key, reading);
    return reading;
  }

  return (query, caseId) => {
    const key = listPath(query);
    const waiting = next.get(key);
    if (waiting !== undefined) return waiting;
    const begin = (): Promise<SeenPage> => start(key, query, caseId);
    // Concurrent cases ask in the same tick of the event loop.
    const reading = (inFlight.get(key) ?? endOfTick()).then(noneWaits, noneWaits).then(begin);
    next.set(key, reading);
    return reading;
  };
}
