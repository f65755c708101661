import { fileURLToPath } from 'node:url';
import { startProcess } from '../child-process.ts';

const ENTRY = fileURLToPath(new URL('./target-process.ts', import.meta.url));

/** Targets in a process of their own. */
export interface RemoteTargets {
  /** Starts the target of an id and gives its base address. */
  readonly start: (id: string) => Promise<string>;
  /** Gives the ids of the pets that were added. */
  readonly stop: (id: string) => Promise<readonly string[]>;
  readonly close: () => void;
}

/** What the process of the targets says of one of them. */
export interface Told {
  readonly id: string;
  readonly baseUrl: string;
  readonly added: readonly string[];
}

/** Starts the process of the targets. */
export function openRemoteTargets(): RemoteTargets {
  const child = startProcess(process.execPath, [ENTRY], { withMessages: true });
  child.stdout.resume();
  child.stderr.pipe(process.stderr);
  const waiting = new Map<string, (told: Told) => void>();
  child.on('message', (told: Told) => {
    waiting.get(told.id)?.(told);
    waiting.delete(told.id);
  });
  const ask = (order: 'start' | 'stop', id: string): Promise<Told> =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      child.send({ order, id });
    });
  return {
    start: async (id) => (await ask('start', id)).baseUrl,
    stop: async (id) => (await ask('stop', id)).added,
    close: () => void child.kill(),
  };
}
