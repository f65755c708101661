import type { Clock, Sleep } from '../clock.ts';

/** Timers are late at times; with a configured rate the run catches up with so many milliseconds. */
const CATCH_UP = 20;

/** Spreads the starts of requests evenly. */
interface RequestSpacing {
  /** Milliseconds between two starts. */
  readonly milliseconds: () => number;
  /** Takes the next start, and gives false if none is free yet. After false, `advance` is called when one may start. */
  readonly takeSlot: () => boolean;
}

/** What limits the rate. */
interface SpacingOptions {
  /** The configured limit of requests in a second; null sets none. */
  readonly requestsPerSecond: number | null;
  /** The limit that the run has learned, or null. */
  readonly learnedRate: () => number | null;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
  readonly advance: () => void;
}

/** Spreads requests by the lower of the configured and the learned rate. */
export function createRequestSpacing(options: SpacingOptions): RequestSpacing {
  const { requestsPerSecond, learnedRate, clock, sleep, signal, advance } = options;
  let nextAt = clock.monotonic();
  let waking = false;

  function milliseconds(): number {
    const most = Math.min(requestsPerSecond ?? Infinity, learnedRate() ?? Infinity);
    return most === Infinity ? 0 : 1000 / most;
  }

  async function wakeAfter(left: number): Promise<void> {
    waking = true;
    await sleep(left, signal);
    waking = false;
    if (!signal.aborted) advance();
  }

  return {
    milliseconds,
    takeSlot: () => {
      const apart = milliseconds();
      if (apart === 0) return true;
      const now = clock.monotonic();
      if (nextAt > now) {
        if (!waking) void wakeAfter(nextAt - now);
        return false;
      }
      // A service that limits the rate may not accept two requests in a row, so a learned rate is not caught up with.
      nextAt = Math.max(nextAt, learnedRate() === null ? now - CATCH_UP : now) + apart;
      return true;
    },
  };
}
