import { fileURLToPath } from 'node:url';
import type { CliOptions, PoolRunnerInitializer, Reporter } from 'vitest/node';
import { requirements } from '../contract/requirements.ts';
import { PACKAGE_ROOT } from './package-root.ts';

const ALL_CASES = fileURLToPath(new URL('./all-cases.ts', import.meta.url));

/**
 * How vitest runs the cases: on one worker, since they share one catalogue, budget and pace. Deadlines are ours: a case
 * may lawfully wait for a rate limit.
 */
export function vitestOptions(
  reporter: Reporter,
  pool: PoolRunnerInitializer,
  cacheDirectory: string,
  concurrency: number,
): CliOptions {
  return {
    root: PACKAGE_ROOT,
    config: false,
    include: [ALL_CASES],
    watch: false,
    pool,
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    maxConcurrency: concurrency,
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 60_000,
    retry: 0,
    passWithNoTests: true,
    disableConsoleIntercept: true,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    fsModuleCache: false,
    fsModuleCachePath: cacheDirectory,
    strictTags: true,
    tags: requirements.map(({ id }) => ({ name: id })),
    sequence: { concurrent: true },
    reporters: [reporter],
  } satisfies CliOptions & Record<string, unknown>;
}
