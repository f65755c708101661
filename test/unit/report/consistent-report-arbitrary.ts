import * as fc from 'fast-check';
import type { JournalRecord } from '../../../src/conformance/journal.ts';
import type { CheckOutcome } from '../../../src/conformance/judgement.ts';
import { type RequirementRow, requirements, type TestableId } from '../../../src/contract/requirements.ts';
import type { CaseEnd } from '../../../src/report/fold-checks.ts';
import type { Report } from '../../../src/report/report.ts';
import { caseEnd, judged, reportOf, row, RUN, stopped } from '../../support/fake-records.ts';
import { fullExchange } from '../../support/full-report.ts';

const TESTABLE = requirements.flatMap((each) => ('reason' in each ? [] : [each]));

/** One judgement, or none, of a requirement in a case. */
interface Step {
  readonly requirement: number;
  readonly turn: number;
}

const step: fc.Arbitrary<Step> = fc.record({ requirement: fc.nat(TESTABLE.length - 1), turn: fc.nat(3) });

const SMALL_TABLE = [
  ['GET-OK', 'required'],
  ['GET-SAME', 'required'],
  ['DEPRECATION-SUNSET', 'recommended'],
  ['OPEN-LIST-ORDER', 'unspecified'],
] as const satisfies readonly (readonly [TestableId, RequirementRow['level']])[];

function smallOutcome(level: RequirementRow['level']): fc.Arbitrary<CheckOutcome> {
  if (level === 'unspecified') return fc.constantFrom('observed', 'not-verified');
  return fc.constantFrom('satisfied', 'satisfied', 'satisfied', 'violated', 'not-verified', 'not-applicable');
}

/** The last of some values, most of the time. */
function seldom<Value>(...values: readonly Value[]): fc.Arbitrary<Value> {
  const usual = fc.constantFrom(...values.slice(-1));
  return fc.oneof({ weight: 5, arbitrary: usual }, fc.constantFrom(...values));
}

const ends = fc.constantFrom('complete', 'complete', 'interrupted', 'deadline');
const states = fc.constantFrom('passed', 'passed', 'passed', 'failed', 'skipped', 'pending');

/**
 * Reports whose counts and verdict follow from their checks, as those of a run do, with whatever outcome and end, some of them
 * empty, some with faults of the suite.
 */
export const anyConsistentReport: fc.Arbitrary<Report> = fc
  .record({
    cases: fc.array(fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 8 }), state: states }), {
      maxLength: 20,
    }),
    end: ends,
    faults: fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 2 }),
    hasFaults: fc.boolean(),
    deviations: fc.uniqueArray(fc.nat(TESTABLE.length - 1), { maxLength: 20 }),
  })
  .map(({ cases, end, faults, hasFaults, deviations }) =>
    reportOf({
      run: { ...RUN, end },
      cases: cases.map(({ steps, state }, index) => endOf(steps, state, index)),
      records: cases.flatMap(({ steps }, index) => recordsOf(steps, index)),
      suiteFaults: hasFaults ? faults : [],
      deviations: deviations.map((requirement, index) => ({
        id: idOf(requirement),
        reason: 'A reason.',
        owner: 'An owner',
        expires: index % 4 === 3 ? '2029-12-31' : '2030-01-01',
      })),
      table: requirements,
    }),
  );

/**
 * Small reports of every verdict: few requirements, with whatever outcome, deviations, end, signal, selection, faults of the
 * suite and target.
 */
export const anyVerdictReport: fc.Arbitrary<Report> = fc
  .record({
    outcomes: fc.tuple(...SMALL_TABLE.map(([, level]) => smallOutcome(level))),
    isFaulty: seldom(true, false),
    deviations: fc.uniqueArray(fc.constantFrom('GET-OK', 'GET-SAME', 'DEPRECATION-SUNSET'), { maxLength: 2 }),
    expires: fc.constantFrom('2029-12-31', '2030-01-01'),
    end: seldom<Report['run']['end']>('interrupted', 'deadline', 'complete'),
    signal: fc.constantFrom('SIGHUP', 'SIGINT', 'SIGTERM', null),
    selection: seldom<Report['run']['selection']>('part', 'all'),
    suiteFaults: seldom<readonly string[]>(['A fault.'], []),
    profile: fc.constantFrom<Report['run']['profile']>('full', 'read-only'),
    embedded: fc.boolean(),
  })
  .map(({ outcomes, isFaulty, deviations, expires, end, signal, selection, suiteFaults, profile, embedded }) =>
    reportOf({
      run: { ...RUN, end, signal: end === 'interrupted' ? signal : null, selection, profile, embedded },
      table: SMALL_TABLE.map(([id, level]) => row(id, level)),
      cases: SMALL_TABLE.map(([id], index) => caseEnd([id], 'passed', [], `cases/case-${index}`)).concat(
        isFaulty ? caseEnd(['GET-OK'], 'failed', ['It broke.'], 'cases/broken') : [],
      ),
      records: SMALL_TABLE.map(([id], index) => judged(id, outcomes[index] ?? 'satisfied', {}, `cases/case-${index}`)),
      suiteFaults,
      deviations: deviations.map((id) => ({ id, reason: 'A reason.', owner: 'An owner', expires })),
    }),
  );

/** A report of at least so many checks. */
export function largeReport(checks: number): Report {
  const perCase = TESTABLE.map((_, requirement) => ({ requirement, turn: requirement % 4 }));
  const cases = Array.from({ length: Math.ceil(checks / perCase.length) }, (_, index) => index);
  return reportOf({
    cases: cases.map((index) => endOf(perCase, 'passed', index)),
    records: cases.flatMap((index) => recordsOf(perCase, index)),
    table: requirements,
  });
}

function endOf(steps: readonly Step[], state: CaseEnd['state'], index: number): CaseEnd {
  const cited = new Set(steps.map(({ requirement }) => idOf(requirement)));
  return caseEnd([...cited], state, state === 'failed' ? ['It broke.'] : [], `cases/case-${index}`);
}

function recordsOf(steps: readonly Step[], index: number): readonly JournalRecord[] {
  const caseId = `cases/case-${index}`;
  const exchange = `x${index}`;
  const judgements = steps.flatMap(({ requirement, turn }) => {
    const { id, level } = TESTABLE[requirement] ?? { id: 'GET-OK', level: 'required' };
    const settled = level === 'unspecified' ? 'observed' : 'satisfied';
    const broken = level === 'unspecified' ? 'observed' : 'violated';
    const outcome = ([settled, broken, 'not-verified', 'not-applicable'] as const)[turn] ?? settled;
    return [judged(id, outcome, { exchanges: [exchange] }, caseId)];
  });
  return [
    { type: 'exchange', exchange: { ...fullExchange(exchange), caseId } },
    ...judgements,
    ...(index % 7 === 3 ? [stopped('not-verified', caseId)] : []),
  ];
}

function idOf(requirement: number): TestableId {
  return TESTABLE[requirement]?.id ?? 'GET-OK';
}
