import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareReports } from '../../../src/gate/compare-reports.ts';
import { decidePromotion } from '../../../src/gate/decide-promotion.ts';
import { readPolicy } from '../../../src/gate/policy.ts';
import { conclusionProblems } from '../../../src/gate/redraw-conclusions.ts';
import { comparisonJson, comparisonMarkdown, comparisonText } from '../../../src/gate/render-comparison.ts';
import { statementFor } from '../../../src/gate/statement.ts';
import { renderAnnotations } from '../../../src/report/github/render-annotations.ts';
import { renderJunit } from '../../../src/report/junit/render-junit.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { renderTerminal, renderVerdictLine } from '../../../src/report/render-terminal.ts';
import type { Report, VerdictName } from '../../../src/report/report.ts';
import { validateReport } from '../../../src/report/validate-report.ts';
import { anyVerdictReport } from './consistent-report-arbitrary.ts';
import { readJunit } from '../../support/read-junit.ts';
import { renderHar, renderHtml } from '../../support/whole-texts.ts';

/** What each verdict is in each format, written down a second time. */
interface Expected {
  readonly service: string;
  readonly embedded: string;
  readonly exitCode: number;
  /** The SGR code on the terminal. */
  readonly colour: number;
  readonly tone: string;
  readonly junit: string;
  readonly annotation: string;
  readonly attested: string;
}

const YES = { exitCode: 0, junit: 'passed', annotation: 'notice' } as const;
const NO = { exitCode: 1, junit: 'failure', annotation: 'error', attested: 'FAILED' } as const;
const GREEN = { colour: 32, tone: 'good' } as const;
const YELLOW = { colour: 33, tone: 'doubt' } as const;
const RED = { colour: 31, tone: 'bad' } as const;

const EXPECTED: Readonly<Record<VerdictName, Expected>> = {
  conformant: {
    service: 'The service is CONFORMANT',
    embedded: 'The embedded reference service is CONFORMANT',
    ...YES,
    ...GREEN,
    attested: 'PASSED',
  },
  'conformant with known deviations': {
    service: 'The service is CONFORMANT WITH KNOWN DEVIATIONS',
    embedded: 'The embedded reference service is CONFORMANT WITH KNOWN DEVIATIONS',
    ...YES,
    ...YELLOW,
    attested: 'WARNED',
  },
  'deviations out of date': {
    service: 'The run found DEVIATIONS OUT OF DATE',
    embedded: 'The run against the embedded reference service found DEVIATIONS OUT OF DATE',
    ...NO,
    ...RED,
  },
  'not conformant': {
    service: 'The service is NOT CONFORMANT',
    embedded: 'The embedded reference service is NOT CONFORMANT',
    ...NO,
    ...RED,
  },
  inconclusive: {
    service: 'The run is INCONCLUSIVE',
    embedded: 'The run against the embedded reference service is INCONCLUSIVE',
    ...YELLOW,
    exitCode: 2,
    junit: 'error',
    annotation: 'error',
    attested: 'FAILED',
  },
};

interface Expectation extends Expected {
  readonly headline: string;
  readonly line: string;
}

function expectationOf({ verdict, run }: Report): Expectation {
  const entry = EXPECTED[verdict.outcome];
  const headline = run.embedded ? entry.embedded : entry.service;
  return { ...entry, headline, line: `${headline}, profile ${run.profile}` };
}

