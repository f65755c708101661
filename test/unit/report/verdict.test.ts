import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequirementRow } from '../../../src/contract/requirements.ts';
import type {
  Check,
  DeviationState,
  ReportedDeviation,
  ReportedOutcome,
  RunEnd,
  Verdict,
  VerdictName,
} from '../../../src/report/report.ts';
import { rollUp } from '../../../src/report/roll-up.ts';
import { decideVerdict, type VerdictInput } from '../../../src/report/verdict.ts';
import { check, row } from '../../support/fake-records.ts';

function decide(
  table: readonly RequirementRow[],
  checks: readonly Check[],
  rest: Partial<
    Pick<VerdictInput, 'suiteFaults' | 'deviations' | 'selection' | 'end' | 'profile' | 'embedded' | 'signal'>
  > = {},
): Verdict {
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
    ...rest,
  });
}

const required = [row('A'), row('B')];
const bothHold = [check('A', 'satisfied'), check('B', 'satisfied')];

describe('the verdict on a whole run', () => {
  it.each<[string, readonly RequirementRow[], readonly Check[], VerdictName]>([
    ['all required ones hold', required, bothHold, 'conformant'],
    ['one is violated', required, [check('A', 'satisfied'), check('B', 'violated')], 'not conformant'],
    ['one is violated beside an open one', required, [check('B', 'violated')], 'not conformant'],
    ['one has no check', required, [check('A', 'satisfied')], 'inconclusive'],
    ['one is not verified', required, [check('A', 'satisfied'), check('B', 'not-verified')], 'inconclusive'],
    ['one does not apply', required, [check('A', 'satisfied'), check('B', 'not-applicable')], 'conformant'],
    [
      'one is partly not applicable and else open',
      required,
      [check('A', 'satisfied'), check('B', 'not-applicable'), check('B', 'not-verified')],
      'inconclusive',
    ],
    ['one is satisfied once and open elsewhere', required, [...bothHold, check('A', 'not-verified')], 'conformant'],
    ['nothing applies', required, [check('A', 'not-applicable'), check('B', 'not-applicable')], 'inconclusive'],
    ['nothing was tried', required, [], 'inconclusive'],
    ['the table is empty', [], [], 'inconclusive'],
    ['a required one was merely observed', required, [check('A', 'satisfied'), check('B', 'observed')], 'inconclusive'],
    [
      'a recommended one is violated',
      [...required, row('C', 'recommended')],
      [...bothHold, check('C', 'violated')],
      'conformant',
    ],
    ['a recommended one is open', [...required, row('C', 'recommended')], bothHold, 'conformant'],
    ['an unspecified one was not seen', [...required, row('C', 'unspecified')], bothHold, 'conformant'],
    ['a required one cannot be tried', [...required, row('C', 'required', 'Because.')], bothHold, 'conformant'],
    [
      'a check of a recommended one is a harness error',
      [...required, row('C', 'recommended')],
      [...bothHold, check('C', 'harness-error')],
      'inconclusive',
    ],
    [
      'a harness error stands beside a satisfied check',
      required,
      [...bothHold, check('A', 'harness-error')],
      'inconclusive',
    ],
    [
      'a violation stands beside a harness error',
      required,
      [check('A', 'violated'), check('B', 'harness-error')],
      'not conformant',
    ],
  ])('where %s', (_, table, checks, expected) => {
    expect(decide(table, checks).outcome).toBe(expected);
  });

  it('goes with its exit code and names its profile', () => {
    expect(decide(required, bothHold, { profile: 'read-only' })).toMatchObject({ exitCode: 0, profile: 'read-only' });
    expect(decide(required, [check('A', 'violated')])).toMatchObject({ exitCode: 1, profile: 'full' });
    expect(decide(required, [])).toMatchObject({ exitCode: 2, profile: 'full' });
  });
});

