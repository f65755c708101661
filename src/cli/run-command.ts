import { setImmediate as turn } from 'node:timers/promises';
import { type Console, quietConsole } from './console.ts';
import { executeRun, type ExecutedRun, type PreparedRun, prepareRun } from '../run/execute-run.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { showOnGitHub, withoutWorkflowCommands } from '../run/github-actions.ts';
import { createInterruption, type SignalInterruption } from './interruption.ts';
import { SIGNAL_EXITS } from './process-end.js';
import { refuse, reportFault } from './refuse.ts';
import type { RunFlags } from './run-flags.ts';
import { readRunSettings } from './run-settings.ts';

/**
 * `run`: judges the target and leaves report.json. Gives the exit code of the verdict, or of the
 * signal that came before the report was written.
 */
export async function runCommand(flags: RunFlags, console: Console): Promise<ExitCode> {
  const interruption = createInterruption(console);
  try {
    const code = await runToReport(flags, console, interruption);
    return exitCodeOf(interruption) ?? code;
  } catch (error) {
    const code = exitCodeOf(interruption);
    if (code === null) throw error;
    reportFault(error, console);
    return code;
  }
}

/** The exit code of the signal that came; null where none did. */
function exitCodeOf(interruption: SignalInterruption): ExitCode | null {
  const signal = interruption.signal();
  return signal === null ? null : SIGNAL_EXITS[signal];
}

async function runToReport(flags: RunFlags, console: Console, interruption: SignalInterruption): Promise<ExitCode> {
  const settings = await readRunSettings(flags, console);
  if (settings.kind === 'bad') return refuse(settings.problems, console);
  const preparation = await prepareRun(settings, console.directory, console.now());
  if (preparation.kind === 'bad') return refuse(preparation.problems, console);
  const { run } = preparation;
  for (const note of run.notes) console.error(`petstore-conformance: ${note}\n`);
  const { again } = run.options;
  const isQuiet = flags.quiet === true;
  const { report, isWritten, gitHub } = await withoutWorkflowCommands(console, async () => {
    const executed = await executeListening(run, isQuiet ? quietConsole(console) : console, interruption);
    if (executed.isWritten && (again !== null || isQuiet)) {
      const { concludeRun } = await import('./conclude-run.ts');
      concludeRun(executed.report, again, isQuiet, console);
    }
    return executed;
  });
  if (gitHub !== null) showOnGitHub(gitHub, console);
  return isWritten ? report.verdict.exitCode : EXIT.suiteFault;
}

/** While the run goes on, the first signal ends it with a report. */
async function executeListening(
  run: PreparedRun,
  console: Console,
  interruption: SignalInterruption,
): Promise<ExecutedRun> {
  // A signal that came while modules loaded ends the process, since nothing has been sent.
  await turn();
  interruption.listen();
  try {
    return await executeRun(run, console, interruption);
  } finally {
    // A signal that has come already is heard. The loop looks for signals before the second turn, if not before the first.
    await turn();
    await turn();
    interruption.release();
  }
}
