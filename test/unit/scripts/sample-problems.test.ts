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
  corrupt: (name: string, text: string) => string | null = (_, text) => text,
): Promise<readonly string[]> {
  const files = new Map((await renderFormats(report, formatNames)).map(({ name, text }) => [name, text]));
  return sampleProblems((file) => corrupt(file, files.get(file) ?? ''), today);
}

const [FIRST, ...OTHERS] = TODAY.table;
const ADDED = caseEnd(['GET-OK'], 'passed', [], 'new/case').description;

describe('a sample', () => {
  it.each<[what: string, today: Partial<SuiteToday>, problems: readonly string[]]>([
    ['the suite of today makes it', {}, []],
    ['of another version', { version: '1.2.4' }, ['report.json is of version 1.2.3 of the suite, which is now 1.2.4.']],
    ['a requirement has come', { table: [...TODAY.table, { id: 'NEW' }] }, ['The requirement NEW is missing.']],
    ['a requirement has gone', { table: OTHERS }, [`The requirement ${FIRST?.id} is no longer known.`]],
    [
      'a case has come',
      { cases: [CASE.description, ADDED] },
      ['The case new/case is missing.', 'The check new/case#GET-OK is missing.'],
    ],
    [
      'a case cites something else',
      { cases: [caseEnd(['GET-SAME']).description] },
      ['The check some/case#GET-SAME is missing.', 'The check some/case#GET-OK is no longer known.'],
    ],
  ])('is current or not: %s', async (_what, today, problems) => {
    expect(await problemsOf(REPORT, { ...TODAY, ...today })).toEqual(problems);
  });

  it.each(formatNames.filter((name) => name !== 'json'))('is not where %s is rendered otherwise', async (name) => {
    const [file] = await renderFormats(REPORT, [name]);
    const corrupt = (given: string, text: string): string => (given === file?.name ? `${text} ` : text);
    expect(await problemsOf(REPORT, TODAY, corrupt)).toEqual([
      `${file?.name} is not what is made of report.json today.`,
    ]);
  });

  it('is not where a file is missing, or the report is not valid', async () => {
    expect(await problemsOf(REPORT, TODAY, (name, text) => (name === 'junit.xml' ? null : text))).toHaveLength(1);
    expect(await problemsOf(REPORT, TODAY, () => null)).toEqual(['report.json is missing.']);
    expect(await problemsOf(REPORT, TODAY, () => '{}')).toContain(
      'report.json is not valid: the whole report: the member "run" is missing.',
    );
  });
});
