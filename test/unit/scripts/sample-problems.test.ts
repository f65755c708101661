import { describe, expect, it } from 'vitest';
import { sampleProblems, type SuiteToday } from '../../../scripts/sample-problems.ts';
import { formatNames, renderFormats } from '../../../src/report/formats.ts';
import type { Report } from '../../../src/report/report.ts';
import { caseEnd, judged, reportOf } from '../../support/fake-records.ts';

const CASE = caseEnd(['GET-OK']);
const REPORT = reportOf({ cases: [CASE], records: [judged('GET-OK', 'violated')] });
const TODAY: SuiteToday = {
  version: '1.2.3',
  table: REPORT.requirements.map(({ id }) => ({ id })),
  cases: [CASE.description],
};

async function problemsOf(
  report: Report,
  today: SuiteToday = TODAY,
  spoil: (name: string, text: string) => string | null = (_, text) => text,
): Promise<readonly string[]> {
  const files = new Map((await renderFormats(report, formatNames)).map(({ name, text }) => [name, text]));
  return sampleProblems((file) => spoil(file, files.get(file) ?? ''), today);
}

describe('a sample', () => {
  it('is current where it is what the suite of today makes', async () => {
    expect(await problemsOf(REPORT)).toEqual([]);
  });

  it('is not where it is of another version of the suite', async () => {
    expect(await problemsOf(REPORT, { ...TODAY, version: '1.2.4' })).toEqual([
      'report.json is of version 1.2.3 of the suite, which is now 1.2.4.',
    ]);
  });

  it('is not where a requirement has come or gone', async () => {
    const [first, ...others] = TODAY.table;
    expect(await problemsOf(REPORT, { ...TODAY, table: [...TODAY.table, { id: 'NEW' }] })).toEqual([
      'The requirement NEW is missing.',
    ]);
    expect(await problemsOf(REPORT, { ...TODAY, table: others })).toEqual([
      `The requirement ${first?.id} is no longer known.`,
    ]);
  });

  it('is not where a case has come, or cites something else', async () => {
    const added = caseEnd(['GET-OK'], 'passed', [], 'new/case').description;
    expect(await problemsOf(REPORT, { ...TODAY, cases: [...TODAY.cases, added] })).toEqual([
      'The case new/case is missing.',
      'The check new/case#GET-OK is missing.',
    ]);
    const citing = caseEnd(['GET-SAME']).description;
    expect(await problemsOf(REPORT, { ...TODAY, cases: [citing] })).toEqual([
      'The check some/case#GET-SAME is missing.',
      'The check some/case#GET-OK is no longer known.',
    ]);
  });

  it.each(formatNames.filter((name) => name !== 'json'))('is not where %s is rendered otherwise', async (name) => {
    const [file] = await renderFormats(REPORT, [name]);
    const spoil = (given: string, text: string): string => (given === file?.name ? `${text} ` : text);
    expect(await problemsOf(REPORT, TODAY, spoil)).toEqual([`${file?.name} is not what is made of report.json today.`]);
  });

  it('is not where a file is missing, or the report is not valid', async () => {
    expect(await problemsOf(REPORT, TODAY, (name, text) => (name === 'junit.xml' ? null : text))).toHaveLength(1);
    expect(await problemsOf(REPORT, TODAY, () => null)).toEqual(['report.json is missing.']);
    expect(await problemsOf(REPORT, TODAY, () => '{}')).toContain(
      'report.json is not valid: the whole report: the member "run" is missing.',
    );
  });
});
