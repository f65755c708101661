import type { RunSignal } from '../report/report.ts';
import type { Console } from './console.ts';

/** What ends a run early, with a report. */
export interface Interruption {
  readonly stop: AbortSignal;
  /** The signal to the process that stopped the run; null where there was none. */
  readonly signal: () => RunSignal | null;
}

/** The first signal to the process ends the run with a report, a second one ends the process at once. */
export interface SignalInterruption extends Interruption {
  /** Listens from now on. Before, and after the release, a signal ends the process at once. */
  readonly listen: () => void;
  readonly release: () => void;
}

/** The interruption of one run of the command. */
export function createInterruption({ onInterrupt, quit }: Pick<Console, 'onInterrupt' | 'quit'>): SignalInterruption {
  const stopping = new AbortController();
  let first: RunSignal | null = null;
  let release: (() => void) | null = null;
  return {
    stop: stopping.signal,
    signal: () => first,
    listen() {
      release = onInterrupt((signal) => {
        if (first !== null) quit(signal);
        first = signal;
        stopping.abort();
      });
    },
    release: () => release?.(),
  };
}
