import { parentPort, workerData } from 'node:worker_threads';
import { runCommand } from '../cli/run-command.ts';
import type { Console } from '../cli/console.ts';
import { settingNames } from '../target/settings.ts';
import type { RunRequest } from './run-options.ts';
import { STOP, type ThreadMessage } from './thread-messages.ts';

// One run of the command in a thread of its own, so that its work holds up nobody else's.

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
  flushed: () => Promise.resolve(null),
  // Errors that nothing handles are those of the program.
  showFaultsBy: () => undefined,
  // By its option; by its variable too where that alone sets it.
  nameOf(setting) {
    if (setting === 'apiKey' || flags[setting] !== undefined) return setting;
    const { variable } = settingNames[setting];
    return environment[variable] === undefined ? setting : `${setting} (${variable})`;
  },
  onProgress: (progress) => say({ type: 'progress', progress }),
};

try {
  say({ type: 'ended', code: await runCommand(flags, surroundings) });
} catch (error) {
  say({ type: 'fault', message: error instanceof Error ? error.message : String(error) });
} finally {
  port.close();
}
