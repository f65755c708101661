import { describe, expect, it } from 'vitest';
import type { CaseDescription } from '../../../src/suite/case.ts';
import { renderAgain } from '../../../src/gate/render-again.ts';
import {
  againByRequirement,
  type AgainRequirement,
  type AgainSummary,
  planAgain,
  settleAgain,
  type TriedCheck,
} from '../../../src/gate/try-again.ts';
import type { Check, Report } from '../../../src/report/report.ts';
import { check, exchange, reportOf } from '../../support/fake-records.ts';

const CASES: readonly CaseDescription[] = ['list/limit-7', 'list/limit-8', 'property/bodies'].map((caseId) => ({
  caseId,
  title: caseId,
  place: '',
  requirements: [],
  creates: 0,
  needs: caseId === 'list/limit-8' ? ['full catalogue'] : [],
  stage: 'main',
}));

function reportWith(checks: readonly Check[], configuration: Report['run']['configuration'] = {}): Report {
  const report = reportOf({});
  return {
    ...report,
    checks,
    run: { ...report.run, seed: 5, configuration },
    exchanges: [{ ...exchange('x1'), caseId: 'list/limit-8' }, exchange('x2')],
  };
}

/** A violated check as a plan has it. */
function tried(violated: Check): TriedCheck {
  return { check: violated, cases: [violated.case] };
}

/** A check of a case on a requirement. */
function of(caseId: string, requirement: string, outcome: Check['outcome'], fields: Partial<Check> = {}): Check {
  return check(requirement, outcome, { id: `${caseId}#${requirement}`, case: caseId, exchanges: [], ...fields });
}

const RULE_BROKEN = of('rules/listPets', 'PET-ID', 'violated', { exchanges: ['x1'] });

describe('what is tried again', () => {
  it.each([
    ['the case of a violation', of('list/limit-7', 'GET-OK', 'violated'), ['list/limit-7']],
    ['the case of a known deviation', of('list/limit-7', 'GET-OK', 'deviating'), ['list/limit-7']],
    ['for a response rule, the cases whose responses broke it', RULE_BROKEN, ['list/limit-8']],
    ['cases that need the fixtures that saw it', of('fixtures', 'LIST-OK', 'violated'), ['list/limit-8']],
    ['nothing of a case that is not known', of('list/limit-9', 'GET-OK', 'violated'), []],
  ])('is %s', (_, violated, cases) => {
    const plan = planAgain(reportWith([violated, of('list/limit-8', 'GET-SAME', 'satisfied')]), CASES);
    expect([...plan.cases]).toEqual(cases);
    expect(plan.checks.map((each) => each.check)).toEqual([violated]);
  });

  it('is a case with fixtures beside the case of another violation, if that needs none', () => {
    const report = reportWith([of('fixtures', 'LIST-OK', 'violated'), of('list/limit-7', 'GET-OK', 'violated')]);
    expect([...planAgain(report, CASES).cases]).toEqual(['list/limit-7', 'list/limit-8']);
  });

  it('is weighed: the most that its cases add, and what the earlier run sent; and nothing where nothing is violated', () => {
    const report = reportWith([of('list/limit-7', 'GET-OK', 'violated'), of('list/limit-8', 'GET-OK', 'satisfied')]);
    const cases = CASES.map((each, index) => ({ ...each, creates: index + 3 }));
    expect(planAgain(report, cases)).toMatchObject({ creates: 3, requests: 2 });
    const plan = planAgain(reportWith([of('list/limit-7', 'GET-OK', 'not-verified')]), CASES);
    expect([plan.checks, plan.cases.size]).toEqual([[], 0]);
  });

  it('is the counterexample of a property, by the seed of its examples', () => {
    const counterexample = { seed: 5, path: '2:1:0' };
    const found = of('property/bodies', 'GET-OK', 'violated', { counterexample });
    expect(planAgain(reportWith([found]), CASES)).toMatchObject({
      exampleSeed: 5,
      counterexamples: [{ caseId: 'property/bodies', path: '2:1:0' }],
    });
    // A run that tried another one again has drawn its examples by the seed of that one.
    expect(planAgain(reportWith([found], { exampleSeed: 4 }), CASES)).toMatchObject({
      exampleSeed: 4,
      counterexamples: [],
    });
  });

  it.each([null, { seed: 6, path: '2' }])(
    'is none of another seed, and none that a service names: %j',
    (counterexample) => {
      const actual = 'x (this example again: --seed 5 --example-path property/bodies:2)';
      const found = of('property/bodies', 'GET-OK', 'violated', { actual, counterexample });
      expect(planAgain(reportWith([found]), CASES).counterexamples).toEqual([]);
    },
  );
});

