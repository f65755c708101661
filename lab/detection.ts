import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { faults } from '../src/reference/faults/index.ts';
import { lawfulServices } from '../src/reference/lawful/index.ts';
import { runFleet, type Job } from './fleet.ts';
import { repeatedJobs } from './repeated-jobs.ts';
import { summarise, type Summary } from './summary.ts';

// Judges services once each, and writes what came of it as JSON:
// node lab/detection.ts FILE (--all | --repeat | PATTERN OF IDS)
// --all takes every broken and every lawful service, --repeat some lawful ones ten times under load from another writer.

const [file = 'detection.json', which = '--all'] = process.argv.slice(2);
const pattern = which.startsWith('--') ? '' : which;
/** More than there are cores, since some services make a run wait. */
const LANES = 4;
/** Where another writer adds animals by the clock, runs that slow each other down would meet larger catalogues. */
const LANES_TO_REPEAT = 2;
/** Long enough for the lists that are late by two seconds; a broken service need not be waited for as long. */
const SETTLE = { fault: 1, lawful: 5 } as const;

function jobsFor(
  kind: 'fault' | 'lawful',
  entries: readonly { readonly id: string; readonly at?: string }[],
): readonly Job[] {
  return entries.map(({ id, at }) => ({
    id: `${kind}/${id}`,
    service: kind === 'fault' ? { fault: id } : { lawful: [id] },
    asOf: at ?? null,
    settleSeconds: SETTLE[kind],
    seed: seedOf(id),
    secondTry: false,
  }));
}

/** The seed of a service comes from its id, so that a new service leaves the runs of all others as they are. */
function seedOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt16BE();
}

const summaries: Summary[] = [];
// The slow ones come first, so that no lane is left alone with them at the end.
const all = [...jobsFor('lawful', lawfulServices), ...jobsFor('fault', faults)];
const jobs = which === '--repeat' ? repeatedJobs() : all.filter(({ id }) => id.includes(pattern));
await runFleet(jobs, which === '--repeat' ? LANES_TO_REPEAT : LANES, (finished) => {
  summaries.push(summarise(finished));
  if (summaries.length % 50 === 0) process.stdout.write(`${summaries.length} of ${jobs.length} services judged\n`);
});
writeFileSync(file, `${JSON.stringify(summaries.toSorted((left, right) => (left.id < right.id ? -1 : 1)))}\n`);
process.exit(0);
