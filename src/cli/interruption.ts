import type { RunSignal } from '../report/report.ts';
import type { Console } from './console.ts';
import type { ExitCode } from './exit-codes.ts';
import { SIGNAL_EXITS } from './process-end.js';

/** Stops a run; `signal` is null where a program asks for it. */
export type StopBySignal = (signal: RunSignal | null) => void;

/** What interrupts a run: the first signal ends it with a report, a second one ends the process at once. */
export interface Interruption {
  /** Listens from now on. Before, and once it is released, a signal ends the process at once. */
  readonly listen: () => void;
  readonly release: () => void;
  readonly happened: () => boolean;
  /** Sets what stops the run; it is called at once where the interruption came before. Null where nothing is left to stop. */
  readonly stopWith: (stop: StopBySignal | null) => void;
  /** The exit code of the first signal; null where there was none. */
  readonly exitCode: () => ExitCode | null;
}

/** The interruption of one run. */
export function createInterruption(console: Console): Interruption {
  let first: { readonly signal: RunSignal | null } | null = null;
  let stop: StopBySignal | null = null;
  let release: (() => void) | null = null;
  return {
    listen() {
      release = console.onInterrupt((signal) => {
        if (first !== null) console.quit(signal);
        first = { signal };
        stop?.(signal);
      });
    },
    release: () => release?.(),
    happened: () => first !== null,
    stopWith(next) {
      stop = next;
      if (first !== null) next?.(first.signal);
    },
    exitCode: () => (first === null || first.signal === null ? null : SIGNAL_EXITS[first.signal]),
  };
}
