import type { Clock, Sleep } from '../clock.ts';
import { type Disturbance, isCutBody } from '../disturbance.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { createCutBodies } from './cut-bodies.ts';
import { type AttemptHistory, createPatience } from './patience.ts';
import { createRateLearner } from './rate-learner.ts';
import { createRequestQueue, type Turn } from './request-queue.ts';
import { createRequestSpacing } from './request-spacing.ts';
import { createRunPause } from './run-pause.ts';

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

/** `paused`: the whole run waits, so the request waits with it. */
export interface Wait {
  readonly milliseconds: number;
  readonly paused: boolean;
}

/** Lets requests through, limits how many are under way, and slows all of them down after a disturbance. */
export interface Pacer {
  /**
   * Waits for a place; null if the run was stopped. A lower rank goes first: ranked by the start of its case, the next
   * request of a case does not wait for cases that began later. During the last attempt of a `request` nothing else is under
   * way.
   */
  readonly enter: (rank?: number, request?: AttemptHistory) => Promise<Turn | null>;
  readonly leave: (turn: Turn) => void;
  /** Resolves as soon as no request waits for a place. */
  readonly noneWaits: () => Promise<void>;
  /** Records a response that is no disturbance. */
  readonly recordResponse: () => void;
  /** Records a disturbance. Gives the wait before the next attempt, or null if the request must be given up. */
  readonly recordDisturbance: (turn: Turn, disturbance: Disturbance, request: AttemptHistory) => Wait | null;
  /** Records that a request got a response after a disturbance. */
  readonly recordRecovery: (request: AttemptHistory) => void;
  /** Records that a request had no response in time: fewer are under way from then on. */
  readonly recordTimeout: (turn: Turn) => void;
  /** Records a disturbance of a request that is not sent again. */
  readonly recordUnretriedDisturbance: (disturbance: Disturbance) => void;
  /** Asks the service for up to two seconds whether a body that was cut short is part of a disturbance. */
  readonly probeForDisturbance: (checkService: () => Promise<void>) => Promise<boolean>;
  /** True if the run has waited as long as it may without a response. */
  readonly isGone: () => boolean;
  readonly summary: () => PacingSummary;
  /** Records the bytes of a body. While bodies are large, fewer requests are under way. */
  readonly recordBodySize: (bytes: number) => void;
  /** The bytes of the largest body so far. */
  readonly largestBody: () => number;
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

/** The first wait of the whole run, and of a request that is disturbed while others get responses. */
const FIRST_WAIT = 500;
const SHORT_WAIT = 100;
const LONGEST_OWN_WAIT = 10_000;
const LONGEST_WAIT = 60_000;

/** Makes the pacer of one run. */
export function createPacer(options: PacerOptions): Pacer {
  const { clock, sleep, signal } = options;
  const rate = createRateLearner(clock);
  const concurrency = createConcurrencyLimit(options.concurrency);
  const patience = createPatience(options.patienceMilliseconds);
  const cutBodies = createCutBodies(clock, sleep, signal);
  const pause = createRunPause(clock, sleep, signal, () => queue.advance());
  const spacing = createRequestSpacing({ ...options, learnedRate: rate.current, advance: () => queue.advance() });
  const queue = createRequestQueue(
    { limit: concurrency.forBodies, takeSlot: () => !pause.isRunning() && spacing.takeSlot() },
    signal,
  );
  const disturbances: Record<string, number> = {};
  let waits = 0;
  let waitsInARow = 0;
  let waited = 0;
  let startedBeforeSlowdown = 0;

  /** Requests that were under way together slow the run down only once. */
  function isNew({ number }: Turn): boolean {
    return number > startedBeforeSlowdown;
  }

  /** Without a rate limit, the disturbance shows that too many requests are under way. */
  function slowDown(rateLimit: Disturbance['rateLimit']): void {
    startedBeforeSlowdown = queue.started();
    if (rateLimit !== 'none') rate.recordLimit(rateLimit === 'certain');
    // A known rate says how many requests are right.
    if (rateLimit === 'none' || rate.current() === null) concurrency.halve();
  }

  /** How certain it is that the service limits the rate. Many limits in a row that a lower rate did not prevent are none. */
  function rateLimitIn({ rateLimit, retryAfter }: Disturbance): Disturbance['rateLimit'] {
    if (rateLimit === 'none' || rate.isRefuted()) return 'none';
    return retryAfter === null ? rateLimit : 'certain';
  }

  /** The wait that the service asks for, or one that doubles each time. A learned rate needs only a short one. */
  function waitFor({ retryAfter }: Disturbance, times: number, longestFirst: number): number {
    const shortFirst = Math.min(longestFirst, Math.max(SHORT_WAIT, 2 * spacing.milliseconds()));
    const first = rate.current() === null ? longestFirst : shortFirst;
    const ownWait = Math.min(LONGEST_OWN_WAIT, first * 2 ** Math.max(0, times - 1));
    return Math.min(retryAfter ?? ownWait, LONGEST_WAIT);
  }

  /** Makes the whole run wait. Gives the milliseconds that are left. */
  function pauseRun(turn: Turn, disturbance: Disturbance): number {
    const isFirst = isNew(turn);
    if (isFirst) {
      slowDown(rateLimitIn(disturbance));
      waits += 1;
      waitsInARow += 1;
    }
    if (isFirst || disturbance.retryAfter !== null) {
      const added = pause.lastFor(waitFor(disturbance, waitsInARow, FIRST_WAIT));
      waited += added;
      patience.recordWait(added);
    }
    const left = pause.left();
    if (isFirst) options.onPacing?.({ waitMilliseconds: left, concurrency: concurrency.allowed() });
    return left;
  }

  /** A cut body is no sign of its own, or a service that cuts every body would be excused for ever. */
  function markForCutBodies({ sign }: Disturbance): void {
    if (!isCutBody(sign)) cutBodies.recordDisturbance();
  }

  function recordDisturbance(turn: Turn, disturbance: Disturbance, request: AttemptHistory): Wait | null {
    const { sign } = disturbance;
    const isRateLimit = disturbance.rateLimit === 'certain';
    disturbances[sign] = (disturbances[sign] ?? 0) + 1;
    concurrency.recordDisturbance();
    markForCutBodies(disturbance);
    if (patience.recordDisturbance(disturbance, request, turn.alone)) {
      if (!patience.isGone() && !isRateLimit) {
        // Neither waiting nor being alone helped: the service limits nothing, but fails on this request.
        rate.forget();
        concurrency.restore();
      }
      return null;
    }
    const mayLimitRate = rateLimitIn(disturbance) !== 'none';
    const isHopeless = patience.isHopeless(request.operation);
    // A second attempt may meet the same rate limit, and the run learns from it.
    const isSingle = request.isServiceUp && request.disturbed > (mayLimitRate && !isHopeless ? 2 : 1);
    // A gateway may pass on the next attempt, to another back end for example.
    const isFirst = request.disturbed === 1 && (isHopeless || (!mayLimitRate && patience.responses() > 0));
    if (isRateLimit || !(isSingle || isFirst)) return { milliseconds: pauseRun(turn, disturbance), paused: true };
    if (isNew(turn) && isFirst && !isHopeless) slowDown(rateLimitIn(disturbance));
    return { milliseconds: waitFor(disturbance, request.disturbed, SHORT_WAIT), paused: false };
  }

  return {
    enter: (rank, request) => queue.enter(rank, request !== undefined && patience.isLastAttempt(request)),
    leave: queue.leave,
    noneWaits: queue.noneWaits,
    recordResponse: () => {
      waitsInARow = 0;
      patience.recordResponse();
      rate.recordResponse();
      if (concurrency.recordResponse()) queue.advance();
    },
    recordDisturbance,
    recordRecovery: ({ operation }) => patience.recordRecovery(operation),
    recordTimeout: (turn) => {
      if (isNew(turn)) slowDown('none');
    },
    recordUnretriedDisturbance: markForCutBodies,
    probeForDisturbance: cutBodies.probeForDisturbance,
    isGone: patience.isGone,
    summary: () => {
      const learned = rate.current();
      return {
        waits,
        waitedMilliseconds: waited,
        disturbances,
        concurrency: concurrency.allowed(),
        lowestConcurrency: concurrency.lowest(),
        requestsPerSecond: learned === null ? null : Math.round(learned * 10) / 10,
      };
    },
    recordBodySize: concurrency.recordBodySize,
    largestBody: concurrency.largestBody,
    responses: patience.responses,
  };
}
