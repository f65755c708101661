import type { Clock, Sleep } from './clock.ts';
import type { Disturbance } from './disturbance.ts';

/** How disturbances slowed the run down, for the report. */
export interface PacingSummary {
  /** How often the whole run paused, and for how long in all. */
  readonly waits: number;
  readonly waitedMilliseconds: number;
  /** How many responses or connections were disturbances, by status or kind of failure. */
  readonly disturbances: Readonly<Record<string, number>>;
  /** Simultaneous requests allowed at the end, and the least that were allowed at any time. */
  readonly concurrency: number;
  readonly lowestConcurrency: number;
  /** The learned limit of requests in a second at the end; null if the run learned none. */
  readonly requestsPerSecond: number | null;
}

/** Given to the live display when the run pauses. */
export interface PacingEvent {
  readonly waitMilliseconds: number;
  readonly concurrency: number;
}

/** A place among the requests under way. `leave` must give it back. */
export interface Turn {
  readonly episode: number;
  readonly alone: boolean;
}

/** What a request has met so far. The latest disturbance counts. */
export interface AttemptHistory {
  /** Its operation. After several requests of an operation were given up, others get fewer attempts. */
  readonly operation: string;
  readonly disturbed: number;
  /** Attempts that failed although the service answered something else in the meantime; the first attempt counts too. */
  readonly disturbedAlone: number;
  /** Whether the service answered something else since the attempt before; unknown for the first attempt. */
  readonly isServiceUp: boolean;
  /** Milliseconds that it has waited. */
  readonly waited: number;
}

/** `paused`: the whole run waits, so the request waits with it. */
export interface Wait {
  readonly milliseconds: number;
  readonly paused: boolean;
}

/** Lets requests through, limits how many are under way, and slows all of them down after a disturbance. */
export interface Pacer {
  /**
   * Waits for a place; null if the run was stopped. A lower rank goes first: ranked by the start of its case, the next
   * request of a case does not wait for cases that began later. With `alone` nothing else is under way at the same time.
   */
  readonly enter: (rank?: number, alone?: boolean) => Promise<Turn | null>;
  readonly leave: (turn: Turn) => void;
  /** Resolves as soon as no request waits for a place. */
  readonly noneWaits: () => Promise<void>;
  /** Notes a response that is no disturbance. */
  readonly responded: () => void;
  /** Notes a disturbance. Gives the wait before the next attempt, or null if the request must be given up. */
  readonly disturbed: (turn: Turn, disturbance: Disturbance, request: AttemptHistory) => Wait | null;
  /** Notes that a request was answered after a disturbance. */
  readonly recovered: (request: AttemptHistory) => void;
  /** Notes that a request had no response in time: fewer are under way from then on. */
  readonly timedOut: (turn: Turn) => void;
  /** Notes a disturbance of a request that is not sent again. */
  readonly noticed: () => void;
  /** Whether a body that was cut short is part of a disturbance: asks the service for up to two seconds. */
  readonly isDisturbedNow: (checkService: () => Promise<void>) => Promise<boolean>;
  /** True if nothing has been answered for the patience of the run. */
  readonly isGone: () => boolean;
  readonly summary: () => PacingSummary;
  /** Notes the bytes of a body. While bodies are large, fewer requests are under way. */
  readonly weighed: (bytes: number) => void;
  /** How many requests were let through. */
  readonly requests: () => number;
  /** How many responses were no disturbance. */
  readonly responses: () => number;
}

export interface PacerOptions {
  readonly concurrency: number;
  /** The most requests let through in a second; null sets no limit. */
  readonly requestsPerSecond: number | null;
  /** Milliseconds of waiting without any response after which a rate limit is given up. */
  readonly patienceMilliseconds: number;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
  readonly onPacing?: (event: PacingEvent) => void;
}

