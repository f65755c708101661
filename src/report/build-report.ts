import type { CaseEnd } from '../suite/execution/executor.ts';
import { FIXTURES } from '../suite/fixtures/fixture-step.ts';
import type { ClaimedPet, CreatedPet, RunRecord } from '../suite/records/records.ts';
import { requirements as table, type RequirementRow } from '../contract/requirements.ts';
import { PAGES_CUT_AT_WILL } from '../suite/catalogue/page.ts';
import { sameResponseNotice } from './target-notices.ts';
import { conclude, digestOfCases } from './conclude.ts';
import { foldChecks, ruleCases } from './fold-checks.ts';
import {
  REPORT_VERSION,
  type Check,
  type Deviation,
  type Report,
  type ReportedCase,
  type RunDescription,
} from './report.ts';

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
  const { run } = results;
  const records = withoutCutPages(results.records);
  const ends: readonly CaseEnd[] = [{ description: FIXTURES, state: 'passed', errors: [] }, ...results.cases];
  const checks = withSecondTry(records, ends);
  const suiteFaults = [
    ...results.suiteFaults,
    ...duplicateCases(results.cases),
    ...emptyRun(results.cases, run),
    ...failedCases(ends, checks),
  ];
  const exchanges = records.flatMap((record) => (record.type === 'exchange' ? [record.exchange] : []));
  const isAlike = sameResponseNotice(exchanges) !== null;
  const { created, claimed } = additionsIn(records, isAlike);
  const soak = records.find((record) => record.type === 'soak')?.soak;
  const { verdict, counts, requirements, ...concluded } = conclude({
    run,
    table: results.table ?? table,
    checks,
    exchanges,
    deviations: results.deviations ?? [],
    suiteFaults,
    soak,
    totals: { cases: results.cases.length, exchanges: exchanges.length, created: created.length },
  });
  const trials = records.flatMap((record) => (record.type === 'trial' ? [record.trial] : []));
  const cases = [...ends.map(({ description }) => reportedCase(description)), ...ruleCases(checks)];
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
    ...(soak === undefined ? {} : { soak }),
  };
}

/** If a service cuts pages as it likes, judgements that need a complete page do not apply. */
function withoutCutPages(records: readonly RunRecord[]): readonly RunRecord[] {
  if (!records.some(({ type }) => type === 'pages-cut-at-will')) return records;
  return records.flatMap((record): readonly RunRecord[] => {
    if (record.type !== 'judgement' || record.judgement.restsOnCompletePage !== true) return [record];
    const open = { outcome: 'not-applicable', ...PAGES_CUT_AT_WILL } as const;
    const { caseId, judgement } = record;
    const { exchanges } = judgement;
    return [
      { ...record, judgement: { ...judgement, ...open } },
      { type: 'stopped', caseId, ...open, howToResolve: null, exchanges },
    ];
  });
}

function reportedCase({ caseId, title, place, requirements, stage }: CaseEnd['description']): ReportedCase {
  return { id: caseId, title, place, requirements, stage };
}

/** The pets that were added, and those that may have been. A target that answers everything alike proves no addition. */
function additionsIn(records: readonly RunRecord[], isAlike: boolean): Required<Pick<Report, 'created' | 'claimed'>> {
  const [created, claimed]: [CreatedPet[], ClaimedPet[]] = [[], []];
  for (const record of records) {
    if (record.type !== 'addition') continue;
    const { outcome, sentAt, ...pet } = record.addition;
    if (outcome === 'created' && !isAlike) created.push(pet);
    else claimed.push({ ...pet, sentAt, outcome: outcome === 'unknown' ? 'unknown' : 'claimed' });
  }
  return { created, claimed };
}

/** The checks of the first try. Each violated one is compared with its second try, if there was one. */
function withSecondTry(records: readonly RunRecord[], ends: readonly CaseEnd[]): readonly Check[] {
  const border = records.findIndex((record) => record.type === 'second-try');
  if (border === -1) return foldChecks(records, ends);
  const first = records.slice(0, border);
  const second = new Map(
    foldChecks(keptByViolators(records.slice(border + 1), first), ends).map((check) => [check.id, check]),
  );
  return foldChecks(first, ends).map((check) => markStability(check, second.get(check.id)));
}

/**
 * A response rule is tried again by the cases whose responses broke it. Other cases of the second try
 * send other requests, so their results do not disprove the violation.
 */
function keptByViolators(second: readonly RunRecord[], first: readonly RunRecord[]): readonly RunRecord[] {
  const broken = new Set(
    first.flatMap((record) =>
      record.type === 'rule-violated' ? [`${record.caseId} ${record.judgement.requirement}`] : [],
    ),
  );
  // A case that was stopped proves nothing: the response that breaks the rule may be missing.
  const cutShort = new Set(
    second.flatMap((record) => (record.type === 'stopped' && record.outcome === 'not-verified' ? [record.caseId] : [])),
  );
  return second.flatMap((record): readonly RunRecord[] => {
    if (record.type !== 'rules-satisfied') return [record];
    if (cutShort.has(record.caseId)) return [];
    const own = Object.entries(record.rules).filter(([requirement]) => broken.has(`${record.caseId} ${requirement}`));
    return [{ ...record, rules: Object.fromEntries(own) }];
  });
}

function markStability(check: Check, second: Check | undefined): Check {
  if (second === undefined || second.judgements === 0) return check;
  if (check.outcome !== 'violated') return second.outcome === 'violated' ? onlyInSecondTry(check, second) : check;
  if (second.outcome !== 'violated' && second.outcome !== 'satisfied') return check;
  return { ...check, unstable: second.outcome === 'satisfied', repeatExchanges: second.exchanges };
}

/** A violation that only the second try found. It is unstable if the first try found that the requirement holds. */
function onlyInSecondTry(first: Check, second: Check): Check {
  return { ...second, unstable: first.outcome === 'satisfied' ? true : null };
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
