import { describe, expect, it } from 'vitest';
import { casesToTryAgain } from '../../../src/suite/execution/second-try.ts';
import type { CheckOutcome, RunRecord } from '../../../src/suite/records/records.ts';
import type { ReportInput } from '../../../src/report/build-report.ts';
import type { Report, VerdictName } from '../../../src/report/report.ts';
import { validateReport } from '../../../src/report/validate-report.ts';
import { broken, caseEnd, exchange, judged, kept, reportOf, row, RUN, stopped } from '../../support/fake-records.ts';
import { FACTS } from '../../support/terminal-reports.ts';

const cases = [caseEnd(['GET-OK'])];
const holds = judged('GET-OK', 'satisfied');
const violated = judged('GET-OK', 'violated', { exchanges: ['x1'] });
const border = { type: 'second-try' } as const;

function sent(id: string): RunRecord {
  return { type: 'exchange', exchange: exchange(id) };
}

function brokenOften(name: string, exchanges: readonly string[]): readonly RunRecord[] {
  return Array.from({ length: 12 }, (_, index) => broken('ANSWER-JSON', { exchanges }, `${name}/${index % 11}`));
}

describe('the report of a run', () => {
  it('counts requirements, checks, warnings, cases, exchanges and pets', () => {
    const pet = { id: '1', name: 'Rex', caseId: 'some/case', exchange: 'x1', intended: true };
    const { counts, created, claimed, behaviour } = reportOf({
      cases: [caseEnd(['GET-OK', 'DEPRECATION-SUNSET', 'OPEN-LIST-ORDER'])],
      records: [
        holds,
        judged('DEPRECATION-SUNSET', 'violated'),
        judged('OPEN-LIST-ORDER', 'observed', { actual: 'by id, ascending' }),
        sent('x1'),
        sent('x2'),
        { type: 'addition', addition: { ...pet, sentAt: null, outcome: 'created' } },
        { type: 'addition', addition: { ...pet, sentAt: null, outcome: 'unknown' } },
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
    expect(created).toEqual([pet]);
    expect(claimed).toEqual([{ ...pet, sentAt: null, outcome: 'unknown' }]);
    expect(behaviour).toMatchObject([{ requirement: 'OPEN-LIST-ORDER', seen: 'by id, ascending' }]);
  });

  it.each([
    ['all', 'No response of this run was suitable to judge it.'],
    ['part', 'No selected case judged it.'],
  ] as const)('says why a requirement has no check, with %s cases', (selection, expected) => {
    const { requirements } = reportOf({
      cases,
      records: [holds],
      table: [row('GET-OK'), row('GET-SAME')],
      run: { ...RUN, selection },
    });
    expect(requirements.map(({ reason }) => reason)).toEqual([null, expected]);
  });

  it('rests on complete pages unless the service cuts pages as it likes', () => {
    const missing = judged('LIST-COMPLETE', 'violated', { restsOnCompletePage: true });
    const cutsAtWill = { type: 'pages-cut-at-will' } as const;
    const listing = [caseEnd(['LIST-COMPLETE', 'LIST-STATUS-COMPLETE'])];
    const outcomesOf = (records: readonly RunRecord[]): readonly string[] =>
      reportOf({ cases: listing, records }).checks.map(({ requirement, outcome }) => `${requirement} ${outcome}`);
    expect(outcomesOf([missing])).toEqual(['LIST-COMPLETE violated', 'LIST-STATUS-COMPLETE not-verified']);
    expect(outcomesOf([missing, cutsAtWill])).toEqual([
      'LIST-COMPLETE not-applicable',
      'LIST-STATUS-COMPLETE not-applicable',
    ]);
  });

  it('holds what fixtures found of response rules, and left unsettled of others', () => {
    const report = reportOf({
      cases,
      records: [
        holds,
        sent('x1'),
        broken('GET-OK', {}, 'fixtures'),
        judged('CREATE-OK', 'not-verified', {}, 'fixtures'),
      ],
    });
    expect(report.cases.map(({ id, stage }) => [id, stage])).toEqual([
      ['fixtures', 'untouched catalogue'],
      ['some/case', 'main'],
      ['rules/listPets', null],
    ]);
    expect(report.checks.map(({ requirement, outcome }) => [requirement, outcome])).toEqual([
      ['CREATE-OK', 'not-verified'],
      ['GET-OK', 'satisfied'],
      ['GET-OK', 'violated'],
    ]);
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it('has the facts of the run, and none if the run was cut before it recorded them', () => {
    expect(reportOf({}).facts).toBeNull();
    expect(reportOf({ records: [{ type: 'facts', facts: FACTS }] }).facts).toEqual(FACTS);
    expect(reportOf({ records: [violated, border, { type: 'facts', facts: FACTS }] }).facts).toEqual(FACTS);
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
      records: [violated, border, judged('GET-OK', outcome, { exchanges: ['again-1'] })],
    });
    expect(report.checks).toMatchObject([{ outcome: 'violated', unstable, exchanges: ['x1'], repeatExchanges }]);
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it.each<[string, readonly RunRecord[], VerdictName, boolean | null]>([
    ['that never came leaves the instability open', [violated, border], 'not conformant', null],
    ['finds a violation that the first did not', [holds, border, violated], 'not conformant', true],
    ['settles what the first left open', [stopped('not-verified'), border, violated], 'not conformant', null],
    ['does not settle what the first left open', [stopped('not-verified'), border, holds], 'inconclusive', null],
  ])('%s', (_, records, outcome, unstable) => {
    const { checks, verdict } = reportOf({ cases, records });
    expect(checks).toMatchObject([{ unstable }]);
    expect(verdict.outcome).toBe(outcome);
  });

  it.each<[string, RunRecord, boolean | null, readonly string[]]>([
    ['kept by the case that broke it', kept({ 'GET-OK': ['again-1'] }, 'fixtures'), true, ['again-1']],
    ['kept by another case', kept({ 'GET-OK': ['again-1'] }), null, []],
    ['broken once more', broken('GET-OK', { exchanges: ['again-1'] }, 'fixtures'), false, ['again-1']],
    ['broken by another case', broken('GET-OK', { exchanges: ['again-1'] }), false, ['again-1']],
  ])('of a response rule that is %s', (_, second, unstable, repeatExchanges) => {
    const first = broken('GET-OK', { exchanges: ['x1'] }, 'fixtures');
    const { checks } = reportOf({ cases, records: [holds, sent('x1'), first, border, sent('again-1'), second] });
    const found = { case: 'rules/listPets', outcome: 'violated', exchanges: ['x1'], unstable, repeatExchanges };
    expect(checks).toContainEqual(expect.objectContaining(found));
  });

  it('decides no response rule if the case was stopped', () => {
    const first = broken('GET-OK', { exchanges: ['x1'] }, 'fixtures');
    const second = [sent('again-1'), kept({ 'GET-OK': ['again-1'] }, 'fixtures'), stopped('not-verified', 'fixtures')];
    const { checks } = reportOf({ cases, records: [holds, sent('x1'), first, border, ...second] });
    expect(checks).toContainEqual(expect.objectContaining({ case: 'rules/listPets', unstable: null }));
  });

  it('of a response rule is of the first ten cases of each operation that found it violated', () => {
    const post: RunRecord = { type: 'exchange', exchange: { ...exchange('x2'), operation: 'createPet' } };
    const chosen = casesToTryAgain([
      sent('x1'),
      post,
      ...brokenOften('list', ['x1']),
      ...brokenOften('create', ['x2']),
      violated,
    ]);
    expect(chosen.size).toBe(21);
    expect([...chosen]).toEqual(expect.arrayContaining(['list/9', 'create/9', 'some/case']));
  });

  it('is of the cases that found a violation', () => {
    const records = [
      violated,
      judged('GET-OK', 'satisfied', {}, 'good/case'),
      stopped('not-verified', 'left/case'),
      broken('GET-OK', {}, 'fixtures'),
      kept({ 'GET-OK': ['x1'] }, 'good/case'),
    ];
    expect([...casesToTryAgain(records)]).toEqual(['some/case', 'fixtures']);
  });
});

describe('a fault of the suite', () => {
  it.each<[string, Partial<ReportInput>, readonly string[]]>([
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

  it.each<[string, Partial<ReportInput>, VerdictName]>([
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
      'a response to a passed case breaks a rule',
      { cases: [good], records: [goodRecord, sent('x1'), broken('GET-OK', {}, 'good/case')] },
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
