import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { readJournal } from '../conformance/journal.ts';
import type { RunInput } from '../conformance/run-input.ts';
import { daysUntilRemoval, removalPhase } from '../contract/removal-calendar.ts';
import { CONTRACT_VERSION } from '../contract/requirements.ts';
import { buildReport, violatedCases } from '../report/build-report.ts';
import type { Report, RunDescription, RunEnd } from '../report/report.ts';
import type { Configuration } from '../target/configuration.ts';
import { runCases, type RunnerEvents } from './run-cases.ts';

/** What a run is given. Times are milliseconds since the epoch. */
export interface ConformanceRun {
  readonly configuration: Configuration;
  readonly runId: string;
  readonly suiteVersion: string;
  readonly nodeVersion: string;
  readonly now: () => number;
  readonly events: RunnerEvents;
}

/** A conformance run under way. `stop` ends it early; its report then says so. */
export interface RunningConformance {
  readonly report: Promise<Report>;
  stop(): void;
}

/** Runs the suite against a configured target and folds what it found into a report. Writes nothing but the journal. */
export function startConformance(run: ConformanceRun): RunningConformance {
  const startedAt = run.now();
  const scratch = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  const input: RunInput = {
    configuration: run.configuration,
    runId: run.runId,
    suiteVersion: run.suiteVersion,
    journalPath: join(run.configuration.reportsDirectory, `run-${run.runId}.journal`),
    startedAt,
    again: false,
    deadlineAt: startedAt + run.configuration.deadlineSeconds * 1000,
  };
  let interrupted = false;
  const cases = runCases(input, scratch, run.events, () => casesToRepeat(input.journalPath));
  async function report(): Promise<Report> {
    try {
      const { cases: ends, suiteFaults } = await cases.finished;
      const endedAt = run.now();
      const end: RunEnd = interrupted ? 'interrupted' : endedAt >= input.deadlineAt ? 'deadline' : 'complete';
      return buildReport({
        run: describeRun(run, startedAt, endedAt, end),
        cases: ends,
        records: readRecords(input.journalPath),
        suiteFaults,
      });
    } finally {
      rmSync(scratch, { recursive: true, force: true });
      rmSync(input.journalPath, { force: true });
    }
  }
  return {
    report: report(),
    stop() {
      interrupted = true;
      cases.stop();
    },
  };
}

const STATE_PAUSE = 10;
const STATE_TRIES = 1000;

/** The cases to try again. The worker writes its state when it closes, which may be after its last case was reported. */
async function casesToRepeat(journalPath: string): Promise<ReadonlySet<string>> {
  for (let attempt = 0; attempt < STATE_TRIES; attempt += 1) {
    const records = readRecords(journalPath);
    if (records.some((record) => record.type === 'state')) return violatedCases(records);
    await sleep(STATE_PAUSE);
  }
  return new Set();
}

/** A run that ended before its worker began has no journal. */
function readRecords(path: string): ReturnType<typeof readJournal> {
  try {
    return readJournal(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function describeRun(run: ConformanceRun, startedAt: number, endedAt: number, end: RunEnd): RunDescription {
  const { configuration } = run;
  const started = new Date(startedAt);
  return {
    id: run.runId,
    target: configuration.baseUrl,
    embedded: configuration.embedded,
    profile: configuration.profile,
    suite: { name: 'petstore-conformance', version: run.suiteVersion },
    contract: { title: 'Pet Store Service Interface', version: CONTRACT_VERSION },
    node: run.nodeVersion,
    startedAt: started.toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    end,
    selection: 'all',
    seed: configuration.seed,
    asOf: configuration.asOf ?? started.toISOString(),
    removalPhase: removalPhase(configuration.asOf, started),
    daysUntilRemoval: daysUntilRemoval(configuration.asOf, started),
    configuration: {
      concurrency: configuration.concurrency,
      maxCreates: configuration.maxCreates,
      categoryId: configuration.categoryId === null ? null : String(configuration.categoryId),
      mappedBasePath: configuration.mappedBasePath,
      additionalHeaders: configuration.headers.map(([name]) => name).join(', '),
      requestTimeoutSeconds: configuration.requestTimeoutSeconds,
      settleSeconds: configuration.settleSeconds,
      deadlineSeconds: configuration.deadlineSeconds,
      waitSeconds: configuration.waitSeconds,
    },
  };
}
