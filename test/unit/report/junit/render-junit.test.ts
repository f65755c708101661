import { describe, expect, it } from 'vitest';
import { renderJunit } from '../../../../src/report/junit/render-junit.ts';
import type { Report, ReportedOutcome } from '../../../../src/report/report.ts';
import { check, reportOf, row, doubt } from '../../../support/fake-records.ts';
import { fullExchange, fullReport } from '../../../support/full-report.ts';
import { junitProblems, readJunit, type ReadCase } from '../../../support/read-junit.ts';
import { exchangeOf, requirement, SOME_CASE, violatedReport, violation } from '../../../support/terminal-reports.ts';
import { someReports } from '../report-arbitrary.ts';

function caseOf(report: Report, start: string): ReadCase | undefined {
  return readJunit(renderJunit(report)).cases.find(({ className, name }) => [className, name].includes(start));
}

function reportWith(outcome: ReportedOutcome, level: 'required' | 'recommended' = 'required'): Report {
  const judged = check('LIST-LIMIT-MAX', outcome, {
    expected: 'at most 7',
    actual: '8 pets',
    reason: 'No more pets.',
    howToResolve: 'Add some.',
  });
  return violatedReport({ requirements: [requirement('LIST-LIMIT-MAX', 'violated', { level })], checks: [judged] });
}

const KNOWN = { id: 'LIST-LIMIT-MAX', reason: 'It caches.', owner: 'Pet team', expires: '2030-01-01' };
const DEVIATING: Report = {
  ...reportWith('deviating'),
  deviations: [{ ...KNOWN, state: 'open', checks: ['some/case#LIST-LIMIT-MAX'] }],
};
const STALE: Report = { ...reportWith('satisfied'), deviations: [{ ...KNOWN, state: 'stale', checks: [] }] };

const WARNED = reportWith('violated', 'recommended');
const EXPECTED = 'expected at most 7; actual 8 pets';

describe('a check in JUnit', () => {
  it.each<[string, Report, ReadCase['result'], message: string, text?: string]>([
    ['satisfied', reportWith('satisfied'), 'passed', ''],
    ['observed', reportWith('observed'), 'passed', '', 'observed: 8 pets'],
    ['harness-error', reportWith('harness-error'), 'error', 'suite fault: No more pets.'],
    ['not-verified', reportWith('not-verified'), 'skipped', 'not verified: No more pets.', 'resolve: Add some.'],
    ['not-applicable', reportWith('not-applicable'), 'skipped', 'not applicable: No more pets.'],
    ['deviating', DEVIATING, 'skipped', 'deviating: It caches. (Pet team, until 2030-01-01)'],
    ['violated', violatedReport(), 'failure', EXPECTED, 'requirement: LIST-LIMIT-MAX, part 4.1, required'],
    ['violated', violatedReport(), 'failure', EXPECTED, 'statement: The statement of LIST-LIMIT-MAX.'],
    ['violated', violatedReport(), 'failure', EXPECTED, 'request: GET http://h/v1/pets?limit=7'],
    ['violated', violatedReport(), 'failure', EXPECTED, "reproduce: curl 'http://h/v1/pets?limit=7'"],
    ['violated', violatedReport(), 'failure', EXPECTED, 'fix: Put at most as many pets on a page'],
    ['violated', violatedReport(), 'failure', EXPECTED, 'place: specs/some.spec.ts:1'],
    ['only a warning', WARNED, 'passed', '', 'warning: a recommended requirement is violated'],
    ['only a warning', WARNED, 'passed', '', 'actual: 8 pets'],
  ])('that is %s', (_, report, result, message, text = '') => {
    const told = caseOf(report, 'LIST-LIMIT-MAX');
    expect(told).toMatchObject({ result, message, text: expect.stringContaining(text) });
    expect(told?.name).toBe(`some/case: ${SOME_CASE.title}`);
  });

  it('fails where its requirement is unknown', () => {
    const told = caseOf(violatedReport({ requirements: [], checks: [violation('GONE')] }), 'GONE');
    expect(told).toMatchObject({ result: 'failure', suite: expect.stringContaining('outside the contract') });
  });

  it('stands in the suite of its part, with the times of its exchanges', () => {
    const text = renderJunit(
      violatedReport({ exchanges: [{ ...exchangeOf('x1'), attempts: fullExchange('x2').attempts }] }),
    );
    expect(text).toMatch(
      /<testsuite name="4 Endpoints" tests="1" failures="1" errors="0" skipped="0" time="0\.002" timestamp="2030-01-01T00:00:00" hostname="127\.0\.0\.1">/,
    );
  });
});

it.each([
  ['SCOPE', 'not testable: No response shows it.'],
  ['GET-OK', 'not verified: No response of this run was suitable for a judgement.'],
])('the requirement %s, which no check judged, is skipped: %s', (id, message) => {
  const report = reportOf({ table: [row('SCOPE', 'required', 'No response shows it.'), row('GET-OK')] });
  expect(caseOf(report, id)).toMatchObject({ result: 'skipped', message });
});

