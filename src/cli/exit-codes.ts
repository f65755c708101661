import { SIGNAL_EXITS } from './process-end.js';

/** Exit codes of the command: the verdict's own 0, 1 and 2, and two for runs that gave no verdict. */
export const EXIT = {
  conformant: 0,
  notConformant: 1,
  inconclusive: 2,
  usage: 3,
  suiteFault: 4,
} as const;

/** One of these, or that of a signal that ended the command early. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT] | (typeof SIGNAL_EXITS)[keyof typeof SIGNAL_EXITS];

/** Every exit code that the command ends with. */
export const EXIT_CODES: readonly ExitCode[] = [...Object.values(EXIT), ...Object.values(SIGNAL_EXITS)];

/** Takes the exit code of a command. By default its product is its output, and the code counts only if that was written. */
export type Finish = (code: ExitCode, product?: 'output' | 'files') => void;
