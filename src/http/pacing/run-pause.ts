import type { Clock, Sleep } from '../clock.ts';

/** A time in which no request of the run starts. */
interface RunPause {
  readonly isRunning: () => boolean;
  /** Makes the pause end in so many milliseconds, unless it ends later. Gives the milliseconds that this adds. */
  readonly lastFor: (milliseconds: number) => number;
  /** Milliseconds until the end; 0 without a pause. */
  readonly left: () => number;
}

/** `ended` is called at the end of each pause. */
export function createRunPause(clock: Clock, sleep: Sleep, signal: AbortSignal, ended: () => void): RunPause {
  let end: number | null = null;

  async function run(): Promise<void> {
    while (end !== null && !signal.aborted) {
      const left = end - clock.monotonic();
      if (left <= 0) end = null;
      else await sleep(left, signal);
    }
    ended();
  }

  return {
    isRunning: () => end !== null,
    lastFor: (milliseconds) => {
      const now = clock.monotonic();
      const added = now + milliseconds - Math.max(now, end ?? now);
      if (added <= 0) return 0;
      const wasRunning = end !== null;
      end = now + milliseconds;
      if (!wasRunning) void run();
      return added;
    },
    left: () => {
      const now = clock.monotonic();
      return Math.max(0, (end ?? now) - now);
    },
  };
}
