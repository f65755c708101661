import { type CaseDescription, isAbout } from '../src/suite/case.ts';
import { partNumberOf, parts, type RequirementRow } from '../src/contract/requirements.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import { createPage } from '../src/report/terminal/terminal-layout.ts';
import { FAULTY_BODIES } from '../src/suite/bodies/faulty-bodies.ts';
import { proseOrCode } from '../src/report/markdown/markdown-layout.ts';
import { catchersOf, type KillMatrix } from '../lab/kill-matrix.ts';
import type { StaleRecords } from '../lab/stale-records.ts';
import type { ViolationExamples } from '../lab/violation-examples.ts';

/** The parts of a service that a page shows. */
type Service = Pick<Fault, 'id' | 'title' | 'at'>;

/** The sources of the requirement pages. */
export interface PageSources {
  readonly cases: readonly CaseDescription[];
  readonly faults: readonly Fault[];
  readonly compliant: readonly Service[];
  readonly matrix: KillMatrix;
  readonly stale: StaleRecords;
  readonly examples: ViolationExamples;
}

/** The path of a requirement's page, relative to docs/. */
export function requirementPath(id: string): string {
  return `requirements/${id}.md`;
}

/** Renders docs/requirements/ID.md: the statement of one requirement, its cases, and the faults that break it. */
export function renderRequirementPage(row: RequirementRow, sources: PageSources): string {
  const lines = [
    `# ${row.id}`,
    '',
    `> ${row.statement}`,
    '',
    `Part ${row.part} of the contract, ${operationOf(row)}. ${LEVELS[row.level]}`,
    ...(row.reason === undefined ? [] : ['', `Not testable: ${row.reason}`]),
    ...remedySection(row),
    ...readingSection(row),
    ...malformedSection(row),
    ...exampleSection(row, sources),
    ...casesSection(row, sources.cases),
    ...faultsSection(row, sources),
    '',
    '---',
    '',
    '[All requirements](../requirements.md). Generated from the suite.',
  ];
  return `${lines.join('\n')}\n`;
}

/** The description of an operation. */
export function operationOf({ operation }: RequirementRow): string {
  return operation === 'every' ? 'every operation' : operation;
}

const LEVELS = {
  required: 'Required: a violation makes the service not conformant.',
  recommended: 'Recommended: a violation is a warning and never gates by default.',
  unspecified: 'Unspecified: observed, never judged.',
} as const;

function remedySection({ remedy }: RequirementRow): readonly string[] {
  return remedy === undefined ? [] : ['', '## Fix', '', remedy];
}

function readingSection({ reading }: RequirementRow): readonly string[] {
  return reading === undefined ? [] : ['', '## Our reading', '', reading];
}

/** The pages about malformed bodies list each body, and why it is required or observed. */
function malformedSection({ id }: RequirementRow): readonly string[] {
  if (id !== 'CREATE-REFUSES-MALFORMED' && id !== 'OPEN-CREATE-MALFORMED') return [];
  const rows = FAULTY_BODIES.flatMap(({ id: body, title, requirement, why }) =>
    why === undefined
      ? []
      : [`| \`${body}\` | ${title} | ${requirement === 'OPEN-CREATE-MALFORMED' ? 'observed' : 'required'} | ${why} |`],
  );
  return [
    '',
    '## Malformed bodies',
    '',
    '| body | what is wrong | level | why |',
    '| --- | --- | --- | --- |',
    ...rows,
  ];
}

/** The terminal layout, wide enough for commands. */
const PAGE = createPage({ colour: false, width: 100 });

function exampleSection({ id }: RequirementRow, { examples, faults, compliant }: PageSources): readonly string[] {
  const example = examples[id];
  if (example === undefined) return [];
  const service = [...faults, ...compliant].find((each) => example.service.endsWith(`/${each.id}`));
  if (service === undefined) throw new Error(`docs/violations.json names an unknown service: ${example.service}.`);
  const [kind, flag] = example.service.startsWith('fault/') ? ['fault', '--fault'] : ['compliant variant', '--variant'];
  return [
    '',
    '## What a violation looks like',
    '',
    `Example from ${kind} \`${service.id}\`: ${service.title}`,
    '',
    '```text',
    ...example.facts.flatMap(({ label, text }) => PAGE.field(label, text)),
    ...(example.command === null
      ? []
      : [...PAGE.field('Reproduce', 'with this bash command:'), PAGE.verbatim(example.command, 4)]),
    '```',
    '',
    ...(service.at === undefined
      ? ['To reproduce it, start this service and run the suite against the address that it prints:', '']
      : [
          `The service shows it on and after the removal date. This run was judged by ${service.at.slice(0, 10)} (\`--as-of\`).`,
        ]),
    ...(service.at === undefined ? ['```sh', `npx petstore-conformance serve ${flag} ${service.id}`, '```'] : []),
  ];
}

/** The page names this many cases of one loop, and counts the rest. */
const CASES = 4;

