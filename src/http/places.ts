import type { Clock, Sleep } from './clock.ts';

/** A place among the requests under way. `leave` must give it back. */
export interface Turn {
  /** Counts the requests of the run from 1. */
  readonly number: number;
  readonly alone: boolean;
}

interface PlacesOptions {
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
  /** How many requests may be under way now. */
  readonly most: () => number;
  /** The moment from which the next request may start. */
  readonly opensAt: () => number;
  /** Called as a request starts. */
  readonly onStart: (now: number) => void;
}

interface Waiting {
  readonly rank: number;
  readonly alone: boolean;
  readonly resolve: (turn: Turn | null) => void;
}

/** The places of a run, and the requests that wait for one. */
export function createPlaces({ clock, sleep, signal, most, opensAt, onStart }: PlacesOptions) {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let started = 0;
  let isAlone = false;
  let isWaking = false;

  function advance(): void {
    for (let next = waiting[0]; next !== undefined && hasPlace(next); next = waiting[0]) {
      const now = clock.monotonic();
      const left = opensAt() - now;
      if (left > 0) return void wakeAfter(left);
      waiting.shift();
      underWay += 1;
      started += 1;
      isAlone = next.alone;
      onStart(now);
      next.resolve({ number: started, alone: next.alone });
    }
  }

  function hasPlace({ alone }: Waiting): boolean {
    return !isAlone && underWay < (alone ? 1 : most());
  }

  async function wakeAfter(milliseconds: number): Promise<void> {
    if (isWaking) return;
    isWaking = true;
    await sleep(milliseconds, signal);
    isWaking = false;
    if (!signal.aborted) advance();
  }

  signal.addEventListener('abort', () => {
    for (const { resolve } of waiting.splice(0)) resolve(null);
  });

  return {
    /** Lets requests start that may. */
    advance,
    /** How many requests have started. */
    started: () => started,
    /** Waits for a place; null if the run was stopped. A lower rank goes first. `alone`: with nothing beside it. */
    enter: (rank: number, alone: boolean): Promise<Turn | null> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const isBefore = (each: Waiting): boolean => each.alone || (!alone && each.rank <= rank);
        waiting.splice(waiting.findLastIndex(isBefore) + 1, 0, { rank, alone, resolve });
        advance();
      }),
    leave: ({ alone }: Turn): void => {
      underWay -= 1;
      if (alone) isAlone = false;
      advance();
    },
  };
}
