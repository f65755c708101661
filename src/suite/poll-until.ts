import type { Run } from './run.ts';

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;
/** Once an addition did not show within the settling time, that is a violation, and other looks need not wait as long. */
const PATIENCE_AFTER_A_TIMEOUT = 250;

/**
 * Looks until `settled` is true, or the settling time of the run is over. Only for comparisons between two responses; what a
 * single response shows is judged at once. The delay is recorded if it helped. A look that decides later may end unsettled
 * without a violation: the service may cap its pages.
 */
export async function pollUntil<T>(
  run: Run,
  look: () => Promise<T>,
  settled: (seen: T) => boolean,
  outcome: 'decides' | 'decides-later' = 'decides',
): Promise<T> {
  const settlingTime = run.configuration.settleSeconds * 1000;
  const patience = run.settleTimedOut() ? Math.min(settlingTime, PATIENCE_AFTER_A_TIMEOUT) : settlingTime;
  let waited = 0;
  let pause = FIRST_PAUSE;
  let seen = await look();
  while (!settled(seen) && waited < patience) {
    const wait = Math.min(pause, patience - waited);
    await run.pause(wait);
    waited += wait;
    pause = Math.min(LONGEST_PAUSE, pause * 2);
    seen = await look();
    if (settled(seen)) run.settlingDelays.push(waited);
  }
  if (outcome === 'decides' && !settled(seen)) run.recordSettleTimeout();
  return seen;
}
