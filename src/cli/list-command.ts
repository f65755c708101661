import { requirements, type RequirementRow } from '../contract/requirements.ts';
import type { CaseDescription } from '../suite/case.ts';
import { RUN_COST } from '../run/run-cost.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { loadCases } from '../run/load-cases.ts';

/** `list`: every requirement with its cases, and what a run costs. */
export async function listCommand(json: boolean, console: Console): Promise<ExitCode> {
  const cases = await loadCases();
  const rows = requirements.map((row) => ({
    ...row,
    cases: cases.filter(({ requirements: cited }) => cited.some((id) => id === row.id)),
  }));
  if (json)
    console.out(`${JSON.stringify({ cost: { ...RUN_COST, cases: cases.length }, requirements: rows }, null, 2)}\n`);
  else console.out(renderList(rows, cases.length));
  return EXIT.conformant;
}

type Listed = RequirementRow & { readonly cases: readonly CaseDescription[] };

function renderList(rows: readonly Listed[], caseCount: number): string {
  const lines = [
    `${rows.length} requirements, ${caseCount} cases.`,
    `A run sends about ${RUN_COST.requests} requests and adds about ${RUN_COST.creates} pets to a small catalogue.`,
    '',
  ];
  for (const row of rows) {
    lines.push(`${row.id}  part ${row.part}, ${row.level}`, `  ${row.statement}`);
    if (row.reason !== undefined) lines.push(`  Cannot be tried: ${row.reason}`);
    if (row.responseRule === true) lines.push('  Judged on every response of a run.');
    for (const { title, place } of row.cases) lines.push(`  - ${title} (${place})`);
    lines.push('');
  }
  return lines.join('\n');
}
