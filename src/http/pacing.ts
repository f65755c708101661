import type { Clock, Sleep } from './clock.ts';

/** How a run was slowed down by responses with status 429, or 503 and Retry-After, for the report. */
export interface PacingSummary {
  /** How often the whole run paused, and for how long in all. */
  readonly waits: number;
  readonly waitedMilliseconds: number;
  /** How many responses limited the rate. */
  readonly limitedResponses: number;
  /** Simultaneous requests allowed now, and the least that were allowed at any time. */
  readonly concurrency: number;
  readonly lowestConcurrency: number;
}

/** Given to the live display when the run pauses. */
export interface PacingEvent {
  readonly waitMilliseconds: number;
  readonly concurrency: number;
}

/** A place among the requests under way. It must be given back by `leave`. */
export interface Turn {
  readonly episode: number;
}

/**
 * Lets requests through, so many at a time, and slows all of them down where the service limits its rate. It is shared
 * by everything that a run sends.
 */
export interface Pacer {
  /**
   * Waits for a place; null where the run was stopped. Those of a lower rank go first, and of the same rank in their
   * order: ranked by when its case began, the next request of a case does not wait behind all that began later.
   */
  readonly enter: (rank?: number) => Promise<Turn | null>;
  readonly leave: (turn: Turn) => void;
  /** Notes a response that did not limit the rate. */
  readonly responded: () => void;
  /**
   * Notes a 429 and pauses the run. Gives the wait in milliseconds, or null where patience is used up. `waitedBefore`
   * is what this request has waited for already.
   */
  readonly limited: (turn: Turn, retryAfter: number | null, waitedBefore: number) => number | null;
  readonly summary: () => PacingSummary;
  /** Notes how many bytes a response held: where they are many, fewer are asked for at a time. */
  readonly weighed: (bytes: number) => void;
  /** How many places were given, one for each request that was sent. */
  readonly requests: () => number;
  /** How many responses came that did not limit the rate. */
  readonly responses: () => number;
}

export interface PacerOptions {
  readonly concurrency: number;
  /** The most requests let through in a second; null bounds only how many are under way. */
  readonly requestsPerSecond: number | null;
  /** Milliseconds of waiting, with nothing but 429 in between, after which a request is given up. */
  readonly patienceMilliseconds: number;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
  readonly onPacing?: (event: PacingEvent) => void;
}

const firstWait = 500;
const longestOwnWait = 10_000;
const longestWait = 60_000;
/** So many bytes of bodies may be on their way at a time, as far as earlier responses tell: 20 pages of 100 KB each. */
const roomForBodies = 2 * 1024 * 1024;
/** Timers are late by this much at times; what they lose may be caught up with, in milliseconds. */
const caughtUp = 20;
/** So many responses without a 429 win one more simultaneous request back. */
const responsesToRecover = 20;

/** Makes the pacer of one run. */
export function createPacer(options: PacerOptions): Pacer {
  const { clock, signal } = options;
  const waiting: { readonly rank: number; readonly resolve: (turn: Turn | null) => void }[] = [];
  let allowed = options.concurrency;
  let lowest = allowed;
  let underWay = 0;
  let episode = 0;
  let pausedUntil: number | null = null;
  let step = 0;
  let sinceOther = 0;
  let responsesInARow = 0;
  let waits = 0;
  let waited = 0;
  let limitedResponses = 0;
  let requests = 0;
  let responses = 0;
  const spacing = options.requestsPerSecond === null ? 0 : 1000 / options.requestsPerSecond;
  let nextAt = clock.monotonic();
  let waking = false;
  let heaviest = 0;

  function letThrough(): void {
    let free = pausedUntil === null ? Math.min(waiting.length, Math.max(0, atATime() - underWay)) : 0;
    for (; free > 0 && !isTooSoon(); free -= 1) {
      underWay += 1;
      requests += 1;
      waiting.shift()?.resolve({ episode });
    }
  }

  function atATime(): number {
    return Math.min(allowed, Math.max(1, Math.floor(roomForBodies / Math.max(1, heaviest))));
  }

  /** Whether the next request would be one too many in a second; then it is let through when its time has come. */
  function isTooSoon(): boolean {
    if (spacing === 0) return false;
    const now = clock.monotonic();
    if (nextAt > now) {
      if (!waking) void wake(nextAt - now);
      return true;
    }
    nextAt = Math.max(nextAt, now - caughtUp) + spacing;
    return false;
  }

  async function wake(milliseconds: number): Promise<void> {
    waking = true;
    await options.sleep(milliseconds, signal);
    waking = false;
    if (!signal.aborted) letThrough();
  }

  async function sitOut(): Promise<void> {
    while (pausedUntil !== null && !signal.aborted) {
      const left = pausedUntil - clock.monotonic();
      if (left <= 0) pausedUntil = null;
      else await options.sleep(left, signal);
    }
    letThrough();
  }

  function pauseUntil(end: number): void {
    const now = clock.monotonic();
    const added = end - Math.max(now, pausedUntil ?? now);
    if (added <= 0) return;
    waited += added;
    sinceOther += added;
    const running = pausedUntil !== null;
    pausedUntil = end;
    if (!running) void sitOut();
  }

  /** The requests that were under way when the run paused belong to the same episode: they slow it down only once. */
  function beginEpisode(): void {
    episode += 1;
    waits += 1;
    step += 1;
    allowed = Math.max(1, Math.floor(allowed / 2));
    lowest = Math.min(lowest, allowed);
  }

  signal.addEventListener('abort', () => {
    for (const { resolve } of waiting.splice(0)) resolve(null);
  });

  return {
    enter: (rank = 0) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const place = waiting.findLastIndex((each) => each.rank <= rank) + 1;
        waiting.splice(place, 0, { rank, resolve });
        letThrough();
      }),
    leave: () => {
      underWay -= 1;
      letThrough();
    },
    responded: () => {
      step = 0;
      sinceOther = 0;
      responses += 1;
      responsesInARow += 1;
      if (responsesInARow < responsesToRecover || allowed >= options.concurrency) return;
      responsesInARow = 0;
      allowed += 1;
      letThrough();
    },
    limited: (turn, retryAfter, waitedBefore) => {
      limitedResponses += 1;
      responsesInARow = 0;
      if (Math.max(sinceOther, waitedBefore) >= options.patienceMilliseconds) return null;
      const first = turn.episode === episode;
      if (first) beginEpisode();
      const wait = Math.min(retryAfter ?? ownWait(step), longestWait);
      const now = clock.monotonic();
      if (first || retryAfter !== null) pauseUntil(now + wait);
      const left = Math.max(0, (pausedUntil ?? now) - now);
      if (first) options.onPacing?.({ waitMilliseconds: left, concurrency: allowed });
      return left;
    },
    summary: () => ({
      waits,
      waitedMilliseconds: waited,
      limitedResponses,
      concurrency: allowed,
      lowestConcurrency: lowest,
    }),
    weighed: (bytes) => {
      heaviest = Math.max(heaviest, bytes);
    },
    requests: () => requests,
    responses: () => responses,
  };
}

function ownWait(step: number): number {
  return Math.min(longestOwnWait, firstWait * 2 ** Math.max(0, step - 1));
}
