import { setImmediate as endOfTurn } from 'node:timers/promises';
import { listPath, type ListQuery } from './api-request.ts';
import type { Page } from './page.ts';
import type { Evidence } from './response.ts';

/** A page that was read for several cases, or why there is none. */
export type SeenPage =
  | { readonly kind: 'page'; readonly page: Page }
  | {
      readonly kind: 'none';
      readonly reason: string;
      readonly howToResolve: string | null;
      readonly responses: readonly Evidence[];
    };

/** Reads a page under a case of that name, judged by the response rules alone. */
export type ReadPage = (query: ListQuery, caseId: string) => Promise<SeenPage>;

/**
 * Shares pages between the cases that look for a pet at the same time. A look may join a request that has not been sent yet,
 * never one that is under way: every page was asked for after the look began, so it can show what came before it.
 * Cases that wait for the same page would otherwise send the largest requests of a run a hundred times over.
 */
export function sharePages(read: ReadPage): ReadPage {
  const underWay = new Map<string, Promise<SeenPage>>();
  const next = new Map<string, Promise<SeenPage>>();

  function start(key: string, query: ListQuery, caseId: string): Promise<SeenPage> {
    next.delete(key);
    const reading = read(query, caseId).finally(() => {
      if (underWay.get(key) === reading) underWay.delete(key);
    });
    underWay.set(key, reading);
    return reading;
  }

  return (query, caseId) => {
    const key = listPath(query);
    const waiting = next.get(key);
    if (waiting !== undefined) return waiting;
    const begin = (): Promise<SeenPage> => start(key, query, caseId);
    // Cases that run at the same time look in the same turn of the event loop.
    const reading = (underWay.get(key) ?? endOfTurn()).then(begin, begin);
    next.set(key, reading);
    return reading;
  };
}
