import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { BOUNDS } from './bounds.ts';
import type { Route } from './connector.ts';
import type { Header } from './exchange.ts';
import type { HttpVersion } from './request.ts';
import { type Heads, filterHeads } from './http-heads.ts';
import { announcedLength, type BodyBuffer, createBodyBuffer, endsWithConnection } from './response-body.ts';
import { NamedBreak, namedKind } from './named-break.ts';

/** A request as sent: the full path and every header field except Host, Connection and Content-Length. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array | null;
  /** Without a Content-Length, in chunks. */
  readonly isChunked?: boolean;
}

/** How far an exchange was when it broke. `head`: some bytes of a response had arrived, but no complete head. */
export type WirePhase = 'connecting' | 'waiting' | 'head' | 'body';

/** Why an exchange did not complete: a time-out, the stop of the run, or a transport error. */
export interface WireBreak {
  readonly phase: WirePhase;
  readonly by: 'deadline' | 'stop' | 'error';
  readonly error: Error | null;
}

/** What was received for one request. `body` is raw, before content decoding. */
export interface WireOutcome {
  readonly connection: 'fresh' | 'reused';
  readonly httpVersion: HttpVersion;
  readonly status: number | null;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly broke: WireBreak | null;
}

interface WireLimits {
  /** For one exchange from connecting to the last byte, in milliseconds. */
  readonly timeoutMilliseconds: number;
  readonly maxResponseBytes: number;
  readonly maxHeadBytes: number;
}

/** One connection for one request at a time. It opens when needed, and again after the service closed it. */
export type Wire = ReturnType<typeof openWire>;

/** Made once, because creating an error costs more than closing a connection. */
const CLOSED = new Error('The suite has closed the connection.');

/** Prepares a connection to an origin by a route. `keepAlive` false asks the service to close it after one request. */
export function openWire(origin: URL, limits: WireLimits, keepAlive: boolean, route: Route) {
  const closing = new AbortController();
  const sockets = trackSockets(route.connector(closing.signal));
  const client = new Client(origin, {
    allowH2: false,
    pipelining: keepAlive ? 1 : 0,
    maxResponseSize: limits.maxResponseBytes,
    maxHeaderSize: limits.maxHeadBytes,
    // The timer of the exchange ends these too.
    headersTimeout: 0,
    bodyTimeout: 0,
    // If the service closes a connection earlier than it announced, the request is sent again.
    keepAliveTimeoutThreshold: 0,
    connect: sockets.connect,
  });
  let usable = true;

  function close(): void {
    usable = false;
    closing.abort(CLOSED);
    client.destroy(CLOSED).catch(() => undefined);
  }

  function send(request: WireRequest, form: ReturnType<Route['form']>, stop: AbortSignal): Promise<WireOutcome> {
    return exchangeOn(client, sockets, { ...request, ...route.address(form, request, origin) }, { ...limits, stop });
  }

  return {
    exchange: async (request: WireRequest, stop: AbortSignal): Promise<WireOutcome> => {
      const form = route.form();
      const first = await send(request, form, stop);
      const { broke } = first;
      const isUnsent = broke?.by === 'error' && broke.phase === 'connecting';
      // A proxy that rejects its first tunnel gets the same request in the other form.
      const outcome = isUnsent && route.form() !== form ? await send(request, route.form(), stop) : first;
      if (outcome.broke !== null) close();
      return outcome;
    },
    /** False after an exchange that broke, which closes the connection. */
    usable: () => usable,
    close,
  };
}

type Sockets = ReturnType<typeof trackSockets>;

function trackSockets(connector: buildConnector.connector) {
  let current: { readonly socket: Socket; readonly heads: Heads } | null = null;
  let used: Socket | null = null;
  let failed: Error | null = null;
  return {
    connect: (options: buildConnector.Options, callback: buildConnector.Callback): void => {
      connector(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        failed = null;
        // The parser may take a reset for the end of a body.
        socket.on('error', (broken) => (failed = broken));
        current = { socket, heads: filterHeads(socket) };
        callback(null, socket);
      });
    },
    /** Call it when a request is about to be written: says whether its connection has carried one before. */
    use: (additional: Header | undefined): Received['connection'] => {
      const connection = current !== null && current.socket === used ? 'reused' : 'fresh';
      used = current?.socket ?? null;
      current?.heads.expectHead(additional);
      return connection;
    },
    /** True if bytes have arrived since the last `use`, even if they do not begin a response. */
    anyByte: (): boolean => current?.heads.anyByte() === true,
    /** The version of the last response. */
    httpVersion: (): HttpVersion => current?.heads.httpVersion() ?? '1.1',
    /** The error that has ended the connection, if any. */
    error: (): Error | null => failed,
  };
}

