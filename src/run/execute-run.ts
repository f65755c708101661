import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ATTESTATION_FILE, MANIFEST_FILE } from '../gate/manifest.ts';
import type { AgainPlan } from '../gate/try-again.ts';
import { FORMATS, formatNames } from '../report/formats.ts';
import type { Deviation, Report } from '../report/report.ts';
import { checkWritable } from '../report/reports-folder.ts';
import type { Configuration } from '../settings/configuration.ts';
import { PROFILES } from '../settings/profiles.ts';
import { isOnThisMachine } from '../settings/network.ts';
import { nameByFlag, type SettingSources } from '../settings/sources.ts';
import type { LiveEvent } from '../suite/open-run.ts';
import type { Obstacle } from '../suite/transport-failures.ts';
import { claimFolder, type ClaimedFolder } from './claim-folder.ts';
import { createProgress, type Progress } from './live-progress.ts';
import { loadCasesToChoose } from './load-cases.ts';
import { endPhase } from './phases.ts';
import type { Published } from './publish-report.ts';
import { withoutSecretsInErrors } from './redact-faults.ts';
import { mayBeKnown, runConformance, type RunCases, type RunEvents } from './run-conformance.ts';
import type { Interruption, RunConsole } from './run-console.ts';
import { countWrongKeys, runCost } from './run-cost.ts';
import { readRunOptions, type RunOptions } from './run-inputs.ts';
import { buildServerRun } from './run-origin.ts';
import { suiteIdentity } from './suite-identity.ts';

// One run, as the command and the API make it: prepareRun reads its files, executeRun judges the target and publishes.

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
  /** `executeRun` releases it. */
  readonly folder: ClaimedFolder;
  readonly notes: readonly string[];
}

/** A run that can start, or every problem at once. */
export type RunPreparation =
  | { readonly kind: 'ok'; readonly run: PreparedRun }
  | { readonly kind: 'bad'; readonly problems: readonly string[] };

/** Claims the reports folder, and reads the files that the settings name. Paths are relative to `directory`. */
export async function prepareRun(settings: ResolvedSettings, directory: string, now: number): Promise<RunPreparation> {
  const { configuration, sources, earlier } = settings;
  const files = [...formatNames.map((name) => FORMATS[name].file), MANIFEST_FILE, ATTESTATION_FILE];
  const problem = checkWritable(configuration.reports, files, sources.nameOf('reports'));
  if (problem !== null) return { kind: 'bad', problems: [problem] };
  const claim = await claimFolder(configuration.reports, now);
  if (claim.kind === 'bad') return { kind: 'bad', problems: [claim.problem] };
  const { folder } = claim;
  const read = await readRunOptions({
    settings: configuration,
    readFile: sources.readFile,
    nameOf: sources.nameOf,
    mode: (path) => modeOf(resolve(directory, path)),
    loadCases: () => loadCasesToChoose(),
    ...(earlier === null ? {} : { earlier: earlier.report }),
  });
  if (read.kind === 'bad') {
    folder.release(false);
    return { kind: 'bad', problems: [...folder.notes, ...read.problems] };
  }
  const { again } = read.options;
  const run = {
    configuration: again === null ? configuration : configuredAgain(configuration, again),
    options: read.options,
    folder,
    notes: [...settings.notes, ...read.notes, ...folder.notes],
  };
  return { kind: 'ok', run };
}

/** The permission bits of a file; null on Windows, which has none. */
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

/** Whether a bound may skip cases. Their fixtures cost at most as much as a full run. */
function mayReachBounds(configuration: Configuration, again: AgainPlan): boolean {
  const { maxCreates, maxRequests } = configuration;
  const { requests, creates } = runCost(configuration);
  return creates + again.creates > maxCreates || requests + again.requests > maxRequests;
}

/** The result of a run: its report, and whether it was written. */
export interface ExecutedRun extends Published {
  readonly report: Report;
}

/** Judges the target, or the embedded service if none is configured, publishes the report and releases the folder. */
export async function executeRun(
  prepared: PreparedRun,
  console: RunConsole,
  interruption: Interruption,
  runCases?: RunCases,
): Promise<ExecutedRun> {
  let hasReport = false;
  try {
    const executed = await executeClaimed(prepared, console, interruption, runCases);
    hasReport = executed.isWritten;
    return executed;
  } finally {
    prepared.folder.release(hasReport);
  }
}

async function executeClaimed(
  prepared: PreparedRun,
  console: RunConsole,
  interruption: Interruption,
  runCases: RunCases | undefined,
): Promise<ExecutedRun> {
  const { configuration } = prepared;
  const judge = (target: Configuration): Promise<ExecutedRun> =>
    withoutSecretsInErrors(target, () =>
      judgeTarget({ ...prepared, configuration: target }, console, interruption, runCases),
    );
  if (!configuration.embedded) return judge(configuration);
  const { startReference } = await import('../reference/reference-service.ts');
  const service = await startReference({ seed: configuration.seed });
  try {
    console.out('No target is configured: running against the embedded reference service.\n');
    return await judge({ ...configuration, baseUrl: service.url, apiKey: service.key });
  } finally {
    await service.close();
  }
}

