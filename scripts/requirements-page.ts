import type { CaseDescription } from '../src/conformance/case.ts';
import { partNumberOf, parts } from '../src/contract/parts.ts';
import type { RequirementRow } from '../src/contract/requirements.ts';

/** The page docs/requirements.md: every row of the table by part of the contract, with its cases. */
export function renderRequirementsPage(rows: readonly RequirementRow[], cases: readonly CaseDescription[]): string {
  const lines = [
    '# Requirements',
    '',
    'Generated from `src/contract/requirements.ts` and `specs/` by `npm run docs`. Do not edit.',
    '',
    `${rows.length} requirements, ${cases.length} cases.`,
    '',
  ];
  for (const { number, title } of parts) {
    const own = rows.filter((row) => partNumberOf(row.part) === number);
    if (own.length === 0) continue;
    lines.push(`## Part ${number}: ${title}`, '');
    for (const row of own)
      lines.push(
        ...renderRow(
          row,
          cases.filter((each) => each.requirements.some((id) => id === row.id)),
        ),
      );
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function renderRow(row: RequirementRow, cases: readonly CaseDescription[]): readonly string[] {
  const lines = [
    `### ${row.id}`,
    '',
    row.statement,
    '',
    `Part ${row.part}, ${row.level}, ${row.operation === 'every' ? 'every operation' : row.operation}.`,
    '',
  ];
  if (row.reason !== undefined) return [...lines, `Cannot be tried: ${row.reason}`, ''];
  if (row.everyAnswer === true) lines.push('Judged on every answer of a run, set-up and look-ups included.', '');
  const files = Map.groupBy(cases, ({ place }) => place.replace(/:\d+$/, ''));
  for (const [file, own] of files) lines.push(...renderFile(file, own));
  return files.size === 0 ? lines : [...lines, ''];
}

const SHOWN = 6;

function renderFile(file: string, cases: readonly CaseDescription[]): readonly string[] {
  const titles = cases.slice(0, SHOWN).map(({ title }) => `  - ${title}`);
  const rest = cases.length > SHOWN ? [`  - and ${cases.length - SHOWN} more`] : [];
  return [`- \`${file}\``, ...titles, ...rest];
}
