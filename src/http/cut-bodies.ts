import { BOUNDS } from './bounds.ts';
import type { RunTime } from './clock.ts';
import { type Disturbance, isCutBody } from './disturbance.ts';

/** Decides whether a disturbance excuses a body that was cut short: one within two seconds, before or after. */
export function createCutBodies({ clock, sleep, signal }: RunTime) {
  let disturbedAt = -Infinity;
  /** Whether the service cuts bodies by itself. Then no disturbance excuses a later cut. */
  let cutsBodies = false;
  return {
    /** A cut body is no sign of its own, or a service that cuts every body would be excused. */
    recordDisturbance: ({ sign }: Disturbance): void => {
      if (!isCutBody(sign)) disturbedAt = clock.monotonic();
    },
    /** Whether a disturbance excuses a body that was cut now. `check` sends a request that may meet one. */
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
  };
}
