import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import type { CheckOutcome } from '../../../src/conformance/judgement.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import { foldChecks, type CaseEnd } from '../../../src/report/fold-checks.ts';
import type { ReportedOutcome } from '../../../src/report/report.ts';
import { caseEnd, judged, stopped } from '../../support/fake-records.ts';

const CITED = 'GET-OK';
const OTHER = 'GET-SAME';

function outcomes(records: readonly JournalRecord[], ends: readonly CaseEnd[]): Readonly<Record<string, string>> {
  return Object.fromEntries(foldChecks(records, ends).map((check) => [check.requirement, check.outcome]));
}

/** The outcome of GET-OK, cited alone by its case, where it was judged so and the case ended so. */
function fold(
  judgements: readonly CheckOutcome[],
  state: CaseEnd['state'] = 'passed',
  stop: 'not-verified' | 'not-applicable' | null = null,
  requirement: TestableId = CITED,
): string | undefined {
  const records = [
    ...judgements.map((outcome) => judged(requirement, outcome)),
    ...(stop === null ? [] : [stopped(stop)]),
  ];
  return outcomes(records, [caseEnd([requirement], state)])[requirement];
}

describe('judgements of one check', () => {
  it.each<[readonly CheckOutcome[], ReportedOutcome]>([
    [['satisfied'], 'satisfied'],
    [['violated'], 'violated'],
    [['observed'], 'observed'],
    [['not-verified'], 'not-verified'],
    [['not-applicable'], 'not-applicable'],
    [['satisfied', 'violated'], 'violated'],
    [['violated', 'satisfied'], 'violated'],
    [['violated', 'not-verified'], 'violated'],
    [['not-applicable', 'violated'], 'violated'],
    [['satisfied', 'not-verified'], 'not-verified'],
    [['not-verified', 'satisfied'], 'not-verified'],
    [['not-applicable', 'satisfied'], 'satisfied'],
    [['observed', 'not-verified'], 'not-verified'],
    [['not-applicable', 'not-verified'], 'not-verified'],
    [['not-applicable', 'not-applicable'], 'not-applicable'],
  ])('%j come to %s', (judgements, expected) => {
    expect(fold(judgements)).toBe(expected);
  });

  it('are counted, and a violated check rests on the exchanges of its first violation alone', () => {
    const records = [
      judged(CITED, 'satisfied', { exchanges: ['x1'] }),
      judged(CITED, 'violated', { exchanges: ['x2'], actual: 'the first' }),
      judged(CITED, 'violated', { exchanges: ['x3'], actual: 'the second' }),
    ];
    expect(foldChecks(records, [caseEnd([CITED])])).toMatchObject([
      { id: `some/case#${CITED}`, judgements: 3, violations: 2, exchanges: ['x2'], actual: 'the first' },
    ]);
  });

  it('give a satisfied check the exchanges of all of them, each once', () => {
    const records = [
      judged(CITED, 'satisfied', { exchanges: ['x1', 'x2'] }),
      judged(CITED, 'satisfied', { exchanges: ['x2', 'x3'] }),
    ];
    expect(foldChecks(records, [caseEnd([CITED])])[0]).toMatchObject({
      exchanges: ['x1', 'x2', 'x3'],
      violations: 0,
    });
  });

  it('tell all that was observed', () => {
    const records = [
      judged('OPEN-LIST-ORDER', 'observed', { actual: 'one' }),
      judged('OPEN-LIST-ORDER', 'observed', { actual: 'two' }),
    ];
    expect(foldChecks(records, [caseEnd(['OPEN-LIST-ORDER'])])[0]?.actual).toBe('one; two');
  });

  it('make a check also where the case does not cite the requirement', () => {
    expect(outcomes([judged(CITED, 'satisfied'), judged('ANSWER-JSON', 'violated')], [caseEnd([CITED])])).toEqual({
      [CITED]: 'satisfied',
      'ANSWER-JSON': 'violated',
    });
  });

  it('belong to their own case', () => {
    const checks = foldChecks(
      [judged(CITED, 'satisfied', {}, 'a/one'), judged(CITED, 'violated', {}, 'a/two')],
      [caseEnd([CITED], 'passed', [], 'a/one'), caseEnd([CITED], 'passed', [], 'a/two')],
    );
    expect(checks.map(({ id, outcome }) => [id, outcome])).toEqual([
      [`a/one#${CITED}`, 'satisfied'],
      [`a/two#${CITED}`, 'violated'],
    ]);
  });
});

