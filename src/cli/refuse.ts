import { safeText } from '../report/terminal/terminal-text.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { messageOf } from '../contract/message-of.ts';

/** Says in one sentence that the suite itself failed. What the error quotes is made inert. */
export function reportFault(error: unknown, console: Console): ExitCode {
  const message = messageOf(error);
  console.error(`petstore-conformance: a fault of the suite itself: ${safeText(message)}\n`);
  return EXIT.suiteFault;
}

/** Tells each problem in a line and ends with wrong usage. What the problems quote is made inert. */
export function refuse(problems: readonly string[], console: Console): ExitCode {
  for (const problem of problems) console.error(`petstore-conformance: ${safeText(problem)}\n`);
  return EXIT.usage;
}
