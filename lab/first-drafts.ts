import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { faults } from '../src/reference/faults/index.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { resultOf, startProcess } from './child-process.ts';
import { currentDigests } from './current-records.ts';
import { type DraftRow, rowOf, sightOf, violatedIn } from './draft-sight.ts';
import { type FirstDrafts, readFirstDrafts, writeFirstDrafts } from './first-drafts-record.ts';
import { createFleet } from './fleet.ts';
import {
  digestOfDrafts,
  firstFile,
  type FrameworkDraft,
  installDrafts,
  installedVersion,
  readFrameworkDrafts,
} from './framework-drafts.ts';
import { judgeDraft } from './judge-draft.ts';
import { createProgress } from './progress.ts';
import { drawableFaults, drawSets, judgeSet, judgeWith, type SetRow } from './several-faults.ts';
import { digestForDrafts, digestForServices, servicesOf } from './stale-records.ts';

const program = new Command('npm run first-drafts --')
  .description(
    'Judges services with several faults at once, and drafts of frameworks, and records in docs/first-drafts.json what the first run shows.',
  )
  .option('--sets <count>', 'how many sets of each size to draw', wholeNumber, 10)
  .option('--seed <number>', 'the seed that draws the sets', wholeNumber, 1)
  .addOption(new Option('--only <part>', 'judge and record only one part').choices(['sets', 'frameworks']))
  .option('--before <folder>', 'judge the drafts of frameworks with the suite of another checkout, as "before"')
  .showHelpAfterError('Run npm run first-drafts -- --help to see all options.')
  .parse();
const {
  sets: count,
  seed,
  only,
  before,
} = program.opts<{
  readonly sets: number;
  readonly seed: number;
  readonly only?: 'sets' | 'frameworks';
  readonly before?: string;
}>();
/** A run keeps one core busy, and its service a part of another one. */
const LANES = 2;

const EMPTY: FirstDrafts = { sources: '', seed, drawnFrom: 0, sets: [], frameworks: null };
const recorded = readFirstDrafts() ?? EMPTY;
if (before === undefined) {
  const sets = only === 'frameworks' ? recorded : { ...recorded, ...(await judgeSets()) };
  writeFirstDrafts(only === 'sets' ? sets : { ...sets, frameworks: await judgeFrameworks(recorded.frameworks) });
} else {
  writeFirstDrafts({ ...recorded, frameworks: await judgeBefore(recorded.frameworks, resolve(before)) });
}
process.stdout.write('docs/first-drafts.json is written. Run npm run generate to write docs/first-drafts.md.\n');
process.exit();

async function judgeSets(): Promise<Omit<FirstDrafts, 'frameworks'>> {
  const drawable = drawableFaults(faults);
  const drawn = drawSets(drawable, count, seed);
  const fleet = createFleet(LANES);
  const progress = createProgress(drawn.length);
  const sets = await Promise.all(
    drawn.map(async (set) => {
      const row = await judgeSet(set, judgeWith(fleet, set));
      process.stdout.write(`${set.id}: ${describeSet(row)}\n`);
      progress();
      return row;
    }),
  );
  const sources = digestForServices(await currentDigests(), servicesOf({ sets }));
  return { sources, seed, drawnFrom: drawable.length, sets };
}

async function judgeFrameworks(earlier: FirstDrafts['frameworks']): Promise<FirstDrafts['frameworks']> {
  const drafts = await judgeInstalled(async (draft, version) => {
    const first = await judgeDraft(draft, firstFile(draft), PACKAGE_ROOT);
    const later: number[] = [];
    for (const file of draft.files.slice(1)) {
      later.push(violatedIn(await judgeDraft(draft, file, PACKAGE_ROOT)).length);
    }
    return rowOf(draft.id, draft.judgement, version, first, later);
  });
  const sources = digestForDrafts(await currentDigests(), digestOfDrafts());
  return { sources, before: earlier?.before ?? null, drafts };
}

/** Judges the first versions with the suite of an earlier commit. */
async function judgeBefore(current: FirstDrafts['frameworks'], suite: string): Promise<FirstDrafts['frameworks']> {
  const head = await resultOf(startProcess('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: suite }));
  const rows = await judgeInstalled(async (draft, version) =>
    rowOf(draft.id, draft.judgement, version, await judgeDraft(draft, firstFile(draft), suite), []),
  );
  const drafts = Object.fromEntries(
    rows.map(({ id, shown, wrong, debatable, unjudged }) => [id, { shown: shown.length, wrong, debatable, unjudged }]),
  );
  return { sources: '', drafts: [], ...current, before: { commit: head.out.trim(), drafts } };
}

/** Judges each draft whose framework is installed, and says which frameworks are not. */
async function judgeInstalled(
  judge: (draft: FrameworkDraft, version: string) => Promise<DraftRow>,
): Promise<readonly DraftRow[]> {
  await installDrafts();
  const rows: DraftRow[] = [];
  for (const draft of readFrameworkDrafts()) {
    const version = await installedVersion(draft);
    if (version === null) {
      process.stdout.write(`${draft.id}: not installed\n`);
      continue;
    }
    const row = await judge(draft, version);
    process.stdout.write(`${draft.id}: ${describeDraft(row)}\n`);
    rows.push(row);
  }
  return rows;
}

function describeSet({ shown, missed, rounds, left }: SetRow): string {
  const declared = shown.length + Object.keys(missed).length;
  const end = left.length === 0 ? `green after ${rounds}` : `stuck after ${rounds} with ${left.join(', ')}`;
  return `${shown.length} of ${declared} shown at first, ${end}`;
}

function describeDraft(row: DraftRow): string {
  const { part, whole } = sightOf(row);
  const wrong = row.wrong.length === 0 ? '' : `, falsely reported ${row.wrong.join(', ')}`;
  const unjudged = row.unjudged.length === 0 ? '' : `, not judged yet in judgement.json: ${row.unjudged.join(', ')}`;
  return `${part} of ${whole} shown at first${wrong}${unjudged}`;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
