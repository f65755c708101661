import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import type { CheckOutcome } from '../../../src/conformance/judgement.ts';
import { requirements, type TestableId } from '../../../src/contract/requirements.ts';
import { violatedCases } from '../../../src/report/build-report.ts';
import { caseEnd, exchange, judged, reportOf, row, RUN, STATE, stopped } from '../../support/fake-records.ts';

const holds = [judged('GET-OK', 'satisfied')];

describe('the report of a run', () => {
  it('that verified all is conformant', () => {
    const report = reportOf({ cases: [caseEnd(['GET-OK'])], records: holds });
    expect(report.verdict).toMatchObject({ outcome: 'conformant', exitCode: 0 });
    expect(report.counts.required).toMatchObject({ verified: 1, violated: 0 });
  });

  it('counts requirements, checks, warnings, cases, exchanges and animals', () => {
    const animal = { id: '1', name: 'Rex', caseId: 'some/case', exchange: 'x1', intended: true };
    const { counts, created } = reportOf({
      cases: [caseEnd(['GET-OK', 'DEPRECATION-SUNSET', 'OPEN-LIST-ORDER'])],
      records: [
        ...holds,
        judged('DEPRECATION-SUNSET', 'violated'),
        judged('OPEN-LIST-ORDER', 'observed'),
        { type: 'exchange', exchange: exchange('x1') },
        { type: 'exchange', exchange: exchange('x2') },
        { type: 'created', animal },
      ],
    });
    expect(counts).toMatchObject({
      requirements: { verified: 1, violated: 1, observed: 1, 'not-verified': 0 },
      required: { verified: 1, violated: 0, observed: 0 },
      checks: { satisfied: 1, violated: 1, observed: 1, 'harness-error': 0 },
      warnings: 1,
      cases: 1,
      exchanges: 2,
      created: 1,
    });
    expect(created).toEqual([animal]);
  });

  it('counts no warning where a required one is violated', () => {
    const report = reportOf({ cases: [caseEnd(['GET-OK'])], records: [judged('GET-OK', 'violated')] });
    expect(report.counts.warnings).toBe(0);
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it('tells what was observed with the question that it answers', () => {
    const records = [...holds, judged('OPEN-LIST-ORDER', 'observed', { actual: 'by id, ascending' })];
    const { behaviour } = reportOf({ cases: [caseEnd(['GET-OK', 'OPEN-LIST-ORDER'])], records });
    expect(behaviour).toMatchObject([
      {
        requirement: 'OPEN-LIST-ORDER',
        case: 'some/case',
        question: 'In which order a page lists animals.',
        seen: 'by id, ascending',
      },
    ]);
  });

  it('holds what the set-up found of rules for every answer, and left unsettled of others', () => {
    const report = reportOf({
      cases: [caseEnd(['GET-OK'])],
      records: [
        ...holds,
        { type: 'exchange', exchange: exchange('x1') },
        judged('GET-OK', 'violated', {}, 'set-up'),
        judged('CREATE-OK', 'not-verified', {}, 'set-up'),
      ],
    });
    expect(report.cases.map(({ id }) => id)).toEqual(['set-up', 'some/case', 'every-answer/listPets']);
    expect(report.checks).toMatchObject([
      { case: 'set-up', requirement: 'CREATE-OK', outcome: 'not-verified' },
      { case: 'some/case', outcome: 'satisfied' },
      { case: 'every-answer/listPets', requirement: 'GET-OK', outcome: 'violated' },
    ]);
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it('has a row for every requirement of the table where it is given no other', () => {
    const report = reportOf({ cases: [caseEnd(['GET-OK'])], records: holds, table: requirements });
    expect(report.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    expect(report.verdict.outcome).toBe('inconclusive');
  });

  it('is the same for the same results', () => {
    const results = { cases: [caseEnd(['GET-OK'])], records: holds };
    expect(reportOf(results)).toEqual(reportOf(results));
  });

  it('has no facts where the run was cut before it wrote them', () => {
    expect(reportOf({}).facts).toBeNull();
  });
});

describe('a second try of the violated cases', () => {
  const state = { type: 'state', state: STATE } as const;
  const cases = [caseEnd(['GET-OK'])];
  const first = judged('GET-OK', 'violated', { exchanges: ['x1'] });

  it.each<[CheckOutcome, boolean | null]>([
    ['satisfied', true],
    ['violated', false],
    ['not-verified', null],
    ['not-applicable', null],
  ])('that ends %s leaves the check violated, and its instability %s', (outcome, unstable) => {
    const report = reportOf({ cases, records: [first, state, judged('GET-OK', outcome, { exchanges: ['again-1'] })] });
    expect(report.checks).toMatchObject([{ outcome: 'violated', unstable, exchanges: ['x1'] }]);
    expect(report.checks[0]?.repeatExchanges).toEqual(unstable === null ? [] : ['again-1']);
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it('that never came leaves the instability open', () => {
    expect(reportOf({ cases, records: [first, state] }).checks).toMatchObject([
      { outcome: 'violated', unstable: null },
    ]);
  });

  it('does not settle what the first left open', () => {
    const report = reportOf({ cases, records: [stopped('not-verified'), state, judged('GET-OK', 'satisfied')] });
    expect(report.verdict.outcome).toBe('inconclusive');
  });

  it.each([
    ['the case that broke it', 'set-up', true],
    ['another case', 'some/case', null],
  ])('tells of a rule for every answer only what it saw of %s', (_whose, caseId, unstable) => {
    const report = reportOf({
      cases,
      records: [
        ...holds,
        { type: 'exchange', exchange: exchange('x1') },
        judged('GET-OK', 'violated', { exchanges: ['x1'] }, 'set-up'),
        state,
        { type: 'exchange', exchange: exchange('again-1') },
        { type: 'kept', caseId, rules: { 'GET-OK': ['again-1'] } },
      ],
    });
    expect(report.checks.find(({ case: id }) => id === 'every-answer/listPets')).toMatchObject({
      outcome: 'violated',
      unstable,
    });
  });

  it('is of the cases that found a violation', () => {
    const records = [first, judged('GET-OK', 'satisfied', {}, 'good/case'), stopped('not-verified', 'left/case')];
    expect([...violatedCases(records)]).toEqual(['some/case']);
  });
});

describe('faults of the suite', () => {
  it('a run without a case is inconclusive', () => {
    const report = reportOf({});
    expect(report.suiteFaults).toEqual(['No case was collected.']);
    const interrupted = reportOf({ run: { ...RUN, end: 'interrupted' } });
    expect([interrupted.suiteFaults, interrupted.verdict.outcome]).toEqual([[], 'inconclusive']);
    expect(report.verdict.outcome).toBe('inconclusive');
  });

  it('two cases of one id are one', () => {
    const report = reportOf({ cases: [caseEnd(['GET-OK']), caseEnd(['GET-OK'])], records: holds });
    expect(report.suiteFaults).toEqual(['Two cases have the id some/case.']);
    expect(report.verdict.outcome).toBe('inconclusive');
  });

  it('are handed on', () => {
    const report = reportOf({ cases: [caseEnd(['GET-OK'])], records: holds, suiteFaults: ['a.spec.ts did not load'] });
    expect(report.suiteFaults).toEqual(['a.spec.ts did not load']);
    expect(report.verdict.outcome).toBe('inconclusive');
  });
});

describe('never conformant', () => {
  const good = caseEnd(['GET-OK'], 'passed', [], 'good/case');
  const goodRecord = judged('GET-OK', 'satisfied', {}, 'good/case');

  it.each<[readonly CheckOutcome[], TestableId]>([
    [['observed'], 'OPEN-LIST-ORDER'],
    [['satisfied'], 'GET-OK'],
    [['not-applicable'], 'GET-OK'],
    [['not-verified'], 'GET-OK'],
    [['violated'], 'DEPRECATION-SUNSET'],
    [[], 'OPEN-LIST-ORDER'],
  ])('where a case failed by a fault of the suite after it judged %j of %s', (outcomes, requirement) => {
    const report = reportOf({
      cases: [good, caseEnd([requirement], 'failed', ['a TypeError'])],
      records: [goodRecord, ...outcomes.map((outcome) => judged(requirement, outcome))],
    });
    expect(report.verdict).toMatchObject({ outcome: 'inconclusive', exitCode: 2 });
    expect(JSON.stringify(report)).toContain('a TypeError');
  });

  it.each<[string, readonly JournalRecord[], 'passed' | 'skipped' | 'pending']>([
    ['ended without judging what it cites', [], 'passed'],
    ['was left unsettled', [stopped('not-verified')], 'skipped'],
    [
      'was left after it had seen the requirement hold',
      [judged('GET-OK', 'satisfied'), stopped('not-verified')],
      'skipped',
    ],
    ['was skipped without a word', [], 'skipped'],
    ['was never begun', [], 'pending'],
  ])('where the only case %s', (_, records, state) => {
    expect(reportOf({ cases: [caseEnd(['GET-OK'], state)], records }).verdict.outcome).toBe('inconclusive');
  });

  it('where a case was skipped after it had found a violation', () => {
    const records = [judged('GET-OK', 'violated'), stopped('not-applicable')];
    const report = reportOf({ cases: [good, caseEnd(['GET-OK'], 'skipped')], records: [goodRecord, ...records] });
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it('where the journal holds a violation of a case of which the runner has lost sight', () => {
    const report = reportOf({ cases: [good], records: [goodRecord, judged('GET-OK', 'violated', {}, 'lost/case')] });
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it('where the run was cut short, even if all that was tried holds', () => {
    const run = { ...RUN, end: 'interrupted' as const };
    expect(reportOf({ run, cases: [good], records: [goodRecord] }).verdict.outcome).toBe('inconclusive');
  });
});

describe('a requirement', () => {
  it('that no part of the suite judges leaves a run inconclusive', () => {
    const report = reportOf({
      cases: [caseEnd(['GET-OK'])],
      records: holds,
      table: [row('GET-OK'), row('GET-SAME')],
    });
    expect(report.verdict.outcome).toBe('inconclusive');
  });
});
