/** The time, handed in so that tests can set it. */
export interface Clock {
  /** Milliseconds from some fixed point, never going back. */
  readonly monotonic: () => number;
  readonly date: () => Date;
}

/** Waits so many milliseconds, or less where the signal aborts; it never rejects. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The time of this computer. */
export const systemClock: Clock = { monotonic: () => performance.now(), date: () => new Date() };

/** Really waits. */
export const systemSleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });
