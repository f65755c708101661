/** A place among the requests under way. `leave` must give it back. */
export interface Turn {
  /** Counts the requests of the run from 1. */
  readonly number: number;
  readonly alone: boolean;
}

/** Requests that wait for a place. */
export interface RequestQueue {
  /** Waits for a place; null if the run was stopped. A lower rank goes first. With `alone` nothing else is under way. */
  readonly enter: (rank?: number, alone?: boolean) => Promise<Turn | null>;
  readonly leave: (turn: Turn) => void;
  /** Starts the waiting requests that may start now. */
  readonly advance: () => void;
  /** Resolves as soon as no request waits. */
  readonly noneWaits: () => Promise<void>;
  /** How many requests have started. */
  readonly started: () => number;
}

/** When requests may start. */
export interface QueueRules {
  /** The most requests under way. */
  readonly limit: () => number;
  /** Lets a request start that has a place. False makes it wait for the next `advance`. */
  readonly takeSlot: () => boolean;
}

interface Waiting {
  readonly rank: number;
  readonly alone: boolean;
  readonly resolve: (turn: Turn | null) => void;
}

/** An empty queue. The signal of the run ends every wait. */
export function createRequestQueue({ limit, takeSlot }: QueueRules, signal: AbortSignal): RequestQueue {
  const waiting: Waiting[] = [];
  let whenNoneWaits = Promise.withResolvers<void>();
  let underWay = 0;
  let isAlone = false;
  let started = 0;

  function advance(): void {
    for (let next = waiting[0]; next !== undefined && hasPlace(next) && takeSlot(); next = waiting[0]) {
      const { alone, resolve } = next;
      waiting.shift();
      underWay += 1;
      started += 1;
      isAlone = alone;
      resolve({ number: started, alone });
    }
    if (waiting.length === 0) releaseOthers();
  }

  function hasPlace({ alone }: Waiting): boolean {
    return !isAlone && underWay < (alone ? 1 : limit());
  }

  function releaseOthers(): void {
    whenNoneWaits.resolve();
    whenNoneWaits = Promise.withResolvers();
  }

  signal.addEventListener('abort', () => {
    for (const { resolve } of waiting.splice(0)) resolve(null);
    releaseOthers();
  });

  return {
    enter: (rank = 0, alone = false) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const isBefore = (each: Waiting): boolean => each.alone || (!alone && each.rank <= rank);
        waiting.splice(waiting.findLastIndex(isBefore) + 1, 0, { rank, alone, resolve });
        advance();
      }),
    leave: ({ alone }) => {
      underWay -= 1;
      if (alone) isAlone = false;
      advance();
    },
    advance,
    noneWaits: async () => (waiting.length === 0 ? undefined : whenNoneWaits.promise),
    started: () => started,
  };
}
