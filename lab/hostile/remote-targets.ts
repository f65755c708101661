import { fileURLToPath } from 'node:url';
import { startProcess } from '../child-process.ts';

const ENTRY = fileURLToPath(new URL('./target-process.ts', import.meta.url));

/** Targets in a process of their own. */
export interface RemoteTargets {
  /** Starts the target of an id and gives its base address. */
  readonly start: (id: string) => Promise<string>;
  readonly stop: (id: string) => Promise<void>;
  readonly close: () => void;
}

/** Starts the process of the targets. */
export function openRemoteTargets(): RemoteTargets {
  const child = startProcess(process.execPath, [ENTRY], { withMessages: true });
  child.stdout.resume();
  child.stderr.pipe(process.stderr);
  const waiting = new Map<string, (baseUrl: string) => void>();
  child.on('message', ({ id, baseUrl }: { readonly id: string; readonly baseUrl: string }) => {
    waiting.get(id)?.(baseUrl);
    waiting.delete(id);
  });
  const ask = (order: 'start' | 'stop', id: string): Promise<string> =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      child.send({ order, id });
    });
  return {
    start: (id) => ask('start', id),
    stop: async (id) => void (await ask('stop', id)),
    close: () => void child.kill(),
  };
}
