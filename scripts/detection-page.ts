import type { RequirementRow } from '../src/contract/requirements.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import type { CompliantVariant } from '../src/reference/compliant/compliant-variant.ts';
import { countFigures, notMeasured } from './measured-figures.ts';
import { CATALOGUE_SIZES } from '../lab/fleet.ts';
import { catchersOf, type KillMatrix } from '../lab/kill-matrix.ts';
import type { StaleRecords } from '../lab/stale-records.ts';

/** The page names this many services for a check, and counts the rest. */
const NAMED = 3;

/** Renders docs/detection.md: which check catches which fault, and the verdicts on the compliant variants. */
export function renderDetectionPage(
  rows: readonly RequirementRow[],
  faults: readonly Fault[],
  compliant: readonly CompliantVariant[],
  matrix: KillMatrix,
  stale: StaleRecords,
): string {
  const required = rows.filter(({ level, reason }) => level === 'required' && reason === undefined);
  const figures = countFigures(matrix, stale);
  const lines = [
    '# Detection and fairness',
    '',
    'Generated from `src/reference` and from `docs/kill-matrix.json`, which `npm run detection` records.',
    '`npm test` judges these services too. It fails if one is not judged as this page says, if a check catches no fault, or if a fault',
    'is not caught.',
    '',
    `- ${figures.caught} of ${figures.faults} faults are caught. Each is one small change to a correct service, and must end *not conformant* with`,
    '  exactly the requirements that it declares. An unsteady fault violates some of them and no other.',
    `- ${figures.accused} of ${figures.variants} compliant variants are accused. Each uses a freedom of the contract.`,
    `- ${required.length} required requirements can be tested, each with at least two faults.`,
    `- ${figures.failing} of ${figures.checks} checks found a violation on at least one service.`,
    ...notMeasured(stale).map((text) => `- ${text} \`npm run detection\` measures this.`),
    '',
    '## Faults by requirement',
    '',
    '| requirement | part | level | faults |',
    '| --- | --- | --- | --- |',
    ...rows
      .filter(({ level, reason }) => level !== 'unspecified' && reason === undefined)
      .map(
        (row) => `| [${row.id}](#${row.id.toLowerCase()}) | ${row.part} | ${row.level} | ${namesOf(row.id, faults)} |`,
      ),
    '',
    '## Faults',
    '',
    'The last column names a case that catches the fault without the other cases, if there is one.',
    '',
    '| fault | what it does | violated | caught by |',
    '| --- | --- | --- | --- |',
    ...faults.map((fault) => {
      const id = `fault/${fault.id}`;
      const alone = matrix.services[id]?.alone?.case;
      const by = stale.services.includes(id) ? 'not measured' : alone === undefined ? 'several cases' : `\`${alone}\``;
      return `| \`${fault.id}\` | ${cell(fault.title)} | ${brokenBy(fault)} | ${by} |`;
    }),
    '',
    '## Compliant variants',
    '',
    '| service | what it does | verdict |',
    '| --- | --- | --- |',
    ...compliant.map(({ id, title, expects }) => `| \`${id}\` | ${cell(title)} | ${expects.verdict} |`),
    '',
    ...sizeSection(faults, matrix, stale),
    '## The kill matrix',
    '',
    'Each check with the services on which it was violated. Compliant variants may violate recommendations.',
    ...rows.flatMap((row) => checkSection(row, matrix, stale)),
  ];
  return `${lines.join('\n')}\n`;
}

/** The sampled faults in larger catalogues: how many are caught, and why others are missed. */
function sizeSection(faults: readonly Fault[], { sizes }: KillMatrix, stale: StaleRecords): readonly string[] {
  const rows = faults.flatMap(({ id }) => {
    const row = sizes.services[`fault/${id}`];
    return row === undefined ? [] : [{ id, cells: CATALOGUE_SIZES.map((size) => row[size]) }];
  });
  const variants = Object.keys(sizes.services).length - rows.length;
  const unseen = rows.filter(({ cells }) => cells.some((seen) => typeof seen === 'string'));
  return [
    '## Larger catalogues',
    '',
    `A sample of ${rows.length} faults and ${variants} compliant variants, judged with 150 and with 5,000 pets in the catalogue, and in the fifth`,
    'run on one service. `npm run detect -- --sizes --record` judges them. A fault counts as lost if the run',
    'ends without a violation. It is then among the requirements that the report names beside the verdict, with this reason.',
    '',
    '| catalogue | faults that are caught |',
    '| --- | --- |',
    ...CATALOGUE_SIZES.map((size, place) => {
      const caught = rows.filter(({ cells }) => typeof cells[place] !== 'string').length;
      return `| ${size} | ${stale.sizes ? 'not measured' : `${caught} of ${rows.length}`} |`;
    }),
    '',
    ...(stale.sizes ? [] : lostRows(unseen)),
  ];
}

function lostRows(unseen: readonly { readonly id: string; readonly cells: readonly Seen[] }[]): readonly string[] {
  return [
    `| lost at some size | ${CATALOGUE_SIZES.join(' | ')} |`,
    '| --- | --- | --- | --- |',
    ...unseen.map(({ id, cells }) => `| \`${id}\` | ${cells.map((seen) => cell(seenText(seen))).join(' | ')} |`),
    '',
  ];
}

type Seen = readonly string[] | string;

function seenText(seen: Seen): string {
  return typeof seen === 'string' ? `lost: ${seen}` : `violated: ${seen.join(', ')}`;
}

function checkSection(row: RequirementRow, matrix: KillMatrix, stale: StaleRecords): readonly string[] {
  const cases = Object.keys(matrix.cases).filter((id) => matrix.cases[id]?.settles.includes(row.id));
  if (cases.length === 0) return [];
  const catchers = catchersOf(row.id, matrix);
  return [
    '',
    `### ${row.id}`,
    '',
    '| check of | catches | such as |',
    '| --- | --- | --- |',
    ...cases.map((caseId) => {
      const services = (catchers.get(caseId) ?? []).map((id) => id.replace(/^fault\//, ''));
      const named = services.slice(0, NAMED).map((id) => `\`${id}\``);
      const count = stale.cases.includes(caseId) ? 'not measured' : services.length;
      return `| ${cell(caseId)} | ${count} | ${named.join(', ')} |`;
    }),
  ];
}

function faultsOf(id: string, faults: readonly Fault[]): readonly Fault[] {
  return faults.filter((fault) => ('breaks' in fault ? fault.breaks : fault.breaksSome).some((each) => each === id));
}

function namesOf(id: string, faults: readonly Fault[]): string {
  return faultsOf(id, faults)
    .map((fault) => `\`${fault.id}\``)
    .join(', ');
}

function brokenBy(fault: Fault): string {
  if ('breaks' in fault) {
    return `${fault.breaks.join(', ')}${fault.startsEmpty === true ? ', if the catalogue is empty at the start' : ''}`;
  }
  return `some of ${fault.breaksSome.join(', ')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
