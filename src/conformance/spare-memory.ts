import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { heavyAnswer } from '../target/pacing.ts';

/** Bytes of large answers after which what they left is collected. */
const LEFT_LYING = 6 * 1024 * 1024;
/** Requests after which what they left is collected: about twice what an ordinary run sends, in which nothing is done. */
const MANY_REQUESTS = 1500;

/** Is told what a run does that leaves something behind in its thread. */
export interface MemorySparer {
  /** A large answer has come, of so many bytes. */
  readonly heavyAnswer: (bytes: number) => void;
  readonly requestSent: () => void;
}

/** What can be asked of the engine. */
export interface Engine {
  /** To collect early from now on. */
  readonly preferSize: () => void;
  readonly collect: () => void;
}

/** The engine of this process. It looks at its settings whenever it decides about a collection: they can change at any time. */
const ENGINE: Engine = {
  preferSize: () => setFlagsFromString('--optimize-for-size'),
  collect: () => collector()({ type: 'major' }),
};

/**
 * Keeps memory low where a service sends megabytes at a time, or a run sends thousands of requests: what they leave would
 * pile up to half a gigabyte, since the engine collects late as long as there is room.
 */
export function memorySparer(engine: Engine = ENGINE): MemorySparer {
  let left = 0;
  let requests = 0;
  return {
    heavyAnswer(bytes) {
      engine.preferSize();
      left += bytes;
      if (left < LEFT_LYING) return;
      left = 0;
      engine.collect();
    },
    requestSent() {
      requests += 1;
      if (requests % MANY_REQUESTS === 0) engine.collect();
    },
  };
}

/** Several times what an ordinary run sends. */
const VERY_MANY_REQUESTS = 3000;

/**
 * Whether a run leaves much behind in its thread: one that sent very many requests, or was sent large answers, in bytes.
 * The room that the thread has taken is no sign of that: one that judges many targets has taken it for all of them.
 */
export function leavesMuch(run: { readonly requests: number; readonly heaviestAnswer: number }): boolean {
  return run.requests > VERY_MANY_REQUESTS || run.heaviestAnswer > heavyAnswer;
}

/**
 * Collects what runs have left in this thread, and gives the memory back, which would lie there while the report is made.
 * Takes a tenth of a second, and all code that was made fast begins slowly again.
 */
export function collectLeavings(): void {
  // The other flavour collects as well, and keeps the room.
  collector()({ type: 'major', flavor: 'last-resort' });
}

interface Collection {
  readonly type: 'major';
  readonly flavor?: 'last-resort';
}

function collector(): (collection: Collection) => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function' ? (collection) => void collect(collection) : () => undefined;
}
