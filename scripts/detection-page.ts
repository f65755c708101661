import type { RequirementRow } from '../src/contract/requirements.ts';
import type { Fault } from '../src/reference/faults/fault.ts';
import type { Lawful } from '../src/reference/lawful/lawful-service.ts';

/** The page docs/detection.md: what each broken service violates, and which lawful services are left in peace. */
export function renderDetectionPage(
  rows: readonly RequirementRow[],
  faults: readonly Fault[],
  lawful: readonly Lawful[],
): string {
  const required = rows.filter(({ level, reason }) => level === 'required' && reason === undefined);
  const lines = [
    '# Detection and fairness',
    '',
    'Generated from `src/reference/` by `npm run docs`. `npm test` runs the suite against all lawful services and two faults',
    'for every requirement, `npm run test:long` against every service below; both fail where one ends otherwise than it says',
    'here. Do not edit.',
    '',
    `- ${faults.length} broken services, each correct but for one small thing: all must end *not conformant*, with exactly the`,
    '  requirements that they declare violated; of those that break something only now and then, some of them and no other.',
    `- ${lawful.length} services that differ where the contract leaves room: none may be accused.`,
    `- ${required.length} required requirements can be tried, each with at least two faults.`,
    '',
    '## Faults by requirement',
    '',
    '| requirement | part | faults |',
    '| --- | --- | --- |',
    ...required.map((row) => `| ${row.id} | ${row.part} | ${faultsOf(row.id, faults).length} |`),
    '',
    '## Broken services',
    '',
    '| fault | what it does | violated |',
    '| --- | --- | --- |',
    ...faults.map((fault) => `| \`${fault.id}\` | ${cell(fault.title)} | ${brokenBy(fault)} |`),
    '',
    '## Lawful services',
    '',
    '| service | what it does | verdict |',
    '| --- | --- | --- |',
    ...lawful.map(({ id, title, expects }) => `| \`${id}\` | ${cell(title)} | ${expects.verdict} |`),
  ];
  return `${lines.join('\n')}\n`;
}

function faultsOf(id: string, faults: readonly Fault[]): readonly Fault[] {
  return faults.filter((fault) => ('breaks' in fault ? fault.breaks : fault.breaksSome).includes(id));
}

function brokenBy(fault: Fault): string {
  return 'breaks' in fault ? fault.breaks.join(', ') : `some of ${fault.breaksSome.join(', ')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
