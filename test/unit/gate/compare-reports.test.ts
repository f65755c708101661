import { describe, expect, it } from 'vitest';
import { compareReports, comparisonProblems } from '../../../src/gate/compare-reports.ts';
import { comparisonJson, comparisonMarkdown, comparisonText } from '../../../src/gate/render-comparison.ts';
import type { Report } from '../../../src/report/report.ts';
import { caseEnd, judged, reportOf, row, RUN } from '../../support/fake-records.ts';

type Outcome = 'satisfied' | 'violated' | 'not-verified';

/** GET-OK ends so in one case, and holds in another; DEPRECATION-SUNSET is recommended; OPEN-LIST-ORDER was seen so. */
function report(
  found: Outcome,
  rest: { sunset?: Outcome; seen?: string; known?: boolean; second?: Outcome | null } = {},
): Report {
  const { sunset = 'satisfied', seen = 'by id', known = false, second = null } = rest;
  return reportOf({
    table: [row('GET-OK'), row('DEPRECATION-SUNSET', 'recommended'), row('OPEN-LIST-ORDER', 'unspecified')],
    deviations: known ? [{ id: 'GET-OK', reason: 'A reason.', owner: 'An owner', expires: '2031-01-01' }] : [],
    cases: [
      caseEnd(['GET-OK', 'DEPRECATION-SUNSET', 'OPEN-LIST-ORDER'], 'passed', [], 'a/one'),
      ...(second === null ? [] : [caseEnd(['GET-OK'], 'passed', [], 'a/two')]),
    ],
    records: [
      judged('GET-OK', found, {}, 'a/one'),
      judged('DEPRECATION-SUNSET', sunset, {}, 'a/one'),
      judged('OPEN-LIST-ORDER', 'observed', { actual: seen }, 'a/one'),
      ...(second === null ? [] : [judged('GET-OK', second, {}, 'a/two')]),
    ],
  });
}

const satisfied = report('satisfied');
const violated = report('violated');
const unverified = report('not-verified');
const known = report('violated', { known: true });
const secondHolds = report('violated', { second: 'satisfied' });
const secondToo = report('violated', { second: 'violated' });

describe('a comparison finds', () => {
  it.each([
    ['a regression in a requirement that is newly violated', satisfied, violated, true],
    ['a regression in a requirement that is no longer verified', satisfied, unverified, true],
    ['a regression in a violation that could not be seen before', unverified, violated, true],
    ['a regression in a violation that was a known deviation before', known, violated, true],
    ['a regression in another check of a violated requirement', secondHolds, secondToo, true],
    ['a regression in a requirement that is new', { ...satisfied, requirements: [] }, violated, true],
    ['none in a report like it', satisfied, satisfied, false],
    ['none in a violation that is there still', violated, violated, false],
    ['none in a fix', violated, satisfied, false],
    ['none in a violation that became a known deviation', violated, known, false],
    ['none in a warning', satisfied, report('satisfied', { sunset: 'violated' }), false],
    ['none in another behaviour', satisfied, report('satisfied', { seen: 'by name' }), false],
    ['none in what was violated and is not verified now', violated, unverified, false],
  ])('%s', (_, base, head, regression) => {
    expect(compareReports(base, head).regression).toBe(regression);
  });
});

describe('a comparison', () => {
  const base = report('satisfied', { second: 'satisfied' });
  const head = {
    ...report('violated', { seen: 'by name' }),
    run: { ...RUN, suite: { name: 'suite', version: '2.0.0' } },
  };
  const comparison = compareReports(base, head);

  it('holds what changed', () => {
    expect(comparison).toMatchObject({
      newlyViolated: [{ id: 'GET-OK', before: 'verified', after: 'violated', checks: ['a/one#GET-OK'] }],
      behaviour: [{ requirement: 'OPEN-LIST-ORDER', before: 'by id', after: 'by name' }],
      vanishedChecks: ['a/two#GET-OK'],
      appearedChecks: [],
      facts: [{ name: 'suite', before: 'suite 1.2.3', after: 'suite 2.0.0' }],
    });
    expect(compareReports(head, base)).toMatchObject({
      newlySatisfied: [{ id: 'GET-OK', before: 'violated', after: 'verified' }],
      newlyViolated: [],
      appearedChecks: ['a/two#GET-OK'],
    });
  });

  it.each([
    ['text', comparisonText(comparison)],
    ['markdown', comparisonMarkdown(comparison)],
  ])('tells it all as %s', (_, text) => {
    const changes = ['Newly violated (1)', 'GET-OK', 'Changed behaviour (1)', 'Vanished checks (1)', 'suite 2.0.0'];
    for (const part of ['here is a regression', ...changes]) expect(text).toContain(part);
  });

  it('is the same as JSON, and fits into a comment', () => {
    expect(JSON.parse(comparisonJson(comparison))).toEqual({ comparisonVersion: 1, ...comparison });
    const many = Array.from({ length: 5000 }, (_, index) => `case/${index}#GET-OK`);
    expect(Buffer.byteLength(comparisonMarkdown({ ...comparison, appearedChecks: many }))).toBeLessThan(65_536);
  });
});

describe('reports', () => {
  it.each<[string, Partial<Report['run']>, string]>([
    ['profiles', { profile: 'read-only' }, 'two profiles'],
    ['contracts', { contract: { title: 'Contract', version: '2.0.0' } }, 'two contracts'],
    ['selections', { selection: 'part' }, 'only a part'],
  ])('of two %s cannot', (_, run, obstacle) => {
    expect(comparisonProblems(satisfied, satisfied)).toEqual([]);
    expect(comparisonProblems(satisfied, { ...satisfied, run: { ...satisfied.run, ...run } }).join(' ')).toContain(
      obstacle,
    );
  });
});
