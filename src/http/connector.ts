import type { Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import type { NetworkSettings, Trust } from '../settings/network.ts';

/** How the connections of a run are made. */
export interface Route {
  /** A function that connects, for one connection. `closing` cancels connections under way. */
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

/** Made once, because reading all authorities takes longer than a request. */
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

/** The proxy could not be reached or made no connection to the target. The target is not to blame. */
export class ProxyFailure extends Error {
  readonly code = 'PROXY';

  /** `reason` is a status or an error code. */
  constructor(proxy: string, reason: string) {
    super(`The proxy ${proxy} made no connection to the service (${reason}).`);
  }
}

/** What a tunnel needs: hosts with their ports, and the value of Proxy-Authorization or null. */
export interface TunnelRequest {
  readonly proxy: string;
  readonly target: string;
  readonly authorization: string | null;
}

const END_OF_HEAD = '\r\n\r\n';
const LONGEST_HEAD = 16_384;

/** Asks a proxy for a connection to the target (RFC 9110 section 9.3.6). Calls back with null once the tunnel is open. */
export function askForTunnel(
  socket: Socket,
  { proxy, target, authorization }: TunnelRequest,
  done: (failure: ProxyFailure | null) => void,
): void {
  let received: Buffer = Buffer.alloc(0);

  function finish(reason: string | null): void {
    socket.off('readable', read);
    socket.off('end', ended);
    socket.off('close', ended);
    socket.off('error', failed);
    done(reason === null ? null : new ProxyFailure(proxy, reason));
  }
  const ended = (): void => finish('closed');
  const failed = (error: NodeJS.ErrnoException): void => finish(error.code ?? error.message);

  function read(): void {
    for (let chunk = take(socket); chunk !== null; chunk = take(socket)) {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(END_OF_HEAD);
      if (end < 0 && received.length > LONGEST_HEAD) return finish('its response is too long');
      if (end < 0) continue;
      const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(received.toString('latin1')) ?? [];
      const rest = received.subarray(end + END_OF_HEAD.length);
      if (rest.length > 0) socket.unshift(rest);
      return finish(status?.startsWith('2') === true ? null : status === undefined ? 'no HTTP' : `status ${status}`);
    }
  }

  socket.on('readable', read);
  socket.on('end', ended);
  socket.on('close', ended);
  socket.on('error', failed);
  const lines = [
    `CONNECT ${target} HTTP/1.1`,
    `Host: ${target}`,
    ...(authorization === null ? [] : [`Proxy-Authorization: ${authorization}`]),
  ];
  socket.write(`${lines.join('\r\n')}${END_OF_HEAD}`);
}

function take(socket: Socket): Buffer | null {
  const chunk: unknown = socket.read();
  return Buffer.isBuffer(chunk) ? chunk : null;
}
