import { describe, expect, it } from 'vitest';
import { casesToTryAgain } from '../../../../src/suite/execution/further-attempts.ts';
import type { HistoryEntry } from '../../../../src/suite/history.ts';
import { violated as foundViolated } from '../../../../src/suite/rules/rule.ts';
import { listRequest } from '../../../../src/suite/operations/requests.ts';
import type { CheckOutcome, RunRecord } from '../../../../src/suite/records/records.ts';
import type { ReportInput } from '../../../../src/report/verdict/build-report.ts';
import type { Report, VerdictName } from '../../../../src/report/report.ts';
import { validateReport } from '../../../../src/report/read-report.ts';
import {
  broken,
  caseEnd,
  describedAs,
  exchange,
  judged,
  kept,
  reportOf,
  row,
  RUN,
  secondTry,
  stopped,
  undecided,
} from '../../../support/fake-records.ts';
import { FACTS } from '../../../support/terminal-reports.ts';
import { entry } from '../../suite/rules/histories.ts';

const cases = [caseEnd(['GET-OK'])];
const holds = judged('GET-OK', 'satisfied');
const violated = judged('GET-OK', 'violated', { exchanges: ['x1'] });

type RuleRecord = ReturnType<typeof broken> | ReturnType<typeof kept>;

function sent(id: string): RunRecord {
  return { type: 'exchange', exchange: exchange(id) };
}

/** A request of a case in the history of a run. */
function of(caseId: string): HistoryEntry {
  return entry(listRequest(), { caseId });
}

function brokenOften(name: string, exchanges: readonly string[]): readonly RunRecord[] {
  return Array.from({ length: 12 }, (_, index) => broken('ANSWER-JSON', { exchanges }, `${name}/${index % 11}`));
}

it.each<[id: string, text: string, reason: string]>([
  [
    'ERROR-OBJECT',
    '{"ok":false}',
    'No response of this run was suitable for a judgement. Errors have status 200, as in exchange x7.',
  ],
  ['ERROR-OBJECT', '[]', 'No response of this run was suitable for a judgement.'],
  ['GET-OK', '{"ok":false}', 'No response of this run was suitable for a judgement.'],
])('%s without a check, where a request without a key gets 200 with %s', (id, text, reason) => {
  const { request, ...rest } = exchange('x7');
  const body = { text, encoding: 'utf8', length: text.length, sha256: '', capped: false } as const;
  const response = { status: 200, headers: [], body, complete: true };
  const seen = { ...rest, request: { ...request, url: 'http://h/v1/pets', credential: 'none' }, response };
  const { requirements } = reportOf({ table: [row(id)], records: [{ type: 'exchange', exchange: seen }] });
  expect(requirements.map((each) => each.reason)).toEqual([reason]);
});

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
    ['all', 'No response of this run was suitable for a judgement.'],
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

  it('holds what rules could not decide, beside what they decided', () => {
    const table = [row('GET-OK'), row('LIST-COMPLETE'), row('LIST-LIMIT-MAX'), row('LIST-SAME')];
    const report = reportOf({
      table,
      cases,
      records: [
        holds,
        sent('x1'),
        kept({ 'LIST-SAME': ['x1'] }),
        undecided('LIST-SAME', 'not-verified'),
        undecided('LIST-COMPLETE', 'not-applicable', { cause: 'catalogue' }),
        undecided('LIST-LIMIT-MAX', 'not-verified', { howToResolve: 'Add a pet.' }),
      ],
    });
    expect(report.cases.slice(-1)).toEqual([
      {
        id: 'rules/undecided',
        title: 'what the responses of the run do not decide',
        place: 'src/suite/rules',
        requirements: [],
        stage: null,
      },
    ]);
    expect(report.requirements.map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual([
      ['GET-OK', 'verified', null],
      ['LIST-COMPLETE', 'not-applicable', 'A reason.'],
      ['LIST-LIMIT-MAX', 'not-verified', 'A reason.'],
      ['LIST-SAME', 'verified', null],
    ]);
    expect(report.verdict.outcome).toBe('inconclusive');
    expect(validateReport(report)).toEqual([]);
    const decided = reportOf({ table, cases, records: [holds, sent('x1'), kept({ 'LIST-SAME': ['x1'] })] });
    expect(decided.cases.map(({ id }) => id)).toEqual(['fixtures', 'some/case', 'rules/listPets']);
  });

  it('holds what fixtures found of rules, and left unsettled of others', () => {
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
      ['rules/getPet', null],
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
    expect(reportOf({ records: [violated, secondTry(violated), { type: 'facts', facts: FACTS }] }).facts).toEqual(
      FACTS,
    );
  });
});

