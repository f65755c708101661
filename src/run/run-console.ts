import type { RunSignal } from '../report/report.ts';

/** The progress of a run when a case ends. */
export interface RunProgress {
  /** Cases that have ended, and cases of the run. */
  readonly done: number;
  readonly total: number;
  readonly caseId: string;
  readonly title: string;
  /**
   * `completed`: the case ran to its end, with or without a violation. `stopped`: it ended early, and its checks in the
   * report say why. `failed`: a fault of the suite.
   */
  readonly state: 'completed' | 'stopped' | 'failed';
}

/** A line on standard error. */
export function errorLine(sentence: string): string {
  return `petstore-conformance: ${sentence}\n`;
}

/** The outputs of a run, and what it may read of its surroundings. */
export interface RunConsole {
  readonly out: (text: string) => void;
  /** Prints a sentence on standard error, after the name of the command. */
  readonly error: (sentence: string) => void;
  readonly isTerminal: boolean;
  readonly colour: boolean;
  readonly width: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  /** Called when a case of a run ends. */
  readonly onProgress?: (progress: RunProgress) => void;
}

/** What ends a run early, with a report. */
export interface Interruption {
  readonly stop: AbortSignal;
  /** The signal to the process that stopped the run; null if a program stopped it. */
  readonly signal: () => RunSignal | null;
}
