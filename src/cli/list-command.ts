import { requirements, type RequirementRow } from '../contract/requirements.ts';
import type { CaseDescription } from '../conformance/case.ts';
import { RUN_COST } from '../runner/run-cost.ts';
import { caseThread, type CaseThread } from '../runner/case-thread.ts';
import type { CollectedCases } from '../runner/run-cases.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { withRunner } from './with-runner.ts';

/** The cases of the suite, loaded but not run. Throws where one of its specs does not load. */
export async function loadCases(
  console: Console,
  thread: CaseThread = caseThread(),
): Promise<readonly CaseDescription[]> {
  const { cases, suiteFaults } = await collectCases(console, thread);
  if (suiteFaults.length > 0) throw new Error(suiteFaults[0]);
  return cases;
}

/** The cases that can be chosen from. A run reports specs that do not load, so only a lack of all cases throws. */
export async function loadCasesToChoose(console: Console, thread: CaseThread): Promise<readonly CaseDescription[]> {
  const { cases, suiteFaults } = await collectCases(console, thread);
  if (cases.length === 0) throw new Error(suiteFaults[0]);
  return cases;
}

function collectCases(console: Console, thread: CaseThread): Promise<CollectedCases> {
  return withRunner({ concurrency: 1, thread }, console, (runner) => runner.collect());
}

/** `list`: every requirement with its cases, and what a run costs. */
export async function listCommand(json: boolean, console: Console, thread: CaseThread): Promise<ExitCode> {
  const cases = await loadCases(console, thread);
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
    `A run sends about ${RUN_COST.requests} requests and adds about ${RUN_COST.creates} animals to a small catalogue.`,
    '',
  ];
  for (const row of rows) {
    lines.push(`${row.id}  part ${row.part}, ${row.level}`, `  ${row.statement}`);
    if (row.reason !== undefined) lines.push(`  Cannot be tried: ${row.reason}`);
    if (row.everyAnswer === true) lines.push('  Judged on every answer of a run.');
    for (const { title, place } of row.cases) lines.push(`  - ${title} (${place})`);
    lines.push('');
  }
  return lines.join('\n');
}
