import { fileURLToPath } from 'node:url';
import type { CliOptions, PoolRunnerInitializer, Reporter, TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { requirements } from '../contract/requirements.ts';
import { STAGES } from './stages.ts';

/** The folder of the package, which holds `specs/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The requests are counted where they are sent. Many cases wait for a page that another one has asked for. */
const CASES_A_REQUEST = 3;

/** Runs the stages in their order on one worker, whose cases share one catalogue, budget and pace. */
class StageSequencer extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((left, right) => placeOf(left.moduleId) - placeOf(right.moduleId)));
  }
}

function placeOf(path: string): number {
  return STAGES.findIndex((stage) => path.includes(`/${stage}.stage.`));
}

/** How vitest runs the cases. Deadlines are ours: a case may lawfully wait for a rate limit. */
export function vitestOptions(
  reporter: Reporter,
  pool: PoolRunnerInitializer,
  cacheDirectory: string,
  concurrency: number,
): CliOptions {
  return {
    root: PACKAGE_ROOT,
    config: false,
    include: ['src/runner/stages/*.stage.ts'],
    watch: false,
    pool,
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    maxConcurrency: concurrency * CASES_A_REQUEST,
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
    sequence: { sequencer: StageSequencer, concurrent: true },
    reporters: [reporter],
  } satisfies CliOptions & Record<string, unknown>;
}
