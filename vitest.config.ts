import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { requirements } from './src/contract/requirements.ts';
import { CAN_TEST_BUNDLES } from './test/support/bundle-tools.ts';
import { limits } from './test/support/limits.ts';

// The tests of the suite itself, by what they need: CONTRIBUTING.md says which command runs which. The project conformance
// runs the conformance cases against the configured target, for editors and filters.

/** Three for each request that a run sends at a time: many cases wait for a page that another one has asked for. */
const CASES_AT_A_TIME = 60;

const LONG = 'test/**/*.long.test.ts';

/** Starts the fleet first, because it takes longest. The other files fill the gaps that its waits leave. */
class FleetFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { fleet = [], others = [] } = Object.groupBy(await super.sort(files), ({ project }) =>
      project.name === 'fleet' ? 'fleet' : 'others',
    );
    return [...fleet, ...others];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: FleetFirst },
    reporters:
      process.env['CI'] === 'true' ? ['default', ['json', { outputFile: 'reports/test-results.json' }]] : ['default'],
    // vitest takes the other projects by name, so the quick files of `unit` come last.
    projects: [
      tests('unit', 'test/unit/**/*.test.ts'),
      tests('command', 'test/command/**/*.test.ts'),
      tests('process', 'test/process/**/*.test.ts'),
      tests('ship', 'test/ship/**/*.test.ts', ['test/ship/package/shared-folder.ts']),
      tests('fleet', 'test/fleet/**/*.test.ts'),
      tests('long', LONG, ['test/ship/package/shared-folder.ts']),
      {
        test: {
          name: 'conformance',
          include: ['test/conformance/*.test.ts'],
          pool: 'threads',
          experimental: { viteModuleRunner: false, nodeLoader: false },
          maxConcurrency: CASES_AT_A_TIME,
          strictTags: true,
          tags: requirements.map(({ id }) => ({ name: id })),
        },
      },
    ],
  },
});

function tests(name: string, include: string, globalSetup: string[] = []): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      globalSetup,
      exclude: [...(name === 'long' ? [] : [LONG]), ...(CAN_TEST_BUNDLES ? [] : ['test/ship/bundle/**'])],
      pool: 'threads',
      // No module of ours holds a state that a test could leave behind, and to load all of them anew for each file takes
      // three times as long as the tests themselves.
      isolate: false,
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // A fleet judges a few services at a time, whatever number of tests wait for it.
      maxConcurrency: 1000,
      // Many tests wait for processes; by itself the test runner would leave one of two cores to them.
      maxWorkers: 3,
      ...limits,
    },
  };
}
