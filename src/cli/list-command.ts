import { counted } from '../contract/describe.ts';
import { requirements, type RequirementRow, findRequirement } from '../contract/requirements.ts';
import { loadCases } from '../run/load-suite.ts';
import { runCost } from '../run/run-cost.ts';
import { defaultValues } from '../settings/read-settings.ts';
import { type CaseDescription, isAbout } from '../suite/case.ts';
import { createPage, type Page } from '../report/terminal/terminal-layout.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, printJson, wrongUsage } from './command-result.ts';
import { didYouMean } from '../contract/nearest-words.ts';

/** Flags of `list` and `explain`. */
export interface ListFlags {
  readonly cases?: boolean;
  readonly json?: boolean;
}

const RUN_COST = runCost({ ...defaultValues, embedded: false, riskyProbes: true });

/** `list`: what a run costs, and each requirement. `--cases` adds its cases. */
export async function listCommand(flags: ListFlags, console: Console): Promise<ExitCode> {
  const cases = await loadCases();
  if (flags.json === true) {
    const cost = { ...RUN_COST, cases: cases.length };
    printJson({ cost, requirements: requirements.map((row) => requirementJson(row, cases)) }, console);
    return EXIT.conformant;
  }
  const { requests, creates } = RUN_COST;
  const page = createPage(console);
  const lines = requirements.flatMap((row) => {
    const own = cases.filter((each) => isAbout(each, row.id));
    return [
      `${row.id}  part ${row.part}, ${row.level}, ${judgedBy(row, own.length)}`,
      ...page.paragraph(row.statement, 2),
      ...(flags.cases === true ? [...caseLines(own, page), ''] : []),
    ];
  });
  console.out(
    [
      `${requirements.length} requirements, ${cases.length} cases.`,
      `A run sends about ${requests} requests and adds about ${creates} pets to a small catalogue.`,
      '',
      ...lines,
      '',
    ].join('\n'),
  );
  return EXIT.conformant;
}

/** A requirement for programs, with the cases that judge it or feed its rule. Its `remedies` name what was seen. */
function requirementJson(requirement: RequirementRow, cases: readonly CaseDescription[]): object {
  const { remedies: _, ...row } = requirement;
  const related = cases
    .filter((each) => isAbout(each, row.id))
    .map(({ caseId, title, place, stage, mayCreate }) => ({ caseId, title, place, stage, mayCreate }));
  return { ...row, cases: related };
}

/** What judges a requirement, if anything does. */
function judgedBy({ reason, rule }: RequirementRow, cases: number): string {
  if (reason !== undefined) return 'not testable';
  return rule === undefined ? counted(cases, 'case') : 'all responses';
}

/** `explain ID`: one requirement in full. An unknown id is wrong usage; the message names the nearest ones. */
export async function explainCommand(id: string, flags: ListFlags, console: Console): Promise<ExitCode> {
  const row = findRequirement(id.toUpperCase());
  if (row === undefined) {
    const near = didYouMean(
      id,
      requirements.map((known) => known.id),
    );
    const hint = near === '' ? "; 'petstore-conformance list' shows them all." : near;
    return wrongUsage([`There is no requirement ${JSON.stringify(id)}${hint}`], console);
  }
  const cases = await loadCases();
  if (flags.json === true) printJson(requirementJson(row, cases), console);
  else console.out(explanation(row, cases, createPage(console)));
  return EXIT.conformant;
}

function explanation(row: RequirementRow, allCases: readonly CaseDescription[], page: Page): string {
  const cases = allCases.filter((each) => isAbout(each, row.id));
  const lines = [
    row.id,
    ...page.paragraph(row.statement, 2),
    '',
    ...page.facts([
      { label: 'Part', own: `${row.part} of the contract` },
      { label: 'Level', own: LEVELS[row.level] },
      { label: 'Operation', own: row.operation === 'every' ? 'every operation' : row.operation },
      {
        label: 'Judged by',
        own: row.reason === undefined ? judgedBy(row, cases.length) : `nothing, because not testable: ${row.reason}`,
      },
      { label: 'Fix', own: row.remedy },
      { label: 'Reading', own: row.reading },
    ]),
    '',
    ...(cases.length === 0 ? [] : [`  ${counted(cases.length, 'case')} (--json names each)`]),
    ...caseLines(cases, page),
    '',
  ];
  return lines.join('\n');
}

/** Cases, those of one place in the specs together. */
function caseLines(cases: readonly CaseDescription[], page: Page): readonly string[] {
  return [...Map.groupBy(cases, ({ place }) => place)].flatMap(([place, [first, ...others]]) => {
    const more = others.length === 0 ? '' : `, and ${counted(others.length, 'case')} like it`;
    return page.dashed(`${first?.title ?? ''}${more} (${place})`);
  });
}

const LEVELS = {
  required: 'required: a violation makes the service not conformant',
  recommended: 'recommended: a violation is a warning and never gates by default',
  unspecified: 'unspecified: observed, never judged',
} as const;
