import { env, versions } from 'node:process';
import { Worker } from 'node:worker_threads';
import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node';
import type { RunInput } from '../conformance/run-input.ts';
import { RUN_ABANDONED, type RunMessage } from './run-messages.ts';

/** A thread for cases: the test runner takes it for its worker, again and again. */
export interface CaseThread {
  readonly pool: PoolRunnerInitializer;
  /** Starts the thread now, and not only when the test runner needs it. */
  readonly start: () => void;
  /** Begins a run ahead of its first case. */
  readonly begin: (input: RunInput) => void;
  /** Ends a run that was begun and gets no case. Resolves when its journal is closed, or the thread has ended. */
  readonly abandon: (input: RunInput) => Promise<void>;
  /** Ends the thread. */
  readonly close: () => Promise<void>;
}

/** What a thread for cases is made with. */
export interface ThreadOptions {
  /** The next process finds the code of this one compiled; false unless given. */
  readonly keepsCode?: boolean;
  /** Megabytes set aside for what is gone with a case; by default what suits one run. */
  readonly roomForShortLived?: number;
}

const ENTRY = new URL('./case-thread-entry.js', import.meta.url);

/** What the test runner sets for its own workers. Nothing of the command's own environment, which may hold the key. */
const ENVIRONMENT = { TEST: 'true', VITEST: 'true', NODE_ENV: 'test', VITEST_MODE: 'RUN' };

/** Yarn's Plug'n'Play finds packages by what it puts into NODE_OPTIONS, in threads too. */
function environmentOfThread(): Readonly<Record<string, string>> {
  const options = versions['pnp'] === undefined ? undefined : env['NODE_OPTIONS'];
  return options === undefined ? ENVIRONMENT : { ...ENVIRONMENT, NODE_OPTIONS: options };
}

/**
 * A thread for the cases of one test runner at a time. Started ahead of the test runner, which takes as long to load, both
 * are ready at the same time on two cores. A thread that did not stop in order is replaced by a new one.
 */
export function caseThread(options: ThreadOptions = {}): CaseThread {
  let current: Worker | null = null;

  function thread(): Worker {
    return (current ??= watch(newThread(options)));
  }

  function watch(worker: Worker): Worker {
    // An error of the thread is the test runner's to tell; where nobody listens it would end the whole process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (current === worker) current = null;
    });
    return worker;
  }

  async function end(): Promise<void> {
    const ending = current;
    current = null;
    await ending?.terminate();
  }

  /** Resolves when the use before has ended: what the thread is told of the next use must not come before that. */
  let lastUse: Promise<void> = Promise.resolve();

  function createPoolWorker(): PoolWorker {
    const use = Promise.withResolvers<void>();
    const listeners: Listener[] = [];
    let worker: Worker | null = null;
    let hasExited = false;
    let stopping: 'not yet' | 'asked' | 'done' = 'not yet';

    /** The test runner waits a minute for the answer of a thread that has ended. */
    function answerForIt(): void {
      stopping = 'done';
      const answer = { type: 'stopped', __vitest_worker_response__: true };
      for (const [event, callback] of listeners) if (event === 'message') callback(answer);
    }

    function onExit(): void {
      hasExited = true;
      if (stopping === 'asked') answerForIt();
    }

    function onMessage(message: unknown): void {
      if (isStopped(message)) stopping = 'done';
    }

    return {
      name: POOL,
      on(event, callback) {
        listeners.push([event, callback]);
        worker?.on(event, callback);
      },
      off: (event, callback) => worker?.off(event, callback),
      send(message) {
        if (message.type === 'stop') stopping = 'asked';
        if (hasExited && stopping === 'asked') queueMicrotask(answerForIt);
        else worker?.postMessage(message);
      },
      deserialize: (data) => data,
      async start() {
        const before = lastUse;
        lastUse = use.promise;
        await before;
        worker = thread();
        worker.once('exit', onExit);
        worker.on('message', onMessage);
      },
      async stop() {
        worker?.off('exit', onExit);
        worker?.off('message', onMessage);
        for (const [event, callback] of listeners) worker?.off(event, callback);
        if (stopping !== 'done' || hasExited) await end();
        use.resolve();
      },
    };
  }

  function tell(message: RunMessage): void {
    thread().postMessage(message);
  }

  async function abandon(input: RunInput): Promise<void> {
    const worker = current;
    if (worker === null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const heed = (message: unknown): void => {
      if (message === RUN_ABANDONED) resolve();
    };
    worker.on('message', heed);
    worker.once('exit', resolve);
    tell({ type: 'abandon-run', input });
    await promise;
    worker.off('message', heed);
    worker.off('exit', resolve);
  }

  return {
    pool: { name: POOL, createPoolWorker },
    start: () => void thread(),
    begin: (input) => tell({ type: 'begin-run', input }),
    abandon,
    close: end,
  };
}

type Listener = readonly [event: string, callback: (...values: unknown[]) => void];

const POOL = 'cases';

/** Megabytes. Nearly all that a case makes is gone with it, so that more room means less collecting. */
const ROOM_FOR_SHORT_LIVED = 24;

function newThread({ keepsCode = false, roomForShortLived = ROOM_FOR_SHORT_LIVED }: ThreadOptions): Worker {
  return new Worker(ENTRY, {
    env: environmentOfThread(),
    workerData: { keepsCode },
    resourceLimits: { maxYoungGenerationSizeMb: roomForShortLived },
  });
}

function isStopped(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'stopped';
}
