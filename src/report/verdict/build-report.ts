import type { CaseEnd } from '../../suite/execution/run-cases.ts';
import { FIXTURES } from '../../suite/fixtures/fixture-step.ts';
import {
  type ClaimedPet,
  type CreatedPet,
  isViolation,
  type Judgement,
  requestsOf,
  type RunRecord,
} from '../../suite/records/records.ts';
import { findRequirement, requirements as table, type RequirementRow } from '../../contract/requirements.ts';
import { STAGES } from '../../suite/case.ts';
import { sameResponseNotice } from '../target-notices.ts';
import { conclude, digestOfCases } from './conclude.ts';
import { foldChecks, ruleCases } from './fold-checks.ts';
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
  const cases = [...ends.map(({ description }) => reportedCase(description)), ...ruleCases(checks)];
  const soak = records.find((record) => record.type === 'soak')?.soak;
  const { verdict, counts, requirements, ...concluded } = conclude({
    run,
    table: results.table ?? table,
    cases,
    checks,
    exchanges,
    deviations: results.deviations ?? [],
    suiteFaults,
    soak,
    created,
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
    ...(soak === undefined ? {} : { soak }),
  };
}

function reportedCase({ caseId, title, place, requirements, stage }: CaseEnd['description']): ReportedCase {
  return { id: caseId, title, place, requirements, stage };
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

/** The checks of the first try. Each violated one is compared with its second try, if there was one. */
function withSecondTry(records: readonly RunRecord[], ends: readonly CaseEnd[]): readonly Check[] {
  const first = records.filter((record) => !isSecond(record));
  const again = comparable(records.filter(isSecond), first, ends);
  if (again.length === 0) return foldChecks(first, ends);
  const exchanges = records.filter(({ type }) => type === 'exchange' || type === 'omitted');
  const second = new Map(foldChecks([...exchanges, ...again], ends).map((check) => [check.id, check]));
  return foldChecks(first, ends).map((check) => markStability(check, second.get(check.id)));
}

function isSecond(record: RunRecord): boolean {
  return 'attempt' in record && record.attempt === 'second try';
}

/**
 * What of a second try can be compared with the first. A rule is tried again by the same request of the same case: other responses
 * do not disprove a violation. The catalogue is full by then, so of lists that were read while it was small only
 * violations count.
 */
function comparable(
  second: readonly RunRecord[],
  first: readonly RunRecord[],
  ends: readonly CaseEnd[],
): readonly RunRecord[] {
  const stages = new Map(ends.map(({ description: { caseId, stage } }) => [caseId, STAGES.indexOf(stage)]));
  const requests = requestsOf([...first, ...second]);
  const broken = new Set(
    first.flatMap((record) =>
      record.type === 'rule-violated'
        ? record.judgement.exchanges.map(
            (id) => `${record.about} ${record.judgement.requirement} ${requests.get(id)?.target}`,
          )
        : [],
    ),
  );
  // A case that was stopped proves nothing: the response that breaks the rule may be missing.
  const cutShort = new Set(
    second.flatMap((record) => (record.type === 'stopped' && record.outcome === 'not-verified' ? [record.caseId] : [])),
  );
  return second.flatMap((record): readonly RunRecord[] => {
    if (!('caseId' in record)) return [record];
    const wasSmall = (stages.get(record.caseId) ?? STAGES.length) < STAGES.indexOf('main');
    if (record.type === 'judgement' && wasSmall && isAboutList(record.judgement))
      return isViolation(record) ? [record] : [];
    if (isViolation(record)) return [record];
    if (record.type !== 'rules-satisfied') return [record];
    if (cutShort.has(record.caseId)) return [];
    const rules = Object.entries(record.rules).flatMap(([requirement, kept]) => {
      const again = kept.filter(
        (exchange) =>
          broken.has(`${record.about} ${requirement} ${requests.get(exchange)?.target}`) &&
          (!wasSmall || requests.get(exchange)?.operation !== 'listPets'),
      );
      return again.length === 0 ? [] : [[requirement, again]];
    });
    return [{ ...record, rules: Object.fromEntries(rules) }];
  });
}

function isAboutList({ requirement }: Judgement): boolean {
  return findRequirement(requirement)?.operation === 'listPets';
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
