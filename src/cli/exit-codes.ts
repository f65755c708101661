import { messageOf } from '../contract/errors.ts';
import { safeText } from '../report/safe-text.ts';
import type { Console } from './console.ts';
import type { SIGNAL_EXITS } from './process-end.js';

/** Exit codes of the command. 0, 1 and 2 are those of a verdict. */
export const EXIT = {
  conformant: 0,
  notConformant: 1,
  inconclusive: 2,
  usage: 3,
  suiteFault: 4,
} as const;

/** One of these, or that of a signal that ended the command. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT] | (typeof SIGNAL_EXITS)[keyof typeof SIGNAL_EXITS];

/** Receives the exit code of a command. If its product is its output, the code counts only if the output was written. */
export type Finish = (code: ExitCode, product?: 'output' | 'files') => void;

/** Prints each problem on a line, made inert. Gives the exit code for wrong usage. */
export function wrongUsage(problems: readonly string[], console: Console): ExitCode {
  for (const problem of problems) console.error(safeText(problem));
  return EXIT.usage;
}

/** Prints the message of an error of the suite itself, made inert. */
export function reportFault(error: unknown, console: Console): ExitCode {
  console.error(`a fault of the suite itself: ${safeText(messageOf(error))}`);
  return EXIT.suiteFault;
}