it.each([
  ['{"name":', ' with a malformed body'],
  ['{"name":"Rex"}', ''],
  ['', ''],
])('a request with the body %j that has no response is named in the reason', (text, words) => {
  const body = { text, encoding: 'utf8', length: text.length, sha256: '', capped: false } as const;
  const { request, ...rest } = exchange('x1');
  const post = { ...request, method: 'POST', url: '/pets', body };
  const records: readonly RunRecord[] = [
    { type: 'exchange', exchange: { ...rest, request: post } },
    { ...stopped('not-verified'), cause: 'no-response', exchanges: ['x1'] },
  ];
  const [requirement] = reportOf({ cases: [caseEnd(['GET-OK'])], records }).requirements;
  expect(requirement?.reason).toMatch(new RegExp(`^POST /pets${words} had no response that can be judged\\.`));
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
      records: [violated, secondTry(judged('GET-OK', outcome, { exchanges: ['again-1'] }))],
    });
    expect(report.checks).toMatchObject([{ outcome: 'violated', unstable, exchanges: ['x1'], repeatExchanges }]);
    expect(report.verdict.outcome).toBe('not conformant');
  });

  it.each<[string, readonly RunRecord[], VerdictName, boolean | null]>([
    ['that never came leaves the instability open', [violated], 'not conformant', null],
    ['finds a violation that the first did not', [holds, secondTry(violated)], 'not conformant', true],
    ['settles what the first left open', [stopped('not-verified'), secondTry(violated)], 'not conformant', null],
    ['does not settle what the first left open', [stopped('not-verified'), secondTry(holds)], 'inconclusive', null],
    ['is told by its records, not by their order', [secondTry(holds), violated], 'not conformant', true],
    ['is none of the repeats', [violated, { ...holds, attempt: 'repeat' }], 'not conformant', null],
  ])('%s', (_, records, outcome, unstable) => {
    const { checks, verdict } = reportOf({ cases, records });
    expect(checks).toMatchObject([{ unstable }]);
    expect(verdict.outcome).toBe(outcome);
  });

  describe('of a rule', () => {
    const again = { exchanges: ['again-1'] };
    const keptAgain = { 'GET-SAME': ['again-1'] };
    const first = broken('GET-SAME', { exchanges: ['x1'] }, 'adding/case', '7');

    /** The check of a rule that the first try found violated about pet 7. */
    function tried(...second: readonly RunRecord[]): unknown {
      const { checks } = reportOf({ cases, records: [holds, sent('x1'), first, sent('again-1'), ...second] });
      return checks.find((each) => each.case === 'rules/getPet');
    }

    it.each<[string, RuleRecord, boolean | null, readonly string[]]>([
      ['kept by the case that broke it', kept(keptAgain, 'adding/case', '7'), true, ['again-1']],
      ['kept by another case, about the same pet', kept(keptAgain, 'some/case', '7'), true, ['again-1']],
      ['kept by the same case, about another pet', kept(keptAgain, 'adding/case', '8'), null, []],
      ['kept about the same pet, which is another rule', kept({ 'GET-OK': ['again-1'] }, 'adding/case', '7'), null, []],
      ['broken once more', broken('GET-SAME', again, 'adding/case', '7'), false, ['again-1']],
      ['broken by another case, about another pet', broken('GET-SAME', again, 'some/case', '8'), false, ['again-1']],
    ])('that is %s', (_, second, unstable, repeatExchanges) => {
      const found = { requirement: 'GET-SAME', outcome: 'violated', exchanges: ['x1'], unstable, repeatExchanges };
      expect(tried(secondTry(second))).toMatchObject(found);
    });

    it('decides nothing by a request to another address', () => {
      const elsewhere = exchange('elsewhere');
      const request = { ...elsewhere.request, url: `${elsewhere.request.url}/8` };
      const other: RunRecord = { type: 'exchange', exchange: { ...elsewhere, request } };
      const second = secondTry(kept({ 'GET-SAME': ['elsewhere'] }, 'adding/case', '7'));
      expect(tried(other, second)).toMatchObject({ unstable: null });
    });

    it('decides nothing if the case that kept it was stopped', () => {
      const second = secondTry(kept(keptAgain, 'adding/case', '7'));
      expect(tried(second, secondTry(stopped('not-verified', 'adding/case')))).toMatchObject({ unstable: null });
      expect(tried(second, secondTry(stopped('not-verified')))).toMatchObject({ unstable: true });
      expect(tried(second, secondTry(stopped('not-applicable', 'adding/case')))).toMatchObject({ unstable: true });
    });

    it('is compared for each operation, if it judges every operation', () => {
      const post: RunRecord = { type: 'exchange', exchange: { ...exchange('x2'), operation: 'createPet' } };
      const records = [
        sent('x1'),
        post,
        sent('again-1'),
        broken('ANSWER-JSON'),
        broken('ANSWER-JSON', { exchanges: ['x2'] }),
      ];
      const keptInList = secondTry(kept({ 'ANSWER-JSON': ['again-1'] }));
      const { checks } = reportOf({ cases, records: [holds, ...records, keptInList] });
      expect(checks.slice(1).map((each) => [each.case, each.outcome, each.unstable])).toEqual([
        ['rules/listPets', 'violated', true],
        ['rules/createPet', 'violated', null],
      ]);
    });

    it('decides nothing with a record of the first try', () => {
      expect(tried(kept(keptAgain, 'adding/case', '7'))).toMatchObject({ unstable: null, judgements: 2 });
    });
  });

  // A list that was read while the catalogue was small cannot be read again.
  it.each([
    ['LIST-OK', 'untouched catalogue', null],
    ['LIST-OK', 'small catalogue', null],
    ['LIST-OK', 'main', true],
    ['GET-OK', 'small catalogue', true],
  ] as const)('that holds for %s in the stage %s makes it %s', (requirement, stage, unstable) => {
    const ends = [describedAs(caseEnd([requirement]), { stage })];
    const first = judged(requirement, 'violated', { exchanges: ['x1'] });
    const stabilityAfter = (second: RunRecord): unknown =>
      reportOf({ cases: ends, records: [first, second] }).checks[0]?.unstable;
    expect(stabilityAfter(secondTry(judged(requirement, 'satisfied')))).toBe(unstable);
    expect(stabilityAfter(secondTry(first))).toBe(false);
  });

  it('that keeps a rule with a list that was small decides nothing', () => {
    const ends = [describedAs(caseEnd(['GET-OK']), { stage: 'small catalogue' })];
    const records = [holds, sent('x1'), sent('again-1'), broken('ANSWER-JSON')];
    const stabilityAfter = (second: RuleRecord, given = ends): unknown =>
      reportOf({ cases: given, records: [...records, secondTry(second)] }).checks.at(-1)?.unstable;
    expect(stabilityAfter(broken('ANSWER-JSON', { exchanges: ['again-1'] }))).toBe(false);
    expect(stabilityAfter(kept({ 'ANSWER-JSON': ['again-1'] }))).toBeNull();
    expect(stabilityAfter(kept({ 'ANSWER-JSON': ['again-1'] }), cases)).toBe(true);
  });
});

