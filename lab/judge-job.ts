import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference } from '../src/reference/reference-service.ts';
import { runConformance } from '../src/run/run-conformance.ts';
import { type Configuration, configurationFor } from '../src/settings/configuration.ts';
import { type Job, type Judged, LONGEST_SECONDS } from './fleet.ts';
import { summarise } from './summary.ts';

/** Starts a service in this process, and judges it. */
export async function judgeJob(job: Job): Promise<Judged> {
  const scratch = mkdtempSync(join(tmpdir(), 'petstore-conformance-fleet-'));
  const service = await startReference({
    ...job.service,
    ...(job.asOf === null ? {} : { now: () => new Date(job.asOf ?? 0) }),
  });
  try {
    const report = await runConformance({
      configuration: configureJob(service, job, scratch),
      runId: job.id.replaceAll('/', '-'),
      suiteVersion: 'fleet',
      nodeVersion: 'fleet',
      now: Date.now,
      secondTry: false,
      selection: job.cases === null ? null : { cases: new Set(job.cases), only: null, grep: null },
      events: { collected: () => undefined, caseEnded: () => undefined },
    });
    return { summary: summarise(job.id, report), report: job.keepsReport ? report : null };
  } finally {
    await service.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function configureJob(
  service: { readonly url: string; readonly key: string },
  job: Job,
  scratch: string,
): Configuration {
  return {
    ...configurationFor(service.url, service.key),
    reports: scratch,
    concurrency: job.concurrency,
    seed: job.seed,
    asOf: job.asOf,
    requestTimeout: job.requestTimeoutSeconds,
    settleTimeout: job.settleSeconds,
    deadline: LONGEST_SECONDS,
    trialSeconds: 1,
  };
}
