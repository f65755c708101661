import type { RequirementRow } from '../src/contract/requirements.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import type { CompliantVariant } from '../src/reference/compliant/compliant-variant.ts';
import { unmeasured } from './readme-figures.ts';
import { CATALOGUE_SIZES } from '../lab/fleet.ts';
import { caughtBy, countCaught, type KillMatrix } from '../lab/kill-matrix.ts';

/** The page names this many services for a check, and counts the rest. */
const NAMED = 3;

/** Renders docs/detection.md: which check catches which fault, and the verdicts on the compliant variants. */
export function renderDetectionPage(
  rows: readonly RequirementRow[],
  faults: readonly Fault[],
  compliant: readonly CompliantVariant[],
  matrix: KillMatrix,
): string {
  const required = rows.filter(({ level, reason }) => level === 'required' && reason === undefined);
  const { judged, caught, unjudged } = countCaught(faults, matrix);
  const lines = [
    '# Detection and fairness',
    '',
    'Generated from `src/reference` and from `docs/kill-matrix.json`, which `npm run detection` records.',
    '`npm test` judges these services too. It fails if one is not judged as this page says, if a check catches no fault, or if a fault',
    'is not caught. `npm run detection` also fails if a line of `specs` that judges never found a violation.',
    '',
    `- ${caught} of ${judged} faults are caught. Each is one small change to a correct service, and must end *not conformant* with`,
    `  exactly the requirements that it declares. An unsteady fault violates some of them and no other.${unmeasured(unjudged)}`,
    `- ${compliant.length} compliant variants use a freedom of the contract. None may be accused.`,
    `- ${required.length} required requirements can be tested, each with at least two faults.`,
    `- ${matrix.checks.length} checks settled something. Each of them found a violation on at least one service.`,
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
    'The last column says how many checks are violated.',
    '',
    '| fault | what it does | violated | checks |',
    '| --- | --- | --- | --- |',
    ...faults.map((fault) => {
      const checks = matrix.kills[`fault/${fault.id}`]?.length ?? 'not measured';
      return `| \`${fault.id}\` | ${cell(fault.title)} | ${brokenBy(fault)} | ${checks} |`;
    }),
    '',
    '## Compliant variants',
    '',
    '| service | what it does | verdict |',
    '| --- | --- | --- |',
    ...compliant.map(({ id, title, expects }) => `| \`${id}\` | ${cell(title)} | ${expects.verdict} |`),
    '',
    ...sizeSection(faults, matrix),
    '## The kill matrix',
    '',
    'Each check with the services on which it was violated. Compliant variants may violate recommendations.',
    ...rows.flatMap((row) => checkSection(row, matrix)),
  ];
  return `${lines.join('\n')}\n`;
}

/** The sampled faults in larger catalogues: how many are caught, and why others are missed. */
function sizeSection(faults: readonly Fault[], { sizes }: KillMatrix): readonly string[] {
  const rows = faults.flatMap(({ id }) => {
    const row = sizes[`fault/${id}`];
    return row === undefined ? [] : [{ id, cells: CATALOGUE_SIZES.map((size) => row[size]) }];
  });
  const variants = Object.keys(sizes).length - rows.length;
  const unseen = rows.filter(({ cells }) => cells.some((seen) => typeof seen === 'string'));
  return [
    '## Larger catalogues',
    '',
    `A sample of ${rows.length} faults and ${variants} compliant variants, judged with 150 and with 5,000 pets in the catalogue, and in the fifth`,
    'run on one service. `npm run detect -- --sizes --record` judges them. No variant was accused. A fault counts as lost if the run',
    'ends without a violation. It is then among the requirements that the report names beside the verdict, with this reason.',
    '',
    '| catalogue | faults that are caught |',
    '| --- | --- |',
    ...CATALOGUE_SIZES.map((size, place) => {
      const caught = rows.filter(({ cells }) => typeof cells[place] !== 'string').length;
      return `| ${size} | ${caught} of ${rows.length} |`;
    }),
    '',
    `| lost at some size | ${CATALOGUE_SIZES.join(' | ')} |`,
    '| --- | --- | --- | --- |',
    ...unseen.map(({ id, cells }) => `| \`${id}\` | ${cells.map((seen) => cell(seenText(seen))).join(' | ')} |`),
    '',
  ];
}

function seenText(seen: readonly string[] | string): string {
  return typeof seen === 'string' ? `lost: ${seen}` : `violated: ${seen.join(', ')}`;
}

function checkSection(row: RequirementRow, matrix: KillMatrix): readonly string[] {
  const checks = matrix.checks.filter((check) => check.endsWith(`#${row.id}`));
  if (checks.length === 0) return [];
  return [
    '',
    `### ${row.id}`,
    '',
    '| check of | catches | such as |',
    '| --- | --- | --- |',
    ...checks.map((check) => {
      const services = caughtBy(matrix, check).map((id) => id.replace(/^fault\//, ''));
      const named = services.slice(0, NAMED).map((id) => `\`${id}\``);
      return `| ${cell(check.slice(0, -row.id.length - 1))} | ${services.length} | ${named.join(', ')} |`;
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
