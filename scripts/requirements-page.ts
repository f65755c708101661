import type { CaseDescription } from '../src/suite/case.ts';
import { partNumberOf, parts } from '../src/contract/parts.ts';
import type { RequirementRow } from '../src/contract/requirements.ts';
import { operationOf, requirementPath } from './requirement-page.ts';

/** The page docs/requirements.md: every row of the table by part of the contract, each with a page of its own. */
export function renderRequirementsPage(rows: readonly RequirementRow[], cases: readonly CaseDescription[]): string {
  const lines = [
    '# Requirements',
    '',
    'Generated from the requirement table and the cases.',
    '',
    `${rows.length} requirements, ${cases.length} cases. Required ones gate, recommended ones warn. What the contract leaves open is`,
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
  const level = row.level === 'unspecified' ? 'left open' : row.level;
  return `| ${link} | ${row.part} | ${level} | ${operationOf(row)} | ${trials(row, cases)} | ${row.statement} |`;
}

function trials({ id, responseRule, reason }: RequirementRow, cases: readonly CaseDescription[]): string {
  if (reason !== undefined) return 'cannot be tested';
  const count = cases.filter(({ requirements }) => requirements.some((cited) => cited === id)).length;
  if (responseRule !== true) return String(count);
  return count === 0 ? 'every response' : `${count}, every response`;
}
