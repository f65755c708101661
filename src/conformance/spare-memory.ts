import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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
  return collector();
}

/** Bytes set aside by this thread; an ordinary run stays below. */
const MUCH = 64 * 1024 * 1024;

/**
 * Collects what a run of very many requests has left in this thread, which would lie there while its report is made.
 * Gives whether there was so much.
 */
export function collectLeavings(much: number = MUCH): boolean {
  if (getHeapStatistics().total_heap_size <= much) return false;
  collector()();
  return true;
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function' ? () => void collect() : () => undefined;
}
