import type { Console } from './console.ts';
import type { ExitCode } from './exit-codes.ts';
import type { RunFlags } from './run-flags.ts';
export async function watchCommand(_flags: RunFlags, _console: Console): Promise<ExitCode> {
  return 3;
}
