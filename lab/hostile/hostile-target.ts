import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';
import type { VerdictName } from '../../src/report/report.ts';
import type { TransportFailureKind } from '../../src/http/failure-kinds.ts';

/** The end of one request to a hostile target. */
export type Ending = 'response' | TransportFailureKind;

/** One hostile, slow or broken target, and the expected result of a run. */
export interface HostileTarget {
  readonly id: string;
  /** Its behaviour, in one sentence. */
  readonly does: string;
  readonly ending: Ending;
  /** The end of later requests on a connection, if it differs from the first. */
  readonly endingOfSecond?: Ending;
  /** The maximum number of connections on which one POST may arrive. Default: 1. */
  readonly mostPosts?: number;
  /** The verdict, if the ending does not determine it. */
  readonly verdict?: VerdictName;
  /** Starts the target. It may expect `key`. */
  readonly start: (key?: string) => Promise<Listening>;
}

/** A listening target. `posts` counts the POST requests that arrived. */
export interface Listening {
  readonly baseUrl: string;
  readonly posts: () => number;
  /** The ids of the pets that were added. */
  readonly added?: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** The parts of a request that a hostile target reads. */
export interface HostileRequest {
  readonly method: string;
  /** The number of requests on its connection, including this one. */
  readonly turn: number;
  /** The total number of requests so far. */
  readonly all: number;
}

/** Handles each complete request. */
export type Responder = (socket: Socket, request: HostileRequest) => void;

/** Handles a new connection before it receives data. */
export type Greeting = (socket: Socket) => void;

/** Listens on a free port of the loopback address, on plain TCP. */
export function listen(responder: Responder, greeting: Greeting = () => undefined): Promise<Listening> {
  return listenOn((serve) => createServer(serve), 'http://127.0.0.1', '127.0.0.1', responder, greeting);
}

/** Does the same over TLS. `host` is the host of the base address. */
export function listenTls(options: TlsOptions, responder: Responder, host = '127.0.0.1'): Promise<Listening> {
  const make = (serve: (socket: Socket) => void): Server =>
    createTlsServer(options, (socket: TLSSocket) => serve(socket)).on('tlsClientError', () => undefined);
  return listenOn(make, `https://${host}`, '127.0.0.1', responder, () => undefined);
}

async function listenOn(
  make: (serve: (socket: Socket) => void) => Server,
  origin: string,
  address: string,
  responder: Responder,
  greeting: Greeting,
): Promise<Listening> {
  const sockets = new Set<Socket>();
  let all = 0;
  let posts = 0;
  const server = make((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    let turn = 0;
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      turn += 1;
      all += 1;
      const method = received.slice(0, received.indexOf(' '));
      if (method === 'POST') posts += 1;
      received = '';
      responder(socket, { method, turn, all });
    });
    greeting(socket);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, address, () => {
      const bound = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('The server has no port.'));
      else resolve(bound.port);
    });
  });
  return {
    baseUrl: `${origin}:${port}/v1`,
    posts: () => posts,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length >= end + 4 + length;
}

/** Writes pieces until the connection closes, each after the previous one was flushed. */
export function pour(socket: Socket, first: string | Uint8Array, piece: () => string | Uint8Array): void {
  socket.write(first);
  const next = (): void => {
    if (socket.destroyed || socket.writableEnded) return;
    if (socket.write(piece())) setImmediate(next);
    else socket.once('drain', next);
  };
  next();
}

/** Writes a text byte by byte, one every few milliseconds, and repeats it forever. */
export function drip(socket: Socket, text: string, every: number): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer);
    socket.write(text.charAt(at % text.length));
    at += 1;
  }, every);
  socket.on('close', () => clearInterval(timer));
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** A response with status 200 and the right Content-Length. */
export function whole(body: string | Uint8Array, ...headers: readonly string[]): Buffer {
  const bytes = Buffer.from(body);
  const lines = headers.map((header) => `${header}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${HEAD}${lines}Content-Length: ${bytes.length}\r\n\r\n`), bytes]);
}

/** The head of a response with status 200, with its media type and these header fields. */
export function head(...headers: readonly string[]): string {
  return `${HEAD}${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
}
