/** Gives turns one at a time, in the order in which they are asked for. */
export interface Turns {
  /** Waits for a turn; gives what ends it. */
  take(): Promise<() => void>;
}

/** Turns of which none is taken yet. */
export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return resolve;
    },
  };
}
