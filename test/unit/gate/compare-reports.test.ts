import { describe, expect, it } from 'vitest';
import { compareReports, comparisonProblems } from '../../../src/gate/compare-reports.ts';
import { comparisonDocument, comparisonMarkdown, comparisonText } from '../../../src/gate/render-comparison.ts';
import type { Report, RequirementOutcome } from '../../../src/report/report.ts';
import { fullReport } from '../../support/full-report.ts';
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

function withOutcome({ requirements }: Report, outcome: RequirementOutcome): Report['requirements'] {
  return requirements.map((each) => ({ ...each, outcome }));
}

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
  const NEWER = { ...RUN, suite: { ...RUN.suite, version: '2.0.0' }, startedAt: '2031-01-01T00:00:00.000Z' };
  const base = report('satisfied', { second: 'satisfied' });
  const head = report('violated', { seen: 'by name' });
  const comparison = compareReports(base, { ...head, run: NEWER });

  it('holds what changed', () => {
    expect(comparison).toMatchObject({
      isReversed: false,
      changes: [
        {
          kind: 'worse',
          id: 'GET-OK',
          before: 'verified',
          after: 'violated',
          violation: { check: 'a/one#GET-OK', expected: 'this', actual: 'that', curl: '' },
        },
      ],
      behaviour: [{ requirement: 'OPEN-LIST-ORDER', before: 'by id', after: 'by name' }],
      otherChecks: ['a/two#GET-OK'],
      runs: [{ name: 'suite', before: 'suite 1.2.3', after: 'suite 2.0.0' }],
    });
    expect(compareReports({ ...head, run: NEWER }, base)).toMatchObject({
      isReversed: true,
      regression: false,
      changes: [{ kind: 'better', id: 'GET-OK', before: 'violated', after: 'verified', violation: null }],
    });
  });

  it('says in one line that the catalogue grew', () => {
    const facts = fullReport().facts;
    if (facts === null) throw new Error('There are no facts.');
    const small = {
      ...report('satisfied', { seen: 'x=1: 200 with an array of 6' }),
      facts: { ...facts, largestPage: 25 },
    };
    const large = {
      ...report('satisfied', { seen: 'x=1: 200 with an array of 15' }),
      facts: { ...facts, largestPage: 60 },
    };
    const runs = [{ name: 'pets on the largest page', before: '25', after: '60' }];
    expect(compareReports(small, large)).toMatchObject({ runs, changes: [], behaviour: [] });
    expect(compareReports(small, { ...large, facts: small.facts }).behaviour).toHaveLength(1);
  });

  it('names the settings that differ', () => {
    const other = { ...base, run: { ...RUN, configuration: { ...RUN.configuration, examples: 50 } } };
    expect(compareReports(base, other).runs).toMatchObject([{ name: 'examples', after: '50' }]);
  });

  it.each<[string, Report, Report['run'], string]>([
    ['a violation of a check that only the new suite has', { ...base, checks: [] }, NEWER, 'suite'],
    [
      'a violation of a check that only other sources have',
      { ...base, checks: [] },
      { ...RUN, suite: { ...RUN.suite, sources: 'sha256:1' } },
      'suite',
    ],
    ['a violation of a check that the base did not reach', { ...base, checks: [] }, RUN, 'worse'],
    ['a violation of a check that both have', base, NEWER, 'worse'],
  ])('attributes %s', (_, earlier, run, kind) => {
    expect(compareReports(earlier, { ...head, run }).changes).toMatchObject([{ id: 'GET-OK', kind }]);
  });

  it.each<[string, Partial<Report>, boolean]>([
    ['is not applicable now', { requirements: withOutcome(base, 'not-applicable') }, true],
    ['has vanished', { requirements: [] }, true],
    ['has vanished with another suite', { requirements: [], run: NEWER }, false],
    ['leaves the run inconclusive', { verdict: { ...base.verdict, outcome: 'inconclusive', exitCode: 2 } }, true],
  ])('of a verified requirement that %s', (_, later, regression) => {
    expect(compareReports(base, { ...base, ...later }).regression).toBe(regression);
  });

  it.each([
    ['text', comparisonText(comparison)],
    ['markdown', comparisonMarkdown(comparison)],
  ])('shows all changes as %s', (_, text) => {
    const changes = ['Newly violated (1)', 'GET-OK', 'this', 'Changed behaviour (1)', 'suite 2.0.0'];
    for (const part of ['here is a regression', 'One other check ended differently', ...changes])
      expect(text).toContain(part);
    expect(text.indexOf('suite 2.0.0')).toBeLessThan(text.indexOf('Newly violated'));
  });

  it('is the same as JSON, and fits into a comment', () => {
    expect(comparisonDocument(comparison)).toEqual({ comparisonVersion: 2, ...comparison });
    const changes = Array.from({ length: 5000 }, () => comparison.changes).flat();
    expect(Buffer.byteLength(comparisonMarkdown({ ...comparison, changes }))).toBeLessThan(65_536);
  });
});

describe('reports', () => {
  it.each<[string, Partial<Report['run']>, string]>([
    ['profiles', { profile: 'read-only' }, 'different profiles'],
    ['contracts', { contract: { title: 'Contract', version: '2.0.0' } }, 'different contracts'],
    ['selections', { selection: 'part' }, 'only a part'],
  ])('of two %s cannot', (_, run, obstacle) => {
    expect(comparisonProblems(satisfied, satisfied)).toEqual([]);
    expect(comparisonProblems(satisfied, { ...satisfied, run: { ...satisfied.run, ...run } }).join(' ')).toContain(
      obstacle,
    );
  });
});
