import { setTimeout as sleep } from 'node:timers/promises';
import { obstacleOf, type Reason } from '../suite/reasons.ts';
import { type Clock, systemClock } from '../http/clock.ts';
import { createConnections } from '../http/connections.ts';
import { disturbanceIn, disturbedFailure } from '../http/disturbance.ts';
import type { TransportFailure } from '../http/exchange.ts';
import { meaningOf } from '../http/failure-kinds.ts';
import type { Configuration } from '../settings/configuration.ts';
import { nameByFlag } from '../settings/read-settings.ts';
import type { RunConsole } from './run-console.ts';

const PAUSE_MILLISECONDS = 250;

/**
 * Waits up to `--wait` seconds for a response that is no disturbance. Returns the reason if none came. Null if one came, the wait
 * is 0, or the run was interrupted.
 */
export async function waitForTarget(
  configuration: Configuration,
  console: RunConsole,
  interruption: AbortSignal,
  { monotonic }: Pick<Clock, 'monotonic'> = systemClock,
): Promise<Reason | null> {
  const { wait } = configuration;
  const until = monotonic() + wait * 1000;
  if (monotonic() >= until) return null;
  let failure: TransportFailure | null = null;
  let isAnnounced = false;
  while (!interruption.aborted && monotonic() < until) {
    const latest = await probe(configuration, Math.ceil(until - monotonic()), interruption);
    // The end of the wait may cut the last probe short. The failure before it says more.
    failure = latest !== null && meaningOf(latest.kind).isTimeout ? (failure ?? latest) : latest;
    if (failure === null) break;
    if (!isAnnounced) console.out(`Waiting up to ${wait} s for the target to respond.\n`);
    isAnnounced = true;
    await sleep(PAUSE_MILLISECONDS);
  }
  return failure === null || interruption.aborted ? null : obstacleAfter(wait, failure);
}

/**
 * Why the target sends no response within so many milliseconds, or sends a disturbance. Null if it sends another response. The probe
 * has no key, because a service that is still starting may log what it receives.
 */
async function probe(
  configuration: Configuration,
  patience: number,
  interruption: AbortSignal,
): Promise<TransportFailure | null> {
  const { baseUrl, headers } = configuration;
  const timeout = Math.min(configuration.requestTimeout * 1000, Math.max(1, patience));
  const { shared } = createConnections(baseUrl, configuration, timeout, interruption);
  const path = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/pets?limit=1`;
  const outcome = await shared.send({ method: 'GET', path, headers, body: null }, true);
  shared.close();
  if (outcome.status === null) return outcome.failure;
  const disturbance = disturbanceIn({ ...outcome, failure: null }, new Date());
  return disturbance === null ? null : disturbedFailure(disturbance, null, 1);
}

/** A probe has less time than a request of the run, so its time-out is reported as that of the wait. */
function obstacleAfter(wait: number, failure: TransportFailure): Reason | null {
  if (!meaningOf(failure.kind).isTimeout) return obstacleOf(failure);
  return {
    reason: `The target gave no response within ${wait} s.`,
    howToResolve: `Start the service, correct ${nameByFlag('baseUrl')}, or raise ${nameByFlag('wait')}.`,
  };
}
