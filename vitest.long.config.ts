import { defineConfig } from 'vitest/config';
import { limits } from './test/limits.ts';

// What takes longer than `npm test` may: run before a release, its figures are committed in docs/.

export default defineConfig({
  test: { include: ['test/long/**/*.test.ts'], pool: 'threads', ...limits },
});
