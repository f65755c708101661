import { afterAll, beforeAll, describe, test } from 'vitest';
import { describeVerdict } from '../api/case-outcome.ts';
import {
  conformanceCases,
  conformanceRules,
  type ConformanceSession,
  openSession,
  type SuiteCase,
} from '../api/session.ts';
import type { RunOptions } from '../api/run-options.ts';

// The cases as tests of vitest, in any project: see docs/test-runners.md.

/** Vitest registers tests while it loads a file, so the cases are loaded before. */
const cases = await conformanceCases();

/** A service violates the contract, or could not be judged. */
class ConformanceFailure extends Error {
  override readonly name = 'ConformanceFailure';

  constructor(message: string) {
    super(message);
    // The stack shows lines of a test, which explain nothing.
    this.stack = `${this.name}: ${message}`;
  }
}

/** How the tests are registered. */
export interface ConformanceTestOptions {
  /** Tags each test with the requirements that it judges; the configuration of vitest must list these tags. Default false. */
  readonly tags?: boolean;
}

/**
 * Registers every case and every rule as a test, and the verdict as the last test. `target` is called after your `beforeAll` has started
 * the service. It returns the options of `run`. A test fails if the case finds a violation of what is required, and is skipped
 * if it settles nothing. The last test fails unless the service is conformant: it names what is violated or not verified.
 * The report is written to the folder `reports`, if that option is given.
 */
export function conformanceTests(
  target: () => RunOptions | Promise<RunOptions>,
  { tags = false }: ConformanceTestOptions = {},
): void {
  // The verdict comes last, whatever order the configuration asks for.
  describe('Pet Store Service Interface', { shuffle: false, concurrent: false }, () => {
    let session: ConformanceSession | null = null;

    /** No test runs if `beforeAll` fails, so a run is open here. */
    function opened(): ConformanceSession {
      if (session === null) throw new Error('No run is open.');
      return session;
    }

    beforeAll(async () => {
      const { session: own, opened: start } = openSession(await target());
      await start;
      session = own;
    }, 0);

    function register({ id, title, requirements }: SuiteCase): void {
      const options = { timeout: 0, ...(tags ? { tags: [...requirements] } : {}) };
      test(`${title} [${id}]`, options, async ({ skip }) => {
        const outcome = await opened().outcome(id);
        if (outcome.kind === 'skipped') skip(outcome.reason);
        if (outcome.kind === 'failed') throw new ConformanceFailure(outcome.message);
      });
    }

    describe('cases', { concurrent: true }, () => cases.forEach(register));

    // The rules judge the responses to all cases, so they end the run.
    describe('rules', { concurrent: false }, () => conformanceRules().forEach(register));

    test('the service is conformant', { timeout: 0, concurrent: false }, async () => {
      const { report } = await opened().finish();
      if (report.verdict.exitCode !== 0) throw new ConformanceFailure(describeVerdict(report.verdict));
    });

    // A filter may leave the verdict out. The run ends all the same, and writes its report.
    afterAll(() => session?.finish().then(undefined, () => undefined), 0);
  });
}
