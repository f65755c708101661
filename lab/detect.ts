import { Command } from 'commander';
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

const program = new Command('npm run detect --')
  .description(
    'Judges faults and compliant variants of the reference service. Exits with 1 if one is not judged as it declares.',
  )
  .argument('[patterns...]', 'regular expressions for ids, such as fault/limit-; default: every service')
  .option('--whole', 'judge with all cases, not only with those that are recorded for a service')
  .option('--bail', 'stop at the first service that is judged wrongly')
  .option('--record', 'judge with all cases, and record checks, examples and first cases')
  .option('--examples', 'record the examples of violations only')
  .option('--sizes', 'judge a sample in larger catalogues and at the fifth run; with --record, record the result')
  .parse();
const values = program.opts<Partial<Record<'whole' | 'bail' | 'record' | 'examples' | 'sizes', true>>>();
const patterns = program.args.map((pattern) => new RegExp(pattern));
const isEverything = patterns.length === 0;
const services = isEverything
  ? fleetServices
  : fleetServices.filter(({ id }) => patterns.some((pattern) => pattern.test(id)));
const matrix = readKillMatrix();
let failed = false;
if (services.length === 0) fail(`No id matches ${program.args.join(' or ')}. Ids start with fault/ or compliant/.`);
else if (values.sizes === true) await judgeAtSizes();
else if (values.record === true) await record();
else if (values.examples === true) await renewExamples(matrix);
else await judgeNow();
process.exit(failed ? 1 : 0);

async function judgeNow(): Promise<void> {
  const cases = values.whole === true ? null : await loadCases();
  const selected = new Map(
    services.map((service) => [service.id, cases === null ? null : fewCases(service, matrix, cases)]),
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
      isEverything ? sampledServices : services,
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
  if (values.record !== true) return;
  const rows = sampledServices.flatMap(({ id }) => {
    const row = sizes.get(id) ?? matrix.sizes[id];
    return row === undefined ? [] : [[id, row]];
  });
  writeKillMatrix({ ...matrix, sizes: Object.fromEntries(rows) as KillMatrix['sizes'] });
}

/** Judges services with all cases. Judges deterministic faults again with few cases. */
async function record(): Promise<void> {
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
  if (failed && values.bail === true) process.exit(1);
}

function fail(problem: string): void {
  failed = true;
  process.stderr.write(`${problem}\n`);
}
