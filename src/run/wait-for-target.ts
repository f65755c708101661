import { setTimeout as sleep } from 'node:timers/promises';
import { obstacleOf } from '../suite/transport-failures.ts';
import type { Obstacle } from '../suite/transport-failures.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { TransportFailure } from '../http/exchange.ts';
import type { RunConsole } from './run-console.ts';
import { openProbe } from './target-probe.ts';

const PAUSE_MILLISECONDS = 250;

/**
 * Waits up to `--wait` seconds until the target answers anything at all, or until the run is interrupted. What it answers
 * is for the cases to judge. Gives why no response came; null where one came, or where nothing was waited for.
 */
export async function waitForTarget(
  configuration: Configuration,
  console: RunConsole,
  isInterrupted: () => boolean = () => false,
): Promise<Obstacle | null> {
  const { waitSeconds } = configuration;
  const until = console.now() + waitSeconds * 1000;
  if (console.now() >= until) return null;
  const probe = openProbe(configuration);
  let failure: TransportFailure | null = null;
  let told = false;
  while (!isInterrupted() && console.now() < until) {
    const latest = await probe.failure(until - console.now());
    // The end of the wait may cut the last probe short, which says less than the failure before.
    failure = latest !== null && isTimeout(latest) ? (failure ?? latest) : latest;
    if (failure === null) break;
    if (!told) console.out(`Waiting up to ${waitSeconds} s for the target to answer.\n`);
    told = true;
    await sleep(PAUSE_MILLISECONDS);
  }
  probe.close();
  return failure === null || isInterrupted() ? null : obstacleAfter(waitSeconds, failure);
}

function isTimeout({ kind }: TransportFailure): boolean {
  return kind === 'connect-timeout' || kind === 'response-timeout';
}

/** A probe has less time than a request of the run, so its time-out is told as that of the wait. */
function obstacleAfter(waitSeconds: number, failure: TransportFailure): Obstacle | null {
  if (!isTimeout(failure)) return obstacleOf(failure);
  return {
    reason: `The target gave no response within ${waitSeconds} s.`,
    howToResolve: 'Start the service, correct PETSTORE_BASE_URL (--base-url), or raise --wait (PETSTORE_WAIT).',
  };
}
