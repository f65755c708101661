import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Report, RunSignal } from '../report/report.ts';
import { executeRun } from '../run/execute-run.ts';
import { showOnGitHub } from '../run/github-actions.ts';
import { prepareRun } from '../run/prepare-run.ts';
import { safeText } from '../report/safe-text.ts';
import { noteOpenFile } from '../settings/read-file.ts';
import { redactorFor } from '../suite/records/run-redactor.ts';
import { type Console, quietConsole } from './console.ts';
import { EXIT, type ExitCode, reportFault, wrongUsage } from './command-result.ts';
import { SIGNAL_EXITS } from './process-end.js';
import { type RunFlags, settingSources } from './run-settings.ts';

type SignalInterruption = ReturnType<typeof createInterruption>;

/** `run`: judges the target and writes report.json. Returns the exit code of the first signal, otherwise of the verdict. */
export async function runCommand(flags: RunFlags, console: Console): Promise<ExitCode> {
  const interruption = createInterruption(console);
  const { code } = await runOnce(flags, console, interruption);
  return interruption.exitCode() ?? code;
}

/** The first signal to the process ends the run with a report. A second one ends the process at once. */
export function createInterruption({ onInterrupt, quit }: Pick<Console, 'onInterrupt' | 'quit'>) {
  const stopping = new AbortController();
  let first: RunSignal | null = null;
  return {
    stop: stopping.signal,
    signal: () => first,
    /** The exit code of the signal that came; null if none did. */
    exitCode: (): ExitCode | null => (first === null ? null : SIGNAL_EXITS[first]),
    /** Listens until the returned function is called. At any other time, a signal ends the process at once. */
    listen: () =>
      onInterrupt((signal) => {
        if (first !== null) quit(signal);
        first = signal;
        stopping.abort();
      }),
  };
}

/** The result of a run. `report` is null if none was written. */
interface EndedRun {
  readonly code: ExitCode;
  readonly report: Report | null;
}

/** One run, from its settings to the summary that is printed. A fault of the suite is printed too. */
export async function runOnce(flags: RunFlags, console: Console, interruption: SignalInterruption): Promise<EndedRun> {
  try {
    return await judgeTarget(flags, console, interruption);
  } catch (error) {
    return { code: reportFault(error, console), report: null };
  }
}

async function judgeTarget(flags: RunFlags, console: Console, interruption: SignalInterruption): Promise<EndedRun> {
  const preparation = await prepareRun(settingSources(flags, console), console.directory, console.now());
  if (preparation.kind === 'bad') return { code: wrongUsage(preparation.problems, console), report: null };
  const run = preparation.value;
  const { redactText } = redactorFor(run.configuration);
  console.showFaultsBy((message) => safeText(redactText(message)));
  const open = noteOpenFile(join(console.directory, '.env'), '.env, which may hold the key');
  for (const note of [...open, ...run.notes]) console.error(note);
  const isQuiet = flags.quiet === true;
  const { report, isWritten, gitHub } = await whileListening(interruption, () =>
    executeRun(run, isQuiet ? quietConsole(console) : console, interruption),
  );
  if (!isWritten) return { code: EXIT.suiteFault, report: null };
  if (isQuiet) {
    const { renderVerdictLine } = await import('../report/terminal/render-terminal.ts');
    console.out(`${renderVerdictLine(report, console)}\n`);
  }
  if (gitHub !== null) showOnGitHub(gitHub, console);
  return { code: report.verdict.exitCode, report };
}

/** Does the work of a run. The first signal during it ends the run with a report. */
async function whileListening<T>(interruption: SignalInterruption, work: () => Promise<T>): Promise<T> {
  // Nothing was sent yet. A signal that arrived while modules loaded ends the process here.
  await turn();
  const release = interruption.listen();
  try {
    return await work();
  } finally {
    // Node delivers a pending signal before the second turn at the latest.
    await turn();
    await turn();
    release();
  }
}
