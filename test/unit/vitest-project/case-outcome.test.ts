import { expect, it } from 'vitest';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import { caseOutcome } from '../../../src/vitest-project/case-outcome.ts';
import { caseEnd, judged, stopped } from '../../support/fake-records.ts';

const PASSED = { kind: 'passed' };
const failedBy = (check: object) => ({ kind: 'failed', checks: [expect.objectContaining(check)] });
const skipped = (reason: string) => ({ kind: 'skipped', reason });
const held = judged('GET-OK', 'satisfied');

it.each<[title: string, cited: readonly TestableId[], records: readonly JournalRecord[], outcome: object]>([
  ['all holds', ['GET-OK'], [held], PASSED],
  ['it only observed', ['OPEN-LIST-ORDER'], [judged('OPEN-LIST-ORDER', 'observed')], PASSED],
  ['a recommendation is violated', ['GET-OK', 'AUTH-CHALLENGE'], [held, judged('AUTH-CHALLENGE', 'violated')], PASSED],
  [
    'a requirement is violated, whatever else it found',
    ['GET-OK', 'LIST-LIMIT-MAX'],
    [held, judged('LIST-LIMIT-MAX', 'violated'), stopped('not-verified')],
    failedBy({ requirement: 'LIST-LIMIT-MAX', outcome: 'violated' }),
  ],
  [
    'a rule for every answer is violated, which it does not cite',
    ['GET-OK'],
    [held, judged('ANSWER-JSON', 'violated')],
    failedBy({ requirement: 'ANSWER-JSON' }),
  ],
  ['it judged nothing, by a fault of the suite', ['GET-OK'], [], failedBy({ outcome: 'harness-error' })],
  ['it was stopped', ['GET-OK'], [stopped('not-verified')], skipped('Not verified: A reason. A supply.')],
  ['nothing applied', ['GET-OK'], [judged('GET-OK', 'not-applicable')], skipped('Not applicable: A reason.')],
])('what a case comes to in a test runner, where %s', (_, cited, records, outcome) => {
  expect(caseOutcome(records, caseEnd(cited))).toEqual(outcome);
});
