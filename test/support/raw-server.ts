import { createServer, type Server, type Socket } from 'node:net';

/** A server that sends raw bytes, for responses that no HTTP library sends. */
export interface RawServer {
  readonly baseUrl: string;
  /** The requests in order of arrival, as text, each with the number of its connection. */
  readonly requests: readonly RawRequest[];
  readonly close: () => Promise<void>;
}

export interface RawRequest {
  readonly connection: number;
  /** The number of requests on its connection, including this one. */
  readonly turn: number;
  readonly text: string;
}

/** Handles each complete request. */
export type RespondRaw = (socket: Socket, request: RawRequest, all: number) => void;

/** Listens on a free port of the loopback address. */
export async function startRawServer(behaviour: RespondRaw): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    let turn = 0;
    let received = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      turn += 1;
      const request = { connection, turn, text: received };
      received = '';
      requests.push(request);
      behaviour(socket, request, requests.length);
    });
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** A response with Content-Length on a kept-alive connection. */
export function responseText(status: number, body: string, headers: readonly string[] = []): string {
  const head = [
    `HTTP/1.1 ${status} Some`,
    'Content-Type: application/json',
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length >= end + 4 + length;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'));
      else resolve(address.port);
    });
  });
}
