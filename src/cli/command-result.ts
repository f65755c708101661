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

/** Receives the exit code of a command. If its product is `output`, the code counts only if standard output could be written. */
export type Finish = (code: ExitCode, product?: 'output' | 'files') => void;

/** Prints each problem on a line, made inert. Returns the exit code for wrong usage. */
export function wrongUsage(problems: readonly string[], console: Console): ExitCode {
  for (const problem of problems) console.error(safeText(problem));
  return EXIT.usage;
}

/** Prints the message of an error of the suite itself, made inert. */
export function reportFault(error: unknown, console: Console): ExitCode {
  console.error(`a fault of the suite itself: ${safeText(messageOf(error))}`);
  return EXIT.suiteFault;
}

/** The flag of every command that prints its result for programs. */
export const JSON_FLAG = '--json';

/** What must not stand in the log of a build server or on a terminal: commands such as ##vso[…], and control characters. */
const ACTING = /#(?=#)|[\u007f-\u009f]/g;

/** Prints one JSON document (schemas/output.schema.json), with characters that could act as escapes. */
export function printJson(document: unknown, console: Pick<Console, 'out'>): void {
  const json = JSON.stringify(document, null, 2);
  const inert = json.replace(ACTING, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
  console.out(`${inert}\n`);
}
