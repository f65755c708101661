import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import type { NetworkSettings, Trust } from '../settings/network-settings.ts';
import { askForTunnel, ProxyFailure } from './proxy-tunnel.ts';

/** How the connections of a run are made. */
export interface Route {
  /** A function that connects, for one connection. `closing` gives up whatever is under way. */
  readonly connector: (timeoutMilliseconds: number, closing: AbortSignal) => buildConnector.connector;
}

/** Prepares what all connections share. */
export function createRoute({ trust, proxy }: Pick<NetworkSettings, 'trust' | 'proxy'>): Route {
  const secureContext = contextFor(trust);
  return {
    connector: (timeout, signal) => {
      const shared = { allowH2: false, timeout, signal };
      const toTarget = buildConnector({
        ...shared,
        ...(secureContext === null ? {} : { secureContext }),
        ...(trust.insecure ? { rejectUnauthorized: false } : {}),
      });
      if (proxy === null) return toTarget;
      const toProxy = buildConnector({ ...shared, ...(secureContext === null ? {} : { secureContext }) });
      return throughProxy(toProxy, toTarget, new URL(proxy.origin), proxy.authorization);
    },
  };
}

/** Made once: to read all authorities anew for each connection takes longer than a request. */
function contextFor({ authorities }: Trust): SecureContext | null {
  return authorities === null ? null : createSecureContext({ ca: [...getCACertificates('default'), authorities.pem] });
}

function throughProxy(
  toProxy: buildConnector.connector,
  toTarget: buildConnector.connector,
  proxy: URL,
  authorization: string | null,
): buildConnector.connector {
  const way = { hostname: proxy.hostname, host: proxy.host, protocol: proxy.protocol, port: proxy.port };
  return (options, callback) => {
    const isTls = options.protocol === 'https:';
    const target = `${options.hostname}:${options.port === '' ? (isTls ? '443' : '80') : options.port}`;
    toProxy(way, (...[error, socket]) => {
      if (error !== null) return callback(new ProxyFailure(proxy.host, codeOf(error)), null);
      askForTunnel(socket, { proxy: proxy.host, target, authorization }, (failure) => {
        if (failure !== null) {
          socket.destroy();
          callback(failure, null);
        } else if (isTls) {
          toTarget({ ...options, httpSocket: socket }, callback);
        } else {
          callback(null, socket);
        }
      });
    });
  };
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