describe('the cases of a second try', () => {
  it('are the first ten of each operation that found a response rule violated', () => {
    const post: RunRecord = { type: 'exchange', exchange: { ...exchange('x2'), operation: 'createPet' } };
    const records = [sent('x1'), post, ...brokenOften('list', ['x1']), ...brokenOften('create', ['x2']), violated];
    const chosen = casesToTryAgain(records, []);
    expect(chosen.size).toBe(21);
    expect([...chosen]).toEqual(expect.arrayContaining(['list/9', 'create/9', 'some/case']));
  });

  it('are those that found a violation', () => {
    const records = [
      violated,
      judged('GET-OK', 'satisfied', {}, 'good/case'),
      stopped('not-verified', 'left/case'),
      broken('GET-OK', {}, 'fixtures'),
      kept({ 'GET-OK': ['x1'] }, 'good/case'),
    ];
    expect([...casesToTryAgain(records, [])]).toEqual(['some/case', 'fixtures']);
  });

  it('are the first ten that sent what violates a rule of the history, the last of its evidence', () => {
    const finding = { expected: 'this', actual: 'that' };
    const results = Array.from({ length: 12 }, (_, index) =>
      foundViolated('LIST-SAME', index, [of('adding/case'), of(`list/${index}`)], finding),
    );
    const good = { kind: 'satisfied', requirement: 'LIST-SAME', subject: '7', entry: of('good/case') } as const;
    expect([...casesToTryAgain([], [good, ...results])]).toEqual(
      Array.from({ length: 10 }, (_, index) => `list/${index}`),
    );
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