/** Between two checks whether a service that cut a body is disturbed. */
const CHECK_PAUSE = 200;
/** The first wait of the whole run, and of a request that is disturbed while others are answered. */
const FIRST_WAIT = 500;
const SHORT_WAIT = 100;
const LONGEST_OWN_WAIT = 10_000;
const LONGEST_WAIT = 60_000;
/** The longest outage that the run waits for, in milliseconds of waiting; shorter if nothing was ever answered. */
const OUTAGE_PATIENCE = 30_000;
const FIRST_RESPONSE_PATIENCE = 3_000;
/** Attempts at a request while the service answers others. The last attempt is alone. */
export const MOST_ATTEMPTS = 7;
/** After so many given-up requests of an operation in a row, others of it get `FEW_ATTEMPTS`. */
const GIVEN_UP_OFTEN = 3;
const FEW_ATTEMPTS = 2;
/** A body that is cut short within this time of a disturbance belongs to it. */
const CUT_WINDOW = 2_000;
/** Bytes of bodies that may arrive at a time: 20 pages of 100 KB each. */
const ROOM_FOR_BODIES = 2 * 1024 * 1024;
/** Timers are late at times; with a configured rate the run catches up with so many milliseconds. */
const CATCH_UP = 20;
/** So many responses without a disturbance allow one more simultaneous request. */
const RESPONSES_TO_RECOVER = 20;

/** A rate limit is learned when a second disturbance follows within so many responses. */
const RESPONSES_BETWEEN_LIMITS = 50;
/** Other disturbances may look like a limit, so a learned rate is never below this. */
const SLOWEST_LEARNED_RATE = 1;
/** A limit after fewer responses shows that the rate was far too high. Many in a row show that the rate is not the cause. */
const SOON = 10;
const SOON_LIMITED_TO_REFUTE = 8;
/** A learned rate above this is no limit. */
const FASTEST_LEARNED_RATE = 300;

