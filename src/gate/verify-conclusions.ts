import { isDeepStrictEqual } from 'node:util';
import type { RequirementRow } from '../contract/requirements.ts';
import { conclude, type Conclusions, digestOfCases, type Premises } from '../report/conclude.ts';
import { isViolated, withoutDeviations } from '../report/deviations.ts';
import { isRuleCase } from '../report/fold-checks.ts';
import type { Check, Report } from '../report/report.ts';
import { verdictLine } from '../report/verdict.ts';
import { FIXTURES_CASE } from '../suite/fixtures/fixture-step.ts';

/**
 * Draws the conclusions of a report from its checks again. Gives a phrase for each that differs. Without a table, it uses the
 * requirements in the report.
 */
export function conclusionProblems(report: Report, table: readonly RequirementRow[] | null): readonly string[] {
  const drawn = conclude({
    run: report.run,
    table: table ?? report.requirements.map(rowOf),
    checks: withoutDeviations(report.checks),
    exchanges: report.exchanges,
    deviations: report.deviations,
    suiteFaults: report.suiteFaults,
    soak: report.soak,
    totals: totalsOf(report),
  });
  return [
    ...violationProblems(report.checks),
    ...requirementProblems(report, drawn),
    ...verdictProblems(report, drawn),
    ...(table === null ? [] : partProblems(report, drawn)),
  ];
}

function rowOf({ outcome, reason, ...row }: Report['requirements'][number]): RequirementRow {
  const known = { id: row.id, part: row.part, level: row.level, operation: row.operation, statement: row.statement };
  return (outcome === 'not-testable' ? { ...known, reason: reason ?? '' } : known) as RequirementRow;
}

function totalsOf({ cases, exchanges, created }: Report): Premises['totals'] {
  const collected = cases.filter(({ id, place }) => id !== FIXTURES_CASE && place !== 'unknown' && !isRuleCase(id));
  return { cases: collected.length, exchanges: exchanges.length, created: created.length };
}

/** A check must be violated exactly if it found a violation. */
function violationProblems(checks: readonly Check[]): readonly string[] {
  return checks
    .filter((check) => isViolated(check) !== check.violations > 0)
    .map(({ id, outcome, violations }) => `the check ${id} is ${outcome}, and it found ${violations} violations`);
}

function requirementProblems({ requirements }: Report, drawn: Conclusions): readonly string[] {
  const given = new Map(requirements.map((each) => [each.id, each]));
  const known = new Set(drawn.requirements.map(({ id }) => id));
  return [
    ...drawn.requirements.flatMap(({ id, level, outcome }) => {
      const row = given.get(id);
      if (row === undefined) return [`the requirement ${id} is missing`];
      if (row.level !== level) return [`${id} is ${level}, and the report says ${row.level}`];
      return row.outcome === outcome ? [] : [`${id} is ${outcome} by its checks, and the report says ${row.outcome}`];
    }),
    ...requirements.filter(({ id }) => !known.has(id)).map(({ id }) => `the requirement ${id} is not known`),
  ];
}

function verdictProblems({ verdict }: Report, drawn: Conclusions): readonly string[] {
  const [right, given] = [drawn.verdict, verdict].map((each) => `"${verdictLine(each)}", exit ${each.exitCode}`);
  return right === given ? [] : [`the verdict by its checks is ${right}, and the report says ${given}`];
}

/** The cases must have their digest, each check must have its case, and each satisfied check an exchange as evidence. */
export function evidenceProblems({ cases, casesDigest, checks, exchanges }: Report): readonly string[] {
  const caseIds = new Set(cases.map(({ id }) => id));
  const exchangeIds = new Set(exchanges.map(({ id }) => id));
  const isOwnList = digestOfCases(cases) === casesDigest;
  const problems = checks.flatMap((check) => [
    ...(caseIds.has(check.case) ? [] : [`the check ${check.id} is of a case that the report does not list`]),
    ...(check.outcome === 'satisfied' && !check.exchanges.some((id) => exchangeIds.has(id))
      ? [`the check ${check.id} is satisfied, and the report holds no evidence for it`]
      : []),
  ]);
  return [...(isOwnList ? [] : ['its casesDigest is not that of its cases']), ...problems];
}

const PARTS = ['verdict', 'counts', 'requirements', 'checks', 'deviations', 'behaviour'] as const;

/** The same suite draws exactly the same conclusions. */
function partProblems(report: Report, drawn: Conclusions): readonly string[] {
  return PARTS.filter((part) => !isDeepStrictEqual(plain(report[part]), plain(drawn[part]))).map(
    (part) => `its ${part} do not follow from its checks`,
  );
}

/** JSON has no order of members, and none that are undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
