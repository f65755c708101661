import { setTimeout as wait } from 'node:timers/promises';

/** The time; tests replace it. */
export interface Clock {
  /** Milliseconds since a fixed point; never decreases. */
  readonly monotonic: () => number;
  readonly date: () => Date;
}

/** Waits so many milliseconds, or until the signal aborts; it never rejects. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The time of a run, and what ends it. */
export interface RunTime {
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Stops all requests at once; its reason is 'run-deadline' or 'interrupted'. */
  readonly signal: AbortSignal;
}

/** The clock of this computer. */
export const systemClock: Clock = { monotonic: () => performance.now(), date: () => new Date() };

/** Waits in real time. */
export const systemSleep: Sleep = (milliseconds, signal) =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);
