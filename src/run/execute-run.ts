import type { SettingSources } from '../settings/settings.ts';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ATTESTATION_FILE, MANIFEST_FILE } from '../gate/manifest.ts';
import type { AgainPlan } from '../gate/try-again.ts';
import { FORMATS, formatNames } from '../report/formats.ts';
import type { Deviation, Report } from '../report/report.ts';
import type { LiveEvent } from '../suite/open-run.ts';
import type { Obstacle } from '../suite/transport-failures.ts';
import { checkWritable } from '../report/reports-folder.ts';
import { RUN_COST } from './run-cost.ts';
import { endPhase } from './phases.ts';
import { withoutSecretsInErrors } from './redact-faults.ts';
import { type Drive, startConformance } from './run-conformance.ts';
import type { Configuration } from '../settings/configuration.ts';
import { defaultNetwork } from '../settings/network-settings.ts';
import type { RunConsole, Interruption } from './run-console.ts';
import { clearLeftovers, isAliveHere, runIdFor } from './orphaned-runs.ts';
import { createProgress, type Progress } from './live-progress.ts';
import { loadCasesToChoose } from './load-cases.ts';
import type { Published } from './publish-report.ts';
import { readRunOptions, type RunOptions } from './run-inputs.ts';
import { suiteVersion } from './suite-version.ts';

// One run, as the command and the API make it. It touches nothing of the process: what it shows goes to a console.

/** The settings of a run with where they come from. Nothing was sent or written yet. */
export interface ResolvedSettings {
  /** Its folder for the report is an absolute path. */
  readonly configuration: Configuration;
  readonly sources: SettingSources;
  readonly earlier: { readonly report: Report } | null;
  readonly notes: readonly string[];
}

/** All that a run needs, with notes for its operator. Nothing was sent yet. */
export interface PreparedRun {
  readonly configuration: Configuration;
  readonly options: RunOptions;
  readonly notes: readonly string[];
}

/** A run that can begin, or every problem at once. */
export type RunPreparation =
  | { readonly kind: 'ok'; readonly run: PreparedRun }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/**
 * Reads the files that the settings of a run name, and clears its folder of what killed runs have left. Paths are relative
 * to `directory`.
 */
export async function prepareRun(settings: ResolvedSettings, directory: string, now: number): Promise<RunPreparation> {
  const { configuration, sources, earlier } = settings;
  const files = [...formatNames.map((name) => FORMATS[name].file), MANIFEST_FILE, ATTESTATION_FILE];
  const obstacle = checkWritable(configuration.reportsDirectory, files, sources.nameOf('reports'));
  if (obstacle !== null) return { kind: 'bad', problems: [obstacle] };
  const read = await readRunOptions({
    ...sources,
    mode: (path) => modeOf(resolve(directory, path)),
    loadCases: () => loadCasesToChoose(),
    ...(earlier === null ? {} : { earlier: earlier.report }),
  });
  if (read.kind === 'bad') return read;
  const leftovers = clearLeftovers(configuration.reportsDirectory, now, isAliveHere);
  const { again } = read.options;
  const run = {
    configuration: again === null ? configuration : configuredAgain(configuration, again),
    options: read.options,
    notes: [...settings.notes, ...read.notes, ...leftovers],
  };
  return { kind: 'ok', run };
}

/** The bits of a file's permissions; null where the system has none. */
function modeOf(path: string): number | null {
  return process.platform === 'win32' ? null : (statSync(path, { throwIfNoEntry: false })?.mode ?? null);
}

function configuredAgain(configuration: Configuration, again: AgainPlan): Configuration {
  const { exampleSeed, counterexamples } = again;
  return {
    ...configuration,
    earlierExamples: { seed: exampleSeed, counterexamples },
    oneCaseAtATime: mayReachBounds(configuration, again),
  };
}

/** Whether a bound may leave out cases. Their fixtures cost no more than a whole run. */
function mayReachBounds({ maxCreates, network = defaultNetwork }: Configuration, again: AgainPlan): boolean {
  return RUN_COST.creates + again.creates > maxCreates || RUN_COST.requests + again.requests > network.maxRequests;
}

/** What came of a run: its report, and whether that was written. */
export interface ExecutedRun extends Published {
  readonly report: Report;
}

/**
 * Judges the target, or the embedded service where there is none, and writes the report. `drive` asks for the cases in the
 * order of another test runner.
 */
