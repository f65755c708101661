import { Readable } from 'node:stream';
import { Client, type Dispatcher } from 'undici';
import { KIBIBYTE, type NetworkSettings } from '../settings/network.ts';
import { BOUNDS } from './bounds.ts';
import type { MakeConnector } from './connector.ts';
import { type Header, headerValue, type TransportFailure } from './exchange.ts';
import type { HttpVersion, SpellName } from './request.ts';
import { type Heads, filterHeads } from './http-heads.ts';
import {
  announcedLength,
  failureFor,
  isMisreadLength,
  isSuiteFault,
  type Reached,
  stopFailure,
  timeoutFailure,
  TOO_LARGE,
} from './transport-failure.ts';

/** A request as sent: the full path and every header field except Host, Connection and Content-Length. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array | null;
  /** Without a Content-Length, in chunks. */
  readonly isChunked?: boolean;
  /** Writes the names of the fields that undici adds. Default: in their usual case. */
  readonly spellName?: SpellName;
}

/** What one request got. `body` is raw, before content decoding. Without a failure, the response is complete. */
export interface WireOutcome {
  readonly connection: 'fresh' | 'reused';
  readonly httpVersion: HttpVersion;
  readonly status: number | null;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly failure: TransportFailure | null;
}

/** One connection for one request at a time. It opens when needed, and again after the service closed it. After a failure it must be closed. */
export type Wire = ReturnType<typeof openWire>;

/** Made once, because creating an error costs more than closing a connection. */
const CLOSED = new Error('The suite has closed the connection.');

const BODY_RESET: TransportFailure = {
  kind: 'body-reset',
  message: 'The connection was reset, and no length says whether the body was complete.',
};

/** What all connections of a run share. The time-out covers one exchange, from connecting to the last byte. `signal` stops all. */
interface WireOptions {
  readonly origin: URL;
  readonly connectors: MakeConnector;
  readonly network: Pick<NetworkSettings, 'maxBodySize' | 'maxHeaderSize'>;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

/** Prepares a connection. `keepAlive` false asks the service to close it after one request. */
export function openWire(
  { origin, connectors, network, timeoutMilliseconds, signal }: WireOptions,
  keepAlive: boolean,
) {
  const maxResponseBytes = network.maxBodySize * KIBIBYTE;
  const closing = new AbortController();
  const connect = connectors(closing.signal);
  let heads: Heads | null = null;
  const client = new Client(origin, {
    allowH2: false,
    pipelining: keepAlive ? 1 : 0,
    maxResponseSize: maxResponseBytes,
    maxHeaderSize: network.maxHeaderSize * KIBIBYTE,
    // The timer of the exchange ends these too.
    headersTimeout: 0,
    bodyTimeout: 0,
    // A service may close a connection earlier than it announced. The request is then sent again.
    keepAliveTimeoutThreshold: 0,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        heads = filterHeads(socket);
        callback(null, socket);
      }),
  });

  function close(): void {
    closing.abort(CLOSED);
    client.destroy(CLOSED).catch(() => undefined);
  }

  /** Sends a request and collects what undici's parser reports. */
  function exchange(request: WireRequest): Promise<WireOutcome> {
    return new Promise((resolve, reject) => {
      let phase: 'connecting' | 'waiting' | 'body' = 'connecting';
      let connection: Reached['connection'] = 'fresh';
      let status: number | null = null;
      let headers: readonly Header[] = [];
      let body = createBodyBuffer();

      function reached(): Reached {
        const hasBegun = phase === 'waiting' && heads?.anyByte() === true;
        return { phase: hasBegun ? 'head' : phase, connection, headers, bodyBytes: body.length() };
      }

      /** Ends the exchange; null for a complete response. Only the first call counts. */
      function finish(failure: TransportFailure | null): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', stopped);
        const most = failure?.kind === 'too-large' ? BOUNDS.keptOfTooLarge : undefined;
        const httpVersion = heads?.httpVersion() ?? '1.1';
        resolve({ connection, httpVersion, status, headers, body: body.bytes(most), failure });
        body = createBodyBuffer();
      }
      const stopped = (): void => finish(stopFailure(signal));
      const timer = setTimeout(
        () => finish(timeoutFailure(reached(), origin, timeoutMilliseconds)),
        timeoutMilliseconds,
      );
      signal.addEventListener('abort', stopped, { once: true });
      if (signal.aborted) return stopped();
      const { method, path, spellName = (name) => name } = request;
      const others = request.headers.filter((each) => !isExpectation(each)).flat();
      client.dispatch(
        { method, path, headers: others, body: bodyOf(request) },
        {
          onRequestStart: () => {
            connection = heads?.expectHead(request.headers.find(isExpectation), spellName) ?? 'fresh';
            phase = 'waiting';
          },
          onResponseStart: (controller, statusCode) => {
            phase = 'body';
            status = statusCode;
            headers = rawHeaders(controller.rawHeaders);
            // undici would wait for the bytes.
            if ((announcedLength(headers) ?? 0) > maxResponseBytes) finish(TOO_LARGE);
          },
          onResponseData: (_controller, chunk) => body.add(chunk),
          onResponseEnd: () => {
            // The body may be incomplete.
            const isReset = heads !== null && heads.error() !== null && endsWithConnection(headers);
            finish(isReset ? BODY_RESET : null);
          },
          onResponseError: (_controller, error) => {
            if (isSuiteFault(error)) reject(error);
            finish(isMisreadLength(error, reached()) ? null : failureFor(error, reached(), origin));
          },
        },
      );
    });
  }

  return { exchange, close };
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

/** Collects the pieces of a body in one buffer: a service may send millions of them. */
export function createBodyBuffer() {
  let room = new Uint8Array();
  let length = 0;
  return {
    add(piece: Uint8Array): void {
      if (length + piece.length > room.length) {
        const larger = new Uint8Array(2 * (length + piece.length));
        larger.set(room);
        room = larger;
      }
      room.set(piece, length);
      length += piece.length;
    },
    length: () => length,
    /** The first `most` bytes of what has arrived so far. */
    bytes: (most: number = length): Uint8Array => room.slice(0, Math.min(most, length)),
  };
}

/** Whether only the close of the connection ends the body of a response (RFC 9112 section 6.3). */
function endsWithConnection(headers: readonly Header[]): boolean {
  return (
    headerValue(headers, 'content-length') === undefined && headerValue(headers, 'transfer-encoding') === undefined
  );
}
