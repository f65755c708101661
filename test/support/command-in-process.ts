import { main } from '../../src/cli/main.ts';
import { caseThread } from '../../src/runner/case-thread.ts';
import { fakeConsole } from './fake-console.ts';
import type { ProcessResult } from './command-in.ts';

// Most of what a process costs is what it loads before its first request. Here it is loaded once for all tests of a
// worker, and so is the thread of the cases, which is made to serve one run after another.

/** Megabytes: it serves many runs, and with more room spends less time on collecting. */
const kept = caseThread({ roomForShortLived: 96 });
const thread = { ...kept, close: () => Promise.resolve() };

/**
 * Runs the command in a folder that stays, within this process and with no setting but those given. What only a process
 * has is not tried so: signals, `bin/`, and what is written past the console.
 */
export async function runCommandHere(
  directory: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> {
  const console = { ...fakeConsole(directory, environment), now: Date.now };
  const code = await main(words, console, thread);
  return { code, out: console.written(), error: console.complaints() };
}
