import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { ATTESTATION_FILE, MANIFEST_FILE } from '../gate/manifest.ts';
import type { AgainPlan } from '../gate/try-again.ts';
import { FORMATS, formatNames } from '../report/formats.ts';
import type { Obstacle } from '../conformance/catalogue.ts';
import type { LiveNews } from '../conformance/live-news.ts';
import type { Deviation, Report } from '../report/report.ts';
import { checkWritable } from '../report/reports-folder.ts';
import { RUN_COST } from '../runner/run-cost.ts';
import { endPhase } from '../runner/phases.ts';
import { withoutSecretsInErrors } from '../runner/redact-faults.ts';
import { startConformance } from '../runner/run-conformance.ts';
import type { Configuration } from '../target/configuration.ts';
import { defaultNetwork } from '../target/network-settings.ts';
import { type Console, quietConsole } from './console.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { showOnGitHub, withoutWorkflowCommands } from './github-actions.ts';
import { clearLeftovers, isAliveHere, runIdFor } from './leftovers.ts';
import { loadCasesToChoose } from './list-command.ts';
import { createInterruption, type Interruption } from './interruption.ts';
import { createProgress, type Progress } from './live-progress.ts';
import type { Published } from './publish-report.ts';
import { refuse, reportFault } from './refuse.ts';
import type { RunFlags } from './run-flags.ts';
import { readRunOptions, type RunOptions } from './run-options.ts';
import { readRunSettings } from './run-settings.ts';
import { suiteVersion } from './suite-version.ts';

/**
 * `run`: judges the target and leaves report.json. Gives the exit code of the verdict, or of the
 * signal that came before the report was written.
 */
export async function runCommand(flags: RunFlags, console: Console): Promise<ExitCode> {
  const interruption = createInterruption(console);
  try {
    const code = await runToReport(flags, console, interruption);
    return interruption.exitCode() ?? code;
  } catch (error) {
    const code = interruption.exitCode();
    if (code === null) throw error;
    reportFault(error, console);
    return code;
  }
}

async function runToReport(flags: RunFlags, console: Console, interruption: Interruption): Promise<ExitCode> {
  const settings = await readRunSettings(flags, console);
  if (settings.kind === 'bad') return refuse(settings.problems, console);
  const { configuration, sources, earlier } = settings;
  const files = [...formatNames.map((name) => FORMATS[name].file), MANIFEST_FILE, ATTESTATION_FILE];
  const obstacle = checkWritable(configuration.reportsDirectory, files, sources.nameOf('reports'));
  if (obstacle !== null) return refuse([obstacle], console);
  const read = await readRunOptions({
    ...sources,
    mode: (path) => modeOf(resolve(console.directory, path)),
    loadCases: () => loadCasesToChoose(),
    ...(earlier === null ? {} : { earlier: earlier.report }),
  });
  if (read.kind === 'bad') return refuse(read.problems, console);
  const leftovers = clearLeftovers(configuration.reportsDirectory, console.now(), isAliveHere);
  for (const note of [...settings.notes, ...read.notes, ...leftovers]) console.error(`petstore-conformance: ${note}\n`);
  const { again } = read.options;
  const configured = again === null ? configuration : configuredAgain(configuration, again);
  const screen = flags.quiet === true ? quietConsole(console) : console;
  const { published } = await withoutWorkflowCommands(console, async () => {
    const judged = await judge(configured, read.options, screen, interruption);
    if (judged.published.code !== EXIT.suiteFault && (again !== null || flags.quiet === true)) {
      const { concludeRun } = await import('./conclude-run.ts');
      concludeRun(judged.report, again, flags.quiet === true, console);
    }
    return judged;
  });
  if (published.gitHub !== null) showOnGitHub(published.gitHub, console);
  return published.code;
}

function configuredAgain(configuration: Configuration, again: AgainPlan): Configuration {
  const { exampleSeed, counterexamples } = again;
  return {
    ...configuration,
    earlierExamples: { seed: exampleSeed, counterexamples },
    oneCaseAtATime: mayReachBounds(configuration, again),
  };
}