describe('what became of it', () => {
  it.each([
    ['fixed', of('a/b', 'GET-OK', 'satisfied'), null],
    ['still violated', of('a/b', 'GET-OK', 'violated'), null],
    ['still violated', of('a/b', 'GET-OK', 'violated', { unstable: true }), 'It is unstable'],
    ['still violated', of('a/b', 'GET-OK', 'deviating'), 'known deviation'],
    ['not settled', of('a/b', 'GET-OK', 'not-verified', { reason: 'No answer came.' }), 'No answer came.'],
    ['not settled', of('a/b', 'GET-OK', 'harness-error'), 'It ended as harness-error.'],
    ['not settled', of('a/c', 'GET-OK', 'satisfied'), 'No check of this run judged it.'],
  ])('is %s', (outcome, after, reason) => {
    const [result] = settleAgain([tried(of('a/b', 'GET-OK', 'violated'))], reportWith([after])).requirements;
    expect(result).toMatchObject({ id: 'GET-OK', outcome });
    expect(result?.reason ?? null).toEqual(reason === null ? null : expect.stringContaining(reason));
  });

  it('is not settled by one good answer where it was unstable, nor where nobody knows the requirement', () => {
    const unstable = tried(of('a/b', 'GET-OK', 'violated', { unstable: true }));
    const foreign = tried(of('a/b', 'NO-SUCH', 'violated'));
    const results = settleAgain([unstable, foreign], reportWith([of('a/b', 'GET-OK', 'satisfied')])).requirements;
    expect(results.map(({ outcome }) => outcome)).toEqual(['not settled', 'not settled']);
    expect(results[0]?.reason).toContain('the violation was unstable');
    expect(results[1]?.reason).toBe('This suite does not know the requirement.');
  });

  it('comes after what is newly violated', () => {
    const later = reportWith([
      of('a/b', 'GET-OK', 'satisfied'),
      of('a/b', 'LIST-OK', 'violated', { unstable: true }),
      of('rules/listPets', 'ANSWER-JSON', 'violated'),
      of('rules/getPet', 'ANSWER-JSON', 'deviating'),
    ]);
    expect(settleAgain([tried(of('a/b', 'GET-OK', 'violated'))], later).requirements).toMatchObject([
      { id: 'LIST-OK', outcome: 'newly violated', reason: expect.stringContaining('unstable') },
      { id: 'ANSWER-JSON', outcome: 'newly violated', reason: 'It is a known deviation.', count: 2, checks: 2 },
      { id: 'GET-OK', outcome: 'fixed', reason: null, count: 1, checks: 1 },
    ]);
  });

  it('is still violated where another check finds the violation now', () => {
    const later = reportWith([of('a/b', 'GET-OK', 'satisfied'), of('a/c', 'GET-OK', 'violated')]);
    expect(settleAgain([tried(of('a/b', 'GET-OK', 'violated'))], later).requirements).toMatchObject([
      {
        outcome: 'still violated',
        reason: expect.stringContaining('Other checks than before find it violated'),
        count: 1,
        checks: 2,
      },
    ]);
  });

  describe('of cases that a bound of the run left out', () => {
    const raised = { howToResolve: 'Raise --max-creates (PETSTORE_MAX_CREATES).', reason: 'No room.' };
    const cut = of('a/b', 'GET-OK', 'not-verified', raised);
    const rule = of('rules/getPet', 'GET-OK', 'violated');
    const ruleHolds = of('rules/getPet', 'GET-OK', 'satisfied');
    const ofRule = { check: rule, cases: ['a/b', 'a/c'] };

    it.each<[string, TriedCheck, readonly Check[], string]>([
      ['of a check', tried(of('a/b', 'GET-OK', 'violated')), [cut], `No room. ${raised.howToResolve}`],
      ['of a response rule', ofRule, [cut], 'No check of this run judged it.'],
      ['of a rule that held elsewhere', ofRule, [cut, ruleHolds], 'It holds in the cases that ran. Others were'],
    ])('%s, names them and the setting to raise', (_, again, checks, reason) => {
      expect(settleAgain([again], reportWith(checks))).toMatchObject({
        leftOut: [{ howToResolve: raised.howToResolve, requirements: ['GET-OK'], cases: ['a/b'] }],
        requirements: [{ outcome: 'not settled', reason: expect.stringContaining(reason) }],
      });
    });

    it('names them in an order of its own, and none that another obstacle ended', () => {
      const before = ['b/b', 'a/b', 'a/a'].map((caseId) => of(caseId, 'GET-OK', 'violated'));
      const later = reportWith(before.map((each) => ({ ...each, ...raised, outcome: 'not-verified' })));
      const cases = ['a/a', 'a/b', 'b/b'];
      for (const checks of [before, before.toReversed()])
        expect(settleAgain(checks.map(tried), later).leftOut).toMatchObject([{ cases }]);
      const other = of('a/b', 'GET-OK', 'not-verified', { howToResolve: 'Start the service.' });
      expect(settleAgain([tried(of('a/b', 'GET-OK', 'violated'))], reportWith([other])).leftOut).toEqual([]);
    });
  });

  it.each([
    [['fixed', 'fixed'], { outcome: 'fixed', count: 2, checks: 2 }],
    [['fixed', 'not settled'], { outcome: 'not settled', count: 1, checks: 2, reason: 'not settled' }],
    [['fixed', 'not settled', 'still violated'], { outcome: 'still violated', count: 1, checks: 3 }],
  ] as const)('is told by requirement, for which the heaviest check speaks: %j', (outcomes, told) => {
    const results = outcomes.map((outcome) => ({ requirement: 'GET-OK', outcome, reason: outcome }));
    expect(againByRequirement(results)).toMatchObject([told]);
  });
});