function casesSection({ id, rule, reason }: RequirementRow, all: readonly CaseDescription[]): readonly string[] {
  if (reason !== undefined) return [];
  const places = Map.groupBy(
    all.filter((each) => isAbout(each, id)),
    ({ place }) => place,
  );
  return [
    '',
    '## How it is tested',
    '',
    ...(rule === undefined ? [] : [RULES[rule]]),
    ...(rule !== undefined && places.size > 0 ? ['These cases send requests for it:', ''] : []),
    ...[...places].flatMap(([place, cases]) => caseLines(place, cases)),
  ];
}

const RULES = {
  response:
    'This is a response rule: the suite judges it on every response of a run, fixtures and repeated reads included.',
  history:
    'This is a rule about the history of a run: the suite judges all its responses together, when it knows them all.',
} as const;

/** The cases of one loop in a spec. Omits the line number, which changes with every edit. */
function caseLines(place: string, cases: readonly CaseDescription[]): readonly string[] {
  const [file = ''] = place.split(':');
  const left = cases.length - CASES;
  return [
    `- [${file}](../../${file})${cases.length === 1 ? '' : `, ${cases.length} cases:`}`,
    ...cases.slice(0, CASES).map(({ caseId, title }) => `  - \`${caseId}\`: ${proseOrCode(title)}`),
    ...(left > 0 ? [`  - and ${left} more`] : []),
  ];
}

function faultsSection({ id, level, reason }: RequirementRow, sources: PageSources): readonly string[] {
  if (reason !== undefined || level === 'unspecified') return [];
  const { faults, compliant, matrix } = sources;
  const breaking = faults.filter((fault) =>
    ('breaks' in fault ? fault.breaks : fault.breaksSome).some((each) => each === id),
  );
  // Compliant variants may violate recommendations.
  const odd = compliant.filter(
    (each) => level === 'recommended' && matrix.services[`compliant/${each.id}`]?.violated[id] !== undefined,
  );
  const services = [
    ...breaking.map((each) => ({ ...each, place: `fault/${each.id}` })),
    ...odd.map((each) => ({ ...each, place: `compliant/${each.id}` })),
  ];
  return [
    '',
    '## What breaks it',
    '',
    `${services.length === 1 ? 'One service' : `${services.length} services`} of [the fleet](../detection.md) ${services.length === 1 ? 'breaks' : 'break'} it. Checks that find a violation of it: ${countCatching(id, sources)}.`,
    '',
    '| service | what it does | caught by |',
    '| --- | --- | --- |',
    ...services.map(
      ({ id: service, title, place }) => `| \`${service}\` | ${cell(title)} | ${cell(catcherOf(id, place, sources))} |`,
    ),
  ];
}

/** How many checks of a requirement catch a service. A case that did not run on every service may catch more. */
function countCatching(requirement: string, { cases, matrix, stale }: PageSources): string {
  const isStale = cases.some(
    ({ caseId, judges }) => stale.cases.includes(caseId) && judges.some((each) => each === requirement),
  );
  return isStale ? 'not measured' : String(catchersOf(requirement, matrix).size);
}

/** A case that finds a requirement violated on a service: the one that catches the service alone, if it does. */
function catcherOf(requirement: string, service: string, { matrix, stale }: PageSources): string {
  const row = matrix.services[service];
  if (row === undefined || stale.services.includes(service)) return 'not measured';
  const cases = row.violated[requirement] ?? [];
  const found = cases.find((id) => id === row.alone?.case) ?? cases[0];
  if (found === undefined) return 'no check in the recorded run: the fault is unsteady';
  return stale.changedCases.includes(found) ? 'not measured' : `\`${found}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Renders docs/requirements.md: every row of the table by part of the contract, with a link to its page. */
export function renderRequirementsPage(rows: readonly RequirementRow[], cases: readonly CaseDescription[]): string {
  const lines = [
    '# Requirements',
    '',
    'Generated from the requirement table and the cases.',
    '',
    `${rows.length} requirements, ${cases.length} cases. Required ones gate, recommended ones warn. Unspecified behaviour is`,
    'only observed. The page of a requirement shows its cases, its faults, an example and a fix.',
  ];
  for (const { number, title } of parts) {
    const own = rows.filter((row) => partNumberOf(row.part) === number);
    if (own.length === 0) continue;
    lines.push(
      '',
      `## Part ${number}: ${title}`,
      '',
      '| requirement | part | level | operation | cases | what it says |',
      '| --- | --- | --- | --- | --- | --- |',
      ...own.map((row) => renderRow(row, cases)),
    );
  }
  return `${lines.join('\n')}\n`;
}

function renderRow(row: RequirementRow, cases: readonly CaseDescription[]): string {
  const link = `[${row.id}](${requirementPath(row.id)})`;
  return `| ${link} | ${row.part} | ${row.level} | ${operationOf(row)} | ${trials(row, cases)} | ${row.statement} |`;
}

function trials({ id, rule, reason }: RequirementRow, cases: readonly CaseDescription[]): string {
  if (reason !== undefined) return 'not testable';
  const count = cases.filter((each) => isAbout(each, id)).length;
  if (rule === undefined) return String(count);
  return count === 0 ? 'every response' : `${count}, every response`;
}
