import { parseArgs } from 'node:util';
import { loadCases } from '../src/run/load-cases.ts';
import { faults } from '../src/reference/faults/index.ts';
import { problemsOf } from './declared.ts';
import { judgeServices } from './judge-services.ts';
import { idleChecks, misrecordedFaults, pruned, withRows } from './kill-matrix.ts';
import { digestOfSources, readKillMatrix, writeKillMatrix } from './kill-matrix-file.ts';
import { fleetServices, quickCases, type FleetService } from './services.ts';
import type { Summary } from './summary.ts';
import { tryQuickCases } from './try-quick-cases.ts';

// npm run detect -- PATTERN            judges the services whose id matches, by the cases that catch them
// npm run detect -- PATTERN --whole    by all cases
// npm run detect -- PATTERN --bail     ends with the first that is not judged as it declares
// npm run detect -- PATTERN --record   by all cases, and renews their rows in docs/kill-matrix.json
// npm run detection                    records every service
// Ends with 1 where one was not judged as it declares.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    whole: { type: 'boolean', default: false },
    bail: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const [pattern] = positionals;
const services = fleetServices.filter(({ id }) => new RegExp(pattern ?? '').test(id));
const matrix = readKillMatrix();
let failed = services.length === 0;
if (failed) process.stderr.write(`No fault and no variant has an id with ${pattern} in it.\n`);
else if (values.record) await record(pattern === undefined);
else await judgeNow();
process.exit(failed ? 1 : 0);

async function judgeNow(): Promise<void> {
  const cases = values.whole ? [] : await loadCases();
  const selected = new Map(
    services.map((service) => [service.id, values.whole ? null : quickCases(service, matrix, cases)]),
  );
  await judgeServices(
    services,
    (service) => selected.get(service.id) ?? null,
    (service, summary) => {
      const isPart = (selected.get(service.id) ?? null) !== null;
      tell(service, summary, isPart ? matrix.quick[service.id]?.violated : undefined);
    },
  );
}

/** Judges services by all cases, and those faults that show every time by a few, too. */
async function record(isEverything: boolean): Promise<void> {
  const summaries: Summary[] = [];
  await judgeServices(
    services,
    () => null,
    (service, summary) => {
      summaries.push(summary);
      tell(service, summary);
    },
  );
  const quick = await tryQuickCases(services, summaries);
  const rows = withRows(matrix, summaries, quick);
  const next = isEverything ? { ...pruned(rows, summaries), sources: digestOfSources() } : rows;
  writeKillMatrix(next);
  const gaps = [
    ...idleChecks(next).map((id) => `The check ${id} catches no fault.`),
    ...misrecordedFaults(next, faults).map((id) => `The fault ${id} is caught otherwise than it declares.`),
  ];
  for (const gap of gaps) process.stderr.write(`${gap}\n`);
  failed ||= gaps.length > 0;
}

function tell(service: FleetService, summary: Summary, toFind?: readonly string[]): void {
  const problems = problemsOf(service, summary, toFind);
  failed ||= problems.length > 0;
  const seconds = (summary.milliseconds / 1000).toFixed(1);
  const found = summary.violated.length === 0 ? '' : `, violated: ${summary.violated.join(', ')}`;
  process.stdout.write(
    `${problems.length === 0 ? 'ok    ' : 'WRONG '} ${service.id} (${seconds} s): ${summary.verdict}${found}\n`,
  );
  for (const problem of problems) process.stdout.write(`       ${problem}\n`);
  if (failed && values.bail) process.exit(1);
}
