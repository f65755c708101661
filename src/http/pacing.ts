import { BOUNDS } from './bounds.ts';
import type { Clock, Sleep } from './clock.ts';
import { type Disturbance, isCutBody, isDisturbance, RATE_LIMIT } from './disturbance.ts';
import type { TransportFailure } from './exchange.ts';
import { meaningOf } from './failure-kinds.ts';

/** A place among the requests in flight. `leave` must give it back. */
export interface Turn {
  /** Counts the requests of the run from 1. */
  readonly number: number;
  /** No other request is in flight during a last attempt. */
  readonly alone: boolean;
}

/** A request that waits for its turn. */
interface Waiting {
  readonly rank: number;
  readonly alone: boolean;
  /** Null if the run was stopped. */
  readonly resolve: (turn: Turn | null) => void;
}

/** What a request has met so far. This decides how long it waits and whether it is given up. */
export interface MetSoFar {
  readonly disturbed: number;
  /** The disturbed attempts while the service responded to others. The first attempt counts too. */
  readonly whileUp: number;
  /** The responses of the run until its latest disturbance. */
  readonly responses: number;
  /** Milliseconds that it has waited. */
  readonly waited: number;
}

/** What a request has met before its first attempt. */
export const NOTHING_MET: MetSoFar = { disturbed: 0, whileUp: 0, responses: 0, waited: 0 };

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

interface PacingOptions {
  readonly concurrency: number;
  /** The most requests let through in a second; null sets no limit. */
  readonly requestsPerSecond: number | null;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
  /** Called when the run pauses. */
  readonly onPause: (milliseconds: number) => void;
}

/** The pacing of a run. */
export type Pacing = ReturnType<typeof createPacing>;

/** How many bodies of `bytes` fit into `room`, also in bytes. At least one. */
export function bodiesThatFit(room: number, bytes: number): number {
  return Math.max(1, Math.floor(room / bytes));
}

/**
 * The gate of a run. A request waits for its turn (`enter`), gives its place back (`leave`), and reports what came of it: a response, a
 * disturbance, its end. After a disturbance fewer requests start, or further apart, then step by step more. In silence the whole run
 * pauses, and in the end the target counts as gone.
 */
