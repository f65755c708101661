import type { RunTime } from './clock.ts';

/** A place among the requests in flight. `leave` must give it back. */
export interface Turn {
  /** Counts the requests of the run from 1. */
  readonly number: number;
  /** No other request is in flight during a last attempt. */
  readonly alone: boolean;
}

/** A request that waits for its turn. `resolve` gets null if the run was stopped. */
type Waiting = Pick<Turn, 'alone'> & { readonly rank: number; readonly resolve: (turn: Turn | null) => void };

/**
 * The requests that wait for their turn: last attempts go first, then lower ranks. `delayOf`: how many milliseconds before a request
 * may start; Infinity if only a later `advance` can let it start.
 */
export function createTurns(
  { sleep, signal }: RunTime,
  delayOf: (alone: boolean) => number,
  start: (alone: boolean) => Turn,
) {
  let waiting: readonly Waiting[] = [];
  let isWaking = false;
  signal.addEventListener('abort', () => {
    for (const { resolve } of waiting) resolve(null);
    waiting = [];
  });

  /** Starts the waiting requests that may start. */
  function advance(): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const delay = delayOf(next.alone);
      if (delay > 0) return void advanceAfter(delay);
      waiting = waiting.slice(1);
      next.resolve(start(next.alone));
    }
  }

  async function advanceAfter(milliseconds: number): Promise<void> {
    if (isWaking || milliseconds === Infinity) return;
    isWaking = true;
    await sleep(milliseconds, signal);
    isWaking = false;
    if (!signal.aborted) advance();
  }

  /** Waits for a turn; null if the run was stopped. */
  function enter(rank: number, alone: boolean): Promise<Turn | null> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(null);
      const own = { rank: alone ? -1 : rank, alone, resolve };
      waiting = [...waiting, own].toSorted((one, other) => one.rank - other.rank);
      advance();
    });
  }

  return { enter, advance };
}
