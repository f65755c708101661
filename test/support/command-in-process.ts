import { main } from '../../src/cli/main.ts';
import { fakeConsole } from './fake-console.ts';
import type { ProcessResult } from './command-in.ts';

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
  const code = await main(words, console);
  return { code, out: console.written(), error: console.complaints() };
}
