import { describe, expect, it } from 'vitest';
import type { RequirementRow } from '../../../../src/contract/requirements.ts';
import type {
  Check,
  DeviationState,
  ReportedDeviation,
  ReportedOutcome,
  RequirementOutcome,
  RunDescription,
  Verdict,
  VerdictName,
} from '../../../../src/report/report.ts';
import { outcomeOf, rollUp } from '../../../../src/report/verdict/conclude.ts';
import { decideVerdict, type VerdictInput } from '../../../../src/report/verdict/verdict.ts';
import { allowedRejection, NO_COMPLETE_PAGE, NO_EMPTY_LIST } from '../../../../src/suite/reasons.ts';
import { check, exchange, row, RUN } from '../../../support/fake-records.ts';
import { SOME_CASE } from '../../../support/terminal-reports.ts';

type Unanswered = readonly Pick<Check, 'outcome' | 'unanswered'>[];

function unanswered(what: 'kind' | 'instance', fields: Partial<Check> = {}): Check {
  const said = { reason: 'No response came.', howToResolve: 'Wait longer.' };
  return check('A', 'not-verified', { case: 'list/limit/52', unanswered: what, ...said, ...fields });
}

function rejectedAs(requirement: string, caseId: string): Check {
  return check(requirement, 'not-applicable', { case: caseId, ...allowedRejection('It was rejected') });
}

