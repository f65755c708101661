import { setTimeout as sleep } from 'node:timers/promises';

/** Why a run is done again: a file changed, or the target came back after it had gone. */
export type RerunTrigger = { readonly kind: 'change'; readonly path: string } | { readonly kind: 'back' };

/** Collects triggers until somebody asks for the next one. */
export interface RerunTriggers {
  readonly note: (trigger: RerunTrigger) => void;
  /**
   * Resolves with the first trigger that came since the last call, once no other has come for a while; with null when it
   * is stopped.
   */
  readonly next: (stop: AbortSignal) => Promise<RerunTrigger | null>;
}

/** In milliseconds: whoever saves or builds writes several files, one soon after the other, but not for ever. */
const QUIET = 250;
const LONGEST = 3000;

/** No trigger yet. `quiet` is how long nothing must come until an trigger is given, `longest` how long that may last. */
export function createRerunTriggers(quiet: number = QUIET, longest: number = LONGEST): RerunTriggers {
  let waiting: RerunTrigger | null = null;
  let noted = Promise.withResolvers<void>();

  function note(trigger: RerunTrigger): void {
    waiting ??= trigger;
    noted.resolve();
  }

  async function next(stop: AbortSignal): Promise<RerunTrigger | null> {
    const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
    if (stop.aborted) return null;
    await Promise.race([noted.promise, stopped]);
    for (let waited = 0; waited < longest && !stop.aborted; waited += quiet) {
      noted = Promise.withResolvers();
      const isQuiet = await Promise.race([noted.promise.then(() => false), sleep(quiet, true)]);
      if (isQuiet) break;
    }
    const given = waiting;
    waiting = null;
    noted = Promise.withResolvers();
    return stop.aborted ? null : given;
  }

  return { note, next };
}