/** Makes the pacer of one run. */
export function createPacer(options: PacerOptions): Pacer {
  const { clock, signal } = options;
  interface Waiting {
    readonly rank: number;
    readonly alone: boolean;
    readonly resolve: (turn: Turn | null) => void;
  }
  const waiting: Waiting[] = [];
  let whenNoneWaits = Promise.withResolvers<void>();
  const disturbances: Record<string, number> = {};
  const givenUp = new Map<string, number>();
  let allowed = options.concurrency;
  let lowest = allowed;
  let underWay = 0;
  let isAlone = false;
  let episode = 0;
  let pausedUntil: number | null = null;
  let step = 0;
  let sinceResponse = 0;
  let responsesInARow = 0;
  let waits = 0;
  let waited = 0;
  let requests = 0;
  let responses = 0;
  let nextAt = clock.monotonic();
  let waking = false;
  let heaviest = 0;
  let lastDisturbedAt = -Infinity;
  let hasSeenPlainCut = false;
  let gone = false;
  const rate = createRateLearner(clock);

  function letThrough(): void {
    for (let next = waiting[0]; next !== undefined && mayGo(next); next = waiting[0]) {
      const { alone, resolve } = next;
      waiting.shift();
      underWay += 1;
      requests += 1;
      isAlone = alone;
      resolve({ episode, alone });
    }
    if (waiting.length === 0) releaseOthers();
  }

  function releaseOthers(): void {
    whenNoneWaits.resolve();
    whenNoneWaits = Promise.withResolvers();
  }

  function mayGo({ alone }: Waiting): boolean {
    return pausedUntil === null && !isAlone && underWay < (alone ? 1 : atATime()) && !isTooSoon();
  }

  function atATime(): number {
    return Math.min(allowed, Math.max(1, Math.floor(ROOM_FOR_BODIES / Math.max(1, heaviest))));
  }

  /** Milliseconds between two requests. */
  function spacing(): number {
    const most = Math.min(options.requestsPerSecond ?? Infinity, rate.current() ?? Infinity);
    return most === Infinity ? 0 : 1000 / most;
  }

  /** Whether the next request would exceed the rate; then it is let through later. */
  function isTooSoon(): boolean {
    const apart = spacing();
    if (apart === 0) return false;
    const now = clock.monotonic();
    if (nextAt > now) {
      if (!waking) void wake(nextAt - now);
      return true;
    }
    // A service that limits the rate may not accept two requests in a row, so a learned rate is not caught up with.
    nextAt = Math.max(nextAt, rate.current() === null ? now - CATCH_UP : now) + apart;
    return false;
  }

  async function wake(milliseconds: number): Promise<void> {
    waking = true;
    await options.sleep(milliseconds, signal);
    waking = false;
    if (!signal.aborted) letThrough();
  }

  async function endPause(): Promise<void> {
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
    sinceResponse += added;
    const running = pausedUntil !== null;
    pausedUntil = end;
    if (!running) void endPause();
  }

  /** Requests that were under way together belong to the same episode: they slow the run down only once. */
  function slowDown({ label, retryAfter }: Disturbance, limitsRate: boolean): void {
    episode += 1;
    if (limitsRate) rate.limited(label === '429' || retryAfter !== null);
    // A known rate says how many requests are right.
    if (limitsRate && rate.current() !== null) return;
    allowed = Math.max(1, Math.floor(allowed / 2));
    lowest = Math.min(lowest, allowed);
  }

  function patienceFor({ label, retryAfter }: Disturbance): number {
    if (label === '429' || retryAfter !== null) return options.patienceMilliseconds;
    return responses === 0 ? FIRST_RESPONSE_PATIENCE : OUTAGE_PATIENCE;
  }

  function isHopeless(operation: string): boolean {
    return (givenUp.get(operation) ?? 0) >= GIVEN_UP_OFTEN;
  }

  function isOver(disturbance: Disturbance, { operation, disturbedAlone, waited: own }: AttemptHistory): boolean {
    const patience = patienceFor(disturbance);
    if (sinceResponse >= patience) gone = true;
    if (gone || own >= options.patienceMilliseconds) return true;
    if (disturbance.label === '429' && !isHopeless(operation)) return false;
    return disturbedAlone >= (isHopeless(operation) ? FEW_ATTEMPTS : MOST_ATTEMPTS);
  }

  /** The wait that the service does not ask for: it doubles each time. A learned rate needs only a short one. */
  function ownWait(times: number, longestFirst: number): number {
    const first = rate.current() === null ? longestFirst : Math.min(longestFirst, Math.max(SHORT_WAIT, 2 * spacing()));
    return Math.min(LONGEST_OWN_WAIT, first * 2 ** Math.max(0, times - 1));
  }

  signal.addEventListener('abort', () => {
    for (const { resolve } of waiting.splice(0)) resolve(null);
    releaseOthers();
  });

  return {
    noneWaits: async () => (waiting.length === 0 ? undefined : whenNoneWaits.promise),
    enter: (rank = 0, alone = false) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const isBefore = (each: Waiting): boolean => each.alone || (!alone && each.rank <= rank);
        waiting.splice(waiting.findLastIndex(isBefore) + 1, 0, { rank, alone, resolve });
        letThrough();
      }),
    leave: ({ alone }) => {
      underWay -= 1;
      if (alone) isAlone = false;
      letThrough();
    },
    responded: () => {
      step = 0;
      sinceResponse = 0;
      gone = false;
      responses += 1;
      responsesInARow += 1;
      rate.responded();
      if (responsesInARow < RESPONSES_TO_RECOVER || allowed >= options.concurrency) return;
      responsesInARow = 0;
      allowed += 1;
      letThrough();
    },
    disturbed: (turn, disturbance, request) => {
      const { label, retryAfter } = disturbance;
      const limitsRate = disturbance.limitsRate && !rate.isRefuted();
      disturbances[label] = (disturbances[label] ?? 0) + 1;
      responsesInARow = 0;
      lastDisturbedAt = clock.monotonic();
      if (isOver(disturbance, request)) {
        givenUp.set(request.operation, (givenUp.get(request.operation) ?? 0) + 1);
        if (!gone && label !== '429') {
          // Neither waiting nor being alone helped: the service limits nothing, but fails on this request.
          rate.forget();
          allowed = options.concurrency;
        }
        return null;
      }
      const isNew = turn.episode === episode;
      const hopeless = isHopeless(request.operation);
      // A second attempt may meet the same rate limit, and the run learns from it.
      const isSingle = request.isServiceUp && request.disturbed > (limitsRate && !hopeless ? 2 : 1);
      // A gateway may pass on the next attempt, to another back end for example.
      const isFirst = request.disturbed === 1 && (hopeless || (!limitsRate && responses > 0));
      if (label !== '429' && (isSingle || isFirst)) {
        if (isNew && isFirst && !hopeless) slowDown(disturbance, limitsRate);
        return {
          milliseconds: Math.min(retryAfter ?? ownWait(request.disturbed, SHORT_WAIT), LONGEST_WAIT),
          paused: false,
        };
      }
      if (isNew) {
        slowDown(disturbance, limitsRate);
        waits += 1;
        step += 1;
      }
      const wait = Math.min(retryAfter ?? ownWait(step, FIRST_WAIT), LONGEST_WAIT);
      const now = clock.monotonic();
      if (isNew || retryAfter !== null) pauseUntil(now + wait);
      const left = Math.max(0, (pausedUntil ?? now) - now);
      if (isNew) options.onPacing?.({ waitMilliseconds: left, concurrency: allowed });
      return { milliseconds: left, paused: true };
    },
    recovered: ({ operation }) => {
      givenUp.delete(operation);
    },
    timedOut: ({ episode: own }) => {
      if (own === episode) slowDown({ label: 'time-out', retryAfter: null, limitsRate: false }, false);
    },
    noticed: () => {
      lastDisturbedAt = clock.monotonic();
    },
    isDisturbedNow: async (checkService) => {
      const cutAt = clock.monotonic();
      const isNear = (): boolean => Math.abs(lastDisturbedAt - cutAt) <= CUT_WINDOW;
      if (isNear()) return true;
      // After one cut without a disturbance, the service is known to cut bodies by itself.
      if (hasSeenPlainCut) return false;
      while (!isNear() && !signal.aborted && clock.monotonic() - cutAt < CUT_WINDOW) {
        await options.sleep(CHECK_PAUSE, signal);
        await checkService();
      }
      if (!isNear()) hasSeenPlainCut = true;
      return isNear();
    },
    isGone: () => gone,
    summary: () => ({
      waits,
      waitedMilliseconds: waited,
      disturbances,
      concurrency: allowed,
      lowestConcurrency: lowest,
      requestsPerSecond: rate.current() === null ? null : Math.round((rate.current() ?? 0) * 10) / 10,
    }),
    weighed: (bytes) => {
      heaviest = Math.max(heaviest, bytes);
    },
    requests: () => requests,
    responses: () => responses,
  };
}

