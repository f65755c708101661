import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../target/configuration.ts';
import type { Console } from './console.ts';
import { openProbe } from './target-probe.ts';

const PAUSE_MILLISECONDS = 250;

/**
 * Waits up to `--wait` seconds until the target answers anything at all, or until the run is interrupted. What it answers
 * is for the cases to judge.
 */
export async function waitForTarget(
  configuration: Configuration,
  console: Console,
  isInterrupted: () => boolean = () => false,
): Promise<void> {
  const until = console.now() + configuration.waitSeconds * 1000;
  if (console.now() >= until) return;
  const probe = openProbe(configuration);
  let told = false;
  while (!isInterrupted() && console.now() < until && !(await probe.answers(until - console.now()))) {
    if (!told) console.out(`Waiting up to ${configuration.waitSeconds} s for the target to answer.\n`);
    told = true;
    await sleep(PAUSE_MILLISECONDS);
  }
  probe.close();
}
