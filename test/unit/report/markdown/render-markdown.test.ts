import { describe, expect, it } from 'vitest';
import { findRequirement, requirements } from '../../../../src/contract/requirements.ts';
import { fitSections, type Entries, ownText, proseOrCode } from '../../../../src/report/markdown/markdown-layout.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import type { Check, Report } from '../../../../src/report/report.ts';
import { caseEnd, check, judged, reportOf, row } from '../../../support/fake-records.ts';
import { fullReport } from '../../../support/full-report.ts';
import { readMarkdown } from '../../../support/read-markdown.ts';
import { requirement, violatedReport, violation } from '../../../support/terminal-reports.ts';
import { someReports } from '../report-arbitrary.ts';

const FIX = findRequirement('LIST-LIMIT-MAX')?.remedy ?? '';

function violatedBy(...checks: readonly Partial<Check>[]): Report {
  return violatedReport({ checks: checks.map((fields) => violation('LIST-LIMIT-MAX', fields)) });
}

/** A report in which the first question has these responses. */
function reportWithBehaviour(...seen: readonly string[]): Report {
  const report = fullReport();
  const [entry] = report.behaviour;
  if (entry === undefined) throw new Error('The example observed nothing.');
  return { ...report, behaviour: seen.map((each) => ({ ...entry, seen: each })) };
}

const OPEN = violatedReport({
  requirements: [
    requirement('A', 'not-verified', { reason: 'Too few pets.', howToResolve: 'Add some.' }),
    requirement('B', 'not-verified', { reason: 'Too few pets.', level: 'recommended' }),
  ],
  checks: [check('C', 'not-verified')],
});

const INAPPLICABLE = reportOf({
  table: [row('LIST-SAME')],
  cases: [caseEnd(['LIST-SAME'])],
  records: [judged('LIST-SAME', 'not-applicable', { reason: 'The catalogue is too large.' })],
});

describe('a Markdown report', () => {
  it.each<[lines: string, report: Report]>([
    ['# The service is NOT CONFORMANT, profile full\n\nTarget `http://127.0.0.1:1/v1`', violatedReport()],
    [
      `| Finding | Expected | Actual | Fix |\n| --- | --- | --- | --- |\n| \`LIST-LIMIT-MAX\`<br>a limit of 7 | \`at most 7\` | \`8 pets\` | ${ownText(FIX)} |`,
      violatedReport(),
    ],
    [
      '## Violated (1)\n\n<details open><summary>LIST-LIMIT-MAX: The statement of LIST-LIMIT-MAX.</summary>\n\n`LIST-LIMIT-MAX`, part 4.1, required',
      violatedReport(),
    ],
    [`- Expected: \`at most 7\`\n- Actual: \`8 pets\`\n- Pointer: \`/7\`\n- Fix: ${ownText(FIX)}`, violatedReport()],
    ['- Request: `GET http://h/v1/pets?limit=7`\n- Response: `200`\n- Body: `[]`', violatedReport()],
    ['- Place: `specs/some.spec.ts:1`', violatedReport()],
    ['- Evidence: exchange x1, in report.json', violatedReport()],
    ["```bash\ncurl 'http://h/v1/pets?limit=7'\n```", violatedReport()],
    // A stable violation is stronger evidence than an unstable one.
    ['- Actual: `steady`', violatedBy({ actual: 'unsteady', unstable: true }, { actual: 'steady', unstable: false })],
    ['- Checks: a limit of 7: 8 pets, and 1 check like it: `some/case`', violatedBy({}, {})],
    [
      '- Evidence: exchange x1; more violations of it in exchanges x4, x5; second try in exchange x21, in report.json',
      violatedBy({ unstable: true, furtherViolations: ['x4', 'x5'], repeatExchanges: ['x21'] }),
    ],
    ['- Evidence: none', violatedBy({ exchanges: [] })],
    ['## Not verified (2)\n\n- Too few pets.\n  - Resolve: Add some.', OPEN],
    ['  - Concerns: `A`, `B` (recommended)', OPEN],
    ['## Not applicable (1)\n\n- The catalogue is too large.\n  - Concerns: `LIST-SAME`', INAPPLICABLE],
    [
      '- 1 further check could not be decided. Other checks decided its requirement: C (1). report.json has the reasons.',
      OPEN,
    ],
    ['## Suite faults (1)\n\n- a.spec.ts did not load', fullReport()],
    ['  - Seen: 5 answers, such as: `a`, `b`, `c`, `d`', reportWithBehaviour('a', 'b', 'a', 'c', 'd', 'e')],
  ])('tells "%s"', (lines, report) => {
    expect(renderMarkdown(report)).toContain(`${lines}\n`);
  });

  it('gives every requirement a row, with its statement as prose', () => {
    const { outcomes } = readMarkdown(renderMarkdown(fullReport()));
    expect([...outcomes.keys()]).toEqual(requirements.map(({ id }) => id));
    expect(requirements.filter(({ statement }) => proseOrCode(statement).includes('`'))).toEqual([]);
  });

  it('keeps to its limit, and says what it left out', () => {
    const many = Array.from({ length: 900 }, (_, index) => `R-${index}`);
    const report = violatedReport({
      requirements: many.map((id) => requirement(id, 'violated')),
      // Each is a mistake of its own.
      checks: many.map((id) => violation(id, { pointer: `/${id}`, actual: '🐕'.repeat(800) })),
    });
    const text = renderMarkdown(report);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    expect(text).toMatch(/\n\d+ more findings are in report\.json, because this page would be too long\.\n/);
    expect(text).toContain('## Violated (900)');
    expect(text).toContain('## The run');
  });

  it('has no line that a build server takes for a command', () => {
    for (const report of someReports(10)) {
      const lines = renderMarkdown(report).split(/[\r\n]/);
      expect(lines.filter((line) => line.trim().startsWith('::') || line.includes('##['))).toEqual([]);
    }
  });
});

function section(title: string, entries: readonly string[]): Entries {
  return { heading: `## ${title}`, entries, between: '\n', noun: 'thing' };
}

describe('sections', () => {
  it('stand whole where they fit, and empty ones not at all', () => {
    const text = fitSections([section('A', ['- 1', '- 2']), section('B', []), section('C', ['- 3'])], 10_000);
    expect(text).toBe('## A\n\n- 1\n- 2\n\n## C\n\n- 3\n');
  });

  it('lose whole entries from their end, and say how many', () => {
    const entry = '🐕'.repeat(10);
    const text = fitSections(
      [
        section(
          'A',
          Array.from({ length: 100 }, () => entry),
        ),
      ],
      400,
    );
    const shown = text.split('\n').filter((line) => line === entry).length;
    expect(shown).toBeGreaterThan(0);
    expect(text).toContain(`${100 - shown} more things are in report.json`);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(400);
  });

  it('keep their headings where an earlier one has taken all the room', () => {
    const long = section('A', ['x'.repeat(300), 'y'.repeat(300)]);
    const text = fitSections([long, section('B', ['- b'.repeat(50)])], 600);
    expect(text).toContain('x'.repeat(300));
    expect(text).not.toContain('yyy');
    expect(text).toContain('## B\n\n1 more thing is in report.json');
  });
});
