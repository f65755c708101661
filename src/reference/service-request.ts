import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { OperationId } from '../contract/operations.ts';

/** An operation, or anything else a client tries. */
export type Operation = OperationId | 'other';

/** One complete request. `serial` counts the requests of this service from 1. */
export interface ServiceRequest {
  readonly serial: number;
  readonly method: string;
  /** The path and query as they were sent. */
  readonly target: string;
  /** The path below the base address, still percent-encoded; null if the request is for another base. */
  readonly path: string | null;
  readonly query: URLSearchParams;
  readonly operation: Operation;
  /** The segment of the path in the place of `{petId}`, decoded; empty without one. */
  readonly petIdText: string;
  readonly headers: IncomingHttpHeaders;
  /** The names of the header fields as they were sent. */
  readonly fieldNames: readonly string[];
  readonly body: Buffer;
  /** The body as it came in, piece by piece. */
  readonly pieces: readonly Buffer[];
  /** True if the body was longer than the service reads. `body` is then empty. */
  readonly oversized: boolean;
  readonly socket: Socket;
}
