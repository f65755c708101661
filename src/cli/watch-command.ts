import { relative, resolve } from 'node:path';
import { codeOf } from '../contract/errors.ts';
import { compareReports } from '../gate/compare-reports.ts';
import { renderChanges } from '../gate/render-comparison.ts';
import type { Report } from '../report/report.ts';
import { safeText } from '../report/safe-text.ts';
import type { Configuration } from '../settings/configuration.ts';
import { type Profile, PROFILES } from '../settings/profiles.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, reportFault, wrongUsage } from './exit-codes.ts';
import { createInterruption, type EndedRun, runOnce, signalExit } from './run-command.ts';
import { readRunSettings, type RunFlags } from './run-settings.ts';
import { type FileChanges, watchFiles, watchProblem } from './watch-files.ts';
import { openWatchedTarget, type WatchedTarget } from './watched-target.ts';

type RunOnce = () => Promise<EndedRun>;

/** What reruns depend on: the files, the target (null for the embedded service), the runs, and the signal that ends them. */
interface Watching {
  readonly changes: Pick<FileChanges, 'next' | 'isWaiting'>;
  readonly target: WatchedTarget | null;
  /** The full run follows if the quick one finds no violation and no file has changed. */
  readonly runs: { readonly quick: RunOnce | null; readonly full: RunOnce };
  readonly stop: AbortSignal;
  readonly console: Console;
  readonly isQuiet: boolean;
  /** How a changed path is shown. */
  readonly nameOf: (path: string) => string;
}

/** `run --watch`: runs, and runs again after each change, until a signal comes. Gives the exit code of that signal. */
export async function watchCommand(flags: RunFlags, console: Console): Promise<ExitCode> {
  const settings = await readRunSettings(flags, console);
  if (settings.kind === 'bad') return wrongUsage(settings.problems, console);
  const { configuration } = settings;
  const named = typeof flags.watch === 'string' ? flags.watch : '.';
  const folder = { directory: resolve(console.directory, named), reports: configuration.reports };
  const cannotWatch = (reason: string): ExitCode =>
    wrongUsage([`--watch must name a folder that can be watched, not ${named} (${reason}).`], console);
  const problem = watchProblem(folder);
  if (problem !== null) return cannotWatch(problem);
  let changes: FileChanges;
  try {
    changes = await watchFiles(folder);
  } catch (error) {
    return cannotWatch(reasonOf(error));
  }
  const quick = quickBefore(configuration, flags);
  const target = configuration.embedded ? null : openWatchedTarget(configuration);
  const interruption = createInterruption(console);
  interruption.listen();
  // The runs share one interruption, which listens between them too.
  const shared = { ...interruption, listen: () => undefined, release: () => undefined };
  try {
    const code = await watchRuns({
      changes,
      target,
      runs: {
        quick: quick === null ? null : () => runOnce({ ...flags, profile: quick }, console, shared),
        full: () => runOnce(flags, console, shared),
      },
      stop: interruption.stop,
      console,
      isQuiet: flags.quiet === true,
      nameOf: (path) => safeText(relative(folder.directory, path) || '.'),
    });
    return signalExit(interruption) ?? code;
  } finally {
    interruption.release();
    target?.close();
    await changes.close();
  }
}

/** The profile of the quick run before each run; null if the run is quick or selects its cases itself. */
function quickBefore({ profile, only, grep, examplePath }: Configuration, { again }: RunFlags): Profile | null {
  const { isQuick, addsPets } = PROFILES[profile];
  const selects = only !== null || grep !== null || examplePath !== null || again !== undefined;
  if (isQuick || selects) return null;
  return addsPets ? 'quick' : 'quick-read-only';
}

/** Why a run starts. */
type Trigger =
  | { readonly kind: 'start' }
  | { readonly kind: 'change'; readonly path: string }
  | { readonly kind: 'target back' };