/** Learns how many requests in a second a service accepts. */
interface RateLearner {
  /** Requests in a second; null while no limit is known. */
  readonly current: () => number | null;
  readonly responded: () => void;
  /** Notes that the service limited the rate, unless it was not certain and a lower rate never helped. */
  readonly limited: (isCertain: boolean) => void;
  /** Whether a lower rate never helped. */
  readonly isRefuted: () => boolean;
  /** The service did not limit the rate. */
  readonly forget: () => void;
}

/**
 * The first estimate is what was accepted since the last limit. It grows fast until the next limit shows that it was too high:
 * the faster, the fewer requests are accepted between limits. From then on it stays a little below the rate that was last too
 * high, and grows more slowly after each limit.
 */
function createRateLearner(clock: Clock): RateLearner {
  let rate: number | null = null;
  let tooHigh: number | null = null;
  let firstGrowth = 0;
  let limits = 0;
  let accepted = 0;
  let limitedAt: number | null = null;
  let soonLimited = 0;

  function growth(current: number): number {
    if (tooHigh === null) return firstGrowth;
    return current < tooHigh * 0.9 ? 0.05 : Math.max(0.0003, 0.002 / limits);
  }

  return {
    current: () => rate,
    isRefuted: () => soonLimited >= SOON_LIMITED_TO_REFUTE,
    responded: () => {
      accepted += 1;
      if (rate === null) return;
      rate *= 1 + growth(rate);
      if (rate > FASTEST_LEARNED_RATE) rate = null;
    },
    limited: (isCertain) => {
      const now = clock.monotonic();
      // Nothing was accepted since the last limit: this is an outage.
      if (limitedAt !== null && accepted > 0) {
        soonLimited = accepted < SOON && !isCertain ? soonLimited + 1 : 0;
        if (soonLimited >= SOON_LIMITED_TO_REFUTE) {
          rate = null;
        } else if (rate !== null) {
          tooHigh = rate;
          limits += 1;
          rate = Math.max(SLOWEST_LEARNED_RATE, rate * (accepted < SOON ? 0.7 : 0.9));
        } else if (isCertain || accepted < RESPONSES_BETWEEN_LIMITS) {
          rate = (accepted * 1000) / Math.max(500, now - limitedAt);
          firstGrowth = Math.min(0.25, 1 / accepted);
          tooHigh = null;
        }
      }
      limitedAt = now;
      accepted = 0;
    },
    forget: () => {
      rate = null;
      limitedAt = null;
    },
  };
}
