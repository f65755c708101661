import { expect, it } from 'vitest';
import { fullReport } from '../../../support/full-report.ts';
import { reportText } from '../../../support/whole-texts.ts';
import { someReports } from '../report-arbitrary.ts';

it('the text of a report is that of the report as a whole, wherever it is cut', () => {
  for (const report of [fullReport(), ...someReports(12)]) {
    expect(reportText(report)).toBe(`${JSON.stringify(report, null, 2)}\n`);
  }
});
