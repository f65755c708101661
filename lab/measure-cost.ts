import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMIT_MAX } from '../src/contract/operations.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { FULL_CATALOGUE } from '../src/run/run-cost.ts';
import type { Report } from '../src/report/report.ts';
import type { Job } from './fleet.ts';
import { judgeJob } from './judge-job.ts';

const FILE = join(PACKAGE_ROOT, 'src/run/measured-cost.json');

/** A maximum of pets that generated examples use up, and one that they never reach. */
const FEW_PETS = 2 * LIMIT_MAX;
const MANY_PETS = 10 * LIMIT_MAX;

/** Measures what whole runs against the reference service send and add, and writes it where a run announces it. */
export async function recordCost(): Promise<void> {
  const none = await measure({ examples: 0, maxCreates: MANY_PETS });
  const some = await measure({ examples: LIMIT_MAX, maxCreates: MANY_PETS });
  const many = await measure({ examples: 2 * LIMIT_MAX, maxCreates: MANY_PETS });
  const perExample = Math.round((many.requests - some.requests) / LIMIT_MAX);
  const cost = {
    withoutExamples: none.requests,
    perExample,
    perLimit: Math.round((some.requests - none.requests) / LIMIT_MAX) - perExample,
    lastStage: await measureLastStage(true),
    lastStageWithoutProbes: await measureLastStage(false),
  };
  writeFileSync(FILE, `${JSON.stringify(cost, null, 2)}\n`);
}

/** The pets that the last stage adds, and those that generated examples leave for it. */
async function measureLastStage(riskyProbes: boolean): Promise<{ readonly adds: number; readonly kept: number }> {
  const none = await measure({ examples: 0, maxCreates: MANY_PETS, riskyProbes });
  const bounded = await measure({ examples: LIMIT_MAX, maxCreates: FEW_PETS, riskyProbes });
  const adds = none.creates - FULL_CATALOGUE;
  return { adds, kept: FEW_PETS - (bounded.creates - adds) };
}

type Cost = Pick<NonNullable<Report['facts']>, 'requests' | 'creates'>;

/** Throws if the run ended early or the suite failed, because it then left something out. */
async function measure(settings: Pick<Job, 'examples' | 'maxCreates' | 'riskyProbes'>): Promise<Cost> {
  const { report } = await judgeJob({
    id: 'cost',
    service: {},
    asOf: null,
    settleSeconds: 5,
    requestTimeoutSeconds: 60,
    seed: 1,
    concurrency: 20,
    soakMinutes: 0,
    cases: null,
    keepsReport: true,
    ...settings,
  });
  const facts = report?.facts ?? null;
  if (report === null || facts === null || report.run.end !== 'complete' || report.suiteFaults.length > 0)
    throw new Error('The cost of a run cannot be measured: the run against the reference service was not complete.');
  return facts;
}
