import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../target/configuration.ts';
import type { Console } from './console.ts';

const PAUSE_MILLISECONDS = 250;

/** Waits up to `--wait` seconds until the target answers anything at all. What it answers is for the cases to judge. */
export async function waitForTarget(configuration: Configuration, console: Console): Promise<void> {
  const until = console.now() + configuration.waitSeconds * 1000;
  let told = false;
  while (console.now() < until && !(await answers(configuration, until - console.now()))) {
    if (!told) console.out(`Waiting up to ${configuration.waitSeconds} s for the target to answer.\n`);
    told = true;
    await sleep(PAUSE_MILLISECONDS);
  }
}

async function answers(configuration: Configuration, patience: number): Promise<boolean> {
  try {
    const response = await fetch(`${configuration.baseUrl}/pets?limit=1`, {
      method: 'GET',
      redirect: 'manual',
      headers: Object.fromEntries(configuration.headers),
      signal: AbortSignal.timeout(Math.max(1, Math.min(patience, configuration.requestTimeoutSeconds * 1000))),
    });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