describe('a case that was left', () => {
  it.each<[readonly CheckOutcome[], 'not-verified' | 'not-applicable', ReportedOutcome]>([
    [[], 'not-verified', 'not-verified'],
    [[], 'not-applicable', 'not-applicable'],
    [['satisfied'], 'not-verified', 'not-verified'],
    [['satisfied'], 'not-applicable', 'satisfied'],
    [['violated'], 'not-verified', 'violated'],
    [['violated'], 'not-applicable', 'violated'],
    [['not-applicable'], 'not-verified', 'not-applicable'],
  ])('after %j as %s ends as %s', (judgements, stop, expected) => {
    expect(fold(judgements, 'skipped', stop)).toBe(expected);
  });

  it('says why, what to supply and which exchange', () => {
    expect(foldChecks([stopped('not-verified')], [caseEnd([CITED], 'skipped')])).toMatchObject([
      { reason: 'A reason.', supply: 'A supply.', exchanges: ['x9'], callSite: 'specs/some.spec.ts:1' },
    ]);
  });

  it('goes by the first reason to leave it', () => {
    const records = [stopped('not-applicable'), stopped('not-verified')];
    expect(outcomes(records, [caseEnd([CITED], 'skipped')])[CITED]).toBe('not-applicable');
  });

  it('keeps what every answer of it was found to satisfy, uncited', () => {
    const records = [judged('ANSWER-JSON', 'satisfied'), stopped('not-verified')];
    expect(outcomes(records, [caseEnd([CITED], 'skipped')])['ANSWER-JSON']).toBe('satisfied');
  });

  it('does not settle another case', () => {
    const records = [judged(CITED, 'satisfied'), stopped('not-verified', 'another/case')];
    expect(outcomes(records, [caseEnd([CITED])])[CITED]).toBe('satisfied');
  });
});

describe('a case that failed by a fault of the suite', () => {
  it.each<[readonly CheckOutcome[], ReportedOutcome]>([
    [[], 'harness-error'],
    [['satisfied'], 'harness-error'],
    [['satisfied', 'satisfied'], 'harness-error'],
  ])('after %j ends as %s', (judgements, expected) => {
    expect(fold(judgements, 'failed')).toBe(expected);
  });

  it('says the errors', () => {
    expect(foldChecks([], [caseEnd([CITED], 'failed', ['one', 'two'])])[0]?.reason).toBe('one; two');
  });

  it('keeps the violation that it found beside the harness error', () => {
    const checks = outcomes([judged(CITED, 'violated')], [caseEnd([CITED, OTHER], 'failed', ['a TypeError'])]);
    expect(checks).toMatchObject({ [CITED]: 'violated', [OTHER]: 'harness-error' });
  });
});

describe('a requirement that its case cites and never judged', () => {
  it('is a harness error where the case came to its end', () => {
    expect(outcomes([judged(CITED, 'satisfied')], [caseEnd([CITED, OTHER])])).toEqual({
      [CITED]: 'satisfied',
      [OTHER]: 'harness-error',
    });
  });

  it('is a harness error where the case was skipped and nothing says why', () => {
    expect(fold([], 'skipped')).toBe('harness-error');
  });

  it('is not verified where a violation came before it', () => {
    expect(outcomes([judged(CITED, 'violated')], [caseEnd([CITED, OTHER])])[OTHER]).toBe('not-verified');
  });

  it('is not verified where the case was never begun', () => {
    expect(foldChecks([], [caseEnd([CITED], 'pending')])).toMatchObject([
      { outcome: 'not-verified', supply: 'Run again.' },
    ]);
  });
});

it('a run of nothing folds to nothing', () => {
  expect(foldChecks([], [])).toEqual([]);
  expect(foldChecks([stopped('not-verified')], [])).toEqual([]);
});