describe('a requirement', () => {
  it.each<[readonly ReportedOutcome[], RequirementOutcome]>([
    [[], 'not-verified'],
    [['satisfied'], 'verified'],
    [['violated'], 'violated'],
    [['deviating'], 'deviating'],
    [['observed'], 'observed'],
    [['not-verified'], 'not-verified'],
    [['not-applicable'], 'not-applicable'],
    [['harness-error'], 'not-verified'],
    [['not-applicable', 'not-verified'], 'not-verified'],
    [['not-applicable', 'satisfied'], 'verified'],
    [['harness-error', 'satisfied'], 'verified'],
    [['satisfied', 'violated'], 'violated'],
    [['deviating', 'violated'], 'violated'],
    [['satisfied', 'deviating'], 'deviating'],
    [['not-applicable', 'observed'], 'observed'],
  ])('with checks that are %j is %s', (outcomes, expected) => {
    expect(outcomeOf(outcomes.map((outcome) => ({ outcome })))).toBe(expected);
  });

  const KIND = { outcome: 'not-verified', unanswered: 'kind' } as const;
  const INSTANCE = { outcome: 'not-verified', unanswered: 'instance' } as const;
  const [SATISFIED, VIOLATION] = [{ outcome: 'satisfied' }, { outcome: 'violated' }] as const;
  const [UNSETTLED, INAPPLICABLE] = [{ outcome: 'not-verified' }, { outcome: 'not-applicable' }] as const;
  it.each<[line: string, accepted: Unanswered, outcome: RequirementOutcome, rejected: Unanswered, RequirementOutcome]>([
    ['1. a violation comes first', [VIOLATION, KIND, SATISFIED], 'violated', [KIND, SATISFIED], 'not-verified'],
    ['2. a kind without a response', [SATISFIED, KIND], 'not-verified', [SATISFIED, INSTANCE], 'verified'],
    [
      '2. before a known deviation',
      [{ outcome: 'deviating' }, KIND],
      'not-verified',
      [{ outcome: 'deviating' }, INSTANCE],
      'deviating',
    ],
    ['3. one satisfied check verifies', [SATISFIED, UNSETTLED], 'verified', [INSTANCE, UNSETTLED], 'not-verified'],
    [
      '4. all checks do not apply',
      [INAPPLICABLE, INAPPLICABLE],
      'not-applicable',
      [INAPPLICABLE, UNSETTLED],
      'not-verified',
    ],
    ['what the contract leaves open', [{ outcome: 'observed' }, KIND], 'observed', [UNSETTLED, KIND], 'not-verified'],
  ])('follows the order of outcomes: %s', (_line, accepted, outcome, rejected, other) => {
    expect([outcomeOf(accepted), outcomeOf(rejected)]).toEqual([outcome, other]);
  });

  const open = check('A', 'not-verified', { reason: 'no key', howToResolve: 'a key' });
  const removed = check('A', 'not-applicable', { reason: 'removed' });
  it.each<[string, RequirementRow, readonly Check[], outcome: RequirementOutcome, string | null, string | null]>([
    ['cannot be tried', row('A', 'required', 'Because.'), [check('A', 'violated')], 'not-testable', 'Because.', null],
    ['has no check', row('A'), [], 'not-verified', 'No response of this run was suitable for a judgement.', null],
    ['is open', row('A'), [removed, open], 'not-verified', 'no key', 'a key'],
    [
      'has a kind without a response',
      row('A'),
      [check('A', 'satisfied'), unanswered('kind'), unanswered('kind')],
      'not-verified',
      'No response came.',
      'Wait longer.',
    ],
    ['does not apply', row('A'), [removed], 'not-applicable', 'removed', null],
    ['is violated', row('A'), [check('A', 'violated'), open], 'violated', null, null],
  ])('that %s says why and how to resolve it, or nothing', (_, requirement, checks, outcome, reason, howToResolve) => {
    expect(rollUp([requirement], checks)).toMatchObject([{ outcome, reason, howToResolve }]);
  });

  it.each<[requests: readonly string[], reason: string]>([
    [['POST /pets', 'POST /pets'], 'POST /pets had no response that can be judged. No response came.'],
    [['POST /pets', 'GET /pets'], 'No response came.'],
    [[], 'No response came.'],
  ])('whose requests %j had no response names them if they are alike', (requests, reason) => {
    const ids = new Map(requests.map((text, at) => [`x${at}`, text]));
    const checks = ['x0', 'x1'].map((id) => unanswered('kind', { exchanges: [id] }));
    const other = unanswered('kind', { reason: 'The run was cut.' });
    expect(rollUp([row('A')], [...checks, other], ids)).toMatchObject([{ reason }]);
  });

  it('is open if the responses to one kind of request are wrong, and says why', () => {
    const reason = 'POST /pets showed no pet.';
    const checks = [
      check('A', 'satisfied'),
      unanswered('kind', { reason, cause: 'wrong-response', exchanges: ['x0'] }),
    ];
    const requests = new Map([['x0', 'POST /pets']]);
    expect(rollUp([row('A')], checks, requests)).toMatchObject([{ outcome: 'not-verified', reason }]);
  });

  it('names what the responses do not show before a case that had no response', () => {
    const unread = check('A', 'not-verified', {
      case: 'rules/undecided',
      reason: 'It is text.',
      cause: 'wrong-response',
    });
    expect(rollUp([row('A')], [unanswered('kind'), unread])).toMatchObject([{ reason: 'It is text.' }]);
    const late = { ...unread, cause: 'no-response' as const };
    expect(rollUp([row('A')], [unanswered('kind'), late])).toMatchObject([{ reason: 'No response came.' }]);
  });

  it('has its own checks alone, in the order of the table', () => {
    const checks = [check('B', 'satisfied'), check('A', 'violated', { id: 'other' })];
    expect(rollUp([row('A'), row('B'), row('C')], checks)).toMatchObject([
      { id: 'A', outcome: 'violated', checks: ['other'] },
      { id: 'B', outcome: 'verified', checks: ['some/case#B'] },
      { id: 'C', outcome: 'not-verified', checks: [] },
    ]);
  });
});

/** The outcomes of the checks of each requirement: A and B are required, `may` is recommended, `free` is unspecified. */
type Given = Partial<Record<'A' | 'B' | 'may' | 'free', readonly ReportedOutcome[]>>;

const TABLE = [
  row('A'),
  row('B'),
  row('may', 'recommended'),
  row('free', 'unspecified'),
  row('no', 'required', 'Why.'),
];

