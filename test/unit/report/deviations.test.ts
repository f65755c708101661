import { describe, expect, it } from 'vitest';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import { renderJunit } from '../../../src/report/junit/render-junit.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { renderTerminal } from '../../../src/report/render-terminal.ts';
import type { Deviation, Report } from '../../../src/report/report.ts';
import { validateReport } from '../../../src/report/validate-report.ts';
import { caseEnd, judged, reportOf, row } from '../../support/fake-records.ts';
import { renderHtml } from '../../support/whole-texts.ts';

const TABLE = [row('GET-OK'), row('GET-SAME')];
const KNOWN: Deviation = { id: 'GET-OK', reason: 'The gateway caches.', owner: 'Pet team', expires: '2030-01-01' };

/** GET-OK ends in an outcome, in two cases that may differ; GET-SAME holds. The run begins on 2030-01-01. */
function ran(
  deviations: readonly Deviation[],
  first: 'violated' | 'satisfied' | 'not-verified' | 'not-applicable',
  second: 'violated' | 'satisfied' | 'not-applicable' = 'satisfied',
): Report {
  return reportOf({
    table: TABLE,
    deviations,
    cases: [caseEnd(['GET-OK', 'GET-SAME'], 'passed', [], 'a/one'), caseEnd(['GET-OK'], 'passed', [], 'a/two')],
    records: [
      judged('GET-OK', first, {}, 'a/one'),
      judged('GET-SAME', 'satisfied', {}, 'a/one'),
      judged('GET-OK', second, {}, 'a/two'),
    ],
  });
}

describe('a listed violation', () => {
  it('deviates, and the service is conformant with known deviations', () => {
    const report = ran([KNOWN], 'violated');
    expect(report.verdict).toMatchObject({ outcome: 'conformant with known deviations', exitCode: 0 });
    expect(report.checks.map(({ outcome }) => outcome)).toEqual(['deviating', 'satisfied', 'satisfied']);
    expect(report.requirements.map(({ outcome }) => outcome)).toEqual(['deviating', 'verified']);
    expect(report.deviations).toEqual([{ ...KNOWN, state: 'open', checks: ['a/one#GET-OK'] }]);
    expect(report.counts).toMatchObject({ required: { deviating: 1, violated: 0 }, checks: { deviating: 1 } });
    expect(validateReport(report)).toEqual([]);
  });

  it('gates where only another check of its requirement is listed', () => {
    const report = ran([{ ...KNOWN, id: 'a/one#GET-OK' }], 'violated', 'violated');
    expect(report.verdict).toMatchObject({ outcome: 'not conformant', exitCode: 1 });
    expect(report.checks.map(({ outcome }) => outcome)).toEqual(['deviating', 'satisfied', 'violated']);
    expect(report.deviations[0]).toMatchObject({ state: 'open', checks: ['a/one#GET-OK'] });
  });

  it('gates again after its last day, and the entry is named', () => {
    const report = ran([{ ...KNOWN, expires: '2029-12-31' }], 'violated');
    expect(report.verdict).toMatchObject({ outcome: 'not conformant', exitCode: 1 });
    expect(report.verdict.reasons[0]).toContain('GET-OK (Pet team) expired after 2029-12-31');
    expect(report.deviations[0]).toMatchObject({ state: 'expired', checks: [] });
  });
});

describe('an entry that is out of date', () => {
  it.each([
    ['its requirement holds', KNOWN],
    ['its check holds', { ...KNOWN, id: 'a/one#GET-OK' }],
  ])('is stale where %s, which is exit 1 and does not accuse the service', (_, deviation) => {
    const report = ran([deviation], 'satisfied');
    expect(report.verdict).toMatchObject({ outcome: 'deviations out of date', exitCode: 1 });
    expect(report.verdict.reasons[0]).toContain(`${deviation.id} (Pet team) is stale`);
    expect(report.deviations[0]?.state).toBe('stale');
  });

  it('is expired even where what it lists holds', () => {
    const report = ran([{ ...KNOWN, expires: '2029-12-31' }], 'satisfied');
    expect(report.verdict).toMatchObject({ outcome: 'deviations out of date', exitCode: 1 });
    expect(report.deviations[0]?.state).toBe('expired');
  });

  it('is named beside one that is open', () => {
    const report = ran([KNOWN, { ...KNOWN, id: 'GET-SAME' }], 'violated');
    expect(report.verdict).toMatchObject({ outcome: 'deviations out of date', exitCode: 1 });
  });
});

describe('an entry of which the run does not tell', () => {
  it('is unsettled where its requirement does not apply', () => {
    const report = ran([KNOWN], 'not-applicable', 'not-applicable');
    expect(report.verdict).toMatchObject({ outcome: 'conformant', exitCode: 0 });
    expect(report.deviations[0]?.state).toBe('unsettled');
  });

  it('does not hide that its requirement is not verified', () => {
    const report = ran([KNOWN], 'not-verified', 'not-applicable');
    expect(report.verdict).toMatchObject({ outcome: 'inconclusive', exitCode: 2 });
    expect(report.deviations[0]?.state).toBe('unsettled');
  });
});

function everyText(report: Report): readonly (readonly [format: string, text: string])[] {
  return [
    ['terminal', renderTerminal(report, { colour: false, width: 200, reportPath: 'report.json' })],
    ['html', renderHtml(report)],
    ['junit', renderJunit(report)],
    ['md', renderMarkdown(report)],
    ['github', renderAnnotations(report)],
  ];
}

describe('every format', () => {
  it.each(everyText(ran([KNOWN], 'violated')))('shows an open deviation: %s', (_, text) => {
    expect(text).toContain('The gateway caches.');
    expect(text).toContain('Pet team');
    expect(text).toContain('2030-01-01');
  });

  it.each(everyText(ran([KNOWN], 'satisfied')))('names a stale one: %s', (_, text) => {
    expect(text).toContain('is stale');
  });

  it.each(everyText(ran([{ ...KNOWN, expires: '2029-12-31' }], 'violated')))('names an expired one: %s', (_, text) => {
    expect(text).toContain('expired after 2029-12-31');
  });

  it.each(everyText(ran([], 'violated')))('says nothing of deviations where none is listed: %s', (_, text) => {
    expect(text).not.toContain('Known deviations');
    expect(text).not.toContain('The gateway caches.');
  });

  it('JUnit skips what deviates with its reason, and fails a list that is out of date', () => {
    const open = renderJunit(ran([KNOWN], 'violated'));
    expect(open).toContain('<skipped message="deviating: The gateway caches. (Pet team, until 2030-01-01)"');
    expect(open).not.toContain('<failure');
    expect(renderJunit(ran([KNOWN], 'satisfied'))).toContain('type="outdated-deviation"');
  });
});
