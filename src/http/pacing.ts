import { BOUNDS } from './bounds.ts';
import type { RunTime } from './clock.ts';
import { createCutBodies } from './cut-bodies.ts';
import { type Disturbance, type DisturbanceSign, isDisturbance, RATE_LIMIT } from './disturbance.ts';
import type { TransportFailure } from './exchange.ts';
import { meaningOf } from './failure-kinds.ts';
import { createTurns, type Turn } from './turns.ts';

/** What a request has met so far. This decides how long it waits and whether it is given up. */
export type MetSoFar = Readonly<typeof NOTHING_MET>;

/** What a request has met before its first attempt. */
export const NOTHING_MET = {
  disturbed: 0,
  /** The disturbed attempts while the service responded to others. The first attempt counts too. */
  whileUp: 0,
  /** The responses of the run until its latest disturbance. */
  responses: 0,
  /** Milliseconds that it has waited. */
  waited: 0,
};

interface PacingOptions extends RunTime {
  readonly concurrency: number;
  /** The most requests let through in a second; null sets no limit. */
  readonly requestsPerSecond: number | null;
  /** Called when the run pauses. */
  readonly onPause: (milliseconds: number) => void;
}

/** The pacing of a run. */
export type Pacing = ReturnType<typeof createPacing>;

/**
 * The gate of a run. A request waits for its turn (`enter`), gives its place back (`leave`), and reports what came of it: a response, a
 * disturbance, its end. After a disturbance fewer requests start, or further apart, then step by step more. In silence the whole run
 * pauses, and in the end the target counts as gone.
 */
export function createPacing(options: PacingOptions) {
  const { clock, onPause } = options;
  let state: PacingState = initialState(options.concurrency, options.requestsPerSecond);
  const cutBodies = createCutBodies(options);
  const turns = createTurns(
    options,
    (alone) => delayOf(state, alone, clock.monotonic()),
    (alone) => {
      state = afterStart(state, alone, clock.monotonic());
      return { number: state.started, alone };
    },
  );

  return {
    /** Waits for a turn. If started cases end before others go on, a limit of connections rejects fewer requests. */
    enter: (rank: number = 0, met: MetSoFar = NOTHING_MET): Promise<Turn | null> =>
      turns.enter(rank, isLast(state, met)),
    leave: (turn: Turn): void => {
      state = afterLeave(state, turn);
      turns.advance();
    },
    recordResponse: (wasDisturbed: boolean = false): void => {
      state = afterResponse(state, wasDisturbed);
      turns.advance();
    },
    recordEnd: (failure: TransportFailure | null, turn: Turn | null = null): void =>
      void (state = afterEnd(state, failure, turn)),
    /** Records a disturbance. Returns what the request has met so far, or null if it must be given up. */
    recordDisturbance: (turn: Turn, disturbance: Disturbance, met: MetSoFar, isRetried: boolean = true) => {
      cutBodies.recordDisturbance(disturbance);
      if (!isRetried) return null;
      const now = clock.monotonic();
      const after = afterDisturbance(state, { turn, disturbance, met, now });
      if (after.state.pauses > state.pauses) onPause(after.state.pausedUntil - now);
      state = after.state;
      return after.next;
    },
    /** Records the bytes of a body. If bodies are large, fewer requests are in flight. */
    recordBodySize: (bytes: number): void =>
      void (state = { ...state, largestBody: Math.max(state.largestBody, bytes) }),
    excusesCut: cutBodies.excusesCut,
    /** How many responses were no disturbance. */
    responses: () => state.responses,
    /** Why the target counts as gone: the last failure. Null if it is not gone. */
    obstacle: () => (state.isGone ? state.lastFailure : null),
    largestBody: () => state.largestBody,
    summary: (): PacingSummary => summaryOf(state),
  };
}

/** What the pacing knows of a run. Each step below takes a state, and gives the next one. */
type PacingState = Readonly<ReturnType<typeof initialState>>;

/** The state before the first request. Without `requestsPerSecond`, no setting limits the rate. */
function initialState(concurrency: number, requestsPerSecond: number | null) {
  return {
    concurrency,
    configuredGap: requestsPerSecond === null ? 0 : 1000 / requestsPerSecond,
    // The requests in flight, and all that have started.
    inFlight: 0,
    started: 0,
    isAlone: false,
    /** The earliest times of the next start: the end of a pause, and the distance to the last start. */
    pausedUntil: -Infinity,
    nextAt: -Infinity,
    // How many may be in flight, and how far apart they start.
    width: concurrency,
    lowestWidth: concurrency,
    largestBody: 1,
    /** Milliseconds between two starts that the service seems to need; null if no distance helped. */
    gap: 0 as number | null,
    /** The requests that had started when the run last slowed down, and the responses until then. */
    slowed: { started: 0, responses: -1 },
    // Responses and failures.
    responses: 0,
    /** Milliseconds in which the run paused since the last response. */
    silence: 0,
    isGone: false,
    givenUpInARow: 0,
    failuresInARow: 0,
    lastFailure: null as TransportFailure | null,
    // For the report.
    pauses: 0,
    pausedMilliseconds: 0,
    disturbances: {} as Readonly<Record<string, number>>,
  };
}

