import { safeText } from '../report/terminal-text.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Tells each problem in a line and ends with wrong usage. What the problems quote is made inert. */
export function refuse(problems: readonly string[], console: Console): ExitCode {
  for (const problem of problems) console.error(`petstore-conformance: ${safeText(problem)}\n`);
  return EXIT.usage;
}
