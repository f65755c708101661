import { parentPort, workerData } from 'node:worker_threads';
import { runCommand } from '../cli/run-command.ts';
import type { Console } from '../cli/console.ts';
import { caseThread } from '../runner/case-thread.ts';
import { settingNames } from '../target/settings.ts';
import type { RunRequest } from './run-options.ts';
import { STOP, type ThreadMessage } from './thread-messages.ts';

// One run of the command in a thread of its own: the test runner changes variables and listeners of the process that it
// runs in, and here that is nobody else's.

const port = parentPort;
if (port === null) throw new Error('This file is run in a thread of its own.');
const say = (message: ThreadMessage): void => port.postMessage(message);

let stopped = false;
let interrupted: ((signal: null) => void) | null = null;
port.on('message', (message: unknown) => {
  if (message !== STOP || stopped) return;
  stopped = true;
  interrupted?.(null);
});

const { flags, environment, directory } = workerData as RunRequest;

const surroundings: Console = {
  out: (text) => say({ type: 'out', text }),
  error: (text) => say({ type: 'error', text }),
  isTerminal: false,
  colour: false,
  columns: 100,
  environment,
  directory,
  now: Date.now,
  onInterrupt(callback) {
    interrupted = callback;
    if (stopped) callback(null);
    return () => {
      interrupted = null;
    };
  },
  quit() {
    throw new Error('A run is stopped once only.');
  },
  // A thread hears no signals.
  withoutSignalListeners: (work) => work(),
  flushed: () => Promise.resolve(null),
  // Errors that nothing handles are those of the program.
  showFaultsBy: () => undefined,
  // The memory of the process is not ours to decide about.
  boundMemory: () => undefined,
  // By its option; by its variable too where that alone sets it.
  nameOf(setting) {
    if (setting === 'apiKey' || flags[setting] !== undefined) return setting;
    const { variable } = settingNames[setting];
    return environment[variable] === undefined ? setting : `${setting} (${variable})`;
  },
  onProgress: (progress) => say({ type: 'progress', progress }),
};

const thread = caseThread();
thread.start();
try {
  say({ type: 'ended', code: await runCommand(flags, surroundings, thread) });
} catch (error) {
  say({ type: 'fault', message: error instanceof Error ? error.message : String(error) });
} finally {
  await thread.close();
  port.close();
}
