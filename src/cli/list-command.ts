import { counted } from '../contract/describe.ts';
import { requirements, type RequirementRow } from '../contract/requirements.ts';
import { loadCases } from '../run/load-suite.ts';
import { runCost } from '../run/run-cost.ts';
import { settings } from '../settings/settings.ts';
import { type CaseDescription, isAbout } from '../suite/case.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, printJson } from './command-result.ts';

/** Flags of `list`. */
export interface ListFlags {
  readonly cases?: boolean;
  readonly json?: boolean;
}

const RUN_COST = runCost({
  examples: settings.examples.default,
  maxCreates: settings.maxCreates.default,
  maxRequests: settings.maxRequests.default,
  riskyProbes: true,
});

/** `list`: what a run costs, and a line for each requirement. `--cases` adds its cases. */
export async function listCommand(flags: ListFlags, console: Console): Promise<ExitCode> {
  const cases = await loadCases();
  const rows = requirements.map((row) => ({
    ...row,
    cases: cases.filter((each) => isAbout(each, row.id)),
  }));
  if (flags.json === true) {
    const cost = { ...RUN_COST, cases: cases.length };
    printJson({ cost, requirements: requirements.map((row) => requirementJson(row, cases)) }, console);
    return EXIT.conformant;
  }
  const { requests, creates } = RUN_COST;
  const lines = [
    `${rows.length} requirements, ${cases.length} cases.`,
    `A run sends about ${requests} requests and adds about ${creates} pets to a small catalogue.`,
    '',
    ...(flags.cases === true ? rows.flatMap(linesWithCases) : linesOf(rows)),
  ];
  console.out(`${lines.join('\n')}\n`);
  return EXIT.conformant;
}

/** A requirement for programs, with the cases that judge it or feed its rule. */
export function requirementJson(row: RequirementRow, cases: readonly CaseDescription[]): object {
  const about = cases
    .filter((each) => isAbout(each, row.id))
    .map(({ caseId, title, place, stage, mayCreate }) => ({ caseId, title, place, stage, mayCreate }));
  return { ...row, cases: about };
}

type Listed = RequirementRow & { readonly cases: readonly CaseDescription[] };

/** One line for each requirement, in columns. */
function linesOf(rows: readonly Listed[]): readonly string[] {
  const cells = rows.map((row) => [row.id, row.part, row.level, judgedBy(row), row.statement]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function judgedBy({ reason, rule, cases }: Listed): string {
  if (reason !== undefined) return 'not testable';
  if (rule !== undefined) return 'every response';
  return counted(cases.length, 'case');
}

function linesWithCases(row: Listed): readonly string[] {
  return [
    `${row.id}  part ${row.part}, ${row.level}`,
    `  ${row.statement}`,
    ...(row.reason === undefined ? [] : [`  Not testable: ${row.reason}`]),
    ...(row.rule !== undefined ? ['  Judged by a rule, on all responses of a run.'] : []),
    ...row.cases.map(({ title, place }) => `  - ${title} (${place})`),
    '',
  ];
}