describe('the suite of the run', () => {
  const rest = { judged: 'service', profile: 'full', exitCode: 0, reasons: [doubt('For a reason.')] } as const;
  const calm = violatedReport({ verdict: { outcome: 'conformant', ...rest }, requirements: [], checks: [] });

  it.each<[string, Report, readonly string[]]>([
    ['a conformant service', calm, ['verdict passed', 'end of the run passed']],
    ['an interrupted run', { ...calm, run: { ...calm.run, end: 'interrupted' } }, ['end of the run error']],
    ['an inconclusive run', { ...calm, verdict: { ...rest, outcome: 'inconclusive' } }, ['verdict error']],
    ['a violation', { ...calm, verdict: { ...rest, outcome: 'not conformant' } }, ['verdict failure']],
    ['faults of the suite', { ...calm, suiteFaults: ['One.', 'Two.'] }, ['fault 2 of the suite itself error']],
  ])('of %s', (_, report, expected) => {
    const { cases } = readJunit(renderJunit(report));
    expect(new Set(cases.map(({ suite }) => suite))).toEqual(new Set(['The run']));
    expect(cases.map(({ name, result }) => `${name} ${result}`)).toEqual(expect.arrayContaining([...expected]));
  });

  it('gives the reasons of a verdict, and fails a list of deviations that is out of date', () => {
    const report: Report = { ...calm, verdict: { ...rest, outcome: 'inconclusive' } };
    const lines = caseOf(report, 'verdict')?.text.split('\n');
    expect(lines).toEqual(expect.arrayContaining(['- For a reason.', 'seed: 1', 'run: run-1']));
    expect(renderJunit(STALE)).toContain('type="outdated-deviation"');
    expect(renderJunit({ ...calm, suiteFaults: ['One.'] })).toContain('message="One."');
  });
});

/** The attributes that readers of JUnit XML document, or read in their sources. */
const READ_ATTRIBUTES = {
  'Jenkins (xUnit plugin, junit-10.xsd)': {
    suite: ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp', 'hostname'],
    testCase: ['name', 'classname', 'time'],
  },
  'GitLab (unit test reports)': { suite: ['name', 'time'], testCase: ['classname', 'name', 'time'] },
  'GitHub (dorny/test-reporter, java-junit)': {
    suite: ['name', 'tests', 'errors', 'failures', 'skipped', 'time', 'timestamp', 'hostname'],
    testCase: ['classname', 'name', 'time'],
  },
  'GitHub (mikepenz/action-junit-report)': { suite: ['name', 'time'], testCase: ['name', 'classname', 'time'] },
} as const;

describe('JUnit XML', () => {
  const reports = [...someReports(10), fullReport(), violatedReport()];

  it('is valid for any report', async () => {
    expect(await junitProblems(reports.map(renderJunit))).toEqual([]);
  });

  it('would not be with a control character, and with a time in words', async () => {
    const text = renderJunit(fullReport());
    const problems = await junitProblems([
      text.replace('verdict', '\u0001'),
      text.replace(/time="[^"]*"/, 'time="soon"'),
    ]);
    expect(problems.map((problem) => problem.slice(0, 7))).toEqual(expect.arrayContaining(['junit-0', 'junit-1']));
  });

  it.each(Object.entries(READ_ATTRIBUTES))('has what %s reads', (_, { suite, testCase }) => {
    const text = renderJunit(fullReport());
    for (const [element, attributes] of [
      ['testsuite', suite],
      ['testcase', testCase],
    ] as const) {
      const tags = text.match(new RegExp(`<${element} [^>]*>`, 'g')) ?? [];
      expect(tags.length).toBeGreaterThan(0);
      const lacking = tags.filter((tag) => !attributes.every((name) => new RegExp(` ${name}="[^"]+"`).test(tag)));
      expect(lacking).toEqual([]);
    }
  });

  it('names no two test cases of a requirement alike, since servers follow a test case by its name', () => {
    const { cases } = readJunit(renderJunit(fullReport()));
    expect(new Set(cases.map(({ className, name }) => `${className} ${name}`)).size).toBe(cases.length);
  });

  it('counts in its suites and at its root what they hold', () => {
    for (const report of reports) {
      const { cases, suites, totals } = readJunit(renderJunit(report));
      const { skipped: _, ...all } = countsOf(cases);
      expect(totals).toEqual(all);
      for (const { name, ...counts } of suites) {
        expect(counts).toEqual(countsOf(cases.filter(({ suite }) => suite === name)));
      }
    }
  });
});

function countsOf(cases: readonly ReadCase[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const count = (wanted: ReadCase['result']): number => cases.filter(({ result }) => result === wanted).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}
