import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../settings/configuration.ts';
import { openProbe } from '../run/target-probe.ts';

/** Whether a target is there, looked at again and again. */
export interface Presence {
  /** Resolves as soon as the target answers, or when it is stopped. `waiting` is called once where it does not at first. */
  readonly untilAnswering: (stop: AbortSignal, waiting: () => void) => Promise<void>;
  /** Calls back whenever the target has gone, and whenever it answers again, until it is stopped. */
  readonly follow: (stop: AbortSignal, events: PresenceEvents) => Promise<void>;
  readonly close: () => void;
}

export interface PresenceEvents {
  readonly gone: () => void;
  readonly back: () => void;
}

/** In milliseconds. A service of this machine restarts faster, and looking at it costs nobody anything. */
const PAUSE_NEAR = 200;
const PAUSE_FAR = 2000;
const PATIENCE = 5000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Looks at the address of a target. Whether it is still there is seen by a connection alone, which is no request in its
 * log and counts towards no rate limit; whether it is back, by an answer. Behind a proxy only answers tell.
 */
export function createPresence(configuration: Configuration): Presence {
  const probe = openProbe(configuration);
  const url = new URL(configuration.baseUrl);
  const pause = LOOPBACK.test(url.hostname) ? PAUSE_NEAR : PAUSE_FAR;
  const isProxied = (configuration.network?.proxy ?? null) !== null;
  const answers = async (): Promise<boolean> => (await probe.failure(PATIENCE)) === null;
  const isThere = (): Promise<boolean> => (isProxied ? answers() : takesConnections(url));

  async function untilAnswering(stop: AbortSignal, waiting: () => void): Promise<void> {
    for (let first = true; !stop.aborted && !(await answers()); first = false) {
      if (first) waiting();
      await rest(pause, stop);
    }
  }

  return {
    untilAnswering,
    async follow(stop, { gone, back }) {
      for (;;) {
        await rest(pause, stop);
        if (stop.aborted) return;
        if (await isThere()) continue;
        gone();
        await untilAnswering(stop, () => undefined);
        if (!stop.aborted) back();
      }
    },
    close: () => probe.close(),
  };
}

function takesConnections({ hostname, port, protocol }: URL): Promise<boolean> {
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)), timeout: PATIENCE });
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** Rests, but not beyond the stop. */
async function rest(milliseconds: number, stop: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal: stop });
  } catch {
    // Stopped, which whoever rests looks at next.
  }
}