/** Runs at first and after each change until it is stopped. Gives the exit code of the last run. */
export async function watchRuns(watching: Watching): Promise<ExitCode> {
  const { target, changes, runs, stop, console, isQuiet } = watching;
  const say = (text: string): void => (isQuiet ? undefined : console.out(text));
  const before = new Map<Profile, Report>();

  /** Runs once, and compares with the last complete run of the same profile. */
  async function compareRun(once: RunOnce): Promise<EndedRun> {
    const ended = await once().catch((error: unknown): EndedRun => ({
      code: reportFault(error, console),
      report: null,
    }));
    const { report } = ended;
    // A run that was cut short proves nothing fixed.
    if (report?.run.end === 'complete') {
      const last = before.get(report.run.profile);
      if (last !== undefined) showChanges(last, report, console, say);
      before.set(report.run.profile, report);
    }
    return ended;
  }

  /** Runs the quick run if there is one, and the full run if nothing speaks against it. */
  async function runBoth(): Promise<EndedRun> {
    if (runs.quick === null) return compareRun(runs.full);
    const quick = await compareRun(runs.quick);
    if (!foundNoViolation(quick) || changes.isWaiting() || stop.aborted) return quick;
    say('\nThe quick run found no violation. The full run follows.\n');
    return compareRun(runs.full);
  }

  let trigger: Trigger = { kind: 'start' };
  for (let count = 1; ; count += 1) {
    await target?.untilResponding(stop, () => say('Waiting for the target to respond.\n'));
    if (stop.aborted) return EXIT.inconclusive;
    const time = new Date(console.now()).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM:SS'.length);
    say(`\nRun ${count} at ${time} UTC${sinceTrigger(trigger, watching)}\n`);
    const { code } = await runBoth();
    // The first run shows whether the command line is right. A later one may have read a half-written file.
    if (code === EXIT.usage && count === 1) return code;
    const next = await nextTrigger(trigger, watching, say);
    if (next === null || stop.aborted) return code;
    trigger = next;
  }
}

function sinceTrigger(trigger: Trigger, { nameOf }: Watching): string {
  switch (trigger.kind) {
    case 'start':
      return '';
    case 'change':
      return `, since ${nameOf(trigger.path)} changed`;
    case 'target back':
      return ', since the target responds again';
  }
}

/** A run that verified nothing reached no service, so it proves nothing. */
function foundNoViolation({ report }: EndedRun): boolean {
  return report !== null && report.counts.required.verified > 0 && report.counts.required.violated === 0;
}

function showChanges(before: Report, after: Report, console: Console, say: (text: string) => void): void {
  const changes = renderChanges(compareReports(before, after), { colour: console.colour, width: console.columns });
  if (changes === null) say('\nNothing changed since the last run.\n');
  else console.out(`\n${changes}`);
}

/** Waits until a file changes or the target has stopped and responds again. Null if the watching is stopped first. */
async function nextTrigger(
  previous: Trigger,
  { changes, target, stop }: Watching,
  say: (text: string) => void,
): Promise<Trigger | null> {
  const settled = new AbortController();
  const either = AbortSignal.any([stop, settled.signal]);
  const triggers = [nextChange(changes, either)];
  // If each run crashes the target and something restarts it, the runs would never end.
  const isLoop = previous.kind === 'target back' && target !== null && !(await target.isThere());
  if (isLoop) say('\nThe target stopped in this run too. The next run starts when a file changes.\n');
  else if (target !== null) triggers.push(nextReturn(target, either, say));
  try {
    return await Promise.race(triggers);
  } finally {
    settled.abort();
  }
}

async function nextChange(changes: Watching['changes'], stop: AbortSignal): Promise<Trigger | null> {
  const path = await changes.next(stop);
  return path === null ? null : { kind: 'change', path };
}

async function nextReturn(
  target: WatchedTarget,
  stop: AbortSignal,
  say: (text: string) => void,
): Promise<Trigger | null> {
  await target.untilBack(stop, () =>
    say('\nThe target stopped responding. The next run starts when it responds again.\n'),
  );
  return stop.aborted ? null : { kind: 'target back' };
}

function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? 'unknown error';
  return code === 'ENOSPC' || code === 'EMFILE' ? 'it holds too many files for this machine to watch' : code;
}