async function judgeTarget(
  { configuration, options, folder }: PreparedRun,
  console: RunConsole,
  interruption: Interruption,
  runCases: RunCases | undefined,
): Promise<ExecutedRun> {
  announce(configuration, options, console);
  const unreachable = await waitFor(configuration, console, interruption);
  endPhase('configure');
  const report = await withProgress(configuration, console, options.deviations, interruption, (events) =>
    runConformance({
      configuration,
      runId: folder.runId,
      journal: folder.journal,
      suite: suiteIdentity(),
      now: console.now,
      secondTry: true,
      interruption,
      runCases,
      deviations: options.deviations,
      selection: options.selection,
      subject: options.subject,
      buildServer: buildServerRun(console.environment),
      deviationsDigest: options.deviationsDigest,
      unreachable,
      events,
    }),
  );
  const { publishReport } = await import('./publish-report.ts');
  return publishReport(report, configuration, options.sealing, console);
}

function announce(configuration: Configuration, { selection, again }: RunOptions, console: RunConsole): void {
  const { baseUrl, profile, seed, maxCreates } = configuration;
  console.out(`Target ${baseUrl}, profile ${profile}, seed ${seed}.\n`);
  if (selection !== null) {
    if (again !== null) console.out(`Trying ${again.checks.length} violated checks again.\n`);
    console.out(`${selection.cases.size} cases are selected, so the run ends inconclusive at best.\n`);
    return;
  }
  const { requests, creates } = runCost(configuration);
  const { addsPets, isQuick } = PROFILES[profile];
  const adds = addsPets ? `about ${creates} pets and at most ${maxCreates}` : 'no pets';
  const most = addsPets || isQuick ? 'about' : 'fewer than';
  console.out(`The run sends ${most} ${requests} requests, more if much is violated, and adds ${adds}.\n`);
  if (configuration.soak > 0)
    console.out(
      `Then it continues at a low rate for ${configuration.soak} minutes, and adds the rest of these pets.\n`,
    );
}

/** Wrong keys may alarm the operators of a service, or lock the client out. */
function announceWrongKeys(wanted: number, configuration: Configuration, console: RunConsole): void {
  if (isOnThisMachine(configuration)) return;
  const { maxWrongKeys } = configuration;
  const isBounded = maxWrongKeys !== null && maxWrongKeys < wanted;
  const count = isBounded ? `${maxWrongKeys} of ${wanted}` : String(wanted);
  const more = maxWrongKeys === null ? ', and more if it repeats one' : `, and at most ${maxWrongKeys}`;
  console.out(`The run sends ${count} requests with a wrong key${more} (${nameByFlag('maxWrongKeys')}).\n`);
  if (!configuration.riskyProbes) console.out(`It skips risky probes (${nameByFlag('riskyProbes')}).\n`);
}

/** Why the target gave no response to `--wait`; null if it gave one. */
async function waitFor(
  configuration: Configuration,
  console: RunConsole,
  { stop }: Interruption,
): Promise<Obstacle | null> {
  if (configuration.wait === 0) return null;
  const { waitForTarget } = await import('./wait-for-target.ts');
  return waitForTarget(configuration, console, () => stop.aborted);
}

const PROGRESS_STATES = { passed: 'completed', skipped: 'stopped', pending: 'stopped', failed: 'failed' } as const;

/** Shows the progress of a run on the console, and its interruption. */
async function withProgress(
  configuration: Configuration,
  console: RunConsole,
  deviations: readonly Deviation[],
  { stop }: Interruption,
  work: (events: RunEvents) => Promise<Report>,
): Promise<Report> {
  const progress = createProgress({
    write: console.out,
    isTerminal: console.isTerminal,
    colour: console.colour,
    columns: console.columns,
    now: console.now,
  });
  const noteInterruption = (): void =>
    progress.note(
      'Interrupted: the report will hold the results so far. A second interruption ends the run at once, without a report.',
    );
  if (stop.aborted) noteInterruption();
  else stop.addEventListener('abort', noteInterruption, { once: true });
  let [done, total] = [0, 0];
  try {
    return await work({
      collected(cases) {
        total = cases.length;
        endPhase('collect');
        announceWrongKeys(countWrongKeys(cases, configuration, new Date(console.now())), configuration, console);
        progress.started(total);
      },
      caseEnded({ description: { caseId, title, place }, state }) {
        done += 1;
        progress.caseEnded({ title, place, state });
        console.onProgress?.({ done, total, caseId, title, state: PROGRESS_STATES[state] });
      },
      live: (event) => showLive(event, progress, console, deviations),
    });
  } finally {
    stop.removeEventListener('abort', noteInterruption);
    progress.finish();
  }
}

/** A violation that may turn out to be a known deviation is not shown yet. */
function showLive(
  event: LiveEvent,
  progress: Progress,
  { spareMemory }: RunConsole,
  deviations: readonly Deviation[],
): void {
  if (event.type === 'pacing') progress.pacing(event.milliseconds);
  else if (event.type === 'soak') progress.soaking(event.soakedMinutes, event.minutes);
  else if (event.type === 'heavy-response') spareMemory?.();
  else if (!mayBeKnown(event.requirement, deviations)) progress.violated(event.requirement);
}
