import { setTimeout as sleep } from 'node:timers/promises';

/** Why a run is done again: a file changed, or the target came back after it had gone. */
export type Occasion = { readonly kind: 'change'; readonly path: string } | { readonly kind: 'back' };

/** Collects occasions until somebody asks for the next one. */
export interface Occasions {
  readonly note: (occasion: Occasion) => void;
  /**
   * Resolves with the first occasion that came since the last call, once no other has come for a while; with null when it
   * is stopped.
   */
  readonly next: (stop: AbortSignal) => Promise<Occasion | null>;
}

/** In milliseconds: whoever saves or builds writes several files, one soon after the other, but not for ever. */
const QUIET = 250;
const LONGEST = 3000;

/** No occasion yet. `quiet` is how long nothing must come until an occasion is given, `longest` how long that may last. */
export function createOccasions(quiet: number = QUIET, longest: number = LONGEST): Occasions {
  let waiting: Occasion | null = null;
  let noted = Promise.withResolvers<void>();

  function note(occasion: Occasion): void {
    waiting ??= occasion;
    noted.resolve();
  }

  async function next(stop: AbortSignal): Promise<Occasion | null> {
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