/** What has arrived so far for one request. */
interface Received {
  phase: WirePhase;
  connection: 'fresh' | 'reused';
  status: number | null;
  headers: readonly Header[];
  body: BodyBuffer;
}

/** Ends an exchange; null for a complete response. Only the first call counts. */
type Finish = (by: WireBreak['by'] | null, error: Error | null) => void;

/** Sends a request and collects what undici's parser reports. */
function exchangeOn(
  client: Client,
  sockets: Sockets,
  request: WireRequest,
  limits: WireLimits & { readonly stop: AbortSignal },
): Promise<WireOutcome> {
  return new Promise((resolve) => {
    const received: Received = {
      phase: 'connecting',
      connection: 'fresh',
      status: null,
      headers: [],
      body: createBodyBuffer(0),
    };

    function finish(by: WireBreak['by'] | null, error: Error | null): void {
      clearTimeout(timer);
      limits.stop.removeEventListener('abort', stopped);
      const { phase, body, ...head } = received;
      const reached = phase === 'waiting' && sockets.anyByte() ? 'head' : phase;
      const broke = by === null ? null : { phase: reached, by, error };
      // The beginning of a response that is too large is enough evidence.
      const bytes = body.bytes();
      const kept = namedKind(error) === 'too-large' ? bytes.slice(0, BOUNDS.keptOfTooLarge) : bytes;
      resolve({ ...head, httpVersion: sockets.httpVersion(), body: kept, broke });
      received.body = createBodyBuffer(0);
    }
    const stopped = (): void => finish('stop', null);
    const timer = setTimeout(() => finish('deadline', null), limits.timeoutMilliseconds);
    limits.stop.addEventListener('abort', stopped, { once: true });
    if (limits.stop.aborted) return stopped();
    const others = request.headers.filter((each) => !isExpectation(each));
    const start = (): void => {
      received.connection = sockets.use(request.headers.find(isExpectation));
      received.phase = 'waiting';
    };
    client.dispatch(
      { method: request.method, path: request.path, headers: others.flat(), body: bodyOf(request) },
      { onRequestStart: start, ...handlerFor(received, sockets, limits.maxResponseBytes, finish) },
    );
  });
}

function handlerFor(
  received: Received,
  sockets: Sockets,
  maxResponseBytes: number,
  finish: Finish,
): Dispatcher.DispatchHandler {
  let interim = 0;
  return {
    onResponseStarted: () => {
      received.phase = 'head';
    },
    onResponseStart: (controller, statusCode) => {
      if (statusCode < 200) {
        interim += 1;
        if (interim > BOUNDS.interimResponses) finish('error', new NamedBreak('interim-flood'));
        return;
      }
      received.phase = 'body';
      received.status = statusCode;
      received.headers = rawHeaders(controller.rawHeaders);
      const announced = announcedLength(received.headers) ?? 0;
      // undici would wait for the bytes.
      if (announced > maxResponseBytes) finish('error', new NamedBreak('too-large'));
      else received.body = createBodyBuffer(announced);
    },
    onResponseData: (_controller, chunk) => {
      received.body.add(chunk);
    },
    onResponseEnd: () => {
      // The body may be incomplete.
      if (sockets.error() !== null && endsWithConnection(received.headers))
        finish('error', new NamedBreak('body-reset'));
      else finish(null, null);
    },
    onResponseError: (_controller, error) => finish('error', error),
  };
}

/** undici rejects this field. */
function isExpectation([name]: Header): boolean {
  return name.toLowerCase() === 'expect';
}

/** The first byte of a character of several bytes is not below this one (RFC 3629). */
const FIRST_OF_SEVERAL_BYTES = 0xc0;

/** undici frames a body of unknown length in chunks. The first ends inside a character, if one has several bytes. */
function bodyOf({ body, isChunked }: WireRequest): Uint8Array | Readable | null {
  if (body === null || !isChunked) return body;
  const cut = body.findIndex((byte) => byte >= FIRST_OF_SEVERAL_BYTES) + 1;
  const end = cut === 0 ? Math.ceil(body.length / 2) : cut;
  return Readable.from([body.subarray(0, end), body.subarray(end)]);
}

/** The parser gives names and values in turn, as Latin-1 bytes (RFC 9110 section 5.5). */
function rawHeaders(raw: Dispatcher.DispatchController['rawHeaders']): readonly Header[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, index): readonly Header[] => (index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : []));
}
