import type { Run } from './run.ts';

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;
/** After one timeout the settling time is known to be exceeded, so later reads wait less. */
const PATIENCE_AFTER_A_TIMEOUT = 250;

/**
 * Reads again until `settled` is true or the settling time of the run is over. Use it only to compare responses: a single
 * response is judged at once. Records the delay that it took to settle. With `decides-later`, an unsettled end is not a
 * timeout of the service, which may cap its pages.
 */
export async function pollUntil<T>(
  run: Run,
  read: () => Promise<T>,
  settled: (seen: T) => boolean,
  outcome: 'decides' | 'decides-later' = 'decides',
): Promise<T> {
  const settlingTime = run.configuration.settleTimeout * 1000;
  const patience = run.settleTimedOut() ? Math.min(settlingTime, PATIENCE_AFTER_A_TIMEOUT) : settlingTime;
  let waited = 0;
  let pause = FIRST_PAUSE;
  let seen = await read();
  while (!settled(seen) && waited < patience) {
    const wait = Math.min(pause, patience - waited);
    await run.pause(wait);
    waited += wait;
    pause = Math.min(LONGEST_PAUSE, pause * 2);
    seen = await read();
    if (settled(seen)) run.settlingDelays.push(waited);
  }
  if (outcome === 'decides' && !settled(seen)) run.recordSettleTimeout();
  return seen;
}
