import { describe, expect, it } from 'vitest';
import type { RequirementRow } from '../../../src/contract/requirements.ts';
import type {
  Check,
  DeviationState,
  ReportedDeviation,
  ReportedOutcome,
  RequirementOutcome,
  Verdict,
  VerdictName,
} from '../../../src/report/report.ts';
import { outcomeOf, rollUp } from '../../../src/report/conclude.ts';
import { decideVerdict, type VerdictInput } from '../../../src/report/verdict.ts';
import { check, row } from '../../support/fake-records.ts';

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

  const open = check('A', 'not-verified', { reason: 'no key', howToResolve: 'a key' });
  const removed = check('A', 'not-applicable', { reason: 'removed' });
  it.each<[string, RequirementRow, readonly Check[], outcome: RequirementOutcome, string | null, string | null]>([
    ['cannot be tried', row('A', 'required', 'Because.'), [check('A', 'violated')], 'not-testable', 'Because.', null],
    ['has no check', row('A'), [], 'not-verified', 'Not tested: no check of this run judged it.', null],
    ['is open', row('A'), [removed, open], 'not-verified', 'no key', 'a key'],
    ['does not apply', row('A'), [removed], 'not-applicable', 'removed', null],
    ['is violated', row('A'), [check('A', 'violated'), open], 'violated', null, null],
  ])('that %s says why and how to resolve it, or nothing', (_, requirement, checks, outcome, reason, howToResolve) => {
    expect(rollUp([requirement], checks)).toMatchObject([{ outcome, reason, howToResolve }]);
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

type Run = Partial<Omit<VerdictInput, 'requirements' | 'checks'>>;

function decide(checks: readonly Check[], run: Run = {}, table: readonly RequirementRow[] = TABLE): Verdict {
  return decideVerdict({
    requirements: rollUp(table, checks),
    checks,
    deviations: [],
    suiteFaults: [],
    selection: 'all',
    end: 'complete',
    profile: 'full',
    embedded: false,
    signal: null,
    ...run,
  });
}

function deviation(state: DeviationState): ReportedDeviation {
  return { id: 'A', reason: 'A reason.', owner: 'An owner', expires: '2030-01-01', state, checks: [] };
}

const HELD = { A: ['satisfied'], B: ['satisfied'] } as const;
const VIOLATED = { A: ['violated'], B: ['satisfied'] } as const;
const DEVIATING = { A: ['deviating'], B: ['satisfied'] } as const;
const INTERRUPTED = { end: 'interrupted', signal: 'SIGTERM' } as const;

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

  const STALE = 'The known deviation A (An owner) is stale: it holds now, so take it off the list.';
  const EXPIRED = 'The known deviation A (An owner) expired after 2030-01-01 and counts no longer.';
  const CUT = 'The run was interrupted by SIGTERM before its end.';
  const NO_CHECK = 'Not tested: no check of this run judged it.';
  it.each<[string, Given, Run, readonly string[]]>([
    ['what was verified', HELD, {}, ['2 required requirements are verified and none is violated.']],
    [
      'known deviations',
      DEVIATING,
      {},
      [
        'A deviates, as is known: The statement of A.',
        '1 required requirements are verified and none is violated beyond what is listed.',
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
      ['The run reached its deadline before its end; raise --deadline (PETSTORE_DEADLINE).'],
    ],
    ['the selection', HELD, { selection: 'part' }, ['Only a part of the suite was selected.']],
    [
      'faults of the suite',
      HELD,
      { suiteFaults: ['a.spec.ts is broken'] },
      ['A fault of the suite itself: a.spec.ts is broken'],
    ],
    ['that nothing applied', { A: ['not-applicable'], B: ['not-applicable'] }, {}, ['Nothing was verified.']],
    ['what no check judged', { A: ['satisfied'] }, {}, [`B is not verified: ${NO_CHECK}`]],
    ['a shared reason once', {}, {}, [`A and B are not verified: ${NO_CHECK}`]],
  ])('has reasons: %s', (_, given, run, reasons) => {
    expect(decide(checksOf(given), run).reasons.map(({ text }) => text)).toEqual(reasons);
  });

  it('says how to resolve it, and which check failed first', () => {
    const open = { reason: 'No key.', howToResolve: 'Set a key.' };
    const three = [row('A'), row('B'), row('C')];
    const checks = three.map(({ id }) => check(id, 'not-verified', open));
    expect(decide(checks, {}, three).reasons.map(({ text }) => text)).toEqual([
      'A and 2 other requirements are not verified: No key. Set a key.',
    ]);
    const failed = ['A TypeError.', 'Another.'].map((reason) => check('A', 'harness-error', { reason }));
    expect(decide([...checksOf(HELD), ...failed]).reasons.map(({ text }) => text)).toEqual([
      '2 checks ended in a fault of the suite itself, the first in some/case#A: A TypeError.',
    ]);
  });
});
