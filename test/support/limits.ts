/**
 * An hour, in milliseconds. All tests together take less than a tenth of it on an idle machine, so that a busy machine fails
 * none. Only a test that hangs reaches it.
 */
export const LIMIT = 3_600_000;

/** The limits of every project of vitest.config.ts. */
export const limits = { testTimeout: LIMIT, hookTimeout: LIMIT, expect: { poll: { timeout: LIMIT } } };
