import type { RunSignal } from '../report/report.ts';

/** How far a run is when a case ends. */
export interface RunProgress {
  /** Cases that have ended, and cases of the run. */
  readonly done: number;
  readonly total: number;
  readonly caseId: string;
  readonly title: string;
  /**
   * `completed`: the case came to its end, whether it found a violation or not. `stopped`: it ended early, and its checks
   * in the report say why. `failed`: a fault of the suite.
   */
  readonly state: 'completed' | 'stopped' | 'failed';
}

/** Where a run writes to, and what it knows of its surroundings. */
export interface RunConsole {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly isTerminal: boolean;
  readonly colour: boolean;
  readonly columns: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  /** Is called when a case of a run ends; absent, nothing is. */
  readonly onProgress?: (progress: RunProgress) => void;
  /** Is called when the service sends very large bodies; absent, nothing is. */
  readonly spareMemory?: () => void;
}

/** What ends a run early, with a report. */
export interface Interruption {
  readonly stop: AbortSignal;
  /** The signal to the process that stopped the run; null where there was none. */
  readonly signal: () => RunSignal | null;
}
