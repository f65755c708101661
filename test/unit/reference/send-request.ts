import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { ReferenceService } from '../../../src/reference/reference-service.ts';

/** A request of a test. The valid key is sent unless `authorization` says otherwise; null sends none. */
export interface Sending {
  readonly method?: string;
  readonly path: string;
  readonly authorization?: string | null;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

/** A response as it arrived. `broken` is the error if it did not arrive completely. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, in their original case. */
  readonly rawHeaders: readonly string[];
  readonly payload: Buffer;
  readonly text: string;
  readonly broken: string | null;
  /** The statuses of the interim responses (1xx) before it. */
  readonly interim: readonly number[];
}

/** Sends one request, and waits for the end of the response or for an error. */
export function sendRequest(service: ReferenceService, sending: Sending): Promise<Received> {
  const { authorization = `Bearer ${service.key}`, body } = sending;
  const headers = {
    ...(authorization === null ? {} : { authorization }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...sending.headers,
  };
  return new Promise((resolve) => {
    const interim: number[] = [];
    const outgoing = request(
      service.url + sending.path,
      { method: sending.method ?? 'GET', headers, ...(sending.agent === undefined ? {} : { agent: sending.agent }) },
      (incoming) => collect(incoming, interim, resolve),
    );
    outgoing.on('information', ({ statusCode }) => interim.push(statusCode));
    outgoing.on('error', (error) => resolve(received(null, [], String(error), interim)));
    outgoing.end(body);
  });
}

function collect(incoming: IncomingMessage, interim: readonly number[], resolve: (received: Received) => void): void {
  const pieces: Buffer[] = [];
  const done = (broken: string | null): void => resolve(received(incoming, pieces, broken, interim));
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('error', (error) => done(String(error)));
  incoming.on('end', () => done(null));
}

function received(
  incoming: IncomingMessage | null,
  pieces: readonly Buffer[],
  broken: string | null,
  interim: readonly number[],
): Received {
  const payload = Buffer.concat(pieces);
  return {
    status: incoming?.statusCode ?? 0,
    headers: incoming?.headers ?? {},
    rawHeaders: incoming?.rawHeaders ?? [],
    payload,
    text: payload.toString('utf8'),
    broken,
    interim,
  };
}