function checksOf(given: Given): readonly Check[] {
  return Object.entries(given).flatMap(([id, outcomes]: [string, readonly ReportedOutcome[]]) =>
    outcomes.map((outcome) => check(id, outcome)),
  );
}

type Run = Partial<Omit<VerdictInput, 'requirements' | 'checks' | 'run'> & RunDescription>;

function decide(checks: readonly Check[], run: Run = {}, table: readonly RequirementRow[] = TABLE): Verdict {
  return decideVerdict({
    requirements: rollUp(table, checks),
    cases: [],
    checks,
    deviations: [],
    suiteFaults: [],
    exchanges: [],
    ...run,
    run: { ...RUN, ...run },
  });
}

function deviation(state: DeviationState): ReportedDeviation {
  return { id: 'A', reason: 'A reason.', owner: 'An owner', expires: '2030-01-01', state, checks: [] };
}

const HELD = { A: ['satisfied'], B: ['satisfied'] } as const;
const VIOLATED = { A: ['violated'], B: ['satisfied'] } as const;
const DEVIATING = { A: ['deviating'], B: ['satisfied'] } as const;
const INTERRUPTED = { end: 'interrupted', signal: 'SIGTERM' } as const;

const SOAK = {
  minutes: 9.5,
  wantedMinutes: 10,
  cases: 40,
  withoutResponse: 0,
  requests: 70,
  creates: 1,
  endedBy: null,
};

