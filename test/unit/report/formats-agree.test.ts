import * as fc from 'fast-check';
import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import { renderFormats, formatNames, type FormatName } from '../../../src/report/formats.ts';
import type { Report, ReportedOutcome } from '../../../src/report/report.ts';
import { anyConsistentReport, largeReport } from './consistent-report-arbitrary.ts';
import { reportOf } from '../../support/fake-records.ts';
import { readHtml } from './read-html.ts';
import { readJunit, type ReadCase } from '../../support/read-junit.ts';
import { readMarkdown } from '../../support/read-markdown.ts';

/** What a format tells of a run. Whatever it does not tell is left out. */
interface Told {
  readonly verdict?: string;
  readonly requirementCounts?: unknown;
  readonly requiredCounts?: unknown;
  readonly checkCounts?: unknown;
  readonly warnings?: number;
  readonly exchanges?: readonly string[];
  readonly requirements?: ReadonlyMap<string, string>;
  /** How each check ends, by case and requirement, in the words of the format. */
  readonly checks?: ReadonlyMap<string, string>;
}

/** How each format is read back, and what it calls the outcome of a check. A new format joins by one line. */
const READERS: Readonly<Record<FormatName, (text: string) => Told>> = {
  json: (text) => toldBy(JSON.parse(text) as Report),
  html: toldByHtml,
  junit: toldByJunit,
  md: toldByMarkdown,
  har: toldByHar,
};

function toldBy(report: Report): Required<Told> {
  const levels = new Map(report.requirements.map(({ id, level }) => [id, level]));
  return {
    verdict: report.verdict.outcome,
    requirementCounts: report.counts.requirements,
    requiredCounts: report.counts.required,
    checkCounts: report.counts.checks,
    warnings: report.counts.warnings,
    exchanges: report.exchanges.map(({ id }) => id).sort(),
    requirements: new Map(report.requirements.map(({ id, outcome }) => [id, outcome])),
    checks: new Map(
      report.checks.map(({ id, outcome, requirement }) => [id, resultOf(outcome, levels.get(requirement))]),
    ),
  };
}

/** Passing is all that a test case can tell of what was seen, observed or only warned of. */
function resultOf(outcome: ReportedOutcome, level: string | undefined): string {
  if (outcome === 'violated') return level === 'required' ? 'failure' : 'passed: warning';
  if (outcome === 'observed') return 'passed: observed';
  if (outcome === 'satisfied') return 'passed';
  return outcome === 'harness-error' ? 'error' : `skipped: ${outcome}`;
}

/** The outcome that a verdict line names. */
function outcomeIn(line: string): string {
  const words = /NOT CONFORMANT|CONFORMANT(?: WITH KNOWN DEVIATIONS)?|DEVIATIONS OUT OF DATE|INCONCLUSIVE/.exec(line);
  return words?.[0].toLowerCase() ?? '';
}

function toldByHtml(text: string): Told {
  const { headline, requirements, checkCounts } = readHtml(text);
  return { verdict: outcomeIn(headline), requirements, checkCounts: { ...NO_CHECKS, ...checkCounts } };
}

const NO_CHECKS = {
  satisfied: 0,
  violated: 0,
  deviating: 0,
  observed: 0,
  'not-verified': 0,
  'not-applicable': 0,
  'harness-error': 0,
} as const satisfies Report['counts']['checks'];

function toldByJunit(text: string): Told {
  const { cases, properties } = readJunit(text);
  const rows = [...properties].filter(([name]) => name.startsWith('requirement.'));
  const ofChecks = cases.filter(({ className }) => !['run', 'requirements'].includes(className));
  return {
    verdict: properties.get('verdict') ?? '',
    warnings: [...properties.keys()].filter((name) => name.startsWith('warning.')).length,
    requirements: new Map(
      rows.map(([name, value]) => [name.replace('requirement.', ''), value.split('; ').at(-1) ?? '']),
    ),
    checks: new Map(ofChecks.map((each) => [checkIdOf(each), wordOf(each)])),
  };
}

function checkIdOf({ className, name }: ReadCase): string {
  return `${className.replace('.', '/')}#${name.split(':')[0] ?? ''}`;
}

function wordOf({ result, text, message }: ReadCase): string {
  if (result === 'skipped') return `skipped: ${message.split(':')[0] ?? ''}`;
  const word = /^(warning|observed):/.exec(text)?.[1];
  return result === 'passed' && word !== undefined ? `passed: ${word}` : result;
}

function toldByMarkdown(text: string): Told {
  const { title, counts, totals, outcomes, entries } = readMarkdown(text);
  expect(entries.get('Warnings') ?? []).toHaveLength(totals[0] ?? 0);
  expect(entries.get('Violated') ?? []).toHaveLength(counts.get('Requirements required')?.['violated'] ?? 0);
  return {
    verdict: outcomeIn(title),
    requirementCounts: counts.get('Requirements all'),
    requiredCounts: counts.get('Requirements required'),
    checkCounts: counts.get('Checks all'),
    warnings: totals[0] ?? 0,
    requirements: outcomes,
  };
}

function toldByHar(text: string): Told {
  const { entries } = (JSON.parse(text) as Har).log;
  return { exchanges: entries.map(({ comment }) => comment?.split('exchange ')[1] ?? '').sort() };
}

const REPORTS: readonly (readonly [name: string, report: Report])[] = [
  ...fc
    .sample(anyConsistentReport, { numRuns: 17, seed: 20_301_205 })
    .map((report, index) => [`number ${index + 1}`, report] as const),
  ['an empty one', reportOf({})],
  ['of an interrupted run', interrupted(largeReport(200))],
  ['of ten thousand checks', largeReport(10_000)],
];

function interrupted(report: Report): Report {
  return { ...report, run: { ...report.run, end: 'interrupted' } };
}

describe('the generated reports', () => {
  const all = REPORTS.map(([, report]) => report);

  it('are twenty, and hold every verdict, every outcome and every end', () => {
    const outcomes = new Set(all.flatMap(({ checks }) => checks.map(({ outcome }) => outcome)));
    expect(all).toHaveLength(20);
    expect(outcomes.size).toBe(7);
    expect(new Set(all.map(({ run }) => run.end)).size).toBe(3);
    expect(new Set(all.map(({ verdict }) => verdict.outcome)).size).toBeGreaterThanOrEqual(2);
    expect(all.some(({ suiteFaults }) => suiteFaults.length > 0)).toBe(true);
    expect(Math.max(...all.map(({ checks }) => checks.length))).toBeGreaterThanOrEqual(10_000);
  });
});

describe.each(REPORTS)('a report, %s,', (_, report) => {
  it('is told alike by every format', async () => {
    const truth = toldBy(report);
    for (const [index, { text }] of (await renderFormats(report, formatNames)).entries()) {
      const name = formatNames[index] ?? 'json';
      const told = READERS[name](text);
      expect(Object.keys(told).length).toBeGreaterThan(0);
      for (const [fact, value] of Object.entries(told)) {
        expect([name, fact, value]).toEqual([name, fact, truth[fact as keyof Told]]);
      }
    }
  });
});

describe('a reader of a format', () => {
  it('tells a report from one with another outcome', () => {
    const [before, after] = [largeReport(100), largeReport(100)];
    const changed: Report = {
      ...after,
      checks: after.checks.map((check, index) => (index === 0 ? { ...check, outcome: 'harness-error' } : check)),
    };
    expect(toldBy(changed)).not.toEqual(toldBy(before));
  });
});
