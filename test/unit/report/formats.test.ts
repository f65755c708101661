import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleReport } from '../../../src/report/example-report.ts';
import { filesOfOthers, FORMATS, formatNames, isFormatName, renderFormats } from '../../../src/report/formats.ts';
import type { Report } from '../../../src/report/report.ts';
import { validateReport } from '../../../src/report/validate-report.ts';
import { fullReport } from '../../support/full-report.ts';
import { anyReport } from './report-arbitrary.ts';
import { reportText } from '../../support/whole-texts.ts';

describe('the formats', () => {
  it('begin with the one that all others are made from, and have a file each', () => {
    expect(formatNames[0]).toBe('json');
    expect(new Set(formatNames.map((name) => FORMATS[name].file)).size).toBe(formatNames.length);
  });

  it('are known by name', () => {
    expect(formatNames.every(isFormatName)).toBe(true);
    expect(isFormatName('pdf')).toBe(false);
    expect(isFormatName('toString')).toBe(false);
  });

  it('are rendered in the order in which they are asked for', async () => {
    const files = await renderFormats(fullReport(), ['har', 'json']);
    expect(files.map(({ name }) => name)).toEqual(['evidence.har', 'report.json']);
    expect(files[1]?.text).toBe(reportText(fullReport()));
  });

  it('leave the files of all others to be removed', () => {
    const others = formatNames.filter((name) => name !== 'json' && name !== 'junit');
    expect(filesOfOthers(['json', 'junit'])).toEqual(others.map((name) => FORMATS[name].file));
    expect(filesOfOthers(formatNames)).toEqual([]);
  });
});

describe('every format', () => {
  const reports = [...fc.sample(anyReport, { numRuns: 30, seed: 11 }), fullReport(), exampleReport()];

  it('is the same text for a report and for the one that is read back', async () => {
    for (const report of reports) {
      const again = JSON.parse(reportText(report)) as Report;
      expect(await renderFormats(again, formatNames)).toEqual(await renderFormats(report, formatNames));
    }
  });

  it('changes when the report does', async () => {
    const report = fullReport();
    const changed = { ...report, run: { ...report.run, id: 'run-2' } };
    const [before, after] = [await renderFormats(report, formatNames), await renderFormats(changed, formatNames)];
    for (const [index, { text }] of before.entries()) expect(after[index]?.text).not.toBe(text);
  });
});

describe('the example report', () => {
  it('is a report with every outcome in it', () => {
    const { checks, requirements } = exampleReport();
    expect(validateReport(exampleReport())).toEqual([]);
    expect(new Set(checks.map(({ outcome }) => outcome)).size).toBe(7);
    expect(new Set(requirements.map(({ outcome }) => outcome)).size).toBe(7);
  });
});
