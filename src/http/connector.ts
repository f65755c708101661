import { Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { codeOf } from '../contract/errors.ts';
import { ProxyError } from './transport-failure.ts';
import type { NetworkSettings, Proxy, Trust } from '../settings/network.ts';

/** Makes the function that connects, for one connection. `closing` cancels its unfinished connection. */
export type MakeConnector = (closing: AbortSignal) => buildConnector.connector;

/** Opens a socket that leads to the target, without TLS to the target. */
type OpenSocket = (
  options: buildConnector.Options,
  closing: AbortSignal,
  callback: (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void,
) => void;

/** Prepares how all connections of a run are made: straight to the target, to another address, or through a proxy. */
export function createConnectors({ trust, proxy, connectTo }: NetworkSettings): MakeConnector {
  const toTarget = connectorsFor(trust);
  if (proxy !== null) return overSocket(openTunnels(proxy, connectTo, trust), toTarget);
  return connectTo === null ? toTarget : overSocket(openTo(new URL(`http://${connectTo}`)), toTarget);
}

/** Starts TLS to the target on a socket that leads there, if the target speaks TLS. */
function overSocket(open: OpenSocket, toTarget: MakeConnector): MakeConnector {
  return (closing) => (options, callback) =>
    open(options, closing, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      else if (options.protocol === 'https:') toTarget(closing)({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
}

/** Connects to one address, whatever the host and the port of the target are. */
function openTo({ hostname, host, protocol, port }: URL): OpenSocket {
  const connectors = connectorsFor({ authorities: null, insecure: false, client: null });
  const address = { hostname: hostname.replaceAll(/^\[|\]$/g, ''), host, protocol, port };
  return (_options, closing, callback) => connectors(closing)(address, callback);
}

/** Asks a proxy for tunnels (RFC 9110 section 9.3.6), in which the bytes are those of the service. */
function openTunnels({ origin, authorization }: Proxy, connectTo: string | null, trust: Trust): OpenSocket {
  // The client certificate is for the target alone, and so is the permission to accept any certificate.
  const toProxy = connectorsFor({ ...trust, insecure: false, client: null });
  const credentials = authorization === null ? {} : { 'Proxy-Authorization': authorization };
  return ({ hostname, port, protocol }, closing, callback) => {
    const path = connectTo ?? `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
    const client = new Client(origin, { connect: toProxy(closing) });
    client.connect({ path, headers: { Host: path, ...credentials }, signal: closing }, (error, tunnel) => {
      if (error !== null) return callback(proxyError(origin, codeOf(error) ?? error.message), null);
      const { statusCode, socket } = tunnel;
      if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return callback(null, socket);
      socket.on('error', () => undefined).destroy();
      callback(proxyError(origin, `status ${statusCode}`), null);
    });
  };
}

/** The certificates are prepared once, because reading all authorities takes longer than a request. */
function connectorsFor(trust: Trust): MakeConnector {
  const secureContext = contextFor(trust);
  return (signal) =>
    buildConnector({
      allowH2: false,
      // The timer of the exchange ends an unfinished connection.
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

function proxyError(origin: string, reason: string): ProxyError {
  return new ProxyError(`The proxy ${new URL(origin).host} made no connection to the service (${reason}).`);
}