describe('a run that was cut short, partial or faulty', () => {
  it.each<[string, Parameters<typeof decide>[2]]>([
    ['interrupted', { end: 'interrupted' }],
    ['deadline', { end: 'deadline' }],
    ['selected', { selection: 'part' }],
    ['broken', { suiteFaults: ['a.spec.ts is broken'] }],
    ['interrupted by SIGTERM', { end: 'interrupted', signal: 'SIGTERM' }],
  ])('is inconclusive where nothing is violated, and says %s', (word, rest) => {
    const verdict = decide(required, bothHold, rest);
    expect(verdict).toMatchObject({ outcome: 'inconclusive', exitCode: 2 });
    expect(verdict.reasons.join(' ')).toContain(word);
  });

  it.each<Parameters<typeof decide>[2]>([
    { end: 'interrupted' },
    { end: 'deadline' },
    { selection: 'part' },
    { suiteFaults: ['a.spec.ts is broken'] },
  ])('is not conformant where something is violated: %j', (rest) => {
    expect(decide(required, [check('A', 'violated')], rest)).toMatchObject({ outcome: 'not conformant', exitCode: 1 });
  });
});

describe('the reasons', () => {
  it('begin with the violations and go on with the doubts', () => {
    const { reasons } = decide(required, [check('A', 'violated')], { end: 'interrupted' });
    expect(reasons[0]).toContain('A is violated: The statement of A.');
    expect(reasons.slice(1).join(' ')).toContain('interrupted');
  });

  it('tell a reason that several share once, with what to supply', () => {
    const open = { reason: 'No key.', supply: 'Set a key.' };
    const { reasons } = decide(
      [row('A'), row('B'), row('C')],
      ['A', 'B', 'C'].map((id) => check(id, 'not-verified', open)),
    );
    expect(reasons).toEqual(['A and 2 other requirements are not verified: No key. Set a key.']);
  });

  it('begin with what is out of date in the list of deviations, and go on with the doubts', () => {
    const stale = { ...deviation('stale'), id: 'A' };
    const { outcome, reasons } = decide(required, bothHold, { deviations: [stale], end: 'interrupted' });
    expect(outcome).toBe('deviations out of date');
    expect(reasons).toEqual([
      'The known deviation A (An owner) is stale: it holds now, so take it off the list.',
      'The run was interrupted before its end.',
    ]);
  });

  it('name the first harness error', () => {
    const { reasons } = decide(required, [...bothHold, check('A', 'harness-error', { reason: 'A TypeError.' })]);
    expect(reasons.join(' ')).toMatch(/some\/case#A.*A TypeError\./);
  });

  it('of a conformant service count what was verified', () => {
    expect(decide(required, bothHold).reasons.join(' ')).toContain('2 required requirements');
  });
});

const LEVELS = ['required', 'recommended', 'unspecified'] as const;
const SETTLED = ['satisfied', 'violated', 'deviating', 'not-verified', 'not-applicable', 'harness-error'] as const;
const OPEN = ['observed', 'not-verified', 'not-applicable', 'harness-error'] as const;

interface Subject {
  readonly level: RequirementRow['level'];
  readonly testable: boolean;
  readonly outcomes: readonly ReportedOutcome[];
}

const subject: fc.Arbitrary<Subject> = fc
  .record({ level: fc.constantFrom(...LEVELS), testable: fc.boolean() })
  .chain(({ level, testable }) =>
    fc.record({
      level: fc.constant(level),
      testable: fc.constant(testable),
      outcomes: testable
        ? fc.array(fc.constantFrom<ReportedOutcome>(...(level === 'unspecified' ? OPEN : SETTLED)), { maxLength: 4 })
        : fc.constant([]),
    }),
  );

const setting = fc.record({
  // Small weights for what alone decides, so that every verdict comes up.
  end: fc.oneof(
    { weight: 8, arbitrary: fc.constant<RunEnd>('complete') },
    fc.constantFrom<RunEnd>('interrupted', 'deadline'),
  ),
  selection: fc.oneof({ weight: 8, arbitrary: fc.constant('all' as const) }, fc.constant('part' as const)),
  suiteFaults: fc.oneof({ weight: 8, arbitrary: fc.constant<string[]>([]) }, fc.constant(['a fault'])),
  embedded: fc.boolean(),
  deviations: fc.oneof(
    { weight: 4, arbitrary: fc.constant<readonly ReportedDeviation[]>([]) },
    fc.array(fc.constantFrom<DeviationState>('open', 'stale', 'expired', 'unsettled').map(deviation), { maxLength: 2 }),
  ),
});

type Setting = Pick<VerdictInput, 'end' | 'selection' | 'suiteFaults' | 'embedded' | 'deviations'>;

function deviation(state: DeviationState): ReportedDeviation {
  return { id: 'R0', reason: 'A reason.', owner: 'An owner', expires: '2030-01-01', state, checks: [] };
}

/** The definition of the outcomes, said anew: which verdict may be given on these subjects. */
function rightVerdict(subjects: readonly Subject[], run: Setting): VerdictName {
  const judged = subjects.filter(({ level, testable }) => level === 'required' && testable);
  if (judged.some(({ outcomes }) => outcomes.includes('violated'))) return 'not conformant';
  if (run.deviations.some(({ state }) => state === 'stale' || state === 'expired')) return 'deviations out of date';
  const harness = subjects.some(({ outcomes }) => outcomes.includes('harness-error'));
  const whole = run.end === 'complete' && run.selection === 'all' && run.suiteFaults.length === 0 && !harness;
  const applicable = judged.filter(
    ({ outcomes }) => outcomes.length === 0 || outcomes.some((outcome) => outcome !== 'not-applicable'),
  );
  const settled = applicable.filter(({ outcomes }) => outcomes.includes('satisfied') || outcomes.includes('deviating'));
  if (!whole || settled.length === 0 || settled.length < applicable.length) return 'inconclusive';
  const deviates = subjects.some(({ outcomes }) => outcomes.includes('deviating') && !outcomes.includes('violated'));
  return deviates ? 'conformant with known deviations' : 'conformant';
}

const EXIT_CODES: Readonly<Record<VerdictName, number>> = {
  conformant: 0,
  'conformant with known deviations': 0,
  'not conformant': 1,
  'deviations out of date': 1,
  inconclusive: 2,
};

function decided(subjects: readonly Subject[], run: Setting): Verdict {
  const table = subjects.map(({ level, testable }, index) =>
    row(`R${index}`, level, testable ? undefined : 'Because.'),
  );
  const checks = subjects.flatMap(({ outcomes }, index) => outcomes.map((outcome) => check(`R${index}`, outcome)));
  return decide(table, checks, run);
}

describe('over all combinations', () => {
  it('the verdict is that of the definition, with its exit code and a reason', () => {
    fc.assert(
      fc.property(fc.array(subject, { maxLength: 5 }), setting, (subjects, run) => {
        const verdict = decided(subjects, run);
        const right = rightVerdict(subjects, run);
        expect(verdict.outcome).toBe(right);
        expect(verdict.exitCode).toBe(EXIT_CODES[right]);
        expect(verdict.judged).toBe(run.embedded ? 'embedded reference service' : 'service');
        expect(verdict.reasons.length).toBeGreaterThan(0);
      }),
      { numRuns: 3000, seed: 20_301_205 },
    );
  });

  it('every verdict comes up', () => {
    const seen = new Set(
      fc
        .sample(fc.tuple(fc.array(subject, { maxLength: 5 }), setting), { numRuns: 3000, seed: 20_301_205 })
        .map(([subjects, run]) => decided(subjects, run).outcome),
    );
    expect([...seen].sort()).toEqual(Object.keys(EXIT_CODES).sort());
  });
});