/** Whether a bound may leave out cases. The set-up and the filling of the catalogue cost no more than a whole run. */
function mayReachBounds({ maxCreates, network = defaultNetwork }: Configuration, again: AgainPlan): boolean {
  return RUN_COST.creates + again.creates > maxCreates || RUN_COST.requests + again.requests > network.maxRequests;
}

interface Judged {
  readonly report: Report;
  readonly published: Published;
}

async function judge(
  configuration: Configuration,
  options: RunOptions,
  console: Console,
  interruption: Interruption,
): Promise<Judged> {
  const judgeAt = (target: Configuration): Promise<Judged> =>
    withoutSecretsInErrors(target, () => judgeTarget(target, options, console, interruption));
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

/** The bits of a file's permissions; null where the system has none. */
function modeOf(path: string): number | null {
  return process.platform === 'win32' ? null : (statSync(path, { throwIfNoEntry: false })?.mode ?? null);
}

async function judgeTarget(
  configuration: Configuration,
  options: RunOptions,
  console: Console,
  interruption: Interruption,
): Promise<Judged> {
  // A signal that came while modules loaded ends the process, since nothing has been sent.
  await turn();
  interruption.listen();
  announce(configuration, options, console);
  try {
    const { report, clearJournal } = await runWithProgress(configuration, options, console, interruption);
    const { publishReport } = await import('./publish-report.ts');
    const published = await publishReport(report, configuration, options.sealing, console);
    clearJournal();
    return { report, published };
  } finally {
    interruption.release();
  }
}

/** A violation that may be a known deviation is none that is certain yet. */
function showNews(news: LiveNews, progress: Progress, deviations: readonly Deviation[]): void {
  if (news.type === 'pacing') progress.pacing(news.milliseconds);
  else if (!deviations.some(({ id }) => id === news.requirement || id.endsWith(`#${news.requirement}`))) {
    progress.violated(news.requirement);
  }
}

function announce(configuration: Configuration, { selection, again }: RunOptions, console: Console): void {
  const { baseUrl, profile, seed, maxCreates } = configuration;
  console.out(`Target ${baseUrl}, profile ${profile}, seed ${seed}.\n`);
  if (selection !== null) {
    if (again !== null) console.out(`Trying again what ${again.checks.length} checks found violated.\n`);
    console.out(`${selection.cases.size} cases are selected, so that the run ends inconclusive at best.\n`);
    return;
  }
  const adds =
    profile === 'read-only' ? 'no animals' : `about ${RUN_COST.creates} animals and never more than ${maxCreates}`;
  const most = profile === 'read-only' ? 'fewer than' : 'about';
  console.out(`The run sends ${most} ${RUN_COST.requests} requests, more where much is violated, and adds ${adds}.\n`);
}

const PROGRESS_STATES = { passed: 'completed', skipped: 'stopped', pending: 'stopped', failed: 'failed' } as const;

/** Why the target gave no response to `--wait`; null where it did, or nothing was waited for. */
async function waitFor(
  configuration: Configuration,
  console: Console,
  { happened }: Interruption,
): Promise<Obstacle | null> {
  if (configuration.waitSeconds === 0) return null;
  const { waitForTarget } = await import('./wait-for-target.ts');
  return waitForTarget(configuration, console, happened);
}

async function runWithProgress(
  configuration: Configuration,
  options: RunOptions,
  console: Console,
  interruption: Interruption,
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
      runId: runIdFor(console.now(), process.pid, threadId),
      suiteVersion: suiteVersion(),
      nodeVersion: process.version,
      now: console.now,
      secondTry: true,
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
        news: (news) => showNews(news, progress, options.deviations),
      },
    });
    interruption.stopWith((signal) => {
      progress.note(
        'Interrupted: the report will hold what was learnt so far. Once more ends at once, without a report.',
      );
      running.stop(signal);
    });
    // What comes later finds nothing to stop.
    const report = await running.report.finally(() => interruption.stopWith(null));
    return { report, clearJournal: () => running.clearJournal() };
  } finally {
    progress.finish();
  }
}
