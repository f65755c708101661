/**
 * An hour, in milliseconds. Each test and hook takes at most a tenth of it on an idle machine (`npm run test:limits`), so that
 * a busy machine fails no test. Only a test that hangs reaches it.
 */
export const LIMIT = 3_600_000;

/** The limits of every project of vitest.config.ts and vitest.long.config.ts. */
export const limits = { testTimeout: LIMIT, hookTimeout: LIMIT, expect: { poll: { timeout: LIMIT } } };
