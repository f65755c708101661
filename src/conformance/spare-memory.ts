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
  const collect = collector();
  return () => collect({ type: 'major' });
}

/** Bytes set aside by this thread; an ordinary run stays below. */
const MUCH = 72 * 1024 * 1024;

/**
 * Collects what a run of very many requests has left in this thread, and gives the memory back, which would lie there
 * while its report is made. Gives whether there was so much. Takes a tenth of a second.
 */
export function collectLeavings(much: number = MUCH): boolean {
  if (getHeapStatistics().total_heap_size <= much) return false;
  // The other flavour collects as well, and keeps the room.
  collector()({ type: 'major', flavor: 'last-resort' });
  return true;
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
