import type { NetworkSettings } from '../settings/network.ts';
import { createConnectors } from './connector.ts';
import { openWire, type Wire, type WireOutcome, type WireRequest } from './wire.ts';

/** Connections that send requests, and open when these need them. */
export interface Connections {
  /** Sends a request once. `fresh` asks for a new connection. */
  readonly send: (request: WireRequest, fresh: boolean) => Promise<WireOutcome>;
  readonly close: () => void;
}

/** Prepares the connections to a service. `signal` stops all requests; the time-out is that of one exchange. */
export function createConnections(
  baseUrl: string,
  network: NetworkSettings,
  timeoutMilliseconds: number,
  signal: AbortSignal,
) {
  // undici rejects an origin with a path.
  const origin = new URL(new URL(baseUrl).origin);
  const options = { origin, connectors: createConnectors(network), network, timeoutMilliseconds, signal };
  const openNew = (keepAlive: boolean): Wire => openWire(options, keepAlive);
  /**
   * Only first attempts at reads share connections. A reused one may close under a request: an addition must not be repeated, and
   * a further attempt must not fail for that.
   */
  const shared = createPool(openNew, ({ method }, fresh) => method === 'GET' && !fresh);
  return {
    shared,
    /** One connection for all requests that are sent one after another. Its user closes it. */
    openSingle: (): Connections => createPool(openNew, () => true),
  };
}

/** `isKept`: whether the connection of a request is kept alive, and may carry another one. */
function createPool(
  openNew: (keepAlive: boolean) => Wire,
  isKept: (request: WireRequest, fresh: boolean) => boolean,
): Connections {
  /** Whether each connection is idle, in the order in which they were opened. */
  const wires = new Map<Wire, boolean>();
  /** Whether a new connection failed. The target may allow only few, and an addition must not fail for an idle one. */
  let areFew = false;

  function discard(wire: Wire): void {
    wire.close();
    wires.delete(wire);
  }

  return {
    async send(request, fresh) {
      const keepAlive = isKept(request, fresh);
      // The target may allow only few connections, or have closed the idle ones too.
      if (fresh || (areFew && !keepAlive)) for (const [wire, isIdle] of wires) if (isIdle) discard(wire);
      // The oldest idle one, so one connection carries many requests of a run.
      const [idle] = (keepAlive ? wires.entries().find(([, isIdle]) => isIdle) : null) ?? [];
      const wire = idle ?? openNew(keepAlive);
      wires.set(wire, false);
      const outcome = await wire.exchange(request);
      const isUsable = outcome.failure === null;
      if (!isUsable && outcome.connection === 'fresh') areFew = true;
      // A client of undici that connects again after a failure leaks some memory.
      if (keepAlive && isUsable) wires.set(wire, true);
      else discard(wire);
      return outcome;
    },
    close() {
      for (const wire of wires.keys()) discard(wire);
    },
  };
}
