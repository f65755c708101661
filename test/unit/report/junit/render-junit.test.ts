import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderJunit } from '../../../../src/report/junit/render-junit.ts';
import type { Report } from '../../../../src/report/report.ts';
import { check, reportOf, row } from '../../../support/fake-records.ts';
import { fullReport } from '../../../support/full-report.ts';
import { anyReport } from '../report-arbitrary.ts';
import { answered, requirement, SOME_CASE, violatedReport, violation } from '../../../support/terminal-reports.ts';
import { junitProblems, readJunit, type ReadCase } from '../../../support/read-junit.ts';

function caseOf(report: Report, start: string): ReadCase | undefined {
  return readJunit(renderJunit(report)).cases.find(({ name }) => name.startsWith(start));
}

function reportWith(outcome: Parameters<typeof check>[1], level: 'required' | 'recommended' = 'required'): Report {
  const judged = check('LIST-LIMIT-MAX', outcome, {
    expected: 'at most 7',
    actual: '8 animals',
    reason: 'No more animals.',
    supply: 'Add some.',
  });
  return violatedReport({ requirements: [requirement('LIST-LIMIT-MAX', 'violated', { level })], checks: [judged] });
}

describe('a check in JUnit', () => {
  it.each([
    ['satisfied', 'passed'],
    ['observed', 'passed'],
    ['violated', 'failure'],
    ['harness-error', 'error'],
    ['not-verified', 'skipped'],
    ['not-applicable', 'skipped'],
  ] as const)('%s is %s', (outcome, result) => {
    expect(caseOf(reportWith(outcome), 'LIST-LIMIT-MAX')?.result).toBe(result);
  });

  it('that is violated tells what was expected, what came and how to see it again', () => {
    const told = caseOf(violatedReport(), 'LIST-LIMIT-MAX');
    expect(told?.message).toBe('expected at most 7; actual 8 animals');
    expect(told?.text).toContain('requirement: LIST-LIMIT-MAX, part 4.1, required');
    expect(told?.text).toContain('request: GET http://h/v1/pets?limit=7');
    expect(told?.text).toContain("again by: curl 'http://h/v1/pets?limit=7'");
    expect(told?.text).toContain('place: specs/some.spec.ts:1, judged at specs/some.spec.ts:7');
  });

  it('of a recommended requirement that is violated passes, with a warning and a property', () => {
    const report = reportWith('violated', 'recommended');
    const told = caseOf(report, 'LIST-LIMIT-MAX');
    expect(told?.result).toBe('passed');
    expect(told?.text).toContain('warning: a recommended requirement is violated');
    expect(told?.text).toContain('actual: 8 animals');
    const { properties } = readJunit(renderJunit(report));
    expect(properties.get('warning.LIST-LIMIT-MAX')).toContain('does not gate');
    expect(readJunit(renderJunit(reportWith('violated'))).properties.has('warning.LIST-LIMIT-MAX')).toBe(false);
  });

  it('that is violated fails where its requirement is unknown', () => {
    const report = violatedReport({ requirements: [], checks: [violation('GONE')] });
    expect(caseOf(report, 'GONE')?.result).toBe('failure');
    expect(caseOf(report, 'GONE')?.suite).toContain('outside the contract');
  });

  it('that could not be verified says why and what to supply', () => {
    const told = caseOf(reportWith('not-verified'), 'LIST-LIMIT-MAX');
    expect(told?.message).toBe('not-verified: No more animals.');
    expect(told?.text).toBe('to settle: Add some.');
  });

  it('stands in the suite of its part, with the times of its exchanges', () => {
    const attempt = {
      startedAt: '2030-01-01T00:00:00Z',
      milliseconds: 1500,
      connection: 'fresh',
      status: 200,
      failure: null,
      waitedMilliseconds: 0,
    } as const;
    const text = renderJunit(violatedReport({ exchanges: [{ ...answered('x1'), attempts: [attempt, attempt] }] }));
    expect(text).toMatch(/<testsuite name="4 Endpoints" tests="1" failures="1" errors="0" skipped="0" time="3\.000">/);
  });
});

