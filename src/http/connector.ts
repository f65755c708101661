import { request } from 'node:http';
import type { Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { codeOf } from '../contract/errors.ts';
import type { Header } from './exchange.ts';
import { FailedExchange } from './transport-failure.ts';
import type { NetworkSettings, Proxy, Trust } from '../settings/network.ts';

/** How a request names its target (RFC 9112 section 3.2). */
type RequestForm = 'origin-form' | 'absolute-form';

/** The part of a request that depends on its form. */
interface RequestHead {
  readonly path: string;
  readonly headers: readonly Header[];
}

type Connector = buildConnector.connector;

/** Makes the function that connects, for one connection. `closing` cancels connections under way. */
type MakeConnector = (closing: AbortSignal) => Connector;

/** How the connections of a run are made. */
export interface Route {
  readonly connector: MakeConnector;
  /** The form of requests. It changes once, before the first request is sent, if a proxy opens no tunnels. */
  readonly form: () => RequestForm;
  /** The head of a request to an origin in a form. */
  readonly address: (form: RequestForm, head: RequestHead, origin: URL) => RequestHead;
}

/** Prepares what all connections of a run share. */
export function createRoute({ trust, proxy, connectTo }: NetworkSettings): Route {
  const toTarget = connectorsFor(trust);
  if (proxy !== null) return createProxyRoute(proxy, connectTo, toTarget, trust);
  return {
    connector: connectTo === null ? toTarget : connectorsBy(connectTo, toTarget, trust),
    form: () => 'origin-form',
    address: (_form, head) => head,
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
  /** Null before the first tunnel is open. If the proxy rejects it for an http:// target, it gets absolute-form (RFC 9112 section 3.2.2). */
  let form: RequestForm | null = null;

  return {
    connector: (closing) => {
      const [connect, continueToTarget] = [toProxy(closing), toTarget(closing)];
      return (options, callback) => {
        const isForwarded = form === 'absolute-form';
        connect(endpoint, (...[error, socket]) => {
          if (error !== null) return callback(proxyFailure(endpoint.host, codeOf(error) ?? error.message), null);
          if (isForwarded) return callback(null, socket);
          const isTls = options.protocol === 'https:';
          const target = connectTo ?? `${options.hostname}:${options.port || (isTls ? '443' : '80')}`;
          askForTunnel(socket, target, proxy.authorization, closing, (status, reason) => {
            const isOpen = status >= 200 && status < 300;
            if (isOpen) form ??= 'origin-form';
            else if (REJECTING_STATUSES.has(status) && !isTls && connectTo === null) form ??= 'absolute-form';
            if (isOpen && form === 'origin-form') return startOn(socket, continueToTarget, options, callback);
            socket.destroy();
            callback(proxyFailure(endpoint.host, reason), null);
          });
        });
      };
    },
    form: () => form ?? 'origin-form',
    address(given, { path, headers }, { origin }) {
      if (given === 'origin-form') return { path, headers };
      const { authorization } = proxy;
      const credentials: readonly Header[] = authorization === null ? [] : [['Proxy-Authorization', authorization]];
      return { path: `${origin}${path}`, headers: [...headers, ...credentials] };
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

/** The target is not to blame. `reason` is an error code or a phrase. */
function proxyFailure(proxy: string, reason: string): FailedExchange {
  return new FailedExchange({
    kind: 'proxy',
    message: `The proxy ${proxy} made no connection to the service (${reason}).`,
  });
}

/** Statuses by which a proxy rejects CONNECT to this target for every client. */
const REJECTING_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);

/**
 * Asks a proxy for a connection to a target, `HOST:PORT` (RFC 9110 section 9.3.6). `authorization` is for the proxy. Gives the
 * status of the response, 0 without one, and what happened in a phrase.
 */
function askForTunnel(
  socket: Socket,
  target: string,
  authorization: string | null,
  signal: AbortSignal,
  done: (status: number, reason: string) => void,
): void {
  const credentials = authorization === null ? {} : { 'Proxy-Authorization': authorization };
  const headers = { Host: target, ...credentials };
  let isDone = false;
  request({ method: 'CONNECT', path: target, headers, signal, createConnection: () => socket })
    .on('connect', ({ statusCode = 0 }, _socket, rest) => {
      isDone = true;
      if (rest.length > 0) socket.unshift(rest);
      done(statusCode, `status ${statusCode}`);
    })
    .on('error', (error) => {
      // The signal may end the request after its response.
      if (!isDone) done(0, codeOf(error) ?? error.message);
      isDone = true;
    })
    .end();
}
