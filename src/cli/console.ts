import { fstatSync, writeFileSync } from 'node:fs';
import type { RunSignal } from '../report/report.ts';
import { errorLine, type RunConsole } from '../run/run-console.ts';
import { showFaultsBy, SIGNAL_EXITS } from './process-end.js';

/** What a command reads from its environment, and where it writes to. */
export interface Console extends RunConsole {
  readonly directory: string;
  /** Prints a text on standard error as it is. */
  readonly errorText: (text: string) => void;
  /** Calls back at each signal that asks the command to end. Returns a function that stops listening. */
  readonly onInterrupt: (interrupted: (signal: RunSignal) => void) => () => void;
  /** Ends the process at once, as the signal would. */
  readonly quit: (signal: RunSignal) => never;
  /** Waits until standard output is written. Resolves with the error, or null if there is none or the reader has closed it. */
  readonly flushed: () => Promise<Error | null>;
  /** Sets how the message of an error that nothing handles is shown. */
  readonly showFaultsBy: (showMessage: (message: string) => string) => void;
}

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const satisfies readonly RunSignal[];
const FALLBACK_COLUMNS = 80;

/** A console that shows only errors. */
export function quietConsole(console: Console): Console {
  return { ...console, out: () => undefined, isTerminal: false };
}

/**
 * Whether to use colours. FORCE_COLOR overrides NO_COLOR, as in Node itself. Without both, a terminal has colours.
 */
export function hasColour(environment: Console['environment'], isTerminal: boolean): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && (environment['NO_COLOR'] ?? '') === '';
}

/** Whether a line can be rewritten. The log of a build server cannot, even if it claims to be a terminal. */
export function canRewrite(environment: Console['environment'], isTerminal: boolean): boolean {
  const ci = environment['CI'] ?? '';
  return isTerminal && environment['TERM'] !== 'dumb' && (ci === '' || ci === 'false');
}

/** The console of this process. */
export function processConsole(): Console {
  const { env, stdout, stderr } = process;
  const output = createOutput(stdout);
  // A broken standard error does not end the command.
  stderr.on('error', () => undefined);
  return {
    out: output.write,
    error: (sentence) => void stderr.write(errorLine(sentence)),
    errorText: (text) => void stderr.write(text),
    isTerminal: canRewrite(env, stdout.isTTY),
    colour: hasColour(env, stdout.isTTY && env['TERM'] !== 'dumb'),
    width: stdout.columns ?? FALLBACK_COLUMNS,
    environment: env,
    directory: process.cwd(),
    now: Date.now,
    quit: (signal) => process.exit(SIGNAL_EXITS[signal]),
    flushed: output.flushed,
    showFaultsBy,
    onInterrupt(interrupted) {
      const listeners = SIGNALS.map((signal) => [signal, () => interrupted(signal)] as const);
      for (const [signal, listener] of listeners) process.on(signal, listener);
      return () => {
        for (const [signal, listener] of listeners) process.off(signal, listener);
      };
    },
  };
}

/** Standard output, and its first error. */
function createOutput(stdout: NodeJS.WriteStream & { readonly fd: number }) {
  const isFile = fstatSync(stdout.fd).isFile();
  let failure: Error | null = null;
  let written: Promise<void> = Promise.resolve();
  const note = (error: Error): void => {
    failure ??= error;
  };
  stdout.on('error', note);

  async function write(text: string): Promise<void> {
    // Node's stream for a file does not report that a full disk stored only a part.
    if (isFile) return writeFileSync(stdout.fd, text);
    await new Promise<void>((resolve, reject) =>
      stdout.write(text, (error) => (error instanceof Error ? reject(error) : resolve())),
    );
  }

  return {
    write: (text: string): void => {
      written = write(text).catch(note);
    },
    flushed: async (): Promise<Error | null> => {
      await written;
      return failure === null || isClosed(failure) ? null : failure;
    },
  };
}

/** A reader such as `head` closes early, which is no error. */
function isClosed(failure: NodeJS.ErrnoException): boolean {
  return failure.code === 'EPIPE' || failure.code === 'ECONNRESET';
}
