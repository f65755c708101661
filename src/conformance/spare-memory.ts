import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { heavyAnswer } from '../target/pacing.ts';

/** Bytes of large answers after which what they left is collected. */
const LEFT_LYING = 6 * 1024 * 1024;

/**
 * Keeps memory low where a service sends megabytes at a time: what they leave would pile up to half a gigabyte, since the
 * engine collects late as long as there is room. The function that is given is told of each large answer, in bytes. An
 * ordinary run has none, and nothing is done in it.
 */
export function memorySparer(): (bytes: number) => void {
  let collect: (() => void) | null = null;
  let left = 0;
  return (bytes) => {
    collect ??= beginToSpare();
    left += bytes;
    if (left < LEFT_LYING) return;
    left = 0;
    collect();
  };
}

/** The engine looks at these settings whenever it decides about a collection, so that they can be changed at any time. */
function beginToSpare(): () => void {
  setFlagsFromString('--optimize-for-size');
  const collect = collector();
  return () => collect({ type: 'major' });
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
