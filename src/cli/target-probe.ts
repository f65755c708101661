import type { Configuration } from '../target/configuration.ts';
import { createConnections } from '../target/connections.ts';
import { createRoute } from '../target/connector.ts';
import { defaultNetwork } from '../target/network-settings.ts';

/** Asks a target whether it is there. */
export interface TargetProbe {
  /** Whether the target answers anything at all within so many milliseconds. What it answers is for the cases to judge. */
  readonly answers: (patience: number) => Promise<boolean>;
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
    async answers(patience) {
      const signal = AbortSignal.timeout(Math.max(1, patience));
      const { status } = await connections.onFresh({ method: 'GET', path, headers, body: null }, signal);
      return status !== null;
    },
    close: () => connections.close(),
  };
}