describe('a requirement that no check judged', () => {
  it('is skipped with its reason where it cannot be tried', () => {
    const report = reportOf({ table: [row('SCOPE', 'required', 'No answer shows it.')] });
    expect(caseOf(report, 'SCOPE')).toMatchObject({
      result: 'skipped',
      message: 'not-testable: No answer shows it.',
    });
  });

  it('is skipped where nothing came to judge it', () => {
    expect(caseOf(reportOf({}), 'GET-OK')).toMatchObject({ result: 'skipped' });
  });
});

describe('the suite of the run', () => {
  const conformant = {
    outcome: 'conformant',
    judged: 'service',
    profile: 'full',
    exitCode: 0,
    reasons: ['All is well.'],
  } as const;
  const complete: Partial<Report> = { verdict: conformant, requirements: [], checks: [] };

  it('passes where the service is conformant', () => {
    const { cases } = readJunit(renderJunit(violatedReport(complete)));
    expect(cases.map(({ suite, name, result }) => [suite, name, result])).toEqual([
      ['The run', 'verdict', 'passed'],
      ['The run', 'end of the run', 'passed'],
    ]);
  });

  it.each([
    ['not conformant', 'failure'],
    ['inconclusive', 'error'],
  ] as const)('tells that the verdict is %s by a %s', (outcome, result) => {
    const verdict = { ...conformant, outcome, reasons: ['For a reason.'] };
    const told = caseOf(violatedReport({ ...complete, verdict }), 'verdict');
    expect(told).toMatchObject({ result, text: 'For a reason.' });
  });

  it.each(['interrupted', 'deadline'] as const)('has an error where the run ended by %s', (end) => {
    const report = violatedReport(complete);
    expect(caseOf({ ...report, run: { ...report.run, end } }, 'end of')?.result).toBe('error');
  });

  it('has an error for each fault of the suite', () => {
    const { cases, suites } = readJunit(renderJunit(violatedReport({ ...complete, suiteFaults: ['One.', 'Two.'] })));
    expect(cases.filter(({ result }) => result === 'error').map(({ message }) => message)).toEqual(['One.', 'Two.']);
    expect(suites[0]).toMatchObject({ name: 'The run', errors: 2 });
  });
});

describe('JUnit XML', () => {
  it('is valid for any report', async () => {
    const texts = fc.sample(anyReport, { numRuns: 100, seed: 7 }).map(renderJunit);
    expect(await junitProblems([...texts, renderJunit(fullReport()), renderJunit(violatedReport())])).toEqual([]);
  });

  it.each([
    ['a raw control character', (text: string) => text.replace('verdict', '\u0001')],
    ['an element that nobody knows', (text: string) => text.replace('<properties>', '<unknown/><properties>')],
    ['a time in words', (text: string) => text.replace(/time="[^"]*"/, 'time="soon"')],
  ])('would not be with %s', async (_, spoil) => {
    expect(await junitProblems([spoil(renderJunit(fullReport()))])).not.toEqual([]);
  });

  it('counts in its suites and at its root what they hold', () => {
    for (const report of fc.sample(anyReport, { numRuns: 50, seed: 8 })) {
      const { cases, suites, totals } = readJunit(renderJunit(report));
      expect(totals).toEqual({
        tests: cases.length,
        failures: cases.filter(({ result }) => result === 'failure').length,
        errors: cases.filter(({ result }) => result === 'error').length,
      });
      for (const { name, ...counts } of suites) {
        const own = cases.filter(({ suite }) => suite === name);
        expect(counts).toEqual({
          tests: own.length,
          failures: own.filter(({ result }) => result === 'failure').length,
          errors: own.filter(({ result }) => result === 'error').length,
          skipped: own.filter(({ result }) => result === 'skipped').length,
        });
      }
    }
  });

  it('names a case after its spec file and title', () => {
    expect(caseOf(violatedReport(), 'LIST-LIMIT-MAX')).toMatchObject({
      className: 'some.case',
      name: `LIST-LIMIT-MAX: ${SOME_CASE.title}`,
    });
  });
});
