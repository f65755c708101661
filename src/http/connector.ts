import { Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { codeOf } from '../contract/errors.ts';
import type { Header } from './exchange.ts';
import { FailedExchange } from './transport-failure.ts';
import type { NetworkSettings, Proxy, Trust } from '../settings/network.ts';

type Connector = buildConnector.connector;

/** Makes the function that connects, for one connection. `closing` cancels connections under way. */
type MakeConnector = (closing: AbortSignal) => Connector;

/** The part of a request that depends on whether a proxy forwards it. */
interface RequestHead {
  readonly path: string;
  readonly headers: readonly Header[];
}

/** How the connections of a run are made. */
export interface Route {
  readonly connector: MakeConnector;
  /** Whether a proxy forwards the requests. This changes once, before the first request is sent, if the proxy opens no tunnels. */
  readonly isForwarded: () => boolean;
  /** The head of a request to an origin, as it must be now. */
  readonly address: (head: RequestHead, origin: URL) => RequestHead;
}

/** Prepares what all connections of a run share. */
export function createRoute({ trust, proxy, connectTo }: NetworkSettings): Route {
  const toTarget = connectorsFor(trust);
  if (proxy !== null) return createProxyRoute(proxy, connectTo, toTarget, trust);
  return {
    connector: connectTo === null ? toTarget : connectorsBy(connectTo, toTarget, trust),
    isForwarded: () => false,
    address: (head) => head,
  };
}

/** Connects to an address, whatever the host and the port of the target are. */
function connectorsBy(address: string, toTarget: MakeConnector, trust: Trust): MakeConnector {
  const toAddress = connectorsFor(trust);
  const endpoint = endpointOf(new URL(`http://${address}`));
  return (closing) => {
    const [connect, continueToTarget] = [toAddress(closing), toTarget(closing)];
    return (options, callback) =>
      connect(endpoint, (...[error, socket]) => {
        if (error !== null) callback(error, null);
        else startOn(socket, continueToTarget, options, callback);
      });
  };
}

/** Starts TLS on a socket that leads to the target, if the target wants it. */
function startOn(
  socket: Socket,
  toTarget: Connector,
  options: buildConnector.Options,
  callback: buildConnector.Callback,
): void {
  if (options.protocol === 'https:') toTarget({ ...options, httpSocket: socket }, callback);
  else callback(null, socket);
}

function createProxyRoute(proxy: Proxy, connectTo: string | null, toTarget: MakeConnector, trust: Trust): Route {
  // The client certificate is for the target alone, and so is the permission to accept any certificate.
  const toProxy = connectorsFor({ ...trust, insecure: false, client: null });
  const endpoint = endpointOf(new URL(proxy.origin));
  const credentials = proxy.authorization === null ? {} : { 'Proxy-Authorization': proxy.authorization };
  /** Null before the first tunnel is open. If the proxy rejects it for an http:// target, it gets absolute-form (RFC 9112 section 3.2.2). */
  let isForwarded: boolean | null = null;

  return {
    connector: (closing) => {
      const [connect, continueToTarget] = [toProxy(closing), toTarget(closing)];
      return (options, callback) => {
        const fail = (reason: string): void => callback(proxyFailure(endpoint.host, reason), null);
        if (isForwarded === true)
          return connect(endpoint, (...[error, socket]) =>
            error === null ? callback(null, socket) : fail(reasonOf(error)),
          );
        const isTls = options.protocol === 'https:';
        const target = connectTo ?? `${options.hostname}:${options.port || (isTls ? '443' : '80')}`;
        const headers = { Host: target, ...credentials };
        // RFC 9110 section 9.3.6.
        new Client(proxy.origin, { connect }).connect({ path: target, headers, signal: closing }, (error, tunnel) => {
          if (error !== null) return fail(reasonOf(error));
          const { statusCode, socket } = tunnel;
          const isOpen = statusCode >= 200 && statusCode < 300;
          if (isOpen) isForwarded ??= false;
          else if (REJECTING_STATUSES.has(statusCode) && !isTls && connectTo === null) isForwarded ??= true;
          if (isOpen && isForwarded === false && socket instanceof Socket)
            return startOn(socket, continueToTarget, options, callback);
          socket.on('error', () => undefined).destroy();
          fail(`status ${statusCode}`);
        });
      };
    },
    isForwarded: () => isForwarded === true,
    address({ path, headers }, { origin }) {
      if (isForwarded !== true) return { path, headers };
      return { path: `${origin}${path}`, headers: [...headers, ...Object.entries(credentials)] };
    },
  };
}

function endpointOf({ hostname, host, protocol, port }: URL) {
  return { hostname: hostname.replaceAll(/^\[|\]$/g, ''), host, protocol, port };
}

/** The certificates are prepared once, because reading all authorities takes longer than a request. */
function connectorsFor(trust: Trust): MakeConnector {
  const secureContext = contextFor(trust);
  return (signal) =>
    buildConnector({
      allowH2: false,
      // The timer of the exchange ends a connection under way.
      timeout: 0,
      signal,
      ...(secureContext === null ? {} : { secureContext }),
      ...(trust.insecure ? { rejectUnauthorized: false } : {}),
    });
}

function contextFor({ authorities, client }: Trust): SecureContext | null {
  if (authorities === null && client === null) return null;
  return createSecureContext({
    ...(authorities === null ? {} : { ca: [...getCACertificates('default'), authorities.pem] }),
    ...(client === null ? {} : { cert: client.certificates, key: client.key.export({ type: 'pkcs8', format: 'pem' }) }),
  });
}

/** The target is not to blame. */
function proxyFailure(proxy: string, reason: string): FailedExchange {
  return new FailedExchange({
    kind: 'proxy',
    message: `The proxy ${proxy} made no connection to the service (${reason}).`,
  });
}

function reasonOf(error: Error): string {
  return codeOf(error) ?? error.message;
}

/** Statuses by which a proxy rejects CONNECT to this target for every client. */
const REJECTING_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);
