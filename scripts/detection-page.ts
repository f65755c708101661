import type { RequirementRow } from '../src/contract/requirements.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import type { CompliantVariant } from '../src/reference/compliant/compliant-variant.ts';
import { caughtBy, type KillMatrix } from '../lab/kill-matrix.ts';

/** So many services are named beside a check; the others are counted. */
const NAMED = 3;

/** The page docs/detection.md: which check catches which broken service, and which compliant ones are left in peace. */
export function renderDetectionPage(
  rows: readonly RequirementRow[],
  faults: readonly Fault[],
  compliant: readonly CompliantVariant[],
  matrix: KillMatrix,
): string {
  const required = rows.filter(({ level, reason }) => level === 'required' && reason === undefined);
  const caught = faults.filter(({ id }) => (matrix.kills[`fault/${id}`] ?? []).length > 0);
  const lines = [
    '# Detection and fairness',
    '',
    'Generated from `src/reference/` and from the last run of `npm run detection`, whose result is `docs/kill-matrix.json`.',
    '`npm test` judges all services below, and fails where one ends otherwise than it says here, where a check catches no',
    'fault, and where a fault is caught by no check. `npm run detection` fails also where a line of `specs/` that judges never',
    'found a violation. Do not edit.',
    '',
    `- ${caught.length} of ${faults.length} broken services are caught, each correct but for one small thing: all must end *not`,
    '  conformant*, with exactly the requirements that they declare violated; of those that break something only now and then,',
    '  some of them and no other.',
    `- ${compliant.length} services differ where the contract leaves room: none may be accused.`,
    `- ${required.length} required requirements can be tried, each with at least two faults.`,
    `- ${matrix.checks.length} checks were settled on some service; each of them was violated on at least one.`,
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
    '## Broken services',
    '',
    '| fault | what it does | violated | checks |',
    '| --- | --- | --- | --- |',
    ...faults.map((fault) => {
      const checks = matrix.kills[`fault/${fault.id}`] ?? [];
      return `| \`${fault.id}\` | ${cell(fault.title)} | ${brokenBy(fault)} | ${checks.length} |`;
    }),
    '',
    '## Compliant variants',
    '',
    '| service | what it does | verdict |',
    '| --- | --- | --- |',
    ...compliant.map(({ id, title, expects }) => `| \`${id}\` | ${cell(title)} | ${expects.verdict} |`),
    '',
    '## The kill matrix',
    '',
    'Each check with the services on which it was violated. Recommendations are violated on compliant variants too.',
    ...rows.flatMap((row) => checkSection(row, matrix)),
  ];
  return `${lines.join('\n')}\n`;
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
  return faults.filter((fault) => ('breaks' in fault ? fault.breaks : fault.breaksSome).includes(id));
}

function namesOf(id: string, faults: readonly Fault[]): string {
  return faultsOf(id, faults)
    .map((fault) => `\`${fault.id}\``)
    .join(', ');
}

function brokenBy(fault: Fault): string {
  if ('breaks' in fault) {
    return `${fault.breaks.join(', ')}${fault.startsEmpty === true ? ', where the catalogue is empty at the start' : ''}`;
  }
  return `some of ${fault.breaksSome.join(', ')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
