import type { Clock } from '../clock.ts';

/** A limit is learned when a second disturbance follows within so many responses. */
const RESPONSES_BETWEEN_LIMITS = 50;
/** Other disturbances may look like a limit, so a learned rate is never below this. */
const SLOWEST_LEARNED_RATE = 1;
/** A limit after fewer responses shows that the rate was far too high. Many in a row show that the rate is not the cause. */
const SOON = 10;
const SOON_LIMITED_TO_REFUTE = 8;
/** A learned rate above this is no limit. */
const FASTEST_LEARNED_RATE = 300;

/** Learns how many requests in a second a service accepts. */
export interface RateLearner {
  /** Requests in a second; null while no limit is known. */
  readonly current: () => number | null;
  /** Records a response that is no disturbance. */
  readonly recordResponse: () => void;
  /** Records a response that limits the rate. `isCertain` is false if it may have another cause. */
  readonly recordLimit: (isCertain: boolean) => void;
  /** Whether a lower rate never helped. */
  readonly isRefuted: () => boolean;
  /** Records that the service did not limit the rate. */
  readonly forget: () => void;
}

/**
 * The first estimate is the rate that was accepted since the last limit. It grows fast until the next limit. From then on it stays
 * a little below the rate that was last too high, and grows more slowly after each limit.
 */
export function createRateLearner(clock: Clock): RateLearner {
  let rate: number | null = null;
  let tooHigh: number | null = null;
  let firstGrowth = 0;
  let limits = 0;
  let accepted = 0;
  let limitedAt: number | null = null;
  let soonLimited = 0;

  const isRefuted = (): boolean => soonLimited >= SOON_LIMITED_TO_REFUTE;

  function growth(current: number): number {
    if (tooHigh === null) return firstGrowth;
    return current < tooHigh * 0.9 ? 0.05 : Math.max(0.0003, 0.002 / limits);
  }

  function learn(isCertain: boolean, milliseconds: number): void {
    soonLimited = accepted < SOON && !isCertain ? soonLimited + 1 : 0;
    if (isRefuted()) {
      rate = null;
    } else if (rate !== null) {
      tooHigh = rate;
      limits += 1;
      rate = Math.max(SLOWEST_LEARNED_RATE, rate * (accepted < SOON ? 0.7 : 0.9));
    } else if (isCertain || accepted < RESPONSES_BETWEEN_LIMITS) {
      rate = (accepted * 1000) / Math.max(500, milliseconds);
      // The faster the service is, the fewer responses are needed to learn the next limit.
      firstGrowth = Math.min(0.25, 1 / accepted);
      tooHigh = null;
    }
  }

  return {
    current: () => rate,
    isRefuted,
    recordResponse: () => {
      accepted += 1;
      if (rate === null) return;
      rate *= 1 + growth(rate);
      if (rate > FASTEST_LEARNED_RATE) rate = null;
    },
    recordLimit: (isCertain) => {
      const now = clock.monotonic();
      // Without any accepted request since the last limit, this is an outage.
      if (limitedAt !== null && accepted > 0) learn(isCertain, now - limitedAt);
      limitedAt = now;
      accepted = 0;
    },
    forget: () => {
      rate = null;
      limitedAt = null;
    },
  };
}
