import { describe, expect, it } from 'vitest';
import type { ReportedOutcome, RequirementOutcome } from '../../../src/report/report.ts';
import { outcomeOf, rollUp } from '../../../src/report/roll-up.ts';
import { check, row } from '../../support/fake-records.ts';

describe('outcomeOf', () => {
  it.each<[readonly ReportedOutcome[], RequirementOutcome]>([
    [[], 'not-verified'],
    [['satisfied'], 'verified'],
    [['violated'], 'violated'],
    [['observed'], 'observed'],
    [['not-verified'], 'not-verified'],
    [['not-applicable'], 'not-applicable'],
    [['harness-error'], 'not-verified'],
    [['not-applicable', 'not-applicable'], 'not-applicable'],
    [['not-applicable', 'not-verified'], 'not-verified'],
    [['not-applicable', 'harness-error'], 'not-verified'],
    [['not-applicable', 'satisfied'], 'verified'],
    [['not-verified', 'satisfied'], 'verified'],
    [['harness-error', 'satisfied'], 'verified'],
    [['satisfied', 'violated'], 'violated'],
    [['harness-error', 'violated'], 'violated'],
    [['not-applicable', 'observed'], 'observed'],
    [['not-verified', 'observed'], 'observed'],
    [['satisfied', 'observed', 'not-verified', 'not-applicable', 'harness-error', 'violated'], 'violated'],
  ])('of checks that are %j is %s', (outcomes, expected) => {
    expect(outcomeOf(outcomes.map((outcome) => ({ outcome })))).toBe(expected);
  });
});

describe('rollUp', () => {
  it('gives every row of the table, in its order, with the checks of that row alone', () => {
    const rows = [row('GET-OK'), row('GET-SAME'), row('LIST-OK')];
    const checks = [check('GET-SAME', 'satisfied'), check('GET-OK', 'violated', { id: 'other' })];
    expect(rollUp(rows, checks).map(({ id, outcome, checks: ids }) => [id, outcome, ids])).toEqual([
      ['GET-OK', 'violated', ['other']],
      ['GET-SAME', 'verified', ['some/case#GET-SAME']],
      ['LIST-OK', 'not-verified', []],
    ]);
  });

  it('says of a row that cannot be tried why, and settles it by no check', () => {
    expect(rollUp([row('GET-OK', 'required', 'Because.')], [check('GET-OK', 'violated')])).toMatchObject([
      { outcome: 'not-testable', reason: 'Because.', supply: null },
    ]);
  });

  it('says of a row without a check that none came to judge it', () => {
    expect(rollUp([row('GET-OK')], [])[0]).toMatchObject({
      outcome: 'not-verified',
      reason: expect.stringContaining('No check'),
    });
  });

  it('says what to supply, from a check that was not merely inapplicable', () => {
    const checks = [
      check('GET-OK', 'not-applicable', { reason: 'too large' }),
      check('GET-OK', 'not-verified', { reason: 'no key', supply: 'a key' }),
    ];
    expect(rollUp([row('GET-OK')], checks)[0]).toMatchObject({
      outcome: 'not-verified',
      reason: 'no key',
      supply: 'a key',
    });
  });

  it('says why a row does not apply', () => {
    expect(rollUp([row('GET-OK')], [check('GET-OK', 'not-applicable', { reason: 'removed' })])[0]).toMatchObject({
      outcome: 'not-applicable',
      reason: 'removed',
    });
  });

  it.each<ReportedOutcome>(['satisfied', 'violated'])('gives no reason where a check is %s', (outcome) => {
    const checks = [check('GET-OK', outcome), check('GET-OK', 'not-verified', { reason: 'no key', supply: 'a key' })];
    expect(rollUp([row('GET-OK')], checks)[0]).toMatchObject({ reason: null, supply: null });
  });
});
