import { Command, InvalidArgumentError } from 'commander';
import { faults } from '../src/reference/faults/index.ts';
import { currentDigests } from './current-records.ts';
import { writeFirstDrafts } from './first-drafts-record.ts';
import { createFleet } from './fleet.ts';
import { createProgress } from './progress.ts';
import { drawableFaults, drawSets, judgeSet, judgeWith, type SetRow } from './several-faults.ts';
import { digestForServices, servicesOf } from './stale-records.ts';

const program = new Command('npm run first-drafts --')
  .description(
    'Judges services with several faults at once, and records in docs/first-drafts.json what the first run shows.',
  )
  .option('--sets <count>', 'how many sets of each size to draw', wholeNumber, 10)
  .option('--seed <number>', 'the seed that draws the sets', wholeNumber, 1)
  .showHelpAfterError('Run npm run first-drafts -- --help to see all options.')
  .parse();
const { sets: count, seed } = program.opts<{ readonly sets: number; readonly seed: number }>();
/** A run keeps one core busy, and its service a part of another one. */
const LANES = 2;

const drawable = drawableFaults(faults);
const drawn = drawSets(drawable, count, seed);
const fleet = createFleet(LANES);
const progress = createProgress(drawn.length);
const sets = await Promise.all(
  drawn.map(async (set) => {
    const row = await judgeSet(set, judgeWith(fleet, set));
    process.stdout.write(`${set.id}: ${describeRow(row)}\n`);
    progress();
    return row;
  }),
);
const sources = digestForServices(await currentDigests(), servicesOf({ sets }));
writeFirstDrafts({ sources, seed, drawnFrom: drawable.length, sets });
process.stdout.write('docs/first-drafts.json is written. Run npm run generate to write docs/first-drafts.md.\n');
process.exit();

function describeRow({ shown, missed, rounds, left }: SetRow): string {
  const declared = shown.length + Object.keys(missed).length;
  const end = left.length === 0 ? `green after ${rounds}` : `stuck after ${rounds} with ${left.join(', ')}`;
  return `${shown.length} of ${declared} shown at first, ${end}`;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
