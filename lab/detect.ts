import { parseArgs } from 'node:util';
import { requirements } from '../src/contract/requirements.ts';
import { loadCases } from '../src/run/load-cases.ts';
import { faults } from '../src/reference/faults/index.ts';
import { digestOfSources } from '../src/run/suite-identity.ts';
import { problemsAtSize, problemsOf, reasonUnseen } from './declared.ts';
import { CATALOGUE_SIZES } from './fleet.ts';
import { readExamples, readKillMatrix, writeExamples, writeKillMatrix } from './detection-record.ts';
import { type BySize, idleChecks, type KillMatrix, misrecordedFaults, pruned, withRows } from './kill-matrix.ts';
import { tryFewCases } from './few-cases.ts';
import { chooseFirstCases, writeFirstCases } from './first-cases.ts';
import { recordCost } from './measure-cost.ts';
import { fleetServices, judgeServices, fewCases, sampledServices, type FleetService } from './services.ts';
import type { Summary } from './summary.ts';
import { exampleServices, recordExamples } from './violation-examples.ts';

// npm run detect -- PATTERN             judges the services whose id matches, with the cases recorded for them
// npm run detect -- PATTERN --whole     with all cases
// npm run detect -- PATTERN --bail      stops at the first service that is judged wrongly
// npm run detect -- PATTERN --record    with all cases, and records the checks and examples: docs/kill-matrix.json,
//                                       docs/violations.json, src/suite/first-cases.json
// npm run detect -- PATTERN --examples  records docs/violations.json only
// npm run detect -- PATTERN --sizes     judges a sample with all cases, in larger catalogues and at the fifth run
// npm run detect -- --sizes --record    also records the result
// npm run detection                     records every service
// Exits with 1 if a judgement differs from what the service declares.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    whole: { type: 'boolean', default: false },
    bail: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    examples: { type: 'boolean', default: false },
    sizes: { type: 'boolean', default: false },
  },
});
const [pattern] = positionals;
const services = fleetServices.filter(({ id }) => new RegExp(pattern ?? '').test(id));
const matrix = readKillMatrix();
let failed = false;
if (services.length === 0) fail(`No id of a fault or a variant matches ${pattern}.`);
else if (values.sizes) await judgeAtSizes();
else if (values.record) await record(pattern === undefined);
else if (values.examples) await renewExamples(matrix);
else await judgeNow();
process.exit(failed ? 1 : 0);

async function judgeNow(): Promise<void> {
  const cases = values.whole ? [] : await loadCases();
  const selected = new Map(
    services.map((service) => [service.id, values.whole ? null : fewCases(service, matrix, cases)]),
  );
  await judgeServices(
    services,
    (service) => selected.get(service.id) ?? null,
    (service, summary) => {
      const isPart = (selected.get(service.id) ?? null) !== null;
      const toFind = isPart ? matrix.few[service.id]?.violated : undefined;
      print(service, summary, problemsOf(service, summary, toFind));
    },
  );
}

/** Judges services in larger catalogues. With --record, records the sample. */
async function judgeAtSizes(): Promise<void> {
  const sizes = new Map<string, Partial<BySize>>();
  for (const size of CATALOGUE_SIZES) {
    await judgeServices(
      pattern === undefined ? sampledServices : services,
      () => null,
      (service, summary) => {
        process.stdout.write(`${size}: `);
        print(service, summary, problemsAtSize(service, summary));
        const unseen = service.kind === 'fault' && summary.violated.length === 0;
        const seen = unseen ? (reasonUnseen(service.declared, summary) ?? 'no reason') : summary.violated;
        sizes.set(service.id, { ...sizes.get(service.id), [size]: seen });
      },
      { size },
    );
  }
  if (!values.record) return;
  const rows = sampledServices.flatMap(({ id }) => {
    const row = sizes.get(id) ?? matrix.sizes[id];
    return row === undefined ? [] : [[id, row]];
  });
  writeKillMatrix({ ...matrix, sizes: Object.fromEntries(rows) as KillMatrix['sizes'] });
}

/** Judges services with all cases. Judges deterministic faults again with few cases. */
async function record(isEverything: boolean): Promise<void> {
  const summaries: Summary[] = [];
  await judgeServices(
    services,
    () => null,
    (service, summary) => {
      summaries.push(summary);
      print(service, summary, problemsOf(service, summary));
    },
  );
  const few = await tryFewCases(services, summaries);
  // The digest of the sources covers the cost and the first cases.
  if (isEverything) await recordCost();
  const rows = withRows(matrix, summaries, few);
  const next = isEverything ? pruned(rows, summaries) : rows;
  writeFirstCases(chooseFirstCases(next));
  writeKillMatrix(isEverything ? { ...next, sources: digestOfSources() } : next);
  for (const id of idleChecks(next))
    fail(`The check ${id} catches no fault${isEverything ? '' : ' that is recorded'}.`);
  const judged = new Set(services.map(({ id }) => id));
  const misrecorded = misrecordedFaults(next, faults);
  const outdated = misrecorded.filter((id) => !judged.has(`fault/${id}`));
  for (const id of misrecorded.filter((each) => !outdated.includes(each)))
    fail(`The recorded violations of the fault ${id} differ from its declaration.`);
  if (outdated.length > 0)
    fail(
      `The records of these faults are out of date: ${outdated.join(', ')}. Run npm run detect -- '/(${outdated.join('|')})$' --record.`,
    );
  await renewExamples(next);
}

async function renewExamples(killMatrix: KillMatrix): Promise<void> {
  const examples = await recordExamples(services, killMatrix, readExamples());
  writeExamples(examples);
  for (const [service, ids] of exampleServices(requirements, faults, killMatrix)) {
    for (const id of ids) {
      if (examples[id]?.service !== service) fail(`No example of ${id}: run npm run detect -- ${service}$ --examples.`);
    }
  }
}

function print(service: FleetService, summary: Summary, problems: readonly string[]): void {
  const seconds = (summary.milliseconds / 1000).toFixed(1);
  const found = summary.violated.length === 0 ? '' : `, violated: ${summary.violated.join(', ')}`;
  process.stdout.write(
    `${problems.length === 0 ? 'ok    ' : 'WRONG '} ${service.id} (${seconds} s): ${summary.verdict}${found}\n`,
  );
  for (const problem of problems) process.stdout.write(`       ${problem}\n`);
  failed ||= problems.length > 0;
  if (failed && values.bail) process.exit(1);
}

function fail(problem: string): void {
  failed = true;
  process.stderr.write(`${problem}\n`);
}
