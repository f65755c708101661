import type { Run } from './run.ts';

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;
/** Once an addition did not show within the whole settling time, that is a violation, and the rest need not wait as long. */
const PATIENCE_AFTER_A_LOSS = 250;

/**
 * Looks until `settled` says that there is no need to look again, or the settling time of the run is over. Only for
 * comparisons between two answers; what a single answer shows is judged at once. The delay is noted when it helped. A look
 * that decides later may end unsettled without anything being lost: the service may cap its pages.
 */
export async function lookAgain<T>(
  run: Run,
  look: () => Promise<T>,
  settled: (seen: T) => boolean,
  outcome: 'decides' | 'decides-later' = 'decides',
): Promise<T> {
  const whole = run.configuration.settleSeconds * 1000;
  const patience = run.lost() ? Math.min(whole, PATIENCE_AFTER_A_LOSS) : whole;
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
  if (outcome === 'decides' && !settled(seen)) run.noteLost();
  return seen;
}
