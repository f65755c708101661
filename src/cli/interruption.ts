import type { RunSignal } from '../report/report.ts';
import type { Interruption } from '../run/run-console.ts';
import type { Console } from './console.ts';

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
