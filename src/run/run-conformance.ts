import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CaseEnd, type RunResult, startRun, type SuiteRun } from '../suite/executor.ts';
import type { LiveEvent, RunInput } from '../suite/open-run.ts';
import { loadSuite } from '../suite/load-suite.ts';
import type { Obstacle } from '../suite/transport-failures.ts';
import { daysUntilRemoval, removalPhase } from '../contract/removal-calendar.ts';
import { CONTRACT_VERSION } from '../contract/requirements.ts';
import { buildReport } from '../report/build-report.ts';
import type { Deviation, Report, RunDescription, RunEnd, RunSignal } from '../report/report.ts';
import type { Configuration } from '../settings/configuration.ts';
import { defaultNetwork, type NetworkSettings } from '../settings/network-settings.ts';
import { endPhase } from './phases.ts';
import { type CaseEnds, redactFaults } from './redact-faults.ts';
import { messageOf } from '../contract/message-of.ts';

/** What is told while cases run. */
export interface RunnerEvents {
  collected(total: number): void;
  caseEnded(end: CaseEnd): void;
  /** What a run tells before it is over. */
  news?(news: LiveEvent): void;
}

/** What a run is given. Times are milliseconds since the epoch. */
export interface ConformanceRun {
  readonly configuration: Configuration;
  readonly runId: string;
  readonly suiteVersion: string;
  readonly nodeVersion: string;
  readonly now: () => number;
  /** Whether violated cases are tried once more at the end, to tell which violations are unstable. */
  readonly secondTry: boolean;
  readonly events: RunnerEvents;
  /** Asks for the outcomes of cases, in the order of its own; all of them, stage after stage, unless given. */
  readonly drive?: Drive | undefined;
  /** Known deviations; none unless given. */
  readonly deviations?: readonly Deviation[];
  /** The cases to run; all of them unless given. */
  readonly selection?: CaseSelection | null;
  /** The build that is tested, as NAME@sha256:…, for the report. */
  readonly subject?: string | null;
  /** Why the target gave no response to `--wait`; the run sends nothing then. */
  readonly unreachable?: Obstacle | null;
}

/** Asks a run for the outcomes of its cases. The run ends when it resolves. */
export type Drive = (suite: SuiteRun) => Promise<void>;

/** A part of the cases, with the settings that chose it. */
export interface CaseSelection {
  readonly cases: ReadonlySet<string>;
  readonly only: string | null;
  readonly grep: string | null;
  /** The id of the earlier run whose violations are tried again; absent, there is none. */
  readonly again?: string;
}

/** A conformance run under way. */
export interface RunningConformance {
  readonly report: Promise<Report>;
  /** Removes the journal: until then the next run tells from it what was added, should no report come about. */
  clearJournal(): void;
  /** Ends the run early, for a signal or else for a program; its report says so. Does nothing once all cases have ended. */
  stop(signal: RunSignal | null): void;
}

/** Runs the suite against a configured target and folds what it found into a report. Writes nothing but the journal. */
export function startConformance(run: ConformanceRun): RunningConformance {
  const startedAt = run.now();
  const { configuration } = run;
  const input: RunInput = {
    configuration,
    runId: run.runId,
    suiteVersion: run.suiteVersion,
    journalPath: join(configuration.reportsDirectory, `run-${run.runId}.journal`),
    startedAt,
    deadlineAt: startedAt + configuration.deadlineSeconds * 1000,
    unreachable: run.unreachable ?? null,
  };
  let interruption: { readonly signal: RunSignal | null } | null = null;
  let isOver = false;
  const stopping = new AbortController();
  async function report(): Promise<Report> {
    const found = await runSuite(run, input, stopping.signal);
    isOver = true;
    const { cases, suiteFaults } = await redactFaults(found, configuration);
    endPhase('cases');
    const endedAt = run.now();
    const end: RunEnd = interruption !== null ? 'interrupted' : endedAt >= input.deadlineAt ? 'deadline' : 'complete';
    const folded = buildReport({
      run: describeRun(run, startedAt, endedAt, { end, signal: interruption?.signal ?? null }),
      cases,
      records: found.records,
      omitted: found.omitted,
      suiteFaults,
      deviations: run.deviations ?? [],
    });
    endPhase('fold');
    return folded;
  }
  return {
    report: report(),
    clearJournal: () => rmSync(input.journalPath, { force: true }),
    stop(signal) {
      if (isOver) return;
      interruption ??= { signal };
      stopping.abort();
    },
  };
}