export async function executeRun(
  { configuration, options }: PreparedRun,
  console: RunConsole,
  interruption: Interruption,
  drive?: Drive,
): Promise<ExecutedRun> {
  const judgeAt = (target: Configuration): Promise<ExecutedRun> =>
    withoutSecretsInErrors(target, () => judgeTarget(target, options, console, interruption, drive));
  if (!configuration.embedded) return judgeAt(configuration);
  const { startReference } = await import('../reference/reference-service.ts');
  const service = await startReference({ seed: configuration.seed });
  try {
    console.out('No target is configured: running against the embedded reference service.\n');
    return await judgeAt({ ...configuration, baseUrl: service.url, apiKey: service.key });
  } finally {
    await service.close();
  }
}

async function judgeTarget(
  configuration: Configuration,
  options: RunOptions,
  console: RunConsole,
  interruption: Interruption,
  drive: Drive | undefined,
): Promise<ExecutedRun> {
  announce(configuration, options, console);
  const { report, clearJournal } = await runWithProgress(configuration, options, console, interruption, drive);
  const { publishReport } = await import('./publish-report.ts');
  const published = await publishReport(report, configuration, options.sealing, console);
  clearJournal();
  return { report, ...published };
}

/** A violation that may be a known deviation is none that is certain yet. */
function showNews(
  news: LiveEvent,
  progress: Progress,
  { spareMemory }: RunConsole,
  deviations: readonly Deviation[],
): void {
  if (news.type === 'pacing') progress.pacing(news.milliseconds);
  else if (news.type === 'heavy-response') spareMemory?.();
  else if (!deviations.some(({ id }) => id === news.requirement || id.endsWith(`#${news.requirement}`))) {
    progress.violated(news.requirement);
  }
}

function announce(configuration: Configuration, { selection, again }: RunOptions, console: RunConsole): void {
  const { baseUrl, profile, seed, maxCreates } = configuration;
  console.out(`Target ${baseUrl}, profile ${profile}, seed ${seed}.\n`);
  if (selection !== null) {
    if (again !== null) console.out(`Trying again what ${again.checks.length} checks found violated.\n`);
    console.out(`${selection.cases.size} cases are selected, so that the run ends inconclusive at best.\n`);
    return;
  }
  const adds = profile === 'read-only' ? 'no pets' : `about ${RUN_COST.creates} pets and never more than ${maxCreates}`;
  const most = profile === 'read-only' ? 'fewer than' : 'about';
  console.out(`The run sends ${most} ${RUN_COST.requests} requests, more where much is violated, and adds ${adds}.\n`);
}

const PROGRESS_STATES = { passed: 'completed', skipped: 'stopped', pending: 'stopped', failed: 'failed' } as const;

/** Why the target gave no response to `--wait`; null where it did, or nothing was waited for. */
async function waitFor(
  configuration: Configuration,
  console: RunConsole,
  { stop }: Interruption,
): Promise<Obstacle | null> {
  if (configuration.waitSeconds === 0) return null;
  const { waitForTarget } = await import('./wait-for-target.ts');
  return waitForTarget(configuration, console, () => stop.aborted);
}

async function runWithProgress(
  configuration: Configuration,
  options: RunOptions,
  console: RunConsole,
  interruption: Interruption,
  drive: Drive | undefined,
): Promise<{ readonly report: Report; readonly clearJournal: () => void }> {
  const unreachable = await waitFor(configuration, console, interruption);
  const progress = createProgress({
    write: console.out,
    isTerminal: console.isTerminal,
    colour: console.colour,
    columns: console.columns,
    now: console.now,
  });
  let [done, total] = [0, 0];
  try {
    endPhase('configure');
    const running = startConformance({
      configuration,
      runId: runIdFor(console.now(), process.pid),
      suiteVersion: suiteVersion(),
      nodeVersion: process.version,
      now: console.now,
      secondTry: true,
      drive,
      deviations: options.deviations,
      selection: options.selection,
      subject: options.subject,
      unreachable,
      events: {
        collected(count) {
          total = count;
          endPhase('collect');
          progress.started(total);
        },
        caseEnded({ description: { caseId, title, place }, state }) {
          done += 1;
          progress.caseEnded({ title, place, state });
          console.onProgress?.({ done, total, caseId, title, state: PROGRESS_STATES[state] });
        },
        news: (news) => showNews(news, progress, console, options.deviations),
      },
    });
    const interrupt = (): void => {
      progress.note(
        'Interrupted: the report will hold what was learnt so far. Once more ends at once, without a report.',
      );
      running.stop(interruption.signal());
    };
    const { stop } = interruption;
    if (stop.aborted) interrupt();
    else stop.addEventListener('abort', interrupt, { once: true });
    const report = await running.report.finally(() => stop.removeEventListener('abort', interrupt));
    return { report, clearJournal: () => running.clearJournal() };
  } finally {
    progress.finish();
  }
}
