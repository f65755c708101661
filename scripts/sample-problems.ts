import type { CaseDescription } from '../src/suite/case.ts';
import { FIXTURES_CASE } from '../src/suite/fixture-step.ts';
import type { RequirementRow } from '../src/contract/requirements.ts';
import { formatNames, renderFormats } from '../src/report/formats.ts';
import { REPORT_FILE } from '../src/report/reports-folder.ts';
import type { Report } from '../src/report/report.ts';
import { validateReport } from '../src/report/validate-report.ts';

/** The suite as it is today, which the sample must belong to. */
export interface SuiteToday {
  readonly version: string;
  readonly table: readonly Pick<RequirementRow, 'id'>[];
  readonly cases: readonly CaseDescription[];
}

/**
 * What keeps a sample from being current, one sentence each. `read` gives the text of a file of the sample, null where it
 * is missing. Times, ports and ids of runs differ from run to run, so another sample need not have the same bytes: it is
 * current where it belongs to today's suite, and where every format is what today's suite makes of its report.json.
 */
export async function sampleProblems(
  read: (file: string) => string | null,
  today: SuiteToday,
): Promise<readonly string[]> {
  const text = read(REPORT_FILE);
  if (text === null) return [`${REPORT_FILE} is missing.`];
  const value: unknown = JSON.parse(text);
  const invalid = validateReport(value);
  if (invalid.length > 0) return invalid.map((problem) => `${REPORT_FILE} is not valid: ${problem}.`);
  const report = value as Report;
  return [...suiteProblems(report, today), ...(await formatProblems(report, read))];
}

function suiteProblems(report: Report, { version, table, cases }: SuiteToday): readonly string[] {
  const expected = cases.flatMap(({ caseId, requirements }) => requirements.map((id) => `${caseId}#${id}`));
  const { version: given } = report.run.suite;
  return [
    ...(given === version ? [] : [`${REPORT_FILE} is of version ${given} of the suite, which is now ${version}.`]),
    ...differences('requirement', idsOf(report.requirements), idsOf(table)),
    ...differences('case', idsOf(report.cases).filter(isOfCase), [FIXTURES_CASE, ...cases.map(({ caseId }) => caseId)]),
    ...differences('check', idsOf(report.checks).filter(isOfCase), expected),
  ];
}

/** The response rules make checks by what a run met, so that they are not the same in every sample. */
function isOfCase(id: string): boolean {
  return !id.startsWith('rules/');
}

function idsOf(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map(({ id }) => id);
}

function differences(thing: string, given: readonly string[], expected: readonly string[]): readonly string[] {
  const [here, there] = [new Set(given), new Set(expected)];
  return [
    ...[...there.difference(here)].map((id) => `The ${thing} ${id} is missing.`),
    ...[...here.difference(there)].map((id) => `The ${thing} ${id} is no longer known.`),
  ];
}

async function formatProblems(report: Report, read: (file: string) => string | null): Promise<readonly string[]> {
  const rendered = await renderFormats(report, formatNames);
  return rendered
    .filter(({ name, text }) => read(name) !== text)
    .map(({ name }) => `${name} is not what is made of ${REPORT_FILE} today.`);
}
