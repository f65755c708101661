import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes, of both halves together: what the thread of the cases has too. */
const ROOM_ENOUGH = 16 * 1024 * 1024;

/**
 * Keeps the engine from setting aside ever more room for short-lived objects, once there is enough of it. It would double
 * the room several times while a report is folded and rendered, which takes tens of megabytes and spares no time. Holds for
 * all threads of the process: for the command alone to call, never for those who embed the suite.
 */
export function boundYoungGeneration(): void {
  const size = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
  // The engine looks at this whenever it decides about more room. Stopped too early it would collect all the time.
  if (size >= ROOM_ENOUGH) setFlagsFromString('--semi-space-growth-factor=1');
}
