import { isDeepStrictEqual } from 'node:util';
import type { RequirementRow } from '../contract/requirements.ts';
import { FIXTURES_CASE } from '../suite/fixture-step.ts';
import { conclude, type Conclusions } from '../report/conclude.ts';
import { withoutDeviations } from '../report/deviations.ts';
import type { Check, Report } from '../report/report.ts';
import { verdictLine } from '../report/verdicts.ts';

/**
 * Draws the conclusions of a report anew from its checks and gives a sentence for each that does not follow. `table` is
 * that of the suite where the report is of its version, else null: then the report's own rows are taken.
 */
export function conclusionProblems(report: Report, table: readonly RequirementRow[] | null): readonly string[] {
  const drawn = conclude({
    run: report.run,
    table: table ?? report.requirements.map(rowOf),
    checks: withoutDeviations(report.checks),
    deviations: report.deviations,
    suiteFaults: report.suiteFaults,
    totals: totalsOf(report),
  });
  return [
    ...judgementProblems(report.checks),
    ...doubles(report),
    ...requirementProblems(report, drawn),
    ...verdictProblems(report, drawn),
    ...(table === null ? [] : partProblems(report, drawn)),
  ];
}

function rowOf({ outcome, reason, ...row }: Report['requirements'][number]): RequirementRow {
  const known = { id: row.id, part: row.part, level: row.level, operation: row.operation, statement: row.statement };
  return (outcome === 'not-testable' ? { ...known, reason: reason ?? '' } : known) as RequirementRow;
}

function totalsOf({ cases, exchanges, created }: Report): Report['counts'] {
  const collected = cases.filter(
    ({ id, place }) => id !== FIXTURES_CASE && place !== 'unknown' && !id.startsWith('rules/'),
  );
  return { cases: collected.length, exchanges: exchanges.length, created: created.length } as Report['counts'];
}

/** A check that found violations is violated or deviating, and one that found none is neither. */
function judgementProblems(checks: readonly Check[]): readonly string[] {
  return checks
    .filter(({ outcome, violations }) => (outcome === 'violated' || outcome === 'deviating') !== violations > 0)
    .map(
      ({ id, outcome, violations }) =>
        `the check ${id} is ${outcome}, and ${violations} of its judgements found a violation`,
    );
}

function doubles({ checks, requirements }: Report): readonly string[] {
  return [checks, requirements].flatMap((things) => {
    const ids = things.map(({ id }) => id);
    return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map((id) => `${id} stands in it twice`);
  });
}

function requirementProblems({ requirements }: Report, drawn: Conclusions): readonly string[] {
  const told = new Map(requirements.map((each) => [each.id, each]));
  const known = new Set(drawn.requirements.map(({ id }) => id));
  return [
    ...drawn.requirements.flatMap((right) => {
      const given = told.get(right.id);
      if (given === undefined) return [`the requirement ${right.id} is missing`];
      if (given.level !== right.level) return [`${right.id} is ${right.level}, and the report says ${given.level}`];
      if (given.outcome === right.outcome) return [];
      return [`${right.id} is ${right.outcome} by its checks, and the report says ${given.outcome}`];
    }),
    ...requirements.filter(({ id }) => !known.has(id)).map(({ id }) => `the requirement ${id} is not known`),
  ];
}

function verdictProblems({ verdict }: Report, drawn: Conclusions): readonly string[] {
  const right = drawn.verdict;
  const [drawnLine, givenLine] = [right, verdict].map((each) => `"${verdictLine(each)}", exit ${each.exitCode}`);
  return drawnLine === givenLine ? [] : [`the verdict by its checks is ${drawnLine}, and the report says ${givenLine}`];
}

const PARTS = ['verdict', 'counts', 'requirements', 'checks', 'deviations', 'behaviour'] as const;

/** Where nothing else is wrong, every word must be as the suite draws it. */
function partProblems(report: Report, drawn: Conclusions): readonly string[] {
  return PARTS.filter((part) => !isDeepStrictEqual(plain(report[part]), plain(drawn[part]))).map(
    (part) => `its ${part} are not what follows from its checks`,
  );
}

/** Without the order of members, or members that are undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
