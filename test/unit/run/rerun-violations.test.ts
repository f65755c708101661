import { describe, expect, it } from 'vitest';
import type { CaseDescription } from '../../../src/suite/case.ts';
import { renderRerun } from '../../../src/run/render-rerun.ts';
import { type RerunResult, planRerun, rerunResults, type ViolatedCheck } from '../../../src/run/rerun-violations.ts';
import type { Check, Report } from '../../../src/report/report.ts';
import { check, exchange, reportOf } from '../../support/fake-records.ts';

const CASES: readonly CaseDescription[] = ['list/limit-7', 'list/limit-8', 'property/bodies'].map((caseId) => ({
  caseId,
  title: caseId,
  place: '',
  requirements: [],
  mayCreate: 0,
  needs: caseId === 'list/limit-8' ? ['full catalogue'] : [],
  stage: 'main',
  repeatGroup: caseId,
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
function tried(violated: Check): ViolatedCheck {
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
    const plan = planRerun(reportWith([violated, of('list/limit-8', 'GET-SAME', 'satisfied')]), CASES);
    expect([...plan.cases]).toEqual(cases);
    expect(plan.checks.map((each) => each.check)).toEqual([violated]);
  });

  it('is a case with fixtures beside the case of another violation, if that needs none', () => {
    const report = reportWith([of('fixtures', 'LIST-OK', 'violated'), of('list/limit-7', 'GET-OK', 'violated')]);
    expect([...planRerun(report, CASES).cases]).toEqual(['list/limit-7', 'list/limit-8']);
  });

  it('is weighed: the most that its cases add, and what the earlier run sent; and nothing where nothing is violated', () => {
    const report = reportWith([of('list/limit-7', 'GET-OK', 'violated'), of('list/limit-8', 'GET-OK', 'satisfied')]);
    const cases = CASES.map((each, index) => ({ ...each, mayCreate: index + 3 }));
    expect(planRerun(report, cases)).toMatchObject({ creates: 3, requests: 2 });
    const plan = planRerun(reportWith([of('list/limit-7', 'GET-OK', 'not-verified')]), CASES);
    expect([plan.checks, plan.cases.size]).toEqual([[], 0]);
  });

  it('is the counterexample of a property, by the seed of its examples', () => {
    const counterexample = { seed: 5, path: '2:1:0' };
    const found = of('property/bodies', 'GET-OK', 'violated', { counterexample });
    expect(planRerun(reportWith([found]), CASES)).toMatchObject({
      exampleSeed: 5,
      counterexamples: [{ caseId: 'property/bodies', path: '2:1:0' }],
    });
    // A run that tried another one again has drawn its examples by the seed of that one.
    expect(planRerun(reportWith([found], { exampleSeed: 4 }), CASES)).toMatchObject({
      exampleSeed: 4,
      counterexamples: [],
    });
  });

  it.each([null, { seed: 6, path: '2' }])(
    'is none of another seed, and none that a service names: %j',
    (counterexample) => {
      const actual = 'x (this example again: --seed 5 --example-path property/bodies:2)';
      const found = of('property/bodies', 'GET-OK', 'violated', { actual, counterexample });
      expect(planRerun(reportWith([found]), CASES).counterexamples).toEqual([]);
    },
  );
});