export function createPacing({ concurrency, requestsPerSecond, clock, sleep, signal, onPause }: PacingOptions) {
  const configuredGap = requestsPerSecond === null ? 0 : 1000 / requestsPerSecond;

  // The requests in flight, and those that wait for their turn: last attempts, then the others.
  let waiting: readonly Waiting[] = [];
  let inFlight = 0;
  let started = 0;
  let isAlone = false;
  let isWaking = false;
  /** The earliest times of the next start: the end of a pause, and the distance to the last start. */
  let pausedUntil = -Infinity;
  let nextAt = -Infinity;

  // How many may be in flight, and how far apart they start.
  let width = concurrency;
  let lowestWidth = concurrency;
  let largestBody = 1;
  /** Milliseconds between two starts that the service seems to need; null if no distance helped. */
  let gap: number | null = 0;
  /** The requests that had started when the run last slowed down, and the responses until then. */
  let slowed = { started: 0, responses: -1 };

  // Responses and failures.
  let responses = 0;
  /** Milliseconds in which the run paused since the last response. */
  let silence = 0;
  let isGone = false;
  let givenUpInARow = 0;
  let failuresInARow = 0;
  let lastFailure: TransportFailure | null = null;
  let disturbedAt = -Infinity;
  let cutsBodies = false;

  // For the report.
  let pauses = 0;
  let pausedMilliseconds = 0;
  const disturbances: Record<string, number> = {};

  signal.addEventListener('abort', () => {
    for (const { resolve } of waiting) resolve(null);
    waiting = [];
  });

  /** Starts the waiting requests that may start. */
  function advance(): void {
    for (let next = waiting[0]; next !== undefined && hasPlace(next); next = waiting[0]) {
      const now = clock.monotonic();
      const left = Math.max(pausedUntil, nextAt) - now;
      if (left > 0) return void advanceAfter(left);
      waiting = waiting.slice(1);
      inFlight += 1;
      started += 1;
      isAlone = next.alone;
      nextAt = now + Math.max(configuredGap, gap ?? 0);
      next.resolve({ number: started, alone: next.alone });
    }
  }

  function hasPlace({ alone }: Waiting): boolean {
    // In silence one request finds out whether the service responds again: additions without a response count as made.
    if (alone || (silence > 0 && !isGone)) return inFlight === 0;
    return !isAlone && inFlight < Math.min(width, bodiesThatFit(BOUNDS.roomForBodies, largestBody));
  }

  async function advanceAfter(milliseconds: number): Promise<void> {
    if (isWaking) return;
    isWaking = true;
    await sleep(milliseconds, signal);
    isWaking = false;
    if (!signal.aborted) advance();
  }

  /** False after several given-up requests in a row: waiting would have cured a temporary cause by then. */
  function mayBeTemporary(): boolean {
    return givenUpInARow < BOUNDS.givenUpInARow;
  }

  function attemptsAllowed(): number {
    return mayBeTemporary() ? BOUNDS.attempts : BOUNDS.attemptsIfLasting;
  }

  /** Slows down once for all requests that were in flight together, and once in an outage. */
  function slowDown({ number }: Turn, mayLimitRate: boolean): void {
    if (number <= slowed.started) return;
    const isOutage = responses === slowed.responses;
    slowed = { started, responses };
    if (isOutage) return;
    if (mayLimitRate && gap !== null) gap = widerGap(gap);
    else width = Math.max(1, Math.floor(width / 2));
    lowestWidth = Math.min(lowestWidth, width);
  }

  /** How long the run waits without a response before the target counts as gone. */
  function patienceFor({ sign, retryAfter }: Disturbance): number {
    if (sign === RATE_LIMIT || retryAfter !== null) return BOUNDS.ratePatience;
    return responses === 0 ? BOUNDS.firstResponsePatience : BOUNDS.outagePatience;
  }

  /** Lets no request start for some milliseconds. */
  function holdFor(milliseconds: number): void {
    const now = clock.monotonic();
    const added = Math.max(0, now + milliseconds - Math.max(now, pausedUntil));
    pausedUntil = Math.max(pausedUntil, now + milliseconds);
    pausedMilliseconds += added;
    silence += added;
  }

  /** Makes the whole run wait a little longer than it was silent before. Returns the milliseconds that are left. */
  function pauseRun(asked: number | null, isFirst: boolean): number {
    if (isFirst || asked !== null) holdFor(asked ?? Math.min(BOUNDS.firstPause + silence, BOUNDS.longestOwnWait));
    const left = Math.max(0, pausedUntil - clock.monotonic());
    if (isFirst) {
      pauses += 1;
      onPause(left);
    }
    return left;
  }

  return {
    /**
     * Waits for a place; null if the run was stopped. Last attempts go first and alone, then lower ranks. If started cases end before
     * others go on, a limit of connections rejects fewer requests.
     */
    enter: (rank: number = 0, met: MetSoFar = NOTHING_MET): Promise<Turn | null> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const alone = met.whileUp >= attemptsAllowed() - 1;
        waiting = [...waiting, { rank: alone ? -1 : rank, alone, resolve }].toSorted(
          (one, other) => one.rank - other.rank,
        );
        advance();
      }),
    leave: ({ alone }: Turn): void => {
      inFlight -= 1;
      if (alone) isAlone = false;
      advance();
    },
    /** How many responses were no disturbance. */
    responses: () => responses,
    /** Records a response that is no disturbance. `wasDisturbed`: earlier attempts at the request met one. */
    recordResponse: (wasDisturbed: boolean = false): void => {
      if (wasDisturbed) givenUpInARow = 0;
      responses += 1;
      silence = 0;
      isGone = false;
      if (gap !== null && gap > 0) gap = gap < BOUNDS.firstGap / 2 ? 0 : gap * BOUNDS.closer;
      if ((responses - slowed.responses) % BOUNDS.responsesForOneMore === 0) width = Math.min(concurrency, width + 1);
      advance();
    },
    /**
     * Records how a request ended: without a failure, or with one. Disturbances do not count here: the patience of the run decides
     * on them. After a time-out fewer requests are in flight. `turn`: the last one of the request, null if it had none.
     */
    recordEnd: (failure: TransportFailure | null, turn: Turn | null = null): void => {
      lastFailure = failure;
      const { isTimeout, violates } = failure === null ? {} : meaningOf(failure.kind);
      if (isTimeout && turn !== null) slowDown(turn, false);
      if (failure === null || violates !== undefined) {
        failuresInARow = 0;
        isGone = false;
      } else if (!isDisturbance(failure.kind)) {
        failuresInARow += 1;
        if (failuresInARow >= Math.max(BOUNDS.leastFailuresInARow, concurrency)) isGone = true;
      }
    },
    /** Why the target counts as gone: the last failure. Null if it is not gone. */
    obstacle: () => (isGone ? lastFailure : null),
    /**
     * Whether a disturbance excuses a body that was cut now: one within two seconds, before or after. `check` sends a request that may
     * meet one. If it meets none, the service cuts bodies by itself, and no disturbance excuses a later cut.
     */
    excusesCut: async (check: (() => Promise<void>) | null): Promise<boolean> => {
      const cutAt = clock.monotonic();
      const isNear = (): boolean => Math.abs(disturbedAt - cutAt) <= BOUNDS.cutBodyWindow;
      while (!cutsBodies && !isNear()) {
        if (check === null) return false;
        // What stopped the run may have stopped the service too.
        if (signal.aborted) return true;
        await sleep(BOUNDS.cutBodyCheck, signal);
        await check();
        cutsBodies ||= !isNear() && clock.monotonic() - cutAt >= BOUNDS.cutBodyWindow;
      }
      return !cutsBodies && isNear();
    },
    /** Records a disturbance. Returns what the request has met so far, or null if it must be given up. */
    recordDisturbance: (
      turn: Turn,
      disturbance: Disturbance,
      met: MetSoFar,
      isRetried: boolean = true,
    ): MetSoFar | null => {
      const { sign, retryAfter } = disturbance;
      // A cut body is no sign of its own, or a service that cuts every body would be excused.
      if (!isCutBody(sign)) disturbedAt = clock.monotonic();
      if (!isRetried) return null;
      disturbances[sign] = (disturbances[sign] ?? 0) + 1;
      const limitsRate = sign === RATE_LIMIT;
      if (limitsRate && (retryAfter ?? 0) > BOUNDS.ratePatience) return null;
      if (silence >= patienceFor(disturbance)) isGone = true;
      const isUp = responses > met.responses;
      const whileUp = met.whileUp + (isUp || met.disturbed === 0 ? 1 : 0);
      // The window of a rate limit may outlast all attempts.
      const mayOutlast = limitsRate && mayBeTemporary();
      const isLastAttempt = turn.alone && whileUp >= attemptsAllowed() && !mayOutlast;
      if (isGone || met.waited >= BOUNDS.ratePatience || isLastAttempt) {
        givenUpInARow += 1;
        if (isGone || limitsRate) return null;
        // Neither a wait nor an attempt alone helped: the service limits nothing, but fails on this request.
        width = concurrency;
        if (gap !== null) gap = 0;
        return null;
      }
      const isFirst = turn.number > slowed.started;
      // The request started after the run slowed down, and no response has come since.
      const mayBeOutage = isFirst && responses === slowed.responses;
      const asked = retryAfter === null ? null : Math.min(retryAfter, BOUNDS.longestPause);
      // A 503 may also stand for an outage.
      const mayLimitRate = limitsRate || sign === 503 || asked !== null;
      if (met.disturbed === 0 || mayLimitRate || !isUp) slowDown(turn, mayLimitRate);
      let wait = asked ?? Math.min(BOUNDS.firstOwnWait * 2 ** met.disturbed, BOUNDS.longestOwnWait);
      // If others got responses after the first wait, they need no second one.
      if (!isUp || (asked !== null && met.disturbed === 0)) wait = pauseRun(asked, isFirst);
      else if (mayBeOutage) holdFor(BOUNDS.firstOwnWait);
      return { disturbed: met.disturbed + 1, whileUp, responses, waited: met.waited + wait };
    },
    /** Records the bytes of a body. If bodies are large, fewer requests are in flight. */
    recordBodySize: (bytes: number): void => {
      largestBody = Math.max(largestBody, bytes);
    },
    /** The bytes of the largest body so far. */
    largestBody: () => largestBody,
    summary: (): PacingSummary => ({
      waits: pauses,
      waitedMilliseconds: pausedMilliseconds,
      disturbances,
      concurrency: width,
      lowestConcurrency: lowestWidth,
      requestsPerSecond: gap === null || gap === 0 ? null : Math.round(10_000 / gap) / 10,
    }),
  };
}

/** The distance after one more rejection. Null beyond a bound: then a distance does not help, for example if a back end is dead. */
function widerGap(gap: number): number | null {
  const wider = Math.max(BOUNDS.firstGap, gap * BOUNDS.wider);
  return wider > BOUNDS.longestGap ? null : wider;
}
