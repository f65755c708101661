import { fileURLToPath } from 'node:url';
import { startProcess } from '../child-process.ts';

const ENTRY = fileURLToPath(new URL('./target-process.ts', import.meta.url));

/** Targets in a separate process. */
export interface RemoteTargets {
  /** Starts a target by its id, and returns its base address. */
  readonly start: (id: string) => Promise<string>;
  /** Stops a target by its id, and returns the ids of the added pets. */
  readonly stop: (id: string) => Promise<readonly string[]>;
  readonly close: () => void;
}

/** A message of the target process about one target. */
export interface TargetReply {
  readonly id: string;
  readonly baseUrl: string;
  readonly added: readonly string[];
}

/** Starts the target process. */
export function openRemoteTargets(): RemoteTargets {
  const child = startProcess(process.execPath, [ENTRY], { withMessages: true });
  child.stdout.resume();
  child.stderr.pipe(process.stderr);
  const waiting = new Map<string, (reply: TargetReply) => void>();
  child.on('message', (reply: TargetReply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  const ask = (order: 'start' | 'stop', id: string): Promise<TargetReply> =>
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
