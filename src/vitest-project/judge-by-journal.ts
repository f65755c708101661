import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, inject } from 'vitest';
import { receiveCases } from '../conformance/conformance-test.ts';
import type { RunInput } from '../conformance/run-input.ts';
import { SET_UP } from '../conformance/set-up-case.ts';
import { caseTest, handOver, sharedRun } from './case-test.ts';
import { caseOutcome } from './case-outcome.ts';
import { followJournal, type FollowedJournal } from './follow-journal.ts';
import { targetFailure } from './target-failure.ts';
import { violationError } from './violation-error.ts';

// Loaded before each spec file of the project `conformance`: what the cases write into the journal becomes what vitest
// and editors understand, a test that fails, passes, or is skipped with its reason.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const journals = new WeakMap<RunInput, FollowedJournal>();

/** The journal of the run that goes on, with all that was recorded until now on disk. */
async function journalOfRun(): Promise<FollowedJournal> {
  const input = inject('run');
  await turn();
  const followed = journals.get(input) ?? followJournal(input.journalPath);
  journals.set(input, followed);
  return followed;
}

receiveCases(handOver);

caseTest.afterEach(async ({ task, judge, skip }) => {
  judge.finish();
  const { result, meta } = task;
  const description = meta.conformance;
  if (description === undefined || result?.state === 'fail') return;
  const journal = await journalOfRun();
  const outcome = caseOutcome(journal.take(description.caseId), { description, state: 'passed', errors: [] });
  if (outcome.kind === 'skipped') skip(outcome.reason);
  if (outcome.kind !== 'failed') return;
  // A case that was left after a violation counts as skipped for vitest, and its error would be lost.
  if (result !== undefined) Object.assign(result, { pending: false, note: undefined });
  throw violationError(outcome.checks, description, journal.exchanges, ROOT);
});

/** The set-up is no test: what it finds fails the spec file that was running, and so does a target that cannot be judged. */
afterAll(async () => {
  const failure = targetFailure(await sharedRun());
  if (failure !== null) throw failure;
  const journal = await journalOfRun();
  const outcome = caseOutcome(journal.take(SET_UP.caseId), { description: SET_UP, state: 'passed', errors: [] });
  if (outcome.kind === 'failed') throw violationError(outcome.checks, SET_UP, journal.exchanges, ROOT);
});
