import { fstatSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { RunSignal } from '../report/report.ts';
import type { RunConsole } from '../run/run-console.ts';
import { showFaultsBy, SIGNAL_EXITS } from './process-end.js';

/** Where a command reads its surroundings from and writes to; the real one is the process. */
export interface Console extends RunConsole {
  readonly directory: string;
  /** Calls back at each signal that asks the command to end; gives a function that stops listening. */
  readonly onInterrupt: (interrupted: (signal: RunSignal) => void) => () => void;
  /** Ends the process at once, as the signal would. */
  readonly quit: (signal: RunSignal) => never;
  /**
   * Resolves when standard output is written, with the error that prevented it; null where there is none, or where the
   * reader has closed it.
   */
  readonly flushed: () => Promise<Error | null>;
  /** Sets how the message of an error that nothing handles is shown. */
  readonly showFaultsBy: (showMessage: (message: string) => string) => void;
}

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const satisfies readonly RunSignal[];
const FALLBACK_COLUMNS = 80;

/** A console that shows nothing but complaints. */
export function quietConsole(console: Console): Console {
  return { ...console, out: () => undefined, isTerminal: false };
}

/**
 * Whether there are colours: FORCE_COLOR outranks NO_COLOR, as it does for Node.js itself, and both outrank what the
 * terminal is.
 */
export function hasColour(environment: Console['environment'], isTerminal: boolean): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && (environment['NO_COLOR'] ?? '') === '';
}

/** Whether a line may be rewritten: not in the log of a build server, though it may call itself a terminal. */
export function canRewrite(environment: Console['environment'], isTerminal: boolean): boolean {
  const ci = environment['CI'] ?? '';
  return isTerminal && environment['TERM'] !== 'dumb' && (ci === '' || ci === 'false');
}

/** The console of this process. */
export function processConsole(): Console {
  const { env, stdout, stderr } = process;
  const output = createOutput(stdout);
  // A broken standard error changes nothing.
  stderr.on('error', () => undefined);
  return {
    out: output.write,
    error: (text) => void stderr.write(text),
    isTerminal: canRewrite(env, stdout.isTTY),
    colour: hasColour(env, stdout.isTTY && env['TERM'] !== 'dumb'),
    columns: stdout.columns ?? FALLBACK_COLUMNS,
    environment: env,
    directory: process.cwd(),
    now: Date.now,
    quit: (signal) => process.exit(SIGNAL_EXITS[signal]),
    flushed: output.flushed,
    showFaultsBy,
    // V8 collects late as long as there is room; after megabytes in each response that would be half a gigabyte.
    spareMemory: () => setFlagsFromString('--optimize-for-size'),
    onInterrupt(interrupted) {
      const listeners = SIGNALS.map((signal) => [signal, () => interrupted(signal)] as const);
      for (const [signal, listener] of listeners) process.on(signal, listener);
      return () => {
        for (const [signal, listener] of listeners) process.off(signal, listener);
      };
    },
  };
}

/** Standard output, with the first error that it met. */
function createOutput(stdout: NodeJS.WriteStream & { readonly fd: number }): {
  readonly write: Console['out'];
  readonly flushed: Console['flushed'];
} {
  const isFile = fstatSync(stdout.fd).isFile();
  let failure: Error | null = null;
  let written: Promise<void> = Promise.resolve();
  const note = (error: Error): void => {
    failure ??= error;
  };
  stdout.on('error', note);

  async function write(text: string): Promise<void> {
    // Node's stream for a file does not notice that a full disk took only a part.
    if (isFile) return writeFileSync(stdout.fd, text);
    await new Promise<void>((resolve, reject) =>
      stdout.write(text, (error) => (error instanceof Error ? reject(error) : resolve())),
    );
  }

  return {
    write(text) {
      written = write(text).catch(note);
    },
    async flushed() {
      await written;
      return failure === null || isClosed(failure) ? null : failure;
    },
  };
}

/** A reader that closes early, such as head, has what it wanted. */
function isClosed(failure: NodeJS.ErrnoException): boolean {
  return failure.code === 'EPIPE' || failure.code === 'ECONNRESET';
}
