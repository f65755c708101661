import type { CliOptions } from 'vitest/node';
import { requirements } from '../contract/requirements.ts';

/**
 * How vitest runs the cases: on one worker, since all share one catalogue, budget and pace. Deadlines are ours: a case may
 * lawfully wait for a rate limit.
 */
export function caseOptions(concurrency: number) {
  return {
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    maxConcurrency: concurrency,
    testTimeout: 0,
    hookTimeout: 0,
    retry: 0,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    strictTags: true,
    tags: requirements.map(({ id }) => ({ name: id })),
  } satisfies CliOptions;
}
