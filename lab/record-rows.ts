import { isRuleCase } from '../src/report/verdict/fold-checks.ts';
import { FIXTURES_CASE } from '../src/suite/fixtures/fixture-step.ts';
import type { AloneRow, CaseRow, KillMatrix, ServiceRow } from './kill-matrix.ts';
import type { SourceDigests } from './source-digests.ts';
import type { Summary } from './summary.ts';

/** What a run over some services of the fleet found, with all cases. */
export interface MeasuredRun {
  readonly summaries: readonly Summary[];
  /** By service id. */
  readonly alone: Readonly<Record<string, AloneRow>>;
  readonly sources: SourceDigests;
  /** The ids of all requirements. */
  readonly requirements: readonly string[];
}

/**
 * Replaces what the run measured, and keeps the rest. The rows of cases and services that no longer exist disappear. A run
 * over every service renews the digest of the shared sources.
 */
export function withRows(matrix: KillMatrix, run: MeasuredRun): KillMatrix {
  const { summaries, sources } = run;
  const isWhole = isEvery(
    summaries.map(({ id }) => id),
    sources,
  );
  const measured = new Map(summaries.map((summary) => [summary.id, serviceRow(summary, run)]));
  const kept = Object.entries(matrix.services)
    .filter(([id]) => id in sources.services && !measured.has(id))
    .map(([id, row]) => [id, withoutGoneCases(row, sources)] as const);
  return {
    rules: isWhole ? sources.rules : matrix.rules,
    requirements: run.requirements.toSorted(),
    cases: caseRows(matrix, run, isWhole),
    services: sorted([...kept, ...measured]),
    sizes: matrix.sizes,
  };
}

function serviceRow({ id, violatedChecks }: Summary, { alone, sources }: MeasuredRun): ServiceRow {
  const groups = Map.groupBy(violatedChecks, requirementOf);
  const violated = sorted([...groups].map(([requirement, checks]) => [requirement, checks.map(caseOf).toSorted()]));
  const row = { source: sources.services[id] ?? '', violated };
  const { [id]: found } = alone;
  return found === undefined ? row : { ...row, alone: found };
}

function caseRows(
  { cases: before }: KillMatrix,
  { summaries, sources }: MeasuredRun,
  isWhole: boolean,
): KillMatrix['cases'] {
  const settled = Map.groupBy(new Set(summaries.flatMap((summary) => summary.settled)), caseOf);
  const ids = new Set([...Object.keys(before), ...Object.keys(sources.cases), ...settled.keys()]);
  const judged = summaries.map(({ id }) => id);
  const rows = [...ids]
    .filter((id) => isKnownCase(id, sources))
    .map((id): [string, CaseRow] => {
      const source = sources.cases[id] ?? '';
      const earlier = isWhole || before[id]?.source !== source ? undefined : before[id];
      const settles = new Set([...(earlier?.settles ?? []), ...(settled.get(id) ?? []).map(requirementOf)]);
      const ranOn = earlier === undefined ? judged : earlier.ranOn === undefined ? null : [...earlier.ranOn, ...judged];
      const row = { source, settles: [...settles].toSorted() };
      return [id, ranOn === null || isEvery(ranOn, sources) ? row : { ...row, ranOn: [...new Set(ranOn)].toSorted() }];
    });
  return sorted(rows.filter(([id, { settles }]) => id in sources.cases || settles.length > 0));
}

function withoutGoneCases(row: ServiceRow, sources: SourceDigests): ServiceRow {
  const violated = Object.entries(row.violated)
    .map(([requirement, cases]) => [requirement, cases.filter((id) => isKnownCase(id, sources))] as const)
    .filter(([, cases]) => cases.length > 0);
  const { alone, ...rest } = row;
  const left = { ...rest, violated: Object.fromEntries(violated) };
  return alone === undefined || !isKnownCase(alone.case, sources) ? left : { ...left, alone };
}

/** Whether a case exists. Fixtures and response rules are no cases, but have rows. */
function isKnownCase(id: string, { cases }: SourceDigests): boolean {
  return id in cases || id === FIXTURES_CASE || isRuleCase(id);
}

function isEvery(judged: readonly string[], { services }: SourceDigests): boolean {
  const found = new Set(judged);
  return Object.keys(services).every((id) => found.has(id));
}

/** `case#REQUIREMENT` is the id of a check. */
function caseOf(check: string): string {
  return check.slice(0, check.lastIndexOf('#'));
}

function requirementOf(check: string): string {
  return check.slice(check.lastIndexOf('#') + 1);
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
