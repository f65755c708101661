import { defineConfig } from 'vitest/config';
import { caseOptions } from './src/runner/vitest-options.ts';
import { DurationsReporter } from './test/durations-reporter.ts';
import { limits } from './test/limits.ts';
import { LongestFirst } from './test/longest-first.ts';

// The tests of the suite itself; the fleet of broken and lawful services comes after everything else, since it needs the
// machine for itself. And, as a project for editors and filters, the conformance cases in specs/ against the configured
// target: what gates is the command, which tries twice, pays heed to known deviations, and reports.

const CASES_AT_A_TIME = 20;

export default defineConfig({
  test: {
    reporters:
      process.env['CI'] === 'true'
        ? ['default', ['json', { outputFile: 'reports/test-results.json' }], new DurationsReporter()]
        : ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/detection/detection.test.ts', 'test/long/**'],
          pool: 'threads',
          // No module of ours holds a state that a test could leave behind, and to load all of them anew for each file
          // takes three times as long as the tests themselves.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Many tests wait for processes; by itself the test runner would leave one of two cores to them.
          maxWorkers: 3,
          ...limits,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'detection',
          include: ['test/detection/detection.test.ts'],
          pool: 'threads',
          ...limits,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...caseOptions(CASES_AT_A_TIME),
          name: 'conformance',
          include: ['specs/*.spec.ts'],
          pool: 'threads',
          globalSetup: './src/cli/vitest-target.ts',
          setupFiles: './src/vitest-project/judge-by-journal.ts',
          sequence: { groupOrder: 2, concurrent: true },
        },
      },
    ],
  },
});
