import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliOptions, PoolRunnerInitializer, Reporter } from 'vitest/node';
import { requirements } from '../contract/requirements.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** The module of all cases. vitest writes paths with `/` on every system. */
export const ALL_CASES = fileURLToPath(new URL('./all-cases.ts', import.meta.url)).replaceAll(sep, '/');

/** Requests are counted where they are sent; many cases wait for a page that another one has asked for. */
const CASES_A_REQUEST = 3;

/**
 * How vitest runs the cases, whoever starts it: on one worker, since all share one catalogue, budget and pace. Deadlines
 * are ours: a case may lawfully wait for a rate limit.
 */
export function caseOptions(concurrency: number) {
  return {
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    maxConcurrency: concurrency * CASES_A_REQUEST,
    testTimeout: 0,
    hookTimeout: 0,
    retry: 0,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    strictTags: true,
    tags: requirements.map(({ id }) => ({ name: id })),
  } satisfies CliOptions;
}

/** How the command has vitest run the cases. */
export function vitestOptions(
  reporter: Reporter,
  pool: PoolRunnerInitializer,
  cacheDirectory: string,
  concurrency: number,
): CliOptions {
  return {
    ...caseOptions(concurrency),
    root: PACKAGE_ROOT,
    config: false,
    watch: false,
    pool,
    teardownTimeout: 60_000,
    passWithNoTests: true,
    disableConsoleIntercept: true,
    fsModuleCache: false,
    fsModuleCachePath: cacheDirectory,
    sequence: { concurrent: true },
    reporters: [reporter],
  } satisfies CliOptions & Record<string, unknown>;
}
