import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Obstacle } from '../conformance/catalogue.ts';
import { journalLines } from '../conformance/journal.ts';
import type { RunInput } from '../conformance/run-input.ts';
import { daysUntilRemoval, removalPhase } from '../contract/removal-calendar.ts';
import { CONTRACT_VERSION } from '../contract/requirements.ts';
import { boundEvidence, type SurveyedJournal, surveyJournal } from '../report/bound-evidence.ts';
import { buildReport, violatedCases } from '../report/build-report.ts';
import type { Deviation, Report, RunDescription, RunEnd, RunSignal } from '../report/report.ts';
import type { Configuration } from '../target/configuration.ts';
import { defaultNetwork, type NetworkSettings } from '../target/network-settings.ts';
import { endPhase } from './phases.ts';
import { redactFaults } from './redact-faults.ts';
import { runCases, type RunnerEvents } from './run-cases.ts';

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
  /** Known deviations; none unless given. */
  readonly deviations?: readonly Deviation[];
  /** The cases to run; all of them unless given. */
  readonly selection?: CaseSelection | null;
  /** The build that is tested, as NAME@sha256:…, for the report. */
  readonly subject?: string | null;
  /** Why the target gave no response to `--wait`; the run sends nothing then. */
  readonly unreachable?: Obstacle | null;
}

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
export function startConformance(run: ConformanceRun, executor: typeof runCases = runCases): RunningConformance {
  const startedAt = run.now();
  const input: RunInput = {
    configuration: run.configuration,
    runId: run.runId,
    suiteVersion: run.suiteVersion,
    journalPath: join(run.configuration.reportsDirectory, `run-${run.runId}.journal`),
    startedAt,
    again: false,
    deadlineAt: startedAt + run.configuration.deadlineSeconds * 1000,
    unreachable: run.unreachable ?? null,
  };
  let interruption: { readonly signal: RunSignal | null } | null = null;
  let isOver = false;
  let settled: SurveyedJournal | null = null;
  function casesToRepeat(): ReadonlySet<string> {
    const surveyed = surveyJournal(linesOf(input.journalPath));
    const violated = run.secondTry ? violatedCases(surveyed.others) : new Set<string>();
    // Without a second try nothing is written any more, and the journal need not be surveyed again.
    if (violated.size === 0) settled = surveyed;
    return violated;
  }
  const stopping = new AbortController();
  const cases = executor(
    input,
    { selected: run.selection?.cases ?? null, casesToRepeat, stop: stopping.signal },
    run.events,
  );
  async function report(): Promise<Report> {
    const result = await cases;
    isOver = true;
    const { cases: ends, suiteFaults } = await redactFaults(result, run.configuration);
    endPhase('cases');
    const evidence = boundEvidence(linesOf(input.journalPath), settled ?? surveyJournal(linesOf(input.journalPath)));
    const endedAt = run.now();
    const end: RunEnd = interruption !== null ? 'interrupted' : endedAt >= input.deadlineAt ? 'deadline' : 'complete';
    const folded = buildReport({
      run: describeRun(run, startedAt, endedAt, { end, signal: interruption?.signal ?? null }),
      cases: ends,
      ...evidence,
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

/** A run that could not begin has no journal. */
function linesOf(path: string): Iterable<string> {
  return existsSync(path) ? journalLines(path) : [];
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
