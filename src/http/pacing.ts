import { BOUNDS } from './bounds.ts';
import type { Clock, Sleep } from './clock.ts';
import { type Disturbance, type DisturbanceSign, isCutBody, isDisturbance } from './disturbance.ts';
import type { TransportFailure } from './exchange.ts';
import { meaningOf } from './failure-kinds.ts';
import { createPlaces, type Turn } from './places.ts';

/** What a request has met so far. */
export interface MetSoFar {
  readonly disturbed: number;
  /** The disturbed attempts while the service responded to others. The first attempt counts too. */
  readonly whileUp: number;
  /** Whether the service responded to another request since the attempt before. After a first attempt: whether it ever did. */
  readonly isServiceUp: boolean;
  /** Milliseconds that it has waited. */
  readonly waited: number;
}

/** What a request has met before its first attempt. */
export const NOTHING_MET: MetSoFar = { disturbed: 0, whileUp: 0, isServiceUp: false, waited: 0 };

/** `paused`: the whole run waits, so the request waits with it. */
export interface Wait {
  readonly milliseconds: number;
  readonly paused: boolean;
}

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
  readonly onPause?: ((milliseconds: number) => void) | undefined;
}

/** The pacing of a run. */
export type Pacing = ReturnType<typeof createPacing>;

/** How many bodies of `bytes` fit into `room`, also in bytes. At least one. */
export function bodiesThatFit(room: number, bytes: number): number {
  return Math.max(1, Math.floor(room / bytes));
}

