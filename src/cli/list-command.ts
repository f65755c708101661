import { counted } from '../contract/describe.ts';
import { requirements, type RequirementRow, findRequirement } from '../contract/requirements.ts';
import { loadCases } from '../run/load-suite.ts';
import { runCost } from '../run/run-cost.ts';
import { settings } from '../settings/settings.ts';
import { type CaseDescription, isAbout } from '../suite/case.ts';
import { createPage, type Page } from '../report/terminal/terminal-layout.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, pageOptions, printJson, wrongUsage } from './command-result.ts';
import { didYouMean } from '../contract/nearest-words.ts';

/** Flags of `list`. */
export interface ListFlags {
  readonly cases?: boolean;
  readonly json?: boolean;
}

const RUN_COST = runCost({
  embedded: false,
  examples: settings.examples.default,
  maxCreates: settings.maxCreates.default,
  maxRequests: settings.maxRequests.default,
  riskyProbes: true,
});

/** `list`: what a run costs, and each requirement. `--cases` adds its cases. */
export async function listCommand(flags: ListFlags, console: Console): Promise<ExitCode> {
  const cases = await loadCases();
  if (flags.json === true) {
    const cost = { ...RUN_COST, cases: cases.length };
    printJson({ cost, requirements: requirements.map((row) => requirementJson(row, cases)) }, console);
    return EXIT.conformant;
  }
  const { requests, creates } = RUN_COST;
  const page = createPage(pageOptions(console));
  const lines = requirements.flatMap((row) => {
    const own = cases.filter((each) => isAbout(each, row.id));
    return [
      `${row.id}  part ${row.part}, ${row.level}, ${judgedBy(row, own.length)}`,
      ...page.paragraph(row.statement, 2),
      ...(flags.cases === true ? [...own.flatMap(({ title, place }) => page.item(`${title} (${place})`)), ''] : []),
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

/** A requirement for programs, with the cases that judge it or feed its rule. */
function requirementJson(row: RequirementRow, cases: readonly CaseDescription[]): object {
  const about = cases
    .filter((each) => isAbout(each, row.id))
    .map(({ caseId, title, place, stage, mayCreate }) => ({ caseId, title, place, stage, mayCreate }));
  return { ...row, cases: about };
}

/** What judges a requirement, if anything does. */
function judgedBy({ reason, rule }: RequirementRow, cases: number): string {
  if (reason !== undefined) return 'not testable';
  return rule === undefined ? counted(cases, 'case') : 'all responses';
}

/** Flags of `explain`. */
export interface ExplainFlags {
  readonly json?: boolean;
}

/** `explain ID`: one requirement in full. An unknown id is wrong usage; the message names the nearest ones. */
export async function explainCommand(id: string, flags: ExplainFlags, console: Console): Promise<ExitCode> {
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
  else console.out(explanation(row, cases, createPage(pageOptions(console))));
  return EXIT.conformant;
}

function explanation(row: RequirementRow, allCases: readonly CaseDescription[], page: Page): string {
  const cases = allCases.filter((each) => isAbout(each, row.id));
  const lines = [
    row.id,
    ...page.paragraph(row.statement, 2),
    '',
    ...page.field('Part', `${row.part} of the contract`),
    ...page.field('Level', LEVELS[row.level]),
    ...page.field('Operation', row.operation === 'every' ? 'every operation' : row.operation),
    ...page.field(
      'Judged by',
      row.reason === undefined ? judgedBy(row, cases.length) : `nothing, because not testable: ${row.reason}`,
    ),
    ...(row.remedy === undefined ? [] : page.field('Fix', row.remedy)),
    ...(row.reading === undefined ? [] : page.field('Reading', row.reading)),
    '',
    ...(cases.length === 0 ? [] : [`  ${counted(cases.length, 'case')} (--json names each)`]),
    ...[...Map.groupBy(cases, ({ place }) => place)].flatMap(([place, [first, ...others]]) => {
      const more = others.length === 0 ? '' : `, and ${counted(others.length, 'case')} like it`;
      return page.item(`${first?.title ?? ''}${more} (${place})`);
    }),
    '',
  ];
  return lines.join('\n');
}

const LEVELS = {
  required: 'required: a violation makes the service not conformant',
  recommended: 'recommended: a violation is a warning and never gates by default',
  unspecified: 'unspecified: observed, never judged',
} as const;
