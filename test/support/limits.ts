/**
 * An hour, in milliseconds. On an idle machine, all tests together need less than a tenth of it. Only a test that hangs
 * reaches this limit, even on a busy machine.
 */
export const LIMIT = 3_600_000;

/** The limits of every project in vitest.config.ts. */
export const limits = { testTimeout: LIMIT, hookTimeout: LIMIT, expect: { poll: { timeout: LIMIT } } };
