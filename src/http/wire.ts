import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { Client } from 'undici';
import type { Route } from './connector.ts';
import type { Header } from '../settings/configuration.ts';
import { dropInterimAnswers, InterimFlood, type InterimFilter, interimAnswersBorne } from './interim-responses.ts';
import { createBodyBuffer } from './body-buffer.ts';
import {
  announcedLength,
  AnnouncedTooLarge,
  isClosedByEnd,
  isTooLarge,
  ResetWithoutLength,
  tellsTooLarge,
} from './response-framing.ts';

/** A request as it goes over the wire: the whole path and every header field but Host, Connection and Content-Length. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array | null;
}

/** How far an exchange had come when it broke. `head`: some bytes of an answer had come, but no whole head. */
export type WirePhase = 'connecting' | 'waiting' | 'head' | 'body';

/** Why an exchange did not come to its end: our time was up, the run was stopped, or an error of the transport. */
export interface WireBreak {
  readonly phase: WirePhase;
  readonly by: 'deadline' | 'stop' | 'error';
  readonly error: Error | null;
}

/** What came over the wire for one request. `body` is raw, before content decoding. */
export interface WireOutcome {
  readonly connection: 'fresh' | 'reused';
  readonly status: number | null;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly broke: WireBreak | null;
}

export interface WireLimits {
  /** For one exchange from connecting to the last byte, in milliseconds. */
  readonly timeoutMilliseconds: number;
  readonly maxResponseBytes: number;
  readonly maxHeadBytes: number;
}

/** One connection, made when it is needed and made again where the service closed it. One request at a time. */
export interface Wire {
  readonly exchange: (request: WireRequest, stop: AbortSignal) => Promise<WireOutcome>;
  /** False after an exchange that broke: the wire is closed then. */
  readonly usable: () => boolean;
  readonly close: () => void;
}

/** What is kept of a body that is too large. In bytes. */
const beginning = 65_536;
/** The parser's own timers are coarse; ours ends an exchange first, and they are there in case it does not. */
const spareMilliseconds = 5_000;

/** Made once: an error of its own for each of hundreds of connections would cost more than to close them. */
const CLOSED = new Error('The suite has closed the connection.');

/** Prepares a connection to an origin by a route. `keepAlive` false asks the service to close it after one request. */
export function openWire(origin: URL, limits: WireLimits, keepAlive: boolean, route: Route): Wire {
  const closing = new AbortController();
  const sockets = trackSockets(route.connector(limits.timeoutMilliseconds, closing.signal));
  const client = new Client(origin, {
    allowH2: false,
    pipelining: keepAlive ? 1 : 0,
    maxResponseSize: limits.maxResponseBytes,
    maxHeaderSize: limits.maxHeadBytes,
    headersTimeout: limits.timeoutMilliseconds + spareMilliseconds,
    bodyTimeout: limits.timeoutMilliseconds + spareMilliseconds,
    // The service knows best how long it keeps a connection; a request that comes too late is sent again.
    keepAliveTimeoutThreshold: 0,
    connect: sockets.connect,
  });
  let usable = true;

  function close(): void {
    usable = false;
    closing.abort(CLOSED);
    client.destroy(CLOSED).catch(() => undefined);
  }

  return {
    exchange: async (request, stop) => {
      const outcome = await exchangeOn(client, sockets, request, { ...limits, stop });
      if (outcome.broke !== null) close();
      return outcome;
    },
    usable: () => usable,
    close,
  };
}

interface Sockets {
  readonly connect: buildConnector.connector;
  /** To be called when a request is about to be written: tells whether its connection has carried one before. */
  readonly use: () => 'fresh' | 'reused';
  /** True where bytes have come since the last `use`, even if they are not the beginning of an answer. */
  readonly anyByte: () => boolean;
  /** The error that has ended the connection, if any. */
  readonly error: () => Error | null;
}

function trackSockets(connector: buildConnector.connector): Sockets {
  let current: { readonly socket: Socket; readonly filter: InterimFilter } | null = null;
  let used: Socket | null = null;
  let failed: Error | null = null;
  return {
    connect: (options, callback) => {
      connector(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        failed = null;
        // Ahead of the parser, to which a reset may be the end of a body.
        socket.on('error', (broken) => (failed = broken));
        current = { socket, filter: dropInterimAnswers(socket) };
        callback(null, socket);
      });
    },
    use: () => {
      const connection = current !== null && current.socket === used ? 'reused' : 'fresh';
      used = current?.socket ?? null;
      current?.filter.expectHead();
      return connection;
    },
    anyByte: () => current?.filter.anyByte() === true,
    error: () => failed,
  };
}

/** The exchange itself, told in the calls of the parser beneath. */
function exchangeOn(
  client: Client,
  sockets: Sockets,
  request: WireRequest,
  limits: WireLimits & { readonly stop: AbortSignal },
): Promise<WireOutcome> {
  return new Promise((resolve) => {
    let body = createBodyBuffer(0);
    let phase: WirePhase = 'connecting';
    let connection: 'fresh' | 'reused' = 'fresh';
    let status: number | null = null;
    let headers: readonly Header[] = [];
    let interim = 0;

    function finish(by: WireBreak['by'] | null, error: Error | null): void {
      clearTimeout(timer);
      limits.stop.removeEventListener('abort', stopped);
      const reached = phase === 'waiting' && sockets.anyByte() ? 'head' : phase;
      const broke = by === null ? null : { phase: reached, by, error };
      // Of an answer that is too large a beginning is evidence enough.
      const bytes = body.bytes();
      const kept = error !== null && isTooLarge(error) ? bytes.slice(0, beginning) : bytes;
      resolve({ connection, status, headers, body: kept, broke });
      body = createBodyBuffer(0);
    }
    const stopped = (): void => finish('stop', null);
    const timer = setTimeout(() => finish('deadline', null), limits.timeoutMilliseconds);
    limits.stop.addEventListener('abort', stopped, { once: true });
    if (limits.stop.aborted) return stopped();

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {
        connection = sockets.use();
        phase = 'waiting';
      },
      onResponseStarted: () => {
        phase = 'head';
      },
      onResponseStart: (controller, statusCode) => {
        if (statusCode < 200) {
          interim += 1;
          if (interim > interimAnswersBorne) finish('error', new InterimFlood());
          return;
        }
        phase = 'body';
        status = statusCode;
        headers = rawHeaders(controller.rawHeaders);
        if (tellsTooLarge(headers, limits.maxResponseBytes)) finish('error', new AnnouncedTooLarge());
        else body = createBodyBuffer(announcedLength(headers) ?? 0);
      },
      onResponseData: (_controller, chunk) => {
        body.add(chunk);
      },
      onResponseEnd: () => {
        if (sockets.error() !== null && isClosedByEnd(headers)) finish('error', new ResetWithoutLength());
        else finish(null, null);
      },
      onResponseError: (_controller, error) => finish('error', error),
      onRequestUpgrade: (_controller, _status, _headers, socket) => {
        socket.destroy();
        finish('error', new Error('The service switched to another protocol.'));
      },
    };
    client.dispatch(
      { method: request.method, path: request.path, headers: request.headers.flat(), body: request.body },
      handler,
    );
  });
}

/** Names and values in turn, as bytes: a header is Latin-1 at most (RFC 9110 section 5.5). */
function rawHeaders(raw: Dispatcher.DispatchController['rawHeaders']): readonly Header[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, index): readonly Header[] => (index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : []));
}
