import type { Configuration } from '../settings/configuration.ts';
import { createConnections } from '../http/connections.ts';
import { createRoute } from '../http/connector.ts';
import type { TransportFailure } from '../http/exchange.ts';
import { defaultNetwork } from '../settings/network-settings.ts';
import { describeBreak } from '../http/transport-failure.ts';

/** Asks a target whether it is there. */
export interface TargetProbe {
  /**
   * Why the target gives no response within so many milliseconds; null where it gives one, which is for the cases to judge.
   */
  readonly failure: (patience: number) => Promise<TransportFailure | null>;
  readonly close: () => void;
}

/** Opens a probe. It asks without the key: a service that is still coming up may write what it gets into its log. */
export function openProbe(configuration: Configuration): TargetProbe {
  const { headers, requestTimeoutSeconds } = configuration;
  const url = new URL(configuration.baseUrl);
  const network = configuration.network ?? defaultNetwork;
  const timeoutMilliseconds = requestTimeoutSeconds * 1000;
  const limits = { timeoutMilliseconds, maxResponseBytes: network.sizes.body, maxHeadBytes: network.sizes.head };
  const connections = createConnections(new URL(url.origin), limits, createRoute(network));
  const path = `${url.pathname.replace(/\/$/, '')}/pets?limit=1`;
  return {
    async failure(patience) {
      const signal = AbortSignal.timeout(Math.max(1, patience));
      const { status, broke } = await connections.onFresh({ method: 'GET', path, headers, body: null }, signal);
      if (status !== null || broke === null) return null;
      return describeBreak(broke.by === 'stop' ? { ...broke, by: 'deadline' } : broke, url, patience / 1000);
    },
    close: () => connections.close(),
  };
}
