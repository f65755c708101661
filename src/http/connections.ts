import { KIBIBYTE, type NetworkSettings } from '../settings/network.ts';
import { createRoute } from './connector.ts';
import { openWire, type Wire, type WireOutcome, type WireRequest } from './wire.ts';

/** The connections of a run. The gate limits how many requests are sent at a time. */
export interface Connections {
  /** On an idle kept-alive connection, if there is one. */
  readonly onPooled: (request: WireRequest, stop: AbortSignal) => Promise<WireOutcome>;
  /** On a connection that carries nothing else. */
  readonly onFresh: (request: WireRequest, stop: AbortSignal) => Promise<WireOutcome>;
  /** A connection of the caller's own, kept alive. */
  readonly open: () => Wire;
  /** Closes idle connections: the target may allow only few, or have closed them too. */
  readonly closeIdle: () => void;
  readonly close: () => void;
}

/** Makes the connections to one origin. A connection opens when it is needed. The time-out is that of one exchange. */
export function createConnections(origin: URL, network: NetworkSettings, timeoutMilliseconds: number): Connections {
  const route = createRoute(network);
  const limits = {
    timeoutMilliseconds,
    maxResponseBytes: network.maxBodySize * KIBIBYTE,
    maxHeadBytes: network.maxHeaderSize * KIBIBYTE,
  };
  const idle: Wire[] = [];
  const all = new Set<Wire>();

  function open(keepAlive: boolean): Wire {
    const wire = openWire(origin, limits, keepAlive, route);
    all.add(wire);
    return wire;
  }

  function discard(wire: Wire): void {
    wire.close();
    all.delete(wire);
  }

  return {
    onPooled: async (request, stop) => {
      const wire = idle.pop() ?? open(true);
      const outcome = await wire.exchange(request, stop);
      if (wire.usable()) idle.push(wire);
      else discard(wire);
      return outcome;
    },
    // A new undici client for each connection, because a client that reconnects leaks some memory.
    onFresh: async (request, stop) => {
      const wire = open(false);
      const outcome = await wire.exchange(request, stop);
      discard(wire);
      return outcome;
    },
    open: () => {
      const wire = open(true);
      return { ...wire, close: () => discard(wire) };
    },
    closeIdle: () => {
      for (const wire of idle.splice(0)) discard(wire);
    },
    close: () => {
      for (const wire of all) wire.close();
      all.clear();
      idle.length = 0;
    },
  };
}
