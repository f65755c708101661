import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMIT_MAX } from '../src/contract/operations.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { FULL_CATALOGUE } from '../src/run/run-cost.ts';
import type { Report } from '../src/report/report.ts';
import type { Job } from './fleet.ts';
import { reportOnReference } from './judge-job.ts';

const FILE = join(PACKAGE_ROOT, 'src/run/measured-cost.json');

/** A maximum of pets that generated cases use up, and one that they never reach. */
const FEW_PETS = 2 * LIMIT_MAX;
const MANY_PETS = 10 * LIMIT_MAX;
const EXAMPLES = 100;

/** Measures what whole runs against the reference service send and add, and writes it where a run announces it. */
export async function recordCost(): Promise<void> {
  const none = await measure({ examples: 0, maxCreates: MANY_PETS });
  const many = await measure({ examples: EXAMPLES, maxCreates: MANY_PETS });
  const withoutProbes = await measure({ examples: 0, maxCreates: MANY_PETS, riskyProbes: false });
  const cost = {
    withoutExamples: none.requests,
    perExample: Math.round((many.requests - none.requests) / EXAMPLES),
    lastStage: await measureLastStage(none, true),
    lastStageWithoutProbes: await measureLastStage(withoutProbes, false),
  };
  writeFileSync(FILE, `${JSON.stringify(cost, null, 2)}\n`);
}

/** The pets that the last stage adds, and those that generated cases leave for it. `none` is a run without examples. */
async function measureLastStage(
  none: Cost,
  riskyProbes: boolean,
): Promise<{ readonly adds: number; readonly kept: number }> {
  const bounded = await measure({ examples: EXAMPLES, maxCreates: FEW_PETS, riskyProbes });
  const adds = none.creates - FULL_CATALOGUE;
  return { adds, kept: FEW_PETS - (bounded.creates - adds) };
}

type Cost = Pick<NonNullable<Report['facts']>, 'requests' | 'creates'>;

/** Throws if the run ended early or the suite failed, because it then left something out. */
async function measure(settings: NonNullable<Job['settings']>): Promise<Cost> {
  const { facts, run, suiteFaults } = await reportOnReference({
    id: 'cost',
    cases: null,
    settings: { riskyProbes: true, ...settings },
  });
  if (facts === null || run.end !== 'complete' || suiteFaults.length > 0)
    throw new Error('The cost of a run cannot be measured: the run against the reference service was not complete.');
  return facts;
}
