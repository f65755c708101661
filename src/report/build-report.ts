import type { JournalRecord } from '../conformance/journal.ts';
import { SET_UP } from '../conformance/set-up-case.ts';
import { requirements as table, type RequirementRow } from '../contract/requirements.ts';
import { conclude } from './conclude.ts';
import { everyAnswerCases } from './every-answer.ts';
import { foldChecks, type CaseEnd } from './fold-checks.ts';
import {
  REPORT_VERSION,
  type Check,
  type Deviation,
  type OmittedExchanges,
  type Report,
  type RunDescription,
} from './report.ts';

/** What a finished or cut run hands over. */
export interface RunResults {
  readonly run: RunDescription;
  readonly cases: readonly CaseEnd[];
  readonly records: readonly JournalRecord[];
  readonly suiteFaults: readonly string[];
  /** What is left out of `records`; nothing unless given. */
  readonly omitted?: readonly OmittedExchanges[];
  /** Known deviations; none unless given. */
  readonly deviations?: readonly Deviation[];
  readonly table?: readonly RequirementRow[];
}

/** Folds everything that a run recorded into its report. Pure: the same results give the same report. */
export function buildReport(results: RunResults): Report {
  const { run, records, omitted = [] } = results;
  const known: readonly CaseEnd[] = [
    { description: SET_UP, state: 'passed', errors: [] },
    ...results.cases.map((end) => asNotBegun(end, run)),
  ];
  const ends = [...known, ...lostCases(records, known)];
  const checks = withSecondTry(records, ends);
  const suiteFaults = [
    ...results.suiteFaults,
    ...duplicateCases(results.cases),
    ...emptyRun(results.cases, run),
    ...failedCases(ends, checks),
  ];
  const exchanges = records.flatMap((record) => (record.type === 'exchange' ? [record.exchange] : []));
  const created = records.flatMap((record) => (record.type === 'created' ? [record.animal] : []));
  const concluded = conclude({
    run,
    table: results.table ?? table,
    checks,
    deviations: results.deviations ?? [],
    suiteFaults,
    totals: { cases: results.cases.length, exchanges: exchanges.length, created: created.length },
  });
  return {
    reportVersion: REPORT_VERSION,
    run,
    ...concluded,
    cases: [
      ...ends.map(({ description }) => ({
        id: description.caseId,
        title: description.title,
        place: description.place,
        requirements: description.requirements,
      })),
      ...everyAnswerCases(checks),
    ],
    created,
    facts: factsOf(records),
    suiteFaults,
    exchanges,
    ...(omitted.length === 0 ? {} : { omitted }),
  };
}

/** The facts of the first try, with what the second one sent and added as well. */
function factsOf(records: readonly JournalRecord[]): Report['facts'] {
  const [first, second] = records.flatMap((record) => (record.type === 'facts' ? [record.facts] : []));
  if (first === undefined || second === undefined) return first ?? null;
  return { ...first, requests: first.requests + second.requests, creates: second.creates };
}

/** The checks of the first try; each violated one is compared with its second try, where there was one. */
function withSecondTry(records: readonly JournalRecord[], ends: readonly CaseEnd[]): readonly Check[] {
  const border = records.findIndex((record) => record.type === 'state');
  if (border === -1) return foldChecks(records, ends);
  const first = records.slice(0, border);
  const second = new Map(
    foldChecks(keptByViolators(records.slice(border + 1), first), ends).map((check) => [check.id, check]),
  );
  return foldChecks(first, ends).map((check) => markStability(check, second.get(check.id)));
}

/**
 * A rule for every answer is tried again by the cases whose answers broke it. What other cases of the second try keep of it,
 * by other requests, does not speak against the violation.
 */
function keptByViolators(second: readonly JournalRecord[], first: readonly JournalRecord[]): readonly JournalRecord[] {
  const broken = new Set(
    first.flatMap((record) =>
      record.type === 'judgement' && record.judgement.outcome === 'violated'
        ? [`${record.caseId} ${record.judgement.requirement}`]
        : [],
    ),
  );
  return second.map((record) => {
    if (record.type !== 'kept') return record;
    const own = Object.entries(record.rules).filter(([requirement]) => broken.has(`${record.caseId} ${requirement}`));
    return { ...record, rules: Object.fromEntries(own) };
  });
}

function markStability(check: Check, second: Check | undefined): Check {
  if (second === undefined || second.judgements === 0) return check;
  if (check.outcome !== 'violated') return second.outcome === 'violated' ? { ...second, unstable: true } : check;
  if (second.outcome !== 'violated' && second.outcome !== 'satisfied') return check;
  return { ...check, unstable: second.outcome === 'satisfied', repeatExchanges: second.exchanges };
}

/** The cases that found a violation, the set-up as well: their second try tells whether it shows again. */
export function violatedCases(records: readonly JournalRecord[]): ReadonlySet<string> {
  return new Set(
    records.flatMap((record) =>
      record.type === 'judgement' && record.judgement.outcome === 'violated' ? [record.caseId] : [],
    ),
  );
}

/** An interrupted run skips what it has not begun; a case that left by itself has said so in the journal. */
function asNotBegun(end: CaseEnd, run: RunDescription): CaseEnd {
  return run.end === 'interrupted' && end.state === 'skipped' ? { ...end, state: 'pending' } : end;
}

/** Cases that the journal knows and the test runner has lost sight of: what they found counts, and the loss is ours. */
function lostCases(records: readonly JournalRecord[], known: readonly CaseEnd[]): readonly CaseEnd[] {
  const ids = new Set(known.map(({ description }) => description.caseId));
  const judged = new Set(records.flatMap((record) => (record.type === 'judgement' ? [record.caseId] : [])));
  return [...judged.difference(ids)].map((caseId) => ({
    description: { caseId, title: caseId, place: 'unknown', requirements: [], creates: 0 },
    state: 'failed',
    errors: ['The test runner lost sight of this case.'],
  }));
}

/** Failed cases of which no check tells, because all that they cite was judged before they failed. */
function failedCases(ends: readonly CaseEnd[], checks: readonly Check[]): readonly string[] {
  const told = new Set(checks.flatMap((check) => (check.outcome === 'harness-error' ? [check.case] : [])));
  return ends
    .filter(({ state, description }) => state === 'failed' && !told.has(description.caseId))
    .map(({ description, errors }) => `The case ${description.caseId} failed: ${errors.join('; ')}`);
}

function duplicateCases(cases: readonly CaseEnd[]): readonly string[] {
  const groups = Map.groupBy(cases, ({ description }) => description.caseId);
  return [...groups].filter(([, same]) => same.length > 1).map(([id]) => `Two cases have the id ${id}.`);
}

/** A run that was interrupted may not have come to collect them. */
function emptyRun(cases: readonly CaseEnd[], { end }: RunDescription): readonly string[] {
  return cases.length === 0 && end !== 'interrupted' ? ['No case was collected.'] : [];
}
