import { defineConfig } from 'vitest/config';

// The tests of the suite itself. The conformance cases in specs/ are run by the command, which gives them a target. The
// fleet of broken and lawful services comes after everything else, since it needs the machine for itself.

export default defineConfig({
  test: {
    reporters:
      process.env['CI'] === 'true' ? ['default', ['json', { outputFile: 'reports/test-results.json' }]] : ['default'],
    projects: [
      {
        test: {
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/detection/detection.test.ts', 'test/long/**'],
          pool: 'threads',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'detection',
          include: ['test/detection/detection.test.ts'],
          pool: 'threads',
          hookTimeout: 600_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