/** How many milliseconds before a request may start; Infinity if it waits for another request. */
function delayOf(state: PacingState, alone: boolean, now: number): number {
  const { inFlight, isAlone, silence, isGone, width, largestBody } = state;
  // In silence one request finds out whether the service responds again: additions without a response count as made.
  const mustBeAlone = alone || (silence > 0 && !isGone);
  const places = mustBeAlone ? 1 : Math.min(width, bodiesThatFit(BOUNDS.roomForBodies, largestBody));
  const hasPlace = inFlight < places && (mustBeAlone || !isAlone);
  return hasPlace ? Math.max(0, state.pausedUntil - now, state.nextAt - now) : Infinity;
}

/** How many bodies of `bytes` fit into `room`, also in bytes. At least one. */
export function bodiesThatFit(room: number, bytes: number): number {
  return Math.max(1, Math.floor(room / bytes));
}

/** Whether the next attempt at a request is the last one. It takes place alone. */
function isLast(state: PacingState, { whileUp }: MetSoFar): boolean {
  return whileUp >= attemptsAllowed(state) - 1;
}

/** A request starts. */
function afterStart(state: PacingState, alone: boolean, now: number): PacingState {
  const nextAt = now + Math.max(state.configuredGap, state.gap ?? 0);
  return { ...state, inFlight: state.inFlight + 1, started: state.started + 1, isAlone: alone, nextAt };
}

/** A request gives its place back. */
function afterLeave(state: PacingState, { alone }: Turn): PacingState {
  return { ...state, inFlight: state.inFlight - 1, isAlone: state.isAlone && !alone };
}

/** A response that is no disturbance. `wasDisturbed`: earlier attempts at the request met one. */
function afterResponse(state: PacingState, wasDisturbed: boolean): PacingState {
  const responses = state.responses + 1;
  const isOneMore = (responses - state.slowed.responses) % BOUNDS.responsesForOneMore === 0;
  return {
    ...state,
    responses,
    silence: 0,
    isGone: false,
    givenUpInARow: wasDisturbed ? 0 : state.givenUpInARow,
    width: isOneMore ? Math.min(state.concurrency, state.width + 1) : state.width,
    gap: state.gap === null ? null : state.gap < BOUNDS.firstGap / 2 ? 0 : state.gap * BOUNDS.closer,
  };
}

/**
 * The end of a request, without a failure or with one. Disturbances do not count here: the patience of the run decides on them.
 * After a time-out fewer requests are in flight. `turn`: the last one of the request, null if it had none.
 */
function afterEnd(before: PacingState, failure: TransportFailure | null, turn: Turn | null): PacingState {
  const { isTimeout, violates } = failure === null ? {} : meaningOf(failure.kind);
  const slower = isTimeout && turn !== null ? slowDown(before, turn, false) : before;
  const state = { ...slower, lastFailure: failure };
  if (failure === null || violates !== undefined) return { ...state, failuresInARow: 0, isGone: false };
  if (isDisturbance(failure.kind)) return state;
  const failuresInARow = state.failuresInARow + 1;
  const isGone = state.isGone || failuresInARow >= Math.max(BOUNDS.leastFailuresInARow, state.concurrency);
  return { ...state, failuresInARow, isGone };
}

/** A disturbed attempt at a request, and what the request had met before. */
interface DisturbedAttempt {
  readonly turn: Turn;
  readonly disturbance: Disturbance;
  readonly met: MetSoFar;
  readonly now: number;
}

/** A disturbance. `next` is what the request has met so far, or null if it must be given up. */
function afterDisturbance(before: PacingState, attempt: DisturbedAttempt) {
  const { turn, disturbance, met } = attempt;
  const { sign, retryAfter } = disturbance;
  const counted = { ...before.disturbances, [sign]: (before.disturbances[sign] ?? 0) + 1 };
  const isTooLong = sign === RATE_LIMIT && (retryAfter ?? 0) > BOUNDS.ratePatience;
  const isGone = before.isGone || (!isTooLong && before.silence >= patienceFor(before, disturbance));
  const state = { ...before, disturbances: counted, isGone };
  if (isTooLong) return { state, next: null };
  const { responses } = state;
  const whileUp = met.whileUp + (responses > met.responses || met.disturbed === 0 ? 1 : 0);
  // The window of a rate limit may outlast all attempts.
  const mayOutlast = sign === RATE_LIMIT && mayBeTemporary(state);
  const wasLast = turn.alone && whileUp >= attemptsAllowed(state) && !mayOutlast;
  if (isGone || met.waited >= BOUNDS.ratePatience || wasLast) return { state: giveUp(state, sign), next: null };
  const { state: slower, wait } = slowDownAndWait(state, attempt);
  return { state: slower, next: { disturbed: met.disturbed + 1, whileUp, responses, waited: met.waited + wait } };
}

