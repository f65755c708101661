import { fileURLToPath } from 'node:url';
import type { CliOptions, PoolRunnerInitializer, Reporter, TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { requirements } from '../contract/requirements.ts';
import { compareSpecs, isSpec } from './spec-order.ts';

/** The folder of the package, which holds `specs/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the specs in their order, after whatever other tests the same test runner runs. */
export class SpecSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const specs = files.filter(({ moduleId }) => isSpec(moduleId));
    const others = files.filter(({ moduleId }) => !isSpec(moduleId));
    const ordered = specs.toSorted((left, right) => compareSpecs(left.moduleId, right.moduleId));
    return others.length === 0 ? ordered : [...(await super.sort(others)), ...ordered];
  }
}

/**
 * How vitest runs the cases, whoever starts it: on one worker, since all share one catalogue, budget and pace. Deadlines
 * are ours: a case may lawfully wait for a rate limit.
 */
export function caseOptions(concurrency: number) {
  return {
    include: ['specs/**/*.spec.{ts,js}'],
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
    sequence: { sequencer: SpecSequencer, concurrent: true },
    reporters: [reporter],
  } satisfies CliOptions & Record<string, unknown>;
}
