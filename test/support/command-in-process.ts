import { main } from '../../src/cli/main.ts';
import { fakeConsole } from './fake-console.ts';
import type { ProcessResult } from './command-in.ts';

/**
 * Runs the command in this process, in an existing folder, and only with the given settings. This cannot test the features
 * of a separate process: signals, `bin/`, and output that bypasses the console.
 */
export async function runCommandHere(
  directory: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> {
  const console = { ...fakeConsole(directory, environment), now: Date.now };
  const code = await main(words, console);
  return { code, out: console.written(), error: console.complaints() };
}