/** Lets requests through: after a disturbance fewer, or spaced out, then step by step more. In silence the whole run pauses. */
export function createPacing({ concurrency, requestsPerSecond, clock, sleep, signal, onPause }: PacingOptions) {
  const configuredGap = requestsPerSecond === null ? 0 : 1000 / requestsPerSecond;
  /** No request starts before the end of a pause, and none too soon after the one before. */
  let pausedUntil = -Infinity;
  let nextAt = -Infinity;
  let allowed = concurrency;
  let lowest = concurrency;
  let largestBody = 1;
  /** Milliseconds between two starts that the service seems to ask for; null after spacing did not help. */
  let gap: number | null = 0;
  let responses = 0;
  /** The last request that had started when the run slowed down, and the responses until then. */
  let slowedAt = 0;
  let responsesWhenSlowed = -1;
  let givenUpInARow = 0;
  /** Milliseconds without starts since the last response. */
  let silence = 0;
  let isGone = false;
  let pauses = 0;
  let paused = 0;
  let disturbedAt = -Infinity;
  let cutsBodies = false;
  let failuresInARow = 0;
  let obstacle: TransportFailure | null = null;
  const disturbances: Record<string, number> = {};
  /** Quotas that are used up, with the moment until which none of their requests is sent. */
  const quotas = new Map<string, { readonly until: number; readonly failure: TransportFailure }>();
  /** When a request of a quota last got a response. */
  const answeredAt = new Map<string, number>();

  const places = createPlaces({
    clock,
    sleep,
    signal,
    // In silence one request finds out whether the service responds again: additions without a response count as made.
    most: () => (silence > 0 ? 1 : Math.min(allowed, bodiesThatFit(BOUNDS.roomForBodies, largestBody))),
    opensAt: () => Math.max(pausedUntil, nextAt),
    onStart(now) {
      const apart = Math.max(configuredGap, gap ?? 0);
      // Timers are late at times. A service that limits the rate may not accept two requests in a row.
      if (apart > 0) nextAt = Math.max(nextAt, (gap ?? 0) === 0 ? now - BOUNDS.catchUp : now) + apart;
    },
  });

  function attemptsAllowed(): number {
    return givenUpInARow >= BOUNDS.givenUpInARow ? BOUNDS.attemptsWithoutHope : BOUNDS.attempts;
  }

  /** Slows down once for all requests that were under way together, and once in an outage. */
  function slowDown({ number }: Turn, mayLimitRate: boolean): void {
    if (number <= slowedAt) return;
    slowedAt = places.started();
    if (responses === responsesWhenSlowed) return;
    if (mayLimitRate && gap !== null) gap = widerGap(gap);
    else allowed = Math.max(1, Math.floor(allowed / 2));
    lowest = Math.min(lowest, allowed);
    responsesWhenSlowed = responses;
  }

  /** How long the run waits without a response before the target counts as gone. */
  function patienceFor({ limitsRate, retryAfter }: Disturbance): number {
    if (limitsRate === 'certainly' || retryAfter !== null) return BOUNDS.ratePatience;
    return responses === 0 ? BOUNDS.firstResponsePatience : BOUNDS.outagePatience;
  }

  /** Holds the requests of a quota if the service asks for a longer wait than the run makes, or if the run has waited as long. */
  function holdUsedUp(
    quota: string,
    { sign, retryAfter, limitsRate }: Disturbance,
    { isServiceUp, waited }: MetSoFar,
  ): void {
    const now = clock.monotonic();
    const asked = retryAfter ?? 0;
    const isCertain = limitsRate === 'certainly';
    const isTooLong = isCertain && asked > BOUNDS.ratePatience;
    const isSilent = isServiceUp && now - (answeredAt.get(quota) ?? -Infinity) >= waited;
    const hasWaited = isSilent && waited >= BOUNDS.ratePatience;
    // A 503 may stand for an outage, or for one back end of several.
    if (!isTooLong && !(hasWaited && (isCertain || retryAfter !== null))) return;
    const until = now + Math.max(asked, BOUNDS.ratePatience);
    quotas.set(quota, { until, failure: usedUpFailure(sign, isTooLong ? asked : null) });
  }

  /** The failure of a request whose quota is used up, so it must not be sent now; null if it may be. */
  function usedUp(quota: string): TransportFailure | null {
    const used = quotas.get(quota);
    return used === undefined || clock.monotonic() >= used.until ? null : used.failure;
  }

  /** Lets no request start for some milliseconds. */
  function holdFor(milliseconds: number): void {
    const now = clock.monotonic();
    const added = Math.max(0, now + milliseconds - Math.max(now, pausedUntil));
    pausedUntil = Math.max(pausedUntil, now + milliseconds);
    paused += added;
    silence += added;
  }

  /** Makes the whole run wait as long as it was silent before, and a little longer. Gives the milliseconds that are left. */
  function pauseRun(retryAfter: number | null, isFirst: boolean): number {
    const now = clock.monotonic();
    const own = Math.min(BOUNDS.firstPause + silence, BOUNDS.longestOwnWait);
    if (isFirst || retryAfter !== null) holdFor(Math.min(retryAfter ?? own, BOUNDS.longestPause));
    const left = Math.max(0, pausedUntil - now);
    if (isFirst) {
      pauses += 1;
      onPause?.(left);
    }
    return left;
  }

  return {
    /** Waits for a place; null if the run was stopped. A lower rank goes first. A last attempt has nothing beside it. */
    enter: (rank: number = 0, met: MetSoFar = NOTHING_MET): Promise<Turn | null> =>
      places.enter(rank, met.whileUp >= attemptsAllowed() - 1),
    leave: places.leave,
    /** How many responses were no disturbance. */
    responses: () => responses,
    /** Whether the run has waited as long as it may without a response. */
    isGone: () => isGone,
    /** Records a response that is no disturbance. `wasDisturbed`: earlier attempts at the request met one. */
    recordResponse: (wasDisturbed: boolean = false, quota: string = ''): void => {
      if (wasDisturbed) givenUpInARow = 0;
      answeredAt.set(quota, clock.monotonic());
      responses += 1;
      silence = 0;
      isGone = false;
      if (gap !== null && gap > 0) gap = gap < BOUNDS.firstGap / 2 ? 0 : gap * BOUNDS.closer;
      if ((responses - responsesWhenSlowed) % BOUNDS.responsesForOneMore === 0)
        allowed = Math.min(concurrency, allowed + 1);
      places.advance();
    },
    /** Records how a request ended: without a failure, or with one. A disturbance counts only after the patience of the run. */
    recordEnd: (failure: TransportFailure | null): void => {
      if (failure === null || meaningOf(failure.kind).violates !== undefined) {
        failuresInARow = 0;
        obstacle = null;
      } else if (!isDisturbance(failure.kind) || isGone) {
        failuresInARow += 1;
        if (failuresInARow === Math.max(BOUNDS.leastFailuresInARow, concurrency)) obstacle = failure;
      }
    },
    /** The last of too many failures in a row; null if the target is not gone. */
    obstacle: () => obstacle,
    /** Records that a request had no response in time: fewer are under way from then on. */
    recordTimeout: (turn: Turn): void => slowDown(turn, false),
    /** Marks the moment of a disturbance. A cut body is no sign of its own, or a service that cuts every body would be excused. */
    markDisturbance: ({ sign }: Disturbance): void => {
      if (!isCutBody(sign)) disturbedAt = clock.monotonic();
    },
    /** Whether a disturbance was near this moment, before or after it. */
    wasDisturbedNear: (moment: number): boolean => Math.abs(disturbedAt - moment) <= BOUNDS.cutBodyWindow,
    /** Whether the service cuts bodies by itself. Then no disturbance excuses a cut body. */
    cutsBodies: () => cutsBodies,
    recordOwnCut: (): void => {
      cutsBodies = true;
    },
    usedUp,
    /** Records a disturbance. Gives the wait before the next attempt, or null if the request must be given up. */
    recordDisturbance: (turn: Turn, disturbance: Disturbance, met: MetSoFar, quota: string): Wait | null => {
      const { sign, retryAfter, limitsRate } = disturbance;
      disturbances[sign] = (disturbances[sign] ?? 0) + 1;
      holdUsedUp(quota, disturbance, met);
      if (usedUp(quota) !== null) return null;
      isGone ||= silence >= patienceFor(disturbance);
      const isLastAttempt = turn.alone && met.whileUp >= attemptsAllowed();
      if (isGone || met.waited >= BOUNDS.ratePatience || (isLastAttempt && limitsRate !== 'certainly')) {
        givenUpInARow += 1;
        // Neither waiting nor being alone helped: the service limits nothing, but fails on this request.
        if (!isGone && limitsRate !== 'certainly') {
          allowed = concurrency;
          if (gap !== null) gap = 0;
        }
        return null;
      }
      const isFirst = turn.number > slowedAt;
      const mayLimitRate = limitsRate !== 'no' || retryAfter !== null;
      const isAfterSilence = isFirst && responses === responsesWhenSlowed;
      if (met.disturbed === 1 || mayLimitRate || !met.isServiceUp) slowDown(turn, mayLimitRate);
      // Others need not wait a second time if they got responses after the first.
      if (!met.isServiceUp || (retryAfter !== null && met.disturbed === 1))
        return { milliseconds: pauseRun(retryAfter, isFirst), paused: true };
      // It started after the run slowed down, and nothing has responded since: this may be an outage.
      if (isAfterSilence) holdFor(BOUNDS.firstOwnWait);
      // It doubles each time.
      const own = Math.min(BOUNDS.firstOwnWait * 2 ** (met.disturbed - 1), BOUNDS.longestOwnWait);
      return { milliseconds: Math.min(retryAfter ?? own, BOUNDS.longestPause), paused: false };
    },
    /** Records the bytes of a body. While bodies are large, fewer requests are under way. */
    recordBodySize: (bytes: number): void => {
      largestBody = Math.max(largestBody, bytes);
    },
    /** The bytes of the largest body so far. */
    largestBody: () => largestBody,
    summary: (): PacingSummary => ({
      waits: pauses,
      waitedMilliseconds: paused,
      disturbances,
      concurrency: allowed,
      lowestConcurrency: lowest,
      requestsPerSecond: gap === null || gap === 0 ? null : Math.round(10_000 / gap) / 10,
    }),
  };
}

/** The distance after one more limit. Null beyond a bound: then it does not help, and a back end may be dead, for example. */
function widerGap(gap: number): number | null {
  const wider = Math.max(BOUNDS.firstGap, gap * BOUNDS.wider);
  return wider > BOUNDS.longestGap ? null : wider;
}

/** `asked`: the wait that the service asked for, in milliseconds. Null if the run has waited as long as it may. */
function usedUpFailure(sign: DisturbanceSign, asked: number | null): TransportFailure {
  const most = `${BOUNDS.ratePatience / 1000} s`;
  const message =
    asked === null
      ? `The service responded ${sign} for ${most}, as long as the run waits.`
      : `The service responded ${sign} and asked for a wait of ${Math.round(asked / 1000)} s. The run waits at most ${most}.`;
  return { kind: 'rate-limited', message };
}
