import type { Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { codeOf } from '../contract/errors.ts';
import type { Header } from '../settings/value-types.ts';
import type { NetworkSettings, Trust } from '../settings/network.ts';

/** What a request to a proxy says in another way. */
interface RequestHead {
  readonly path: string;
  readonly headers: readonly Header[];
}

/** How the connections of a run are made. */
export interface Route {
  /** A function that connects, for one connection. `closing` cancels connections under way. */
  readonly connector: (timeoutMilliseconds: number, closing: AbortSignal) => buildConnector.connector;
  /** The head of a request to an origin as it is sent on this route. */
  readonly address: (head: RequestHead, origin: URL) => RequestHead;
}

/**
 * Prepares what all connections share. A proxy is asked for a tunnel, in which the bytes of the target arrive unchanged. If it
 * rejects CONNECT for an http:// target, it gets requests in absolute-form from then on (RFC 9112 section 3.2.2).
 */
export function createRoute({
  trust,
  proxy,
  connectTo,
}: Pick<NetworkSettings, 'trust' | 'proxy' | 'connectTo'>): Route {
  const secureContext = contextFor(trust);
  // The client certificate is for the target alone.
  const proxyContext = proxy === null ? null : contextFor({ ...trust, client: null });
  const firstHop = proxy?.origin ?? (connectTo === null ? null : `http://${connectTo}`);
  let hasTunnel = false;
  let isForwarding = false;

  function connectBy(
    toFirstHop: buildConnector.connector,
    toTarget: buildConnector.connector,
    hop: URL,
  ): buildConnector.connector {
    const { host, protocol } = hop;
    const way = { hostname: hop.hostname.replaceAll(/^\[|\]$/g, ''), host, protocol, port: hop.port };
    return (options, callback) => {
      const isTls = options.protocol === 'https:';
      const isAddressedToProxy = isForwarding;
      const proceed = (socket: Socket): void =>
        isTls ? toTarget({ ...options, httpSocket: socket }, callback) : callback(null, socket);
      toFirstHop(way, (...[error, socket]) => {
        if (error !== null)
          return callback(proxy === null ? error : new ProxyFailure(host, codeOf(error) ?? error.message), null);
        if (proxy === null || isAddressedToProxy) return proceed(socket);
        const target =
          connectTo ?? `${options.hostname}:${options.port === '' ? (isTls ? '443' : '80') : options.port}`;
        askForTunnel(socket, { proxy: host, target, authorization: proxy.authorization }, (failure) => {
          if (failure === null && !isForwarding) {
            hasTunnel = true;
            return proceed(socket);
          }
          socket.destroy();
          if (failure?.rejectsConnect === true && !isTls && connectTo === null && !hasTunnel) isForwarding = true;
          callback(failure === null || isForwarding ? new TunnelRejected() : failure, null);
        });
      });
    };
  }

  return {
    connector: (timeout, signal) => {
      const shared = { allowH2: false, timeout, signal };
      const toTarget = buildConnector({
        ...shared,
        ...(secureContext === null ? {} : { secureContext }),
        ...(trust.insecure ? { rejectUnauthorized: false } : {}),
      });
      if (firstHop === null) return toTarget;
      const toFirstHop = buildConnector({
        ...shared,
        ...(proxyContext === null ? {} : { secureContext: proxyContext }),
      });
      return connectBy(toFirstHop, toTarget, new URL(firstHop));
    },
    address({ path, headers }, { origin }) {
      if (!isForwarding) return { path, headers };
      const authorization = proxy?.authorization ?? null;
      const credentials: readonly Header[] = authorization === null ? [] : [['Proxy-Authorization', authorization]];
      return { path: `${origin}${path}`, headers: [...headers, ...credentials] };
    },
  };
}

/** Made once, because reading all authorities takes longer than a request. */
function contextFor({ authorities, client }: Trust): SecureContext | null {
  if (authorities === null && client === null) return null;
  return createSecureContext({
    ...(authorities === null ? {} : { ca: [...getCACertificates('default'), authorities.pem] }),
    ...(client === null ? {} : { cert: client.certificates, key: client.key.export({ type: 'pkcs8', format: 'pem' }) }),
  });
}

/** Statuses by which a proxy says that it opens no tunnel to this target for any client. */
const REJECTING_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);

/** The proxy could not be reached or made no connection to the target. The target is not to blame. */
class ProxyFailure extends Error {
  readonly code = 'PROXY';
  /** Whether the proxy opens no tunnel to this target for any client. */
  readonly rejectsConnect: boolean;

  /** `reason` is the status of the proxy's response, an error code or a phrase. */
  constructor(proxy: string, reason: number | string) {
    super(
      `The proxy ${proxy} made no connection to the service (${typeof reason === 'number' ? 'status ' : ''}${reason}).`,
    );
    this.rejectsConnect = typeof reason === 'number' && REJECTING_STATUSES.has(reason);
  }
}

/** The proxy gets requests in absolute-form, and this one was addressed before. */
export class TunnelRejected extends Error {}

/** What a tunnel needs: hosts with their ports, and the value of Proxy-Authorization or null. */
interface TunnelRequest {
  readonly proxy: string;
  readonly target: string;
  readonly authorization: string | null;
}

const END_OF_HEAD = '\r\n\r\n';
const LONGEST_HEAD = 16_384;

/** Asks a proxy for a connection to the target (RFC 9110 section 9.3.6). Calls back with null once the tunnel is open. */
function askForTunnel(
  socket: Socket,
  { proxy, target, authorization }: TunnelRequest,
  done: (failure: ProxyFailure | null) => void,
): void {
  let received: Buffer = Buffer.alloc(0);

  function finish(reason: number | string | null): void {
    socket.off('readable', read);
    socket.off('end', ended);
    socket.off('close', ended);
    socket.off('error', failed);
    done(reason === null ? null : new ProxyFailure(proxy, reason));
  }
  const ended = (): void => finish('closed');
  const failed = (error: Error): void => finish(codeOf(error) ?? error.message);

  function read(): void {
    for (let chunk = take(socket); chunk !== null; chunk = take(socket)) {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(END_OF_HEAD);
      if (end < 0 && received.length > LONGEST_HEAD) return finish('its response is too long');
      if (end < 0) continue;
      const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(received.toString('latin1')) ?? [];
      const rest = received.subarray(end + END_OF_HEAD.length);
      if (rest.length > 0) socket.unshift(rest);
      return finish(status?.startsWith('2') === true ? null : status === undefined ? 'no HTTP' : Number(status));
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
