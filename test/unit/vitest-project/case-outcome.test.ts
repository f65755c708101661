import { describe, expect, it } from 'vitest';
import { caseOutcome } from '../../../src/vitest-project/case-outcome.ts';
import { caseEnd, judged, stopped } from '../../support/fake-records.ts';

describe('what a case comes to in a test runner', () => {
  it('passes where all that it judged holds, and where it only observed', () => {
    expect(caseOutcome([judged('LIST-LIMIT-MAX', 'satisfied')], caseEnd(['LIST-LIMIT-MAX']))).toEqual({
      kind: 'passed',
    });
    expect(caseOutcome([judged('OPEN-LIST-ORDER', 'observed')], caseEnd(['OPEN-LIST-ORDER']))).toEqual({
      kind: 'passed',
    });
  });

  it('fails by a violation of what is required, whatever else it found', () => {
    const records = [judged('GET-OK', 'satisfied'), judged('LIST-LIMIT-MAX', 'violated'), stopped('not-verified')];
    const outcome = caseOutcome(records, caseEnd(['GET-OK', 'LIST-LIMIT-MAX']));
    expect(outcome).toMatchObject({ kind: 'failed', checks: [{ requirement: 'LIST-LIMIT-MAX', outcome: 'violated' }] });
  });

  it('fails by a rule for every answer, which it does not cite', () => {
    const outcome = caseOutcome(
      [judged('GET-OK', 'satisfied'), judged('ANSWER-JSON', 'violated')],
      caseEnd(['GET-OK']),
    );
    expect(outcome).toMatchObject({ kind: 'failed', checks: [{ requirement: 'ANSWER-JSON' }] });
  });

  it('does not fail by what is only recommended', () => {
    const records = [judged('GET-OK', 'satisfied'), judged('AUTH-CHALLENGE', 'violated')];
    expect(caseOutcome(records, caseEnd(['GET-OK', 'AUTH-CHALLENGE']))).toEqual({ kind: 'passed' });
  });

  it('fails where a case judged nothing, since that is a fault of the suite', () => {
    expect(caseOutcome([], caseEnd(['GET-OK']))).toMatchObject({
      kind: 'failed',
      checks: [{ outcome: 'harness-error' }],
    });
  });

  it('is skipped with the reason, and what to supply, where nothing was settled', () => {
    expect(caseOutcome([stopped('not-verified')], caseEnd(['GET-OK']))).toEqual({
      kind: 'skipped',
      reason: 'Not verified: A reason. A supply.',
    });
    expect(caseOutcome([judged('GET-OK', 'not-applicable')], caseEnd(['GET-OK']))).toEqual({
      kind: 'skipped',
      reason: 'Not applicable: A reason.',
    });
  });
});
