import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseThread } from '../runner/case-thread.ts';
import type { CaseRunner } from '../runner/run-cases.ts';
import type { Console } from './console.ts';

/** How many requests go at a time, and the thread that they run in, started ahead. */
export interface Running {
  readonly concurrency: number;
  readonly thread: CaseThread;
}

/**
 * Gives a test runner to some work, and clears away after it. vitest keeps its own data in a folder of the user's, which
 * may not be writable: it gets a temporary one.
 */
export async function withRunner<T>(
  { concurrency, thread }: Running,
  console: Console,
  work: (runner: CaseRunner) => Promise<T>,
): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  process.env['XDG_DATA_HOME'] = scratch;
  try {
    const { openRunner } = await import('../runner/run-cases.ts');
    const around = console.withoutSignalListeners;
    const runner = openRunner({ cacheDirectory: scratch, concurrency, thread, around });
    try {
      return await work(runner);
    } finally {
      await runner.close();
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
