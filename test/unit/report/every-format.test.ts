import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/http/redaction.ts';
import { FORMATS, formatNames, renderFormat } from '../../../src/report/formats.ts';
import type { Report } from '../../../src/report/report.ts';
import { fullExchange, fullReport } from '../../support/full-report.ts';
import { doubt } from '../../support/fake-records.ts';
import { requirement, violatedReport, violation } from '../../support/terminal-reports.ts';

// What every format must satisfy. A format that is added to FORMATS is tested here by that alone; formats-agree.test.ts asks
// for a reader that compares its facts with those of all others.

const KEY = 'sample-key-5d0f1c7a9e3b2846';

/** A report in which a service has put this text wherever it can. */
function reportWith(text: string): Report {
  const base = fullExchange('x1');
  const body = { text, encoding: 'utf8', length: text.length, sha256: '0'.repeat(64), capped: false } as const;
  return violatedReport({
    verdict: { outcome: 'not conformant', judged: 'service', profile: 'full', exitCode: 1, reasons: [doubt(text)] },
    requirements: [requirement('LIST-LIMIT-MAX', 'violated')],
    checks: [violation('LIST-LIMIT-MAX', { actual: text })],
    suiteFaults: [text],
    exchanges: [{ ...base, response: { status: 200, headers: [['X-Text', text]], body, complete: true } }],
  });
}

describe.each(formatNames)('the format %s', (name) => {
  it('has a file of its own, and gives the same text for the same report', async () => {
    expect(formatNames.filter((other) => FORMATS[other].file === FORMATS[name].file)).toEqual([name]);
    expect(await renderFormat(fullReport(), name)).toBe(await renderFormat(fullReport(), name));
  });

  it('says what the verdict is', async () => {
    expect((await renderFormat(reportWith('8 pets'), name)).toLowerCase()).toContain('not conformant');
  });

  it.each([
    ['control characters', '\0\u0007\u001B[31m\u009B2J\u007F'],
    ['half a pair of surrogates', 'a\uD800b'],
    ['the end of what it stands in', '</script>]]>"\'`|\n```\n::error::x'],
  ])('is well-formed text without C0 control characters if a service sends %s', async (_, text) => {
    const rendered = await renderFormat(reportWith(text), name);
    expect(rendered.isWellFormed()).toBe(true);
    expect(rendered.replaceAll(/[\n\t]/g, '')).not.toMatch(/[^\P{Cc}\u007F-\u009F]/u);
  });
});

/** The badge shows the verdict, and nothing that a service sent. */
const MORE_THAN_THE_VERDICT = formatNames.filter((name) => name !== 'badge');

describe.each(MORE_THAN_THE_VERDICT)('the format %s', (name) => {
  it('names what the catalogue left open', async () => {
    const text = '2 cases could not be decided in this catalogue.';
    const { verdict } = reportWith('8 pets');
    const report = {
      ...reportWith('8 pets'),
      verdict: { ...verdict, reasons: [{ ...doubt(text), kind: 'note' as const }] },
    };
    expect(await renderFormat(report, name)).toContain(text);
  });

  it.each([KEY, `"${KEY}"`, `<${KEY}>`, `\u202E${KEY}\n`])(
    'holds a secret only so that the search for secrets finds it: %j',
    async (text) => {
      const redactor = createRedactor([{ label: '[key]', value: KEY }]);
      expect(redactor.findInFile(Buffer.from(await renderFormat(reportWith(text), name)))).toContain('[key]');
      expect(redactor.findInFile(Buffer.from(await renderFormat(reportWith('8 pets'), name)))).toEqual([]);
    },
  );

  it('names what a reader must know before the verdict, and the faults of the suite', async () => {
    const { run } = fullReport();
    const unchecked = { ...run, configuration: { ...run.configuration, insecure: true } };
    const text = await renderFormat({ ...fullReport(), run: unchecked, suiteFaults: ['The disk was slow.'] }, name);
    expect(text).toMatch(/TLS certificates were not checked|"insecure": ?true/);
    expect(text).toContain('The disk was slow.');
  });
});
