import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requirements } from '../../../../src/contract/requirements.ts';
import { proseOrCode } from '../../../../src/report/markdown/markdown-text.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import { check } from '../../../support/fake-records.ts';
import { fullReport } from '../../../support/full-report.ts';
import { anyReport } from '../report-arbitrary.ts';
import { requirement, violatedReport, violation } from '../../../support/terminal-reports.ts';
import { readMarkdown } from '../../../support/read-markdown.ts';

describe('a Markdown report', () => {
  it('begins with the verdict, and goes on with target and counts', () => {
    const text = renderMarkdown(violatedReport());
    expect(text.startsWith('# The service is NOT CONFORMANT, profile full\n\nTarget `http://127.0.0.1:1/v1`\n')).toBe(
      true,
    );
    expect(text.indexOf('| Requirements |')).toBeLessThan(text.indexOf('## Violated (1)'));
  });

  it('tells of a violation all that leads to the fix', () => {
    const text = renderMarkdown(violatedReport());
    for (const line of [
      '### `LIST-LIMIT-MAX`',
      'Part `4.1`, required: The statement of LIST-LIMIT-MAX.',
      '- Expected: `at most 7`',
      '- Actual: `8 animals`',
      '- Pointer: `/7`',
      '- Request: `GET http://h/v1/pets?limit=7`',
      '- Answer: `200`',
      '- Body: `[]`',
      '- Place: `specs/some.spec.ts:1, judged at specs/some.spec.ts:7`',
      "```sh\ncurl 'http://h/v1/pets?limit=7'\n```",
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  it('tells a steady violation before one that did not show again', () => {
    const checks = [
      violation('LIST-LIMIT-MAX', { actual: 'unsteady', unstable: true }),
      violation('LIST-LIMIT-MAX', { actual: 'steady', unstable: false }),
    ];
    const text = renderMarkdown(violatedReport({ checks }));
    expect(text).toContain('- Actual: `steady`');
    expect(text).toContain('- Further: 1 more violated check in report.json');
  });

  it('has warnings in a section of their own', () => {
    const text = renderMarkdown(
      violatedReport({ requirements: [requirement('LIST-LIMIT-MAX', 'violated', { level: 'recommended' })] }),
    );
    expect(readMarkdown(text).entries).toEqual(new Map([['Warnings', ['LIST-LIMIT-MAX']]]));
  });

  it('says what could not be verified, why, and what to supply', () => {
    const text = renderMarkdown(
      violatedReport({
        requirements: [
          requirement('A', 'not-verified', { reason: 'Too few animals.', supply: 'Add some.' }),
          requirement('B', 'not-verified', { reason: 'Too few animals.', level: 'recommended' }),
        ],
        checks: [check('C', 'not-verified')],
      }),
    );
    expect(text).toContain(
      '## Not verified (2)\n\n- Too few animals.\n  - To settle: Add some.\n  - Concerns: `A` (required), `B` (recommended)\n',
    );
    expect(text).toContain('- Single checks of requirements that other checks settled: 1, in report.json\n');
  });

  it('names faults of the suite, and what the service does where it may', () => {
    const report = fullReport();
    const [entry] = report.behaviour;
    if (entry === undefined) throw new Error('The example observed nothing.');
    const text = renderMarkdown({
      ...report,
      behaviour: ['a', 'b', 'a', 'c', 'd', 'e'].map((seen) => ({ ...entry, seen })),
    });
    expect(text).toContain('## Faults of the suite itself (1)\n\n- a.spec.ts did not load\n');
    expect(text).toContain(' `a`; `b`; `c`; `d`; and 1 more\n');
  });

  it('gives every requirement a row', () => {
    const { outcomes } = readMarkdown(renderMarkdown(fullReport()));
    expect([...outcomes.keys()]).toEqual(requirements.map(({ id }) => id));
  });

  it('sets every statement of the table as prose', () => {
    const set = requirements.map(({ statement }) => proseOrCode(statement));
    expect(set.filter((text) => text.includes('`'))).toEqual([]);
  });

  it('counts what it leaves out of a long value', () => {
    const report = violatedReport({
      requirements: [requirement('A', 'violated')],
      checks: [violation('A', { actual: 'a'.repeat(1500) })],
    });
    expect(renderMarkdown(report)).toContain('aaa… (1000 more characters)`\n');
  });

  it('keeps to its limit, and says what it left out', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `R-${index}`);
    const report = violatedReport({
      requirements: many.map((id) => requirement(id, 'violated')),
      checks: many.map((id) => violation(id, { actual: '🐕'.repeat(400) })),
    });
    const text = renderMarkdown(report);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    expect(text).toMatch(/\n\d+ more violated requirements are left out here, .* report\.json\.\n/);
    expect(text).toContain('## Violated (3000)');
    expect(text).toContain('## The run');
    expect(Buffer.byteLength(renderMarkdown(report, 20_000))).toBeLessThanOrEqual(20_000);
  });

  it('has no line that a build server takes for a command', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const lines = renderMarkdown(report).split(/[\r\n]/);
        expect(lines.filter((line) => line.trim().startsWith('::') || line.includes('##['))).toEqual([]);
      }),
    );
  });
});
