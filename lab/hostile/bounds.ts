import { setTimeout as pause } from 'node:timers/promises';
import type { HostileTarget } from './hostile-target.ts';

/** What a broken response violates, and nothing else. */
export const VIOLATED_BY: Readonly<Record<string, readonly string[]>> = {
  'cut-short': ['ANSWER-COMPLETE'],
  'not-http': ['ANSWER-COMPLETE'],
  undecodable: ['ANSWER-JSON'],
};

/** Whether a run finds a violation. Any other failure may not be the doing of the service. */
export function showsViolation({ ending }: HostileTarget): boolean {
  return ending === 'response' || VIOLATED_BY[ending] !== undefined;
}

/** The longest that a run of the fleet takes without need, in seconds. */
export const ENOUGH_SECONDS = 5;

/** How long a request and a run may take, in seconds. Short only where a target makes them wait without end. */
export function boundsFor(target: HostileTarget) {
  return {
    requestTimeoutSeconds: makesWait(target) ? 1 : 600,
    deadlineSeconds: showsViolation(target) ? 3600 : ENOUGH_SECONDS,
  };
}

/** Whether some request to the target ends by a time-out. */
export function makesWait({ ending, endingOfSecond }: HostileTarget): boolean {
  return [ending, endingOfSecond].some((each) => each?.endsWith('-timeout') === true);
}

/** Stops a run that has taken long enough, but not before it has found a violation. Resolves when the run has ended. */
export async function stopOnceViolated(
  ended: Promise<unknown>,
  hasViolation: () => boolean,
  stop: () => void,
): Promise<void> {
  const over = new AbortController();
  const end = ended.finally(() => over.abort());
  await Promise.race([end, pause(ENOUGH_SECONDS * 1000, undefined, { ref: false })]);
  while (!over.signal.aborted && !hasViolation()) await Promise.race([end, pause(100)]);
  if (!over.signal.aborted) stop();
  await end;
}
