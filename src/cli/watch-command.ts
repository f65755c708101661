import { statSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../contract/errors.ts';
import { bad, ok, problemsOf, type Result } from '../contract/result.ts';
import { compareReports } from '../gate/compare-reports.ts';
import { renderChanges } from '../gate/render-comparison.ts';
import type { Report } from '../report/report.ts';
import { removeReport } from '../run/prepare-run.ts';
import { safeText } from '../report/safe-text.ts';
import { resolveConfiguration } from '../settings/configuration.ts';
import { readReportsFolder } from '../settings/read-settings.ts';
import type { Console } from './console.ts';
import { EXIT, type ExitCode, wrongUsage } from './command-result.ts';
import { createInterruption, runOnce } from './run-command.ts';
import { type RunFlags, settingSources } from './run-settings.ts';

/** Seconds that each run waits for the target if `--wait` is 0: a change may restart it. */
const RESTART_TIME = 60;
/** Milliseconds. One save or build writes several files. */
const PAUSE_AFTER_CHANGE = 200;
/** Tools and packages change these folders by themselves. */
const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** The folder to watch, and the folder of the report, whose changes do not count. Both paths are absolute. */
interface WatchedFolder {
  readonly directory: string;
  readonly reports: string;
}

/** `run --watch`: runs, and runs again after each change of a file, until a signal comes. Returns the exit code of that signal. */
export async function watchCommand(flags: RunFlags, console: Console): Promise<ExitCode> {
  const prepared = prepareWatch(flags, console);
  if (prepared.kind === 'bad') return wrongUsage(prepared.problems, console);
  const { folder, runFlags } = prepared.value;
  const interruption = createInterruption(console);
  const release = interruption.listen();
  const ending = new AbortController();
  const stop = AbortSignal.any([interruption.stop, ending.signal]);
  const say = (text: string): void => (flags.quiet === true ? undefined : console.out(text));
  // The runs share one interruption, which also listens between the runs.
  const shared = { ...interruption, listen: () => () => undefined };
  let since = '';
  let last: Report | null = null;
  try {
    for (let count = 1; ; count += 1) {
      // Opened before the run, because a change during the run counts.
      const changing = nextChange(folder, stop);
      const time = new Date(console.now()).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM:SS'.length);
      say(`\nRun ${count} at ${time} UTC${since}\n`);
      const { code, report } = await runOnce(runFlags, console, shared);
      // The first run shows whether the command line is right. A later one may have read a half-written file.
      if (code === EXIT.usage && count === 1) return code;
      // A run that was cut short does not show what is fixed.
      if (report?.run.end === 'complete') {
        if (last !== null) showChanges(last, report, console, say);
        last = report;
      }
      const change = await changing;
      if (change.kind === 'bad') return wrongUsage([unwatchable(flags, change.problems.join(' '))], console);
      if (change.value !== null) await sleep(PAUSE_AFTER_CHANGE);
      // After a signal in the pause, a run would replace the last report and send nothing.
      if (change.value === null || stop.aborted) return interruption.exitCode() ?? code;
      since = `, since ${safeText(change.value)} changed`;
    }
  } finally {
    // A watched folder keeps the process alive.
    ending.abort();
    release();
  }
}

/** The folder to watch, and the flags of each run. Removes the report of an earlier run, as a run does. */
function prepareWatch(
  flags: RunFlags,
  console: Console,
): Result<{ readonly folder: WatchedFolder; readonly runFlags: RunFlags }> {
  const sources = settingSources(flags, console);
  const reports = resolve(console.directory, readReportsFolder(sources));
  const unremoved = removeReport(reports);
  const settings = resolveConfiguration(sources);
  const folder = { directory: resolve(console.directory, nameOf(flags)), reports };
  const problem = watchProblem(folder);
  const problems = [...problemsOf(settings), ...(problem === null ? [] : [unwatchable(flags, problem)])];
  if (settings.kind === 'bad' || problems.length > 0) return bad(...problems, ...unremoved);
  const { wait } = settings.value.configuration;
  return ok({ folder, runFlags: { ...flags, wait: String(wait === 0 ? RESTART_TIME : wait) } });
}

function nameOf({ watch: named }: RunFlags): string {
  return typeof named === 'string' ? named : '.';
}

function unwatchable(flags: RunFlags, reason: string): string {
  return `--watch must name a folder that can be watched, not ${safeText(nameOf(flags))} (${reason}).`;
}

/** Why a folder cannot be watched; null if it can. */
export function watchProblem({ directory, reports }: WatchedFolder): string | null {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return 'it is not a folder';
  const inside = directory === reports || directory.startsWith(reports + sep);
  return inside ? 'the report is written into it' : null;
}

/**
 * Waits for a change in a folder, and returns its path; null if the wait was stopped. Each wait opens the folder again, because Node 24
 * loses a file that an editor has replaced.
 */
async function nextChange(folder: WatchedFolder, stop: AbortSignal): Promise<Result<string | null>> {
  try {
    for await (const { filename } of watch(folder.directory, { recursive: true, signal: stop }))
      if (filename !== null && !isIgnored(filename, folder)) return ok(filename);
    return ok(null);
  } catch (error) {
    if (stop.aborted) return ok(null);
    const code = codeOf(error) ?? 'unknown error';
    const isFull = code === 'ENOSPC' || code === 'EMFILE';
    return bad(isFull ? 'it holds too many files for this machine to watch' : code);
  }
}

/** Whether to ignore a change at this path in the folder, because it is no change of the service. */
export function isIgnored(path: string, { directory, reports }: WatchedFolder): boolean {
  const whole = join(directory, path);
  return whole === reports || whole.startsWith(reports + sep) || path.split(sep).some((step) => IGNORED.has(step));
}

function showChanges(before: Report, after: Report, console: Console, say: (text: string) => void): void {
  const changes = renderChanges(compareReports(before, after), console);
  if (changes === null) say('\nNothing changed since the last run.\n');
  else console.out(`\n${changes}`);
}
