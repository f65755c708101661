import type { Clock, Sleep } from '../clock.ts';

/** A body that is cut short within so many milliseconds of a disturbance belongs to it. */
const WINDOW = 2_000;
/** Milliseconds between two checks of the service. */
const CHECK_PAUSE = 200;

/** Decides whether a body that was cut short is part of a disturbance. */
interface CutBodies {
  /** Records a disturbance. */
  readonly recordDisturbance: () => void;
  /** Asks the service for up to two seconds whether it is disturbed. */
  readonly probeForDisturbance: (checkService: () => Promise<void>) => Promise<boolean>;
}

/** `checkService` of its methods sends a request, whose disturbance is noted. */
export function createCutBodies(clock: Clock, sleep: Sleep, signal: AbortSignal): CutBodies {
  let disturbedAt = -Infinity;
  let cutsUndisturbed = false;
  return {
    recordDisturbance: () => {
      disturbedAt = clock.monotonic();
    },
    probeForDisturbance: async (checkService) => {
      const cutAt = clock.monotonic();
      const isNear = (): boolean => Math.abs(disturbedAt - cutAt) <= WINDOW;
      if (isNear()) return true;
      // After one cut without a disturbance, the service is known to cut bodies by itself.
      if (cutsUndisturbed) return false;
      while (!isNear() && !signal.aborted && clock.monotonic() - cutAt < WINDOW) {
        await sleep(CHECK_PAUSE, signal);
        await checkService();
      }
      if (!isNear()) cutsUndisturbed = true;
      return isNear();
    },
  };
}