/** False after several given-up requests in a row: waiting would have cured a temporary cause by then. */
function mayBeTemporary({ givenUpInARow }: PacingState): boolean {
  return givenUpInARow < BOUNDS.givenUpInARow;
}

function attemptsAllowed(state: PacingState): number {
  return mayBeTemporary(state) ? BOUNDS.attempts : BOUNDS.attemptsIfLasting;
}

/** How long the run waits without a response before the target counts as gone. */
function patienceFor({ responses }: PacingState, { sign, retryAfter }: Disturbance): number {
  if (sign === RATE_LIMIT || retryAfter !== null) return BOUNDS.ratePatience;
  return responses === 0 ? BOUNDS.firstResponsePatience : BOUNDS.outagePatience;
}

function giveUp(before: PacingState, sign: DisturbanceSign): PacingState {
  const state = { ...before, givenUpInARow: before.givenUpInARow + 1 };
  // Without a rate limit, neither a wait nor an attempt alone helped: the service limits no rate, but fails on this request.
  return state.isGone || sign === RATE_LIMIT ? state : { ...state, gap: state.gap && 0 };
}

/** Slows down, and gives the milliseconds that the request waits. If the service responds to no other one, the whole run pauses. */
function slowDownAndWait(state: PacingState, { turn, disturbance: { sign, retryAfter }, met, now }: DisturbedAttempt) {
  const isUp = state.responses > met.responses;
  const isFirst = turn.number > state.slowed.started;
  const asked = retryAfter === null ? null : Math.min(retryAfter, BOUNDS.longestPause);
  // A 503 may also stand for an outage.
  const mayLimitRate = sign === RATE_LIMIT || sign === 503 || asked !== null;
  const slower = met.disturbed === 0 || mayLimitRate || !isUp ? slowDown(state, turn, mayLimitRate) : state;
  // If others got responses after the first wait, they need no second one.
  if (!isUp || (asked !== null && met.disturbed === 0)) return pauseRun(slower, asked, isFirst, now);
  // The request started after the run slowed down, and no response has come since.
  const mayBeOutage = isFirst && state.responses === state.slowed.responses;
  const wait = asked ?? Math.min(BOUNDS.firstOwnWait * 2 ** met.disturbed, BOUNDS.longestOwnWait);
  return { state: mayBeOutage ? holdFor(slower, BOUNDS.firstOwnWait, now) : slower, wait };
}

/** Slows down once for all requests that were in flight together, and once in an outage. */
function slowDown(state: PacingState, { number }: Turn, mayLimitRate: boolean): PacingState {
  const { slowed, started, responses, gap } = state;
  if (number <= slowed.started) return state;
  const next = { ...state, slowed: { started, responses } };
  if (responses === slowed.responses) return next;
  if (mayLimitRate && gap !== null) return { ...next, gap: widerGap(gap) };
  const width = Math.max(1, Math.floor(state.width / 2));
  return { ...next, width, lowestWidth: Math.min(state.lowestWidth, width) };
}

/** The distance after one more rejection. Null beyond a bound: then a distance does not help, for example if a back end is dead. */
function widerGap(gap: number): number | null {
  const wider = Math.max(BOUNDS.firstGap, gap * BOUNDS.wider);
  return wider > BOUNDS.longestGap ? null : wider;
}

/** Makes the whole run wait a little longer than it was silent before. */
function pauseRun(state: PacingState, asked: number | null, isFirst: boolean, now: number) {
  const own = Math.min(BOUNDS.firstPause + state.silence, BOUNDS.longestOwnWait);
  const held = isFirst || asked !== null ? holdFor(state, asked ?? own, now) : state;
  const pauses = held.pauses + (isFirst ? 1 : 0);
  return { state: { ...held, pauses }, wait: Math.max(0, held.pausedUntil - now) };
}

/** Lets no request start for some milliseconds. */
function holdFor(state: PacingState, milliseconds: number, now: number): PacingState {
  const pausedUntil = Math.max(state.pausedUntil, now + milliseconds);
  const added = pausedUntil - Math.max(now, state.pausedUntil);
  const pausedMilliseconds = state.pausedMilliseconds + added;
  return { ...state, pausedUntil, pausedMilliseconds, silence: state.silence + added };
}

/** How disturbances slowed the run down, for the report. */
export type PacingSummary = Readonly<ReturnType<typeof summaryOf>>;

function summaryOf({ pauses, pausedMilliseconds, disturbances, width, lowestWidth, gap }: PacingState) {
  return {
    /** How often the whole run paused, and for how long in all. */
    waits: pauses,
    waitedMilliseconds: pausedMilliseconds,
    /** How many responses or connections were disturbances, by status or kind of failure. */
    disturbances,
    /** Simultaneous requests allowed at the end, and the least that were allowed at any time. */
    concurrency: width,
    lowestConcurrency: lowestWidth,
    /** The learned limit of requests in a second at the end; null if the run learned none. */
    requestsPerSecond: gap === null || gap === 0 ? null : Math.round(10_000 / gap) / 10,
  };
}
