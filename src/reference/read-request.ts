import type { IncomingMessage } from 'node:http';
import { operations, operationsAt, petIdIn } from './operations/index.ts';
import type { ServiceRequest } from './service-request.ts';

const maximumBodyBytes = 1024 * 1024;

/** Reads a request and at most 1 MiB of its body. Rejects if the client disconnects first. */
export async function readRequest(incoming: IncomingMessage, serial: number): Promise<ServiceRequest> {
  const target = incoming.url ?? '/';
  const queryAt = target.indexOf('?');
  const fullPath = (queryAt < 0 ? target : target.slice(0, queryAt)).replace(/^\/v1\/[^/]+/, decoded);
  // A slash at the end makes no difference, as with many frameworks.
  const path = fullPath.startsWith('/v1/') ? fullPath.slice('/v1'.length).replace(/(?<=.)\/$/, '') : null;
  const method = incoming.method ?? 'GET';
  const { body, pieces, oversized } = await readBody(incoming);
  return {
    serial,
    method,
    target,
    path,
    query: new URLSearchParams(queryAt < 0 ? '' : target.slice(queryAt + 1)),
    operation: operationsAt(path).find((each) => operations[each].method === method) ?? 'other',
    petIdText: decoded(petIdIn(path)),
    headers: incoming.headers,
    fieldNames: incoming.rawHeaders.filter((_text, index) => index % 2 === 0),
    body,
    pieces,
    oversized,
    socket: incoming.socket,
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function readBody(incoming: IncomingMessage): Promise<Pick<ServiceRequest, 'body' | 'pieces' | 'oversized'>> {
  if (incoming.headers['content-length'] === undefined && incoming.headers['transfer-encoding'] === undefined) {
    // Without either field there is no body (RFC 9112 section 6.3); the stream holds only the end of the message.
    incoming.resume();
    return { body: Buffer.alloc(0), pieces: [], oversized: false };
  }
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length <= maximumBodyBytes) pieces.push(piece);
  }
  const oversized = length > maximumBodyBytes;
  return { body: oversized ? Buffer.alloc(0) : Buffer.concat(pieces), pieces, oversized };
}
