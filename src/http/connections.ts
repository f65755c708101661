import type { NetworkSettings } from '../settings/network.ts';
import { createRoute } from './connector.ts';
import { openWire, type Wire, type WireOutcome, type WireRequest } from './wire.ts';

/** Makes the connections to one origin. A connection opens when it is needed. The time-out is that of one exchange. */
export function createConnections(origin: URL, network: NetworkSettings, timeoutMilliseconds: number) {
  const options = { origin, route: createRoute(network), network, timeoutMilliseconds };
  /** Whether each connection is idle, in the order in which they were opened. */
  const wires = new Map<Wire, boolean>();

  function open(keepAlive: boolean): Wire {
    const wire = openWire(options, keepAlive);
    wires.set(wire, false);
    return wire;
  }

  function discard(wire: Wire): void {
    wire.close();
    wires.delete(wire);
  }

  return {
    /**
     * Sends a request. `isPooled`: on the oldest idle kept-alive connection, if there is one, so one connection carries many requests
     * of a run. Otherwise on one that carries nothing else, with a new undici client: one that reconnects leaks some memory.
     */
    send: async (request: WireRequest, isPooled: boolean, stop: AbortSignal): Promise<WireOutcome> => {
      const [oldestIdle] = (isPooled ? wires.entries().find(([, isIdle]) => isIdle) : null) ?? [];
      const wire = oldestIdle ?? open(isPooled);
      wires.set(wire, false);
      const outcome = await wire.exchange(request, stop);
      if (isPooled && wire.usable()) wires.set(wire, true);
      else discard(wire);
      return outcome;
    },
    /** A connection of the caller's own, kept alive. */
    open: (): Wire => {
      const wire = open(true);
      return { ...wire, close: () => discard(wire) };
    },
    /** Closes idle connections: the target may allow only few, or have closed them too. */
    closeIdle: (): void => {
      for (const [wire, isIdle] of wires) if (isIdle) discard(wire);
    },
    close: (): void => {
      for (const wire of wires.keys()) discard(wire);
    },
  };
}