describe('the verdict', () => {
  it.each<[VerdictName, Given, Run?]>([
    ['conformant', HELD],
    ['conformant', { A: ['satisfied', 'not-verified'], B: ['satisfied'] }],
    ['conformant', { A: ['satisfied'], B: ['not-applicable'] }],
    ['conformant', { ...HELD, may: ['violated'] }],
    ['conformant', { ...HELD, may: ['not-verified'], free: ['not-verified'] }],
    ['conformant', HELD, { deviations: [deviation('open'), deviation('unsettled')] }],
    ['conformant with known deviations', DEVIATING],
    ['conformant with known deviations', { A: ['deviating', 'not-verified'], B: ['not-applicable'] }],
    ['conformant with known deviations', { ...HELD, may: ['deviating'] }],
    ['inconclusive', {}],
    ['inconclusive', { A: ['satisfied'] }],
    ['inconclusive', { A: ['satisfied'], B: ['not-verified'] }],
    ['inconclusive', { A: ['satisfied'], B: ['not-applicable', 'not-verified'] }],
    ['inconclusive', { A: ['satisfied'], B: ['observed'] }],
    ['inconclusive', { A: ['deviating'], B: ['not-verified'] }],
    ['inconclusive', { A: ['not-applicable'], B: ['not-applicable'] }],
    ['inconclusive', { ...HELD, may: ['harness-error'] }],
    ['inconclusive', { A: ['satisfied', 'harness-error'], B: ['satisfied'] }],
    ['inconclusive', HELD, INTERRUPTED],
    ['inconclusive', HELD, { end: 'deadline' }],
    ['inconclusive', HELD, { selection: 'part' }],
    ['inconclusive', HELD, { suiteFaults: ['a.spec.ts is broken'] }],
    ['inconclusive', DEVIATING, INTERRUPTED],
    ['deviations out of date', HELD, { deviations: [deviation('open'), deviation('stale')] }],
    ['deviations out of date', DEVIATING, { deviations: [deviation('expired')] }],
    ['deviations out of date', {}, { deviations: [deviation('stale')], end: 'deadline' }],
    ['not conformant', VIOLATED],
    ['not conformant', { A: ['violated'] }],
    ['not conformant', { A: ['deviating', 'violated'], B: ['satisfied'] }],
    ['not conformant', { A: ['violated'], B: ['harness-error'] }],
    ['not conformant', VIOLATED, INTERRUPTED],
    ['not conformant', VIOLATED, { selection: 'part' }],
    ['not conformant', VIOLATED, { suiteFaults: ['a.spec.ts is broken'] }],
    ['not conformant', VIOLATED, { deviations: [deviation('stale'), deviation('expired')] }],
  ])('is %s where %j, in a run with %j', (expected, given, run) => {
    expect(decide(checksOf(given), run).outcome).toBe(expected);
  });

  const STALE = 'The known deviation A (An owner) is stale: the requirement holds now. Remove the entry from the list.';
  const EXPIRED = 'The known deviation A (An owner) expired after 2030-01-01 and has no effect.';
  const CUT = 'The run was interrupted by SIGTERM before it was complete.';
  const NO_CHECK = 'because no response of this run was suitable for a judgement.';
  const UNSEEN =
    'A run without --soak does not find counters that overflow, resources that are closed when idle, or effects that start late.';
  it.each<[string, Given, Run, readonly string[]]>([
    ['what was verified', HELD, {}, ['2 required requirements are verified and none is violated.', UNSEEN]],
    [
      'how long it soaked',
      HELD,
      { soak: { ...SOAK, withoutResponse: 2 } },
      [
        '2 required requirements are verified and none is violated.',
        'The run continued for 9.5 minutes (--soak): 70 requests of 40 cases, and 1 pet added. 2 of the cases had a request without a response.',
      ],
    ],
    [
      'why a soak ended early',
      HELD,
      { soak: { ...SOAK, endedBy: 'The key is rejected.' } },
      [
        'The soak ended after 9.5 minutes of 10: The key is rejected.',
        'The run continued for 9.5 minutes (--soak): 70 requests of 40 cases, and 1 pet added.',
      ],
    ],
    [
      'known deviations',
      DEVIATING,
      {},
      [
        'A is a known deviation: The statement of A.',
        '1 required requirements are verified and none is violated, except known deviations.',
        UNSEEN,
      ],
    ],
    [
      'violations before doubts',
      VIOLATED,
      { ...INTERRUPTED, deviations: [deviation('stale')] },
      [STALE, 'A is violated: The statement of A.', CUT],
    ],
    ['stale deviations before doubts', HELD, { ...INTERRUPTED, deviations: [deviation('stale')] }, [STALE, CUT]],
    ['expired deviations', HELD, { deviations: [deviation('expired')] }, [EXPIRED]],
    [
      'the deadline',
      HELD,
      { end: 'deadline' },
      ['The run reached its deadline before it was complete; raise --deadline (PETSTORE_DEADLINE).'],
    ],
    [
      'the first violation',
      VIOLATED,
      { end: 'first-violation' },
      [
        'A is violated: The statement of A.',
        'The run ended at the first violation (--fail-fast), so the report is partial.',
      ],
    ],
    ['the selection', HELD, { selection: 'part' }, ['Only a part of the suite was selected.']],
    [
      'faults of the suite',
      HELD,
      { suiteFaults: ['a.spec.ts is broken'] },
      ['A fault of the suite itself: a.spec.ts is broken'],
    ],
    ['that nothing applied', { A: ['not-applicable'], B: ['not-applicable'] }, {}, ['Nothing was verified.']],
    [
      'what no check judged',
      { A: ['satisfied'] },
      {},
      [`1 of 2 required requirements are verified. Not verified: B, ${NO_CHECK}`],
    ],
    ['a shared reason once', {}, {}, [`0 of 2 required requirements are verified. Not verified: A and B, ${NO_CHECK}`]],
  ])('has reasons: %s', (_, given, run, reasons) => {
    expect(decide(checksOf(given), run).reasons.map(({ text }) => text)).toEqual(reasons);
  });

  it('names a kind of request without a response in its first line', () => {
    const { outcome, reasons } = decide([...checksOf(HELD), unanswered('kind')]);
    expect([outcome, ...reasons.map(({ text }) => text)]).toEqual([
      'inconclusive',
      '1 of 2 required requirements are verified. Not verified: A, because no response came. Wait longer.',
    ]);
  });

  it.each<[string, Check]>([
    ['a further request without a response', unanswered('instance')],
    [
      'a bound of the run',
      check('A', 'not-verified', { case: 'list/limit/52', reason: 'No response came.', cause: 'max-creates' }),
    ],
  ])('names beside a conformant verdict %s', (_, open) => {
    const { outcome, reasons } = decide([...checksOf(HELD), open], { soak: SOAK });
    expect(outcome).toBe('conformant');
    expect(reasons.slice(1, 2)).toEqual([
      {
        kind: 'note',
        text: 'Case list/limit/52 was not verified for A, because no response came.',
        requirements: ['A'],
      },
    ]);
  });

  it('names the violations of pages beside what no page could decide', () => {
    const open = check('B', 'not-applicable', { case: 'list/limit/5', ...NO_COMPLETE_PAGE });
    const limit = check('LIST-LIMIT-MAX', 'violated');
    const verdict = decide([open, limit], {}, [row('LIST-LIMIT-MAX'), row('B')]);
    expect(verdict.reasons.find(({ kind }) => kind === 'note')?.text).toContain(
      '1 case of B could not be decided beside violations of LIST-LIMIT-MAX: no page held all pets',
    );
  });

  it('names no violation of pages beside lists that are not empty', () => {
    const open = check('PETS-ARRAY', 'not-applicable', { case: 'list/untouched/sold/limit', ...NO_EMPTY_LIST });
    const limit = check('LIST-LIMIT-MAX', 'violated');
    const verdict = decide([open, limit], {}, [row('LIST-LIMIT-MAX'), row('PETS-ARRAY')]);
    expect(verdict.reasons.find(({ kind }) => kind === 'note')?.text).toContain(
      '1 case of PETS-ARRAY could not be decided in this catalogue: a list with a filter showed pets',
    );
  });

  it.each([
    ['conformant', HELD],
    ['not conformant', { A: ['violated'] }],
    ['inconclusive', {}],
  ] as const)('names after the verdict %s what could not be decided in this catalogue', (outcome, given) => {
    const open = ['list/limit/5', 'stored/full/sold'].map((id) =>
      check('B', 'not-applicable', { case: id, ...NO_COMPLETE_PAGE }),
    );
    const verdict = decide([...checksOf(given), ...open]);
    expect(verdict.outcome).toBe(outcome);
    expect(verdict.reasons.find(({ kind }) => kind === 'note')).toEqual({
      kind: 'note',
      text: '2 cases of B could not be decided in this catalogue: no page held all pets, so a pet that is missing from a page proves nothing.',
      requirements: ['B'],
    });
  });

  it.each(['violated', 'deviating'] as const)('does not name what is %s as undecided', (outcome) => {
    const open = ['A', 'B'].map((id) => check(id, 'not-applicable', { case: 'list/limit/5', ...NO_COMPLETE_PAGE }));
    const { reasons } = decide([...checksOf({ A: ['satisfied'], B: [outcome] }), ...open]);
    const notes = reasons.filter(({ text }) => text.includes('could not be decided'));
    expect(notes.map(({ requirements }) => requirements)).toEqual([['A']]);
    expect(notes[0]?.text).toContain('1 case of A could not be decided');
  });

  it('names nothing beside the verdict that a service may do', () => {
    const { reasons } = decide([...checksOf(HELD), check('A', 'not-verified', { reason: 'No pet is sold.' })]);
    expect(reasons).toHaveLength(2);
  });

  it.each(['conformant', 'not conformant'] as const)(
    'names values that were rejected as allowed, beside the verdict %s',
    (wanted) => {
      const reason = allowedRejection('The service rejected this name');
      const rejected = ['name/tab', 'name/nul'].map((id) => check('A', 'not-applicable', { case: id, ...reason }));
      const violation = wanted === 'conformant' ? [] : [check('B', 'violated')];
      const { outcome, reasons } = decide([...checksOf(HELD), ...violation, ...rejected]);
      expect(outcome).toBe(wanted);
      expect(reasons.find(({ kind }) => kind === 'note')).toEqual({
        kind: 'note',
        text: 'The service rejected 2 values, as the contract allows. Not judged further: name/tab; name/nul.',
        requirements: [],
      });
    },
  );

  it('names these values by what was observed, or else by the titles of their cases', () => {
    const cases = ['name/tab', 'name/nul'].map((id) => ({ ...SOME_CASE, id, title: `the title of ${id}` }));
    const rejected = ['name/tab', 'name/nul', 'name/other'].map((id) =>
      check('A', 'not-applicable', { case: id, ...allowedRejection('The service rejected this name') }),
    );
    const observed = check('B', 'observed', { case: 'name/tab', actual: 'a tab: status 400' });
    const { reasons } = decide([...checksOf(HELD), observed, ...rejected], { cases });
    expect(reasons.map(({ text }) => text)).toContain(
      'The service rejected 3 values, as the contract allows. Not judged further: a tab: status 400; the title of name/nul; name/other.',
    );
  });

  it('names by its kind what was rejected, and a key by its own title', () => {
    const titles = {
      'key/scheme': 'GET /pets MUST return 401 for the scheme Basic',
      'name/tab': 'POST /pets MAY reject a tab',
    };
    const cases = Object.entries(titles).map(([id, title]) => ({ ...SOME_CASE, id, title }));
    const checks = [
      { ...rejectedAs('AUTH-INVALID-LIST', 'key/list'), exchanges: ['x1'] },
      { ...rejectedAs('AUTH-INVALID-GET', 'key/get'), exchanges: ['x2'] },
      rejectedAs('AUTH-MISSING-LIST', 'key/scheme'),
      rejectedAs('CREATE-KEEPS-NAME', 'name/tab'),
      rejectedAs('LIST-SPELLINGS', 'list/expect'),
    ];
    const exchanges = ['x1', 'x2'].map((id) => {
      const { request, ...other } = exchange(id);
      return { ...other, request: { ...request, credential: 'token-asterisk' } };
    });
    const { reasons } = decide([...checksOf(HELD), ...checks], { cases, exchanges });
    const notes = reasons.filter(({ text }) => text.includes('The service rejected'));
    expect(notes.map(({ text }) => text)).toEqual([
      'The service rejected 2 wrong keys without status 401, as the contract allows. Not judged further: an asterisk, a wildcard of directories and shells; GET /pets MUST return 401 for the scheme Basic.',
      'The service rejected 1 name, as the contract allows. Not judged further: POST /pets MAY reject a tab.',
      'The service rejected 1 form of a request, as the contract allows. Not judged further: list/expect.',
    ]);
  });

  it('names first what no response satisfies', () => {
    const three = [row('A'), row('B'), row('C')];
    const open = three.map(({ id }) => check(id, 'not-verified', { reason: 'No pet.', unanswered: 'kind' }));
    const textOf = (checks: readonly Check[]): string | undefined => decide(checks, {}, three).reasons[0]?.text;
    expect(textOf([check('A', 'satisfied'), ...open])).toContain('Not verified: B and 2 other requirements');
    expect(textOf(open)).toContain('Not verified: A and 2 other requirements');
  });

  it('says how to resolve it, and which check failed first', () => {
    const open = { reason: 'No key.', howToResolve: 'Set a key.' };
    const three = [row('A'), row('B'), row('C')];
    const checks = three.map(({ id }) => check(id, 'not-verified', open));
    expect(decide(checks, {}, three).reasons.map(({ text }) => text)).toEqual([
      '0 of 3 required requirements are verified. Not verified: A and 2 other requirements, because no key. Set a key.',
    ]);
    const failed = ['A TypeError.', 'Another.'].map((reason) => check('A', 'harness-error', { reason }));
    expect(decide([...checksOf(HELD), ...failed.slice(0, 1)]).reasons.map(({ text }) => text)).toEqual([
      '1 check ended in a fault of the suite itself, the first in some/case#A: A TypeError.',
    ]);
    expect(decide([...checksOf(HELD), ...failed]).reasons.map(({ text }) => text)).toEqual([
      '2 checks ended in a fault of the suite itself, the first in some/case#A: A TypeError.',
    ]);
  });
});
