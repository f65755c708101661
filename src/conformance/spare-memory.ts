import { setFlagsFromString } from 'node:v8';
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
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function' ? () => void collect() : () => undefined;
}
