import { Command } from 'commander';
import { counted } from '../src/contract/describe.ts';
import { requirements } from '../src/contract/requirements.ts';
import { faults } from '../src/reference/faults/index.ts';
import { tryCasesAlone } from './cases-alone.ts';
import { problemsAtSize, problemsOf, reasonUnseen } from './declared.ts';
import { readExamples, readKillMatrix, writeExamples, writeKillMatrix } from './detection-record.ts';
import { digestOfDrafts } from './framework-drafts.ts';
import { readFirstDrafts } from './first-drafts-record.ts';
import { CATALOGUE_SIZES } from './fleet.ts';
import { type BySize, idleChecks, type KillMatrix, misrecordedFaults } from './kill-matrix.ts';
import { recordCost } from './measure-cost.ts';
import { createProgress } from './progress.ts';
import { withRows } from './record-rows.ts';
import { currentDigests, sampledIds } from './current-records.ts';
import { aloneRowOf, fleetServices, judgeServices, sampledServices, type FleetService } from './services.ts';
import { describeStale, digestForServices, findStale } from './stale-records.ts';
import type { Summary } from './summary.ts';
import { exampleServices, recordExamples } from './violation-examples.ts';

const program = new Command('npm run detect --')
  .description(
    'Judges faults and compliant variants of the reference service. Exits with 1 if one is not judged as it declares.',
  )
  .argument('[patterns...]', 'regular expressions for ids, such as fault/limit-; default: every service')
  .option('--whole', 'judge a steady fault with all cases, not only with the one that is recorded for it')
  .option('--bail', 'stop at the first service that is judged wrongly')
  .option('--record', 'judge with all cases, and record the result with new ids')
  .option('--examples', 'record the examples of violations only')
  .option('--sizes', 'judge a sample in larger catalogues and at the fifth run; with --record, record the result')
  .showHelpAfterError('Run npm run detect -- --help to see all options.')
  .parse();
const values = program.opts<Partial<Record<'whole' | 'bail' | 'record' | 'examples' | 'sizes', true>>>();
const patterns = program.args.map((pattern) => new RegExp(pattern));
const isEverything = patterns.length === 0;
const services = isEverything
  ? fleetServices
  : fleetServices.filter(({ id }) => patterns.some((pattern) => pattern.test(id)));
const matrix = readKillMatrix();
const sources = await currentDigests();
let failed = false;
if (services.length === 0) fail(`No id matches ${program.args.join(' or ')}. Ids start with fault/ or compliant/.`);
else if (values.sizes === true) await judgeAtSizes();
else if (values.record === true) await record();
else if (values.examples === true) await renewExamples(matrix);
else await judgeNow();
process.exit(failed ? 1 : 0);

async function judgeNow(): Promise<void> {
  const alone = new Map(
    services.map((service) => [service.id, values.whole === true ? null : aloneRowOf(service, matrix, sources)]),
  );
  const progress = createProgress(services.length);
  await judgeServices(
    services,
    ({ id }) => {
      const row = alone.get(id) ?? null;
      return row === null ? null : [row.case];
    },
    (service, summary) => {
      print(service, summary, problemsOf(service, summary, alone.get(service.id)?.violated));
      progress();
    },
  );
}

/** Judges services in larger catalogues. With --record, records the sample. */
async function judgeAtSizes(): Promise<void> {
  const judged = isEverything ? sampledServices : services;
  const progress = createProgress(judged.length * CATALOGUE_SIZES.length);
  const sizes = new Map<string, Partial<BySize>>();
  for (const size of CATALOGUE_SIZES) {
    await judgeServices(
      judged,
      () => null,
      (service, summary) => {
        process.stdout.write(`${size}: `);
        print(service, summary, problemsAtSize(service, summary));
        const unseen = service.kind === 'fault' && summary.violated.length === 0;
        const seen = unseen ? (reasonUnseen(service.declared, summary) ?? 'no reason') : summary.violated;
        sizes.set(service.id, { ...sizes.get(service.id), [size]: seen });
        progress();
      },
      { size },
    );
  }
  if (values.record !== true) return;
  const isSample = sampledIds.every((id) => sizes.has(id));
  const rows = sampledIds.flatMap((id) => {
    const row = sizes.get(id) ?? matrix.sizes.services[id];
    return row === undefined ? [] : [[id, row] as const];
  });
  const recorded = {
    sources: isSample ? digestForServices(sources, sampledIds) : matrix.sizes.sources,
    services: Object.fromEntries(rows) as KillMatrix['sizes']['services'],
  };
  writeKillMatrix({ ...matrix, sizes: recorded });
}

/** Judges services with all cases, and steady faults again with one case. */
async function record(): Promise<void> {
  const summaries: Summary[] = [];
  const progress = createProgress(services.length);
  await judgeServices(
    services,
    () => null,
    (service, summary) => {
      summaries.push(summary);
      print(service, summary, problemsOf(service, summary));
      progress();
    },
  );
  const alone = await tryCasesAlone(services, summaries);
  await recordCost();
  const next = withRows(matrix, { summaries, alone, sources, requirements: requirements.map(({ id }) => id) });
  writeKillMatrix(next);
  for (const id of idleChecks(next))
    fail(`The check ${id} catches no fault${isEverything ? '' : ' that is recorded'}.`);
  for (const id of misrecordedFaults(next, faults).filter((each) => services.some((one) => one.id === `fault/${each}`)))
    fail(`The recorded violations of the fault ${id} differ from its declaration.`);
  await renewExamples(next);
  const stale = describeStale(
    findStale({ matrix: next, firstDrafts: readFirstDrafts() }, sources, sampledIds, digestOfDrafts()),
  );
  process.stdout.write([...namesOfGone(next), ...stale].map((line) => `${line}\n`).join(''));
}

/** Names the ids that the record loses. Ids are permanent, so this should be a decision. */
function namesOfGone(next: KillMatrix): readonly string[] {
  const gone = [
    ...matrix.requirements.filter((id) => !next.requirements.includes(id)),
    ...Object.keys(matrix.cases).filter((id) => !(id in next.cases)),
  ];
  return gone.length === 0 ? [] : [`${counted(gone.length, 'id')} removed from the record: ${gone.join(', ')}.`];
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