/** Loads the cases, runs those that are selected, and those that found a violation once more. */
async function runSuite(
  { selection, secondTry, events, drive = (suite) => suite.runAll() }: ConformanceRun,
  input: RunInput,
  stop: AbortSignal,
): Promise<RunResult & CaseEnds> {
  const { cases, faults } = await loadSuite();
  const wanted = selection?.cases ?? null;
  const chosen = cases.filter(({ description }) => wanted === null || wanted.has(description.caseId));
  events.collected(chosen.length);
  const following = {
    stop,
    publish: (event: LiveEvent) => events.news?.(event),
    caseEnded: (end: CaseEnd) => events.caseEnded(end),
  };
  let suite: SuiteRun | null = null;
  try {
    suite = startRun(input, chosen, following);
    await drive(suite);
    const found = await suite.finish(secondTry);
    return { ...found, suiteFaults: [...faults, ...found.faults] };
  } catch (error) {
    const message = messageOf(error);
    const failed = chosen.map(({ description }) => ({ description, state: 'failed', errors: [message] }) as const);
    for (const end of failed) events.caseEnded(end);
    // What was added until then must be in the report all the same.
    return { cases: failed, records: suite?.records() ?? [], omitted: [], faults: [], suiteFaults: faults };
  }
}

function describeRun(
  run: ConformanceRun,
  startedAt: number,
  endedAt: number,
  { end, signal }: Pick<RunDescription, 'end' | 'signal'>,
): RunDescription {
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
    signal,
    selection: (run.selection ?? null) === null ? 'all' : 'part',
    seed: configuration.seed,
    asOf: configuration.asOf ?? started.toISOString(),
    removalPhase: removalPhase(configuration.asOf, started),
    daysUntilRemoval: daysUntilRemoval(configuration.asOf, started),
    configuration: {
      concurrency: configuration.concurrency,
      maxCreates: configuration.maxCreates,
      examples: configuration.examples,
      categoryId: configuration.categoryId === null ? null : String(configuration.categoryId),
      mappedBasePath: configuration.mappedBasePath,
      additionalHeaders: configuration.headers.map(([name]) => name).join(', '),
      requestTimeoutSeconds: configuration.requestTimeoutSeconds,
      settleSeconds: configuration.settleSeconds,
      deadlineSeconds: configuration.deadlineSeconds,
      waitSeconds: configuration.waitSeconds,
      only: run.selection?.only ?? null,
      grep: run.selection?.grep ?? null,
      ...(run.selection?.again === undefined ? {} : { again: run.selection.again }),
      ...(configuration.earlierExamples === undefined ? {} : { exampleSeed: configuration.earlierExamples.seed }),
      subject: run.subject ?? null,
      ...describeNetwork(configuration.network ?? defaultNetwork),
    },
  };
}

/** As far as it differs from what everybody has, since a report is read by people too. */
function describeNetwork({ trust, proxy, ...bounds }: NetworkSettings): RunDescription['configuration'] {
  return {
    ...(trust.insecure ? { insecure: true } : {}),
    ...(trust.authorities === null ? {} : { certificateAuthorities: trust.authorities.file }),
    ...(proxy === null ? {} : { proxy: `${proxy.origin} (${proxy.variable})` }),
    ...(bounds.requestsPerSecond === null ? {} : { requestsPerSecond: bounds.requestsPerSecond }),
    maxRequests: bounds.maxRequests,
    maxHeadBytes: bounds.sizes.head,
    maxBodyBytes: bounds.sizes.body,
    maxUnpackedBytes: bounds.sizes.unpacked,
    maxDepth: bounds.maxDepth,
  };
}
