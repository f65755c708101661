import { describe, expect, it } from 'vitest';
import { compareReports, comparisonProblems } from '../../../src/gate/compare-reports.ts';
import { comparisonDocument, comparisonMarkdown, comparisonText } from '../../../src/gate/render-comparison.ts';
import type { Report, RequirementOutcome } from '../../../src/report/report.ts';
import { fullExchange, fullReport } from '../../support/full-report.ts';
import type { TestableId } from '../../../src/contract/requirements.ts';
import { caseEnd, judged, reportOf, row, RUN } from '../../support/fake-records.ts';

const NO_BODY = { text: '', encoding: 'utf8', length: 0, sha256: '', capped: false } as const;

type Outcome = 'satisfied' | 'violated' | 'not-verified';

/** GET-OK ends so in one case, and holds in another; DEPRECATION-SUNSET is recommended; an unspecified one, of lists by default, was seen so. */
function report(
  found: Outcome,
  rest: { sunset?: Outcome; open?: TestableId; seen?: string; known?: boolean; second?: Outcome | null } = {},
): Report {
  const { sunset = 'satisfied', open = 'OPEN-LIST-ORDER', seen = 'by id', known = false, second = null } = rest;
  return reportOf({
    table: [row('GET-OK'), row('DEPRECATION-SUNSET', 'recommended'), row(open, 'unspecified')],
    deviations: known ? [{ id: 'GET-OK', reason: 'A reason.', owner: 'An owner', expires: '2031-01-01' }] : [],
    cases: [
      caseEnd(['GET-OK', 'DEPRECATION-SUNSET', open], 'passed', [], 'a/one'),
      ...(second === null ? [] : [caseEnd(['GET-OK'], 'passed', [], 'a/two')]),
    ],
    records: [
      judged('GET-OK', found, {}, 'a/one'),
      judged('DEPRECATION-SUNSET', sunset, {}, 'a/one'),
      judged(open, 'observed', { actual: seen, exchanges: ['x1'] }, 'a/one'),
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
    const seenIn = (open: TestableId, largestPage: number, status: number): Report => {
      const size = Math.floor(largestPage / 4);
      const page = { ...fullExchange('x1'), response: { status, headers: [], body: NO_BODY, complete: true } };
      const seen = `x=1: ${status} with an array of ${size}`;
      return { ...report('satisfied', { open, seen }), facts: { ...facts, largestPage }, exchanges: [page] };
    };
    const small = seenIn('OPEN-LIST-PARAMETERS', 25, 200);
    const large = seenIn('OPEN-LIST-PARAMETERS', 60, 200);
    const runs = [{ name: 'pets on the largest page', before: '25', after: '60' }];
    expect(compareReports(small, large)).toMatchObject({ runs, changes: [], behaviour: [] });
    for (const other of [{ ...large, facts: small.facts }, seenIn('OPEN-LIST-PARAMETERS', 60, 400)])
      expect(compareReports(small, other).behaviour).toHaveLength(1);
    const [before, after] = [seenIn('OPEN-LIST-ORDER', 25, 200), seenIn('OPEN-LIST-ORDER', 60, 200)];
    expect(compareReports(before, after).behaviour).toHaveLength(1);
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
    for (const part of ['here is a regression', ...changes]) expect(text).toContain(part);
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
