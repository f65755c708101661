import { type Job, runFleet } from './fleet.ts';
import type { Summary } from './summary.ts';

/** A fleet that is being judged. */
export interface StartedFleet {
  /** How a service was judged, as soon as it is. Rejects where the fleet ends before. */
  readonly summaryOf: (id: string) => Promise<Summary>;
  /** All of them, when every service has been judged. Rejects where the fleet ended before. */
  readonly all: () => Promise<readonly Summary[]>;
}

/** Has services judged, and gives how each was judged to whoever waits for it. */
export function startFleet(jobs: readonly Job[], lanes?: number): StartedFleet {
  const judged = new Map(jobs.map(({ id }) => [id, Promise.withResolvers<Summary>()]));
  const ended = runFleet(jobs, ({ summary }) => judged.get(summary.id)?.resolve(summary), lanes);
  ended.catch((error: unknown) => {
    for (const { promise, reject } of judged.values()) {
      promise.catch(() => undefined);
      reject(error);
    }
  });
  return {
    summaryOf: (id) => judged.get(id)?.promise ?? Promise.reject(new Error(`${id} is not judged.`)),
    all: async () => {
      await ended;
      return Promise.all([...judged.values()].map(({ promise }) => promise));
    },
  };
}
