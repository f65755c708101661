import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMIT_MAX } from '../src/contract/operations.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { FULL_CATALOGUE } from '../src/run/run-cost.ts';
import { judgeJob } from './judge-job.ts';

const FILE = join(PACKAGE_ROOT, 'src/run/measured-cost.json');

/** A maximum of pets that generated examples use up, and one that they never reach. */
const FEW_PETS = 2 * LIMIT_MAX;
const MANY_PETS = 10 * LIMIT_MAX;

/** Measures what whole runs against the reference service send and add, and writes it where a run announces it. */
export async function recordCost(): Promise<void> {
  const none = await measure(0, MANY_PETS);
  const some = await measure(LIMIT_MAX, MANY_PETS);
  const many = await measure(2 * LIMIT_MAX, MANY_PETS);
  const bounded = await measure(LIMIT_MAX, FEW_PETS);
  const perExample = Math.round((many.requests - some.requests) / LIMIT_MAX);
  const probesAdd = none.creates - FULL_CATALOGUE;
  const cost = {
    withoutExamples: none.requests,
    perExample,
    perLimit: Math.round((some.requests - none.requests) / LIMIT_MAX) - perExample,
    probesAdd,
    keptForProbes: FEW_PETS - (bounded.creates - probesAdd),
  };
  writeFileSync(FILE, `${JSON.stringify(cost, null, 2)}\n`);
}

async function measure(
  examples: number,
  maxCreates: number,
): Promise<{ readonly requests: number; readonly creates: number }> {
  const { report } = await judgeJob({
    id: `cost-${examples}`,
    service: {},
    asOf: null,
    settleSeconds: 5,
    requestTimeoutSeconds: 60,
    seed: 1,
    concurrency: 20,
    soakMinutes: 0,
    cases: null,
    keepsReport: true,
    examples,
    maxCreates,
  });
  const facts = report?.facts ?? null;
  if (facts === null) throw new Error('The run returned no report.');
  return facts;
}
