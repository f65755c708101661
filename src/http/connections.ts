import { KIBIBYTE, type NetworkSettings } from '../settings/network.ts';
import { createRoute } from './connector.ts';
import { openWire, type Wire, type WireOutcome, type WireRequest } from './wire.ts';

/** The connections of a run. The gate limits how many requests are sent at a time. */
export type Connections = ReturnType<typeof createConnections>;

/** Makes the connections to one origin. A connection opens when it is needed. The time-out is that of one exchange. */
export function createConnections(origin: URL, network: NetworkSettings, timeoutMilliseconds: number) {
  const route = createRoute(network);
  const limits = {
    timeoutMilliseconds,
    maxResponseBytes: network.maxBodySize * KIBIBYTE,
    maxHeadBytes: network.maxHeaderSize * KIBIBYTE,
  };
  const idle = new Set<Wire>();
  /** In the order in which they were opened. */
  const all = new Set<Wire>();

  function open(keepAlive: boolean): Wire {
    const wire = openWire(origin, limits, keepAlive, route);
    all.add(wire);
    return wire;
  }

  function discard(wire: Wire): void {
    wire.close();
    all.delete(wire);
    idle.delete(wire);
  }

  function oldestIdle(): Wire | undefined {
    for (const wire of all) if (idle.has(wire)) return wire;
    return undefined;
  }

  return {
    /** On the oldest idle kept-alive connection, if there is one: so one connection carries many requests of a run. */
    onPooled: async (request: WireRequest, stop: AbortSignal): Promise<WireOutcome> => {
      const wire = oldestIdle() ?? open(true);
      idle.delete(wire);
      const outcome = await wire.exchange(request, stop);
      if (wire.usable()) idle.add(wire);
      else discard(wire);
      return outcome;
    },
    /** On a connection that carries nothing else. A new undici client each time, because one that reconnects leaks some memory. */
    onFresh: async (request: WireRequest, stop: AbortSignal): Promise<WireOutcome> => {
      const wire = open(false);
      const outcome = await wire.exchange(request, stop);
      discard(wire);
      return outcome;
    },
    /** A connection of the caller's own, kept alive. */
    open: (): Wire => {
      const wire = open(true);
      return { ...wire, close: () => discard(wire) };
    },
    /** Closes idle connections: the target may allow only few, or have closed them too. */
    closeIdle: (): void => {
      for (const wire of idle) discard(wire);
    },
    close: (): void => {
      for (const wire of all) wire.close();
      all.clear();
      idle.clear();
    },
  };
}
