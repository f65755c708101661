import { spawn } from 'node:child_process';
import type { RunSignal } from '../report/report.ts';
import { EXIT, EXIT_CODES, type ExitCode } from './exit-codes.ts';

/** A run in a process of its own. */
export interface RunProcess {
  /** Its exit code; inconclusive where it had none of ours. Never rejects. */
  readonly ended: Promise<ExitCode>;
  /** Passes a signal on to it; a second time it ends at once. */
  readonly interrupt: (signal: RunSignal) => void;
}

/** Starts a run in a process of its own, which writes where this one does. */
export type StartRun = (words: readonly string[], directory: string) => RunProcess;

const END_WITH_PARENT = new URL('./end-with-parent.js', import.meta.url).href;

/** Windows would open a window for a process that is apart, and passes Ctrl-C on by itself. */
const PASSES_SIGNALS_ON = process.platform === 'win32';

/**
 * Runs this command again with other words. The process is in a group of its own, so that a Ctrl-C at the terminal comes
 * to this one alone, which passes it on: otherwise it would come twice, and the second one ends a run without a report.
 * The channel between both closes when this process ends, and then the run ends too.
 */
export const startRunProcess: StartRun = (words, directory) => {
  const nodeOptions = [...process.execArgv, '--import', END_WITH_PARENT];
  const child = spawn(process.execPath, [...nodeOptions, process.argv[1] ?? '', ...words], {
    cwd: directory,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: !PASSES_SIGNALS_ON,
  });
  return {
    ended: new Promise((resolve) => {
      child.once('error', () => resolve(EXIT.suiteFault));
      child.once('exit', (code) => resolve(exitCodeOf(code)));
    }),
    interrupt(signal) {
      if (!PASSES_SIGNALS_ON) child.kill(signal);
    },
  };
};

function exitCodeOf(code: number | null): ExitCode {
  return EXIT_CODES.find((known) => known === code) ?? EXIT.inconclusive;
}
