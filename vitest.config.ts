import { defineConfig } from 'vitest/config';

// The tests of the suite itself. The conformance cases in specs/ are run by the command, which gives them a target.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters:
      process.env['CI'] === 'true' ? ['default', ['json', { outputFile: 'reports/test-results.json' }]] : ['default'],
  },
});
