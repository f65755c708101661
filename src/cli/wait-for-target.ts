import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../target/configuration.ts';
import { createConnections, type Connections } from '../target/connections.ts';
import { createRoute } from '../target/connector.ts';
import { defaultNetwork } from '../target/network-settings.ts';
import type { Console } from './console.ts';

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
  const url = new URL(configuration.baseUrl);
  const network = configuration.network ?? defaultNetwork;
  const timeoutMilliseconds = configuration.requestTimeoutSeconds * 1000;
  const limits = { timeoutMilliseconds, maxResponseBytes: network.sizes.body, maxHeadBytes: network.sizes.head };
  const connections = createConnections(url.origin, limits, createRoute(network));
  let told = false;
  while (
    !isInterrupted() &&
    console.now() < until &&
    !(await answers(url, configuration, connections, until - console.now()))
  ) {
    if (!told) console.out(`Waiting up to ${configuration.waitSeconds} s for the target to answer.\n`);
    told = true;
    await sleep(PAUSE_MILLISECONDS);
  }
  connections.close();
}

/** Asks without the key: a service that is still coming up may write what it gets into its log. */
async function answers(
  url: URL,
  { headers }: Configuration,
  connections: Connections,
  patience: number,
): Promise<boolean> {
  const path = `${url.pathname.replace(/\/$/, '')}/pets?limit=1`;
  const signal = AbortSignal.timeout(Math.max(1, patience));
  const { status } = await connections.onFresh({ method: 'GET', path, headers, body: null }, signal);
  return status !== null;
}