describe('the result of a second try', () => {
  it.each([
    ['fixed', of('a/b', 'GET-OK', 'satisfied'), null],
    ['still violated', of('a/b', 'GET-OK', 'violated'), null],
    ['still violated', of('a/b', 'GET-OK', 'violated', { unstable: true }), 'The violation is unstable'],
    ['still violated', of('a/b', 'GET-OK', 'deviating'), 'known deviation'],
    ['not settled', of('a/b', 'GET-OK', 'not-verified', { reason: 'No response came.' }), 'No response came.'],
    ['not settled', of('a/b', 'GET-OK', 'harness-error'), 'It ended as harness-error.'],
    ['not settled', of('a/c', 'GET-OK', 'satisfied'), 'No check of this run judged this requirement.'],
  ])('is %s', (outcome, after, reason) => {
    const [result] = rerunResults([tried(of('a/b', 'GET-OK', 'violated'))], reportWith([after]));
    expect(result).toMatchObject({ requirement: 'GET-OK', outcome });
    expect(result?.reason ?? null).toEqual(reason === null ? null : expect.stringContaining(reason));
  });

  it('is not settled by one good response where it was unstable, nor where the suite does not know the requirement', () => {
    const unstable = tried(of('a/b', 'GET-OK', 'violated', { unstable: true }));
    const foreign = tried(of('a/b', 'NO-SUCH', 'violated'));
    const results = rerunResults([unstable, foreign], reportWith([of('a/b', 'GET-OK', 'satisfied')]));
    expect(results.map(({ outcome }) => outcome)).toEqual(['not settled', 'not settled']);
    expect(results[0]?.reason).toContain('the violation was unstable');
    expect(results[1]?.reason).toBe('This suite does not know the requirement.');
  });

  it('comes after what is newly violated', () => {
    const later = reportWith([
      of('a/b', 'GET-OK', 'satisfied'),
      of('a/b', 'LIST-OK', 'violated', { unstable: true }),
      of('rules/listPets', 'ANSWER-JSON', 'deviating'),
      of('rules/getPet', 'ANSWER-JSON', 'deviating'),
    ]);
    expect(rerunResults([tried(of('a/b', 'GET-OK', 'violated'))], later)).toEqual([
      { requirement: 'LIST-OK', outcome: 'newly violated', reason: expect.stringContaining('unstable') },
      { requirement: 'ANSWER-JSON', outcome: 'newly violated', reason: 'It is a known deviation.' },
      { requirement: 'GET-OK', outcome: 'fixed', reason: null },
    ]);
  });

  it('is still violated if another check finds the violation now', () => {
    const later = reportWith([of('a/b', 'GET-OK', 'satisfied'), of('a/c', 'GET-OK', 'violated')]);
    expect(rerunResults([tried(of('a/b', 'GET-OK', 'violated'))], later)).toEqual([
      { requirement: 'GET-OK', outcome: 'still violated', reason: null },
    ]);
  });

  it('is fixed only if each of its checks holds', () => {
    const before = ['a/b', 'a/c'].map((caseId) => tried(of(caseId, 'GET-OK', 'violated')));
    const holds = of('a/b', 'GET-OK', 'satisfied');
    const both = [holds, of('a/c', 'GET-OK', 'satisfied')];
    expect(rerunResults(before, reportWith(both))).toMatchObject([{ outcome: 'fixed' }]);
    expect(rerunResults(before, reportWith([holds]))).toMatchObject([{ outcome: 'not settled' }]);
  });

  it('is not settled for a response rule if a case that broke it could not run', () => {
    const ofRule = { check: of('rules/getPet', 'GET-OK', 'violated'), cases: ['a/b', 'a/c'] };
    const cut = of('a/b', 'GET-SAME', 'not-verified', { reason: 'No room.', howToResolve: 'Raise --max-creates.' });
    const later = reportWith([of('rules/getPet', 'GET-OK', 'satisfied'), of('a/c', 'GET-OK', 'satisfied'), cut]);
    expect(rerunResults([ofRule], later)).toEqual([
      { requirement: 'GET-OK', outcome: 'not settled', reason: 'No room. Raise --max-creates.' },
    ]);
  });
});

function rendered(results: readonly RerunResult[]): string {
  return renderRerun(results, { colour: false, width: 120 });
}

describe('on a terminal', () => {
  it('each requirement has a line, and all are counted', () => {
    const text = rendered([
      { requirement: 'LIST-OK', outcome: 'newly violated', reason: null },
      { requirement: 'GET-OK', outcome: 'fixed', reason: null },
      { requirement: 'GET-UNKNOWN', outcome: 'not settled', reason: 'No response came.' },
    ]);
    expect(text).toBe(
      `\nTried again (3)\n  newly violated  LIST-OK\n  fixed           GET-OK\n  not settled     GET-UNKNOWN\n                  No response came.\n\nTried again: 1 newly violated, 1 not settled, 1 fixed.\n`,
    );
    expect(rendered([{ requirement: 'GET-OK', outcome: 'fixed', reason: null }])).toContain(
      'Tried again: 1 fixed. Run the whole suite for a verdict.',
    );
  });

  it('no text acts upon it, and long lists are cut', () => {
    const hostile = { requirement: '\u001b[2J\n', outcome: 'not settled', reason: '\u202e\u0007' } as const;
    const text = rendered(Array.from({ length: 1000 }, () => hostile));
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('and 960 more');
  });
});
