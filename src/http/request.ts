import type { OperationId, TransportFailure } from './exchange.ts';
import type { Header } from '../settings/configuration.ts';

/** A request to send. `path` is relative to the base address and begins with a slash; it may hold a query. */
export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationId;
  readonly credential: Credential;
  readonly headers?: readonly Header[];
  readonly body?: string | Uint8Array;
  /** The media type of the body; null sends none. Default `application/json` where there is a body. */
  readonly contentType?: string | null;
}

/**
 * How the Authorization header is made. `authorization` is the value of the header (null: none is sent), `label` is
 * what a report may show of it, `shell` is the same value as a double-quoted shell word built from `$PETSTORE_API_KEY`.
 */
export interface Credential {
  readonly id: string;
  readonly label: string;
  readonly authorization: string | null;
  readonly shell: string | null;
}

/** A whole answer. `body` is after content decoding, and read no deeper than `maxDepth` levels. Header names are lower-case, values in order of arrival. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array;
  readonly maxDepth: number;
  readonly connection: 'fresh' | 'reused';
}

/** No whole answer. `status` is there where a status line had come before it broke. */
export interface Unanswered {
  readonly kind: 'unanswered';
  readonly failure: TransportFailure;
  readonly status: number | null;
}

/** What came of one request, unredacted, for judging only: it must not be written anywhere. */
export interface Answer {
  readonly exchangeId: string;
  readonly request: OutgoingRequest;
  /** performance.now() when the request was first sent and when its answer was complete, in milliseconds. */
  readonly sentAt: number;
  readonly doneAt: number;
  /** How often the service may have acted on the request: tries that were answered 429 are not counted. At least 1. */
  readonly attempts: number;
  readonly result: Answered | Unanswered;
}
