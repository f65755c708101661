import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openProbe } from '../run/wait-for-target.ts';
import type { Configuration } from '../settings/configuration.ts';
import { isOnThisMachine } from '../settings/network.ts';

/** A target whose restarts are noticed. */
export interface WatchedTarget {
  /** Resolves when the target responds or `stop` is aborted. Calls `waiting` once if the first try fails. */
  readonly untilResponding: (stop: AbortSignal, waiting: () => void) => Promise<void>;
  readonly isThere: () => Promise<boolean>;
  /** Resolves when the target has stopped, which calls `gone`, and responds again. Also resolves when `stop` is aborted. */
  readonly untilBack: (stop: AbortSignal, gone: () => void) => Promise<void>;
  readonly close: () => void;
}

/** Milliseconds between two requests. A service on this machine restarts fast, and a remote one needs less load. */
const LOCAL_PAUSE = 200;
const REMOTE_PAUSE = 2000;
const PATIENCE = 5000;

/**
 * Watches the address of a target. A bare connection shows that it is still there: it leaves nothing in the access log and
 * counts towards no rate limit. Only a response shows that it is back. The same holds if the run connects to another address.
 */
export function openWatchedTarget(configuration: Configuration): WatchedTarget {
  const probe = openProbe(configuration);
  const url = new URL(configuration.baseUrl);
  const pause = isOnThisMachine(configuration) ? LOCAL_PAUSE : REMOTE_PAUSE;
  const isIndirect = configuration.proxy !== null || configuration.connectTo !== null;
  const responds = async (): Promise<boolean> => (await probe.failure(PATIENCE)) === null;
  const isThere = (): Promise<boolean> => (isIndirect ? responds() : takesConnections(url));
  const wait = (stop: AbortSignal): Promise<void> => sleep(pause, undefined, { signal: stop }).catch(() => undefined);

  async function untilResponding(stop: AbortSignal, waiting: () => void): Promise<void> {
    for (let first = true; !stop.aborted && !(await responds()); first = false) {
      if (first) waiting();
      await wait(stop);
    }
  }

  return {
    untilResponding,
    isThere,
    async untilBack(stop, gone) {
      while (!stop.aborted && (await isThere())) await wait(stop);
      if (stop.aborted) return;
      gone();
      await untilResponding(stop, () => undefined);
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