function rendered(requirements: readonly AgainRequirement[], leftOut: AgainSummary['leftOut'] = []): string {
  return renderAgain({ requirements, leftOut }, { colour: false, width: 120 });
}

describe('on a terminal', () => {
  const each = { reason: null, count: 1, checks: 1 };

  it('each requirement has a line, and all are counted', () => {
    const text = rendered([
      { ...each, id: 'GET-OK', outcome: 'fixed', count: 2, checks: 2 },
      { ...each, id: 'GET-SAME', outcome: 'still violated', count: 1, checks: 3 },
      { ...each, id: 'LIST-OK', outcome: 'not settled', reason: 'No answer came.' },
    ]);
    for (const line of [
      'Tried again (3)',
      '  fixed           GET-OK (2 checks)',
      '  still violated  GET-SAME (1 of 3 checks)',
      '                  No answer came.',
      'Tried again: 1 fixed, 1 still violated, 1 not settled.',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  it('new violations come first, then what was left out, and nothing calls that fixed', () => {
    const newly: AgainRequirement = { ...each, id: 'LIST-OK', outcome: 'newly violated' };
    const leftOut = { howToResolve: 'Raise it.', requirements: ['GET-OK', 'GET-SAME'], cases: ['a/b', 'a/c'] };
    const text = rendered([newly, { ...each, id: 'GET-OK', outcome: 'fixed' }], [leftOut]);
    expect(text).toMatch(/^\nNewly violated \(1\)\n {2}newly violated {2}LIST-OK\n\nTried again \(1\)\n/);
    expect(text).toContain('\nLeft out (2 cases)\n  a/b\n  a/c\n');
    expect(text.replaceAll('\n', ' ')).toMatch(
      /Newly violated \(1\): LIST-OK\. .* Left out: 2 cases of GET-OK, GET-SAME\. Raise it\. $/,
    );
    expect(text).not.toContain('A whole run');
    expect(rendered([{ ...each, id: 'GET-OK', outcome: 'fixed' }])).toContain('Run the whole suite for a verdict.');
  });

  it('no text acts upon it, and there are not too many', () => {
    const hostile = { ...each, id: '\u001b[2J\n', outcome: 'not settled', reason: '\u202e\u0007' } as const;
    const cases = Array.from({ length: 1000 }, () => '\u001b[2J\n');
    const leftOut = { howToResolve: '', requirements: ['\u0007'], cases };
    const requirements = Array.from({ length: 1000 }, () => hostile);
    const text = rendered(requirements, [leftOut]);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text.match(/and 960 more/g)).toHaveLength(2);
  });
});
