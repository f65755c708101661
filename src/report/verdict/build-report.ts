import type { CaseEnd } from '../../suite/execution/run-cases.ts';
import { FIXTURES } from '../../suite/fixtures/fixture-step.ts';
import type { ClaimedPet, CreatedPet, RunRecord } from '../../suite/records/records.ts';
import { requirements as table, type RequirementRow } from '../../contract/requirements.ts';
import { sameResponseNotice } from '../target-notices.ts';
import { conclude, digestOfCases } from './conclude.ts';
import { ruleCases } from './fold-checks.ts';
import { foldTries } from './fold-tries.ts';
import {
  REPORT_VERSION,
  type Check,
  type Deviation,
  type Report,
  type ReportedCase,
  type RunDescription,
} from '../report.ts';

/** What a finished or cut run hands over to its report. */
export interface ReportInput {
  readonly run: RunDescription;
  readonly cases: readonly CaseEnd[];
  readonly records: readonly RunRecord[];
  readonly suiteFaults: readonly string[];
  /** Known deviations; none by default. */
  readonly deviations?: readonly Deviation[];
  readonly table?: readonly RequirementRow[];
}

/** Folds everything that a run recorded into its report. Pure: the same results give the same report. */
export function buildReport(results: ReportInput): Report {
  const { run, records } = results;
  const ends: readonly CaseEnd[] = [
    { description: FIXTURES, state: 'passed', errors: [], stop: null },
    ...results.cases,
  ];
  const checks = foldTries(records, ends);
  const suiteFaults = [
    ...results.suiteFaults,
    ...duplicateCases(results.cases),
    ...emptyRun(results.cases, run),
    ...failedCases(ends, checks),
  ];
  const exchanges = records.flatMap((record) => (record.type === 'exchange' ? [record.exchange] : []));
  const isAlike = sameResponseNotice(exchanges) !== null;
  const { created, claimed } = additionsIn(records, isAlike);
  const cases = [...ends.map(({ description }) => reportedCase(description)), ...ruleCases(checks)];
  const soak = records.find((record) => record.type === 'soak')?.soak;
  const soaked = soak === undefined ? {} : { soak };
  const { verdict, counts, requirements, ...concluded } = conclude({
    run,
    table: results.table ?? table,
    cases,
    checks,
    exchanges,
    deviations: results.deviations ?? [],
    suiteFaults,
    created,
    ...soaked,
  });
  const trials = records.flatMap((record) => (record.type === 'trial' ? [record.trial] : []));
  // The order of the schema lets users compare two reports line by line.
  return {
    reportVersion: REPORT_VERSION,
    run,
    verdict,
    counts,
    requirements,
    cases,
    casesDigest: digestOfCases(cases),
    ...concluded,
    created,
    ...(claimed.length === 0 ? {} : { claimed }),
    facts: records.find((record) => record.type === 'facts')?.facts ?? null,
    suiteFaults,
    exchanges,
    ...(trials.length === 0 ? {} : { trials }),
    ...soaked,
  };
}

/** A case as a report names it. */
export function reportedCase({ caseId, title, place, judges, stage }: CaseEnd['description']): ReportedCase {
  return { id: caseId, title, place, requirements: judges, stage };
}

/** The pets that were added, and those that may have been. A target that answers everything alike proves no addition. */
function additionsIn(records: readonly RunRecord[], isAlike: boolean): Required<Pick<Report, 'created' | 'claimed'>> {
  const [created, claimed]: [CreatedPet[], ClaimedPet[]] = [[], []];
  const additions = records.flatMap((record) => (record.type === 'addition' ? [record.addition] : []));
  const shownLater = new Set(additions.flatMap(({ exchange, sentAt }) => (sentAt === null ? [exchange] : [])));
  for (const { outcome, sentAt, ...pet } of additions) {
    if (outcome === 'claimed' && shownLater.has(pet.exchange)) continue;
    if (outcome === 'created' && !isAlike) created.push(pet);
    else claimed.push({ ...pet, sentAt, outcome: outcome === 'unknown' ? 'unknown' : 'claimed' });
  }
  return { created, claimed };
}

/** Failed cases that no check reports, because they had judged all their requirements before they failed. */
function failedCases(ends: readonly CaseEnd[], checks: readonly Check[]): readonly string[] {
  const reported = new Set(checks.flatMap((check) => (check.outcome === 'harness-error' ? [check.case] : [])));
  return ends
    .filter(({ state, description }) => state === 'failed' && !reported.has(description.caseId))
    .map(({ description, errors }) => `The case ${description.caseId} failed: ${errors.join('; ')}`);
}

function duplicateCases(cases: readonly CaseEnd[]): readonly string[] {
  const groups = Map.groupBy(cases, ({ description }) => description.caseId);
  return [...groups].filter(([, same]) => same.length > 1).map(([id]) => `Two cases have the id ${id}.`);
}

/** A run that was interrupted may not have loaded them. */
function emptyRun(cases: readonly CaseEnd[], { end }: RunDescription): readonly string[] {
  return cases.length === 0 && end !== 'interrupted' ? ['No case was collected.'] : [];
}
