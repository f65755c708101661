import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import type { CheckOutcome } from '../../../src/conformance/judgement.ts';
import { type RunResults, violatedCases } from '../../../src/report/build-report.ts';
import type { Report, VerdictName } from '../../../src/report/report.ts';
import { validateReport } from '../../../src/report/validate-report.ts';
import { caseEnd, exchange, judged, reportOf, row, RUN, STATE, stopped } from '../../support/fake-records.ts';
import { FACTS } from '../../support/terminal-reports.ts';

const cases = [caseEnd(['GET-OK'])];
const holds = judged('GET-OK', 'satisfied');
const violated = judged('GET-OK', 'violated', { exchanges: ['x1'] });
const state = { type: 'state', state: STATE } as const;

function sent(id: string): JournalRecord {
  return { type: 'exchange', exchange: exchange(id) };
}

function facts(requests: number, creates: number, largestPage: number): JournalRecord {
  return { type: 'facts', facts: { ...FACTS, requests, creates, largestPage } };
}

describe('the report of a run', () => {
  it('counts requirements, checks, warnings, cases, exchanges and animals', () => {
    const animal = { id: '1', name: 'Rex', caseId: 'some/case', exchange: 'x1', intended: true };
    const { counts, created, behaviour } = reportOf({
      cases: [caseEnd(['GET-OK', 'DEPRECATION-SUNSET', 'OPEN-LIST-ORDER'])],
      records: [
        holds,
        judged('DEPRECATION-SUNSET', 'violated'),
        judged('OPEN-LIST-ORDER', 'observed', { actual: 'by id, ascending' }),
        sent('x1'),
        sent('x2'),
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
    expect(behaviour).toMatchObject([{ requirement: 'OPEN-LIST-ORDER', seen: 'by id, ascending' }]);
  });

  it('holds what the set-up found of rules for every answer, and left unsettled of others', () => {
    const report = reportOf({
      cases,
      records: [
        holds,
        sent('x1'),
        judged('GET-OK', 'violated', {}, 'set-up'),
        judged('CREATE-OK', 'not-verified', {}, 'set-up'),
      ],
    });
    expect(report.cases.map(({ id }) => id)).toEqual(['set-up', 'some/case', 'every-answer/listPets']);
    expect(report.checks.map(({ requirement, outcome }) => [requirement, outcome])).toEqual([
      ['CREATE-OK', 'not-verified'],
      ['GET-OK', 'satisfied'],
      ['GET-OK', 'violated'],
    ]);
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it('has the facts of both tries, and none if the run was cut before it wrote them', () => {
    expect(reportOf({}).facts).toBeNull();
    expect(reportOf({ records: [facts(7, 2, 20)] }).facts).toMatchObject({ requests: 7, creates: 2, largestPage: 20 });
    expect(reportOf({ records: [facts(7, 2, 20), state, facts(3, 4, 10)] }).facts).toMatchObject({
      requests: 10,
      creates: 4,
      largestPage: 20,
    });
  });
});

describe('a second try of a violated case', () => {
  it.each<[CheckOutcome, boolean | null, readonly string[]]>([
    ['satisfied', true, ['again-1']],
    ['violated', false, ['again-1']],
    ['not-verified', null, []],
    ['not-applicable', null, []],
  ])('that ends %s leaves the check violated, and its instability %s', (outcome, unstable, repeatExchanges) => {
    const report = reportOf({
      cases,
      records: [violated, state, judged('GET-OK', outcome, { exchanges: ['again-1'] })],
    });
    expect(report.checks).toMatchObject([{ outcome: 'violated', unstable, exchanges: ['x1'], repeatExchanges }]);
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it.each<[string, readonly JournalRecord[], VerdictName, boolean | null]>([
    ['that never came leaves the instability open', [violated, state], 'not conformant', null],
    ['finds a violation that the first did not', [holds, state, violated], 'not conformant', true],
    ['does not settle what the first left open', [stopped('not-verified'), state, holds], 'inconclusive', null],
  ])('%s', (_, records, outcome, unstable) => {
    const { checks, verdict } = reportOf({ cases, records });
    expect(checks).toMatchObject([{ unstable }]);
    expect(verdict.outcome).toBe(outcome);
  });

  it.each([
    ['the case that broke it', 'set-up', true],
    ['another case', 'some/case', null],
  ])('tells of a rule for every answer only what it saw of %s', (_whose, caseId, unstable) => {
    const broken = judged('GET-OK', 'violated', { exchanges: ['x1'] }, 'set-up');
    const held: JournalRecord = { type: 'kept', caseId, rules: { 'GET-OK': ['again-1'] } };
    const { checks } = reportOf({ cases, records: [holds, sent('x1'), broken, state, sent('again-1'), held] });
    const found = { case: 'every-answer/listPets', outcome: 'violated', unstable };
    expect(checks).toContainEqual(expect.objectContaining(found));
  });

  it('is of the cases that found a violation', () => {
    const records = [violated, judged('GET-OK', 'satisfied', {}, 'good/case'), stopped('not-verified', 'left/case')];
    expect([...violatedCases(records)]).toEqual(['some/case']);
  });
});

describe('a fault of the suite', () => {
  it.each<[string, Partial<RunResults>, readonly string[]]>([
    ['no case', {}, ['No case was collected.']],
    ['no case of an interrupted run', { run: { ...RUN, end: 'interrupted' } }, []],
    ['two cases of one id', { cases: [...cases, ...cases], records: [holds] }, ['Two cases have the id some/case.']],
    ['a spec that did not load', { cases, records: [holds], suiteFaults: ['a.spec.ts'] }, ['a.spec.ts']],
  ])('makes the run inconclusive: %s', (_, results, suiteFaults) => {
    expect(reportOf(results)).toMatchObject({ suiteFaults, verdict: { outcome: 'inconclusive' } });
  });
});

describe('a run is never conformant', () => {
  const good = caseEnd(['GET-OK'], 'passed', [], 'good/case');
  const goodRecord = judged('GET-OK', 'satisfied', {}, 'good/case');

  it.each<[Parameters<typeof judged>[0], readonly CheckOutcome[]]>([
    ['OPEN-LIST-ORDER', ['observed']],
    ['GET-OK', ['not-applicable']],
    ['DEPRECATION-SUNSET', ['violated']],
    ['OPEN-LIST-ORDER', []],
  ])('if a case failed by a fault of the suite after it judged %s %j', (requirement, outcomes) => {
    const report = reportOf({
      cases: [good, caseEnd([requirement], 'failed', ['a TypeError'])],
      records: [goodRecord, ...outcomes.map((outcome) => judged(requirement, outcome))],
    });
    expect(report.verdict).toMatchObject({ outcome: 'inconclusive', exitCode: 2 });
    expect(JSON.stringify(report)).toContain('a TypeError');
  });

  it.each<[string, Partial<RunResults>, VerdictName]>([
    [
      'its case was left after the requirement held',
      { cases: [caseEnd(['GET-OK'], 'skipped')], records: [holds, stopped('not-verified')] },
      'inconclusive',
    ],
    [
      'a case was skipped after a violation',
      {
        cases: [good, caseEnd(['GET-OK'], 'skipped')],
        records: [goodRecord, violated, stopped('not-applicable')],
      },
      'not conformant',
    ],
    [
      'the test runner lost sight of a case with a violation',
      { cases: [good], records: [goodRecord, judged('GET-OK', 'violated', {}, 'lost/case')] },
      'not conformant',
    ],
  ])('if %s', (_, results, outcome) => {
    expect(reportOf(results).verdict.outcome).toBe(outcome);
  });

  it('unless all required ones hold', () => {
    expect(reportOf({ cases, records: [holds] }).verdict).toMatchObject({ outcome: 'conformant', exitCode: 0 });
  });
});

describe('a known deviation', () => {
  const KNOWN = { id: 'GET-OK', reason: 'The gateway caches.', owner: 'Pet team', expires: '2030-01-01' };
  const PAST = '2029-12-31';
  const ONE = 'a/one#GET-OK';

  /** GET-OK ends in an outcome in each of two cases; GET-SAME holds. The run starts on 2030-01-01. */
  function ran(deviations: readonly Partial<typeof KNOWN>[], outcomes: readonly CheckOutcome[]): Report {
    const [first = 'satisfied', second = 'satisfied'] = outcomes;
    return reportOf({
      table: [row('GET-OK'), row('GET-SAME')],
      deviations: deviations.map((deviation) => ({ ...KNOWN, ...deviation })),
      cases: [caseEnd(['GET-OK', 'GET-SAME'], 'passed', [], 'a/one'), caseEnd(['GET-OK'], 'passed', [], 'a/two')],
      records: [
        judged('GET-OK', first, {}, 'a/one'),
        judged('GET-SAME', 'satisfied', {}, 'a/one'),
        judged('GET-OK', second, {}, 'a/two'),
      ],
    });
  }

  it.each<[Partial<typeof KNOWN>, readonly CheckOutcome[], string, readonly string[], VerdictName]>([
    [{}, ['violated'], 'open', [ONE], 'conformant with known deviations'],
    [{ id: ONE }, ['violated', 'violated'], 'open', [ONE], 'not conformant'],
    [{ expires: PAST }, ['violated'], 'expired', [], 'not conformant'],
    [{ expires: PAST }, ['satisfied'], 'expired', [], 'deviations out of date'],
    [{}, ['satisfied'], 'stale', [], 'deviations out of date'],
    [{ id: ONE }, ['satisfied'], 'stale', [], 'deviations out of date'],
    [{}, ['not-applicable', 'not-applicable'], 'unsettled', [], 'conformant'],
    [{}, ['not-verified', 'not-applicable'], 'unsettled', [], 'inconclusive'],
  ])('%j where GET-OK is %j is %s', (deviation, outcomes, found, checks, verdict) => {
    const report = ran([deviation], outcomes);
    expect(report.deviations).toEqual([{ ...KNOWN, ...deviation, state: found, checks }]);
    expect(report.verdict.outcome).toBe(verdict);
    expect(validateReport(report)).toEqual([]);
  });

  it('is counted as deviating, apart from what holds and from violations that are not known', () => {
    const report = ran([{ id: ONE }, { id: 'GET-SAME' }], ['violated', 'violated']);
    expect(report.checks.map(({ outcome }) => outcome)).toEqual(['deviating', 'satisfied', 'violated']);
    expect(report.deviations.map((each) => each.state)).toEqual(['open', 'stale']);
    expect(ran([{}], ['violated'])).toMatchObject({
      counts: { required: { deviating: 1, violated: 0, verified: 1 }, checks: { deviating: 1, satisfied: 2 } },
      requirements: [{ outcome: 'deviating' }, { outcome: 'verified' }],
    });
  });
});
