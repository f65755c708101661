import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference, type ReferenceOptions } from '../src/reference/reference-service.ts';
import type { Report } from '../src/report/report.ts';
import { caseThread } from '../src/runner/case-thread.ts';
import { openRunner, type CaseRunner } from '../src/runner/run-cases.ts';
import { startConformance } from '../src/runner/run-conformance.ts';
import type { Configuration } from '../src/target/configuration.ts';

/** One service to be judged: how it is started, and by which date. */
export interface Job {
  readonly id: string;
  readonly service: ReferenceOptions;
  /** RFC 3339; null judges by the time of the run. */
  readonly asOf: string | null;
  readonly settleSeconds: number;
  readonly seed: number;
  readonly secondTry: boolean;
  /** Ids of the cases that judge it; null for all. */
  readonly cases: ReadonlySet<string> | null;
}

/** What became of a job. */
export interface Finished {
  readonly id: string;
  readonly report: Report;
}

/** More than there are cores, since some services make a run wait. */
const LANES = 4;
/** For each service. On an idle machine none takes a twentieth of it, so that only one that hangs comes to it. */
const LONGEST_SECONDS = 600;
/** Megabytes. A thread that judges a hundred services one after another spends less time on collecting. */
const ROOM_FOR_SHORT_LIVED = 96;

/**
 * Judges one service after another on each of some lanes, in this process. Each lane has a test runner of its own. Gives
 * each report to `done` as soon as it is there, so that they need not all be held. With a concurrency of 1 a run sends the
 * same requests in the same order each time.
 */
export async function runFleet(
  jobs: readonly Job[],
  done: (finished: Finished) => void,
  { lanes = LANES, concurrency = 20 }: { readonly lanes?: number; readonly concurrency?: number } = {},
): Promise<void> {
  const waiting = [...jobs];
  async function lane(): Promise<void> {
    const scratch = mkdtempSync(join(tmpdir(), 'petstore-conformance-fleet-'));
    const thread = caseThread({ roomForShortLived: ROOM_FOR_SHORT_LIVED });
    const runner = openRunner({ cacheDirectory: scratch, concurrency, thread });
    try {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        done({ id: job.id, report: await judge(runner, job, scratch, concurrency) });
      }
    } finally {
      await runner.close();
      rmSync(scratch, { recursive: true, force: true });
    }
  }
  // A lane that finds nothing to judge would have started its thread in vain.
  await Promise.all(Array.from({ length: Math.min(lanes, jobs.length) }, lane));
}

async function judge(runner: CaseRunner, job: Job, scratch: string, concurrency: number): Promise<Report> {
  const service = await startReference({
    ...job.service,
    ...(job.asOf === null ? {} : { now: () => new Date(job.asOf ?? 0) }),
  });
  try {
    const { report } = startConformance(runner, {
      configuration: { ...configurationFor(service, job, scratch), concurrency },
      runId: job.id.replaceAll('/', '-'),
      suiteVersion: 'fleet',
      nodeVersion: 'fleet',
      now: Date.now,
      secondTry: job.secondTry,
      selection: job.cases === null ? null : { cases: job.cases, only: null, grep: null },
      events: { collected: () => undefined, caseEnded: () => undefined },
    });
    return await report;
  } finally {
    await service.close();
  }
}

function configurationFor(
  service: { readonly url: string; readonly key: string },
  job: Job,
  scratch: string,
): Configuration {
  return {
    baseUrl: service.url,
    embedded: false,
    apiKey: service.key,
    reportsDirectory: scratch,
    formats: ['json'],
    categoryId: null,
    concurrency: 20,
    seed: job.seed,
    profile: 'full',
    maxCreates: 200,
    examples: 5,
    onlyExample: null,
    asOf: job.asOf,
    headers: [],
    mappedBasePath: false,
    waitSeconds: 0,
    requestTimeoutSeconds: LONGEST_SECONDS,
    settleSeconds: job.settleSeconds,
    deadlineSeconds: LONGEST_SECONDS,
  };
}
