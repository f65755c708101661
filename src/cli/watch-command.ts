import { join, relative, resolve } from 'node:path';
import { safeText } from '../report/terminal/terminal-text.ts';
import { REPORT_FILE } from '../report/reports-folder.ts';
import type { Report } from '../report/report.ts';
import { type FlagValues, settingNames } from '../settings/settings.ts';
import type { Console } from './console.ts';
import type { ExitCode } from './exit-codes.ts';
import { createRerunTriggers, type RerunTrigger } from './rerun-triggers.ts';
import { readReportFile } from './read-report-file.ts';
import { refuse } from './refuse.ts';
import type { RunFlags } from './run-flags.ts';
import { startRunProcess, type StartRun } from './run-process.ts';
import { readRunSettings } from './run-settings.ts';
import { createPresence } from './target-presence.ts';
import { watchFiles, type WatchedFolder, watchObstacle } from './watch-files.ts';
import { watchRuns } from './watch-runs.ts';

/**
 * `run --watch`: a run at first and one after each change, each in a process of its own, so that nothing that happens to
 * one is felt by the next. A signal ends it, with the exit code of that signal.
 */
export async function watchCommand(
  flags: RunFlags,
  console: Console,
  startRun: StartRun = startRunProcess,
): Promise<ExitCode> {
  const settings = await readRunSettings(flags, console);
  if (settings.kind === 'bad') return refuse(settings.problems, console);
  const { configuration } = settings;
  const named = typeof flags.watch === 'string' ? flags.watch : '.';
  const folder = { directory: resolve(console.directory, named), reports: configuration.reportsDirectory };
  const obstacle = watchObstacle(folder);
  if (obstacle !== null) return refuse([watchProblem(named, obstacle)], console);
  const triggers = createRerunTriggers();
  const stopping = new AbortController();
  let endWatching: () => Promise<void>;
  try {
    endWatching = await watchFiles(folder, (path) => triggers.note({ kind: 'change', path }));
  } catch (error) {
    return refuse([watchProblem(named, reasonOf(error))], console);
  }
  const presence = configuration.embedded ? null : createPresence(configuration);
  const words = wordsOf(flags);
  try {
    return await watchRuns({
      triggers,
      presence,
      stopping,
      console,
      isQuiet: flags.quiet === true,
      startRun: () => startRun(words, console.directory),
      readReport: () => readLatest(configuration.reportsDirectory),
      describe: (trigger) => describeOccasion(trigger, folder),
    });
  } finally {
    stopping.abort();
    presence?.close();
    await endWatching();
  }
}

/** The same flags again, without the one that is about watching. */
export function wordsOf(flags: RunFlags): readonly string[] {
  const settings = Object.keys(settingNames).flatMap((name) => {
    const { flag } = settingNames[name as keyof FlagValues];
    const value: string | boolean | readonly string[] | undefined = flags[name as keyof FlagValues];
    if (value === undefined || value === false) return [];
    // In one word, so that a value may begin with a hyphen.
    return value === true ? [flag] : [value].flat().map((text) => `${flag}=${text}`);
  });
  return [
    'run',
    ...settings,
    ...(flags.again === undefined ? [] : [`--again=${flags.again}`]),
    ...(flags.quiet === true ? ['--quiet'] : []),
    ...(flags.color === false ? ['--no-color'] : []),
  ];
}

function readLatest(directory: string): Report | null {
  const read = readReportFile(join(directory, REPORT_FILE));
  return read.kind === 'ok' ? read.report : null;
}

function describeOccasion(trigger: RerunTrigger, { directory }: WatchedFolder): string {
  return trigger.kind === 'back'
    ? 'the target answers again'
    : `${safeText(relative(directory, trigger.path) || '.')} changed`;
}

function watchProblem(named: string, reason: string): string {
  return `--watch must name a folder that can be watched, not ${named} (${reason}).`;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return code === 'ENOSPC' || code === 'EMFILE' ? 'it holds too many files for this machine to watch' : code;
}