/** One check for each format: that its verdict line, its colour and its code are the expected ones. */
const CHECKS: Readonly<Record<string, (report: Report, expected: Expectation) => void>> = {
  json({ verdict, run, ...rest }, { exitCode }) {
    expect(validateReport({ verdict, run, ...rest })).toEqual([]);
    expect(verdict).toMatchObject({ exitCode, judged: run.embedded ? 'embedded reference service' : 'service' });
    expect(verdict.reasons.length).toBeGreaterThan(0);
    if (run.signal !== null)
      expect(verdict.reasons).toContain(`The run was interrupted by ${run.signal} before its end.`);
  },
  terminal(report, { line, colour }) {
    const lines = renderTerminal(report, { colour: true, width: 100, reportPath: 'report.json' }).trim().split('\n');
    const painted = `\u001B[1m\u001B[${colour}m${line}.`;
    expect(lines[0]).toContain(painted);
    expect(lines.at(-2)).toContain(painted);
    expect(stripVTControlCharacters(lines[0] ?? '')).toBe(`${line}.`);
    expect(renderVerdictLine(report, { colour: true, width: 100 })).toContain(painted);
  },
  html(report, { headline, tone, exitCode }) {
    const page = renderHtml(report);
    expect(page).toContain(`<title>${headline}: ${report.run.target}</title>`);
    expect(page).toContain(`<h1>${headline}</h1>`);
    expect(page).toContain(` class="verdict ${tone} ${report.verdict.outcome.replaceAll(' ', '-')}"`);
    expect(page).toContain(`Profile <strong>${report.run.profile}</strong>, exit code ${exitCode}`);
  },
  markdown(report, { line }) {
    expect(renderMarkdown(report).split('\n')[0]).toBe(`# ${line}`);
  },
  junit(report, { line, junit }) {
    const text = renderJunit(report);
    const { properties, cases } = readJunit(text);
    const verdict = cases.find(({ className, name }) => className === 'run' && name === 'verdict');
    expect(text).toContain(`<testsuites name="suite against ${report.run.target}: ${line}"`);
    expect([properties.get('verdict'), properties.get('verdictLine')]).toEqual([report.verdict.outcome, line]);
    expect(properties.get('signal')).toBe(report.run.signal ?? 'none');
    expect(verdict?.result).toBe(junit);
    expect(junit === 'passed' ? verdict?.text.split('\n')[0] : verdict?.message).toBe(`${line}.`);
  },
  annotations(report, { line, annotation }) {
    const first = renderAnnotations(report).split('\n')[0];
    expect(first?.startsWith(`::${annotation} title=${line.replaceAll(',', '%2C')}::`)).toBe(true);
  },
  har(report, { line }) {
    const { log } = JSON.parse(renderHar(report)) as { readonly log: { readonly comment: string } };
    expect(log.comment.startsWith(`${line}. `)).toBe(true);
  },
  gate(report, { line, exitCode }) {
    const read = readPolicy(null, { profile: report.run.profile });
    if (read.kind === 'bad') throw new Error('There is no policy.');
    const verification = { problems: [], notes: [], report, signed: true, subject: null };
    const now = Date.parse(report.run.endedAt);
    const decision = decidePromotion(verification, { policy: read.policy, now, hasKey: true });
    expect(exitCode === 0 ? decision.for : decision.against).toContain(`${line}.`);
    if (exitCode !== 0 || report.run.embedded) expect(decision.promote).toBe(false);
  },
  diff(report, { line }) {
    const comparison = compareReports(report, report);
    for (const text of [comparisonText(comparison), comparisonMarkdown(comparison)]) {
      expect(text).toContain(`No regression. As before: ${line}.`);
    }
    expect(JSON.parse(comparisonJson(comparison))).toMatchObject({ verdict: { before: line, after: line } });
  },
  attestation(report, { attested }) {
    const { outcome, judged, exitCode } = report.verdict;
    expect(JSON.parse(statementFor(report, [], null))).toMatchObject({
      predicate: { result: attested, conformance: { verdict: outcome, judged, exitCode, signal: report.run.signal } },
    });
  },
  verification(report) {
    expect(conclusionProblems(report, null)).toEqual([]);
  },
};

const RUNS = { numRuns: 300, seed: 20_301_205 };

describe('the verdict, for whatever outcomes, ends, signals, selections, deviations, faults and target,', () => {
  it.each(Object.entries(CHECKS))('has its word, its colour and its exit code in: %s', (_, check) => {
    fc.assert(
      fc.property(anyVerdictReport, (report) => check(report, expectationOf(report))),
      RUNS,
    );
  });

  it('comes up in all kinds, of the service and of the embedded one', () => {
    const seen = fc.sample(anyVerdictReport, RUNS).map(({ verdict }) => `${verdict.outcome} (${verdict.judged})`);
    const all = Object.keys(EXPECTED).flatMap((name) => [`${name} (service)`, `${name} (embedded reference service)`]);
    expect([...new Set(seen)].sort()).toEqual(all.sort());
  });

  it('has a colour and a mark in the style of the page', () => {
    const style = readFileSync(new URL('../../../src/report/html/page.css', import.meta.url), 'utf8');
    for (const [name, { tone }] of Object.entries(EXPECTED)) {
      expect(style).toContain(`.${tone} h1 {`);
      expect(style).toContain(`.${name.replaceAll(' ', '-')} h1::before {`);
    }
  });
});
