import type { JsonReading } from '../contract/json.ts';
import type { RequestKind } from '../contract/operations.ts';
import type { AttemptRecord, TransportFailure, Header } from './exchange.ts';

/** A request to send. `path` is relative to the base address and begins with a slash; it may hold a query. */
export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly operation: RequestKind;
  readonly credential: Credential;
  readonly headers?: readonly Header[];
  readonly body?: string | Uint8Array;
  /** The media type of the body; null sends none. Default: `application/json` if there is a body. */
  readonly contentType?: string | null;
  /** Headers of the suite that this request omits, such as `Accept`. */
  readonly omits?: readonly string[];
  readonly spellName?: SpellName;
  /** Sends the body in chunks. Only after a response by HTTP/1.1 (RFC 9112 section 7.1). */
  readonly chunked?: true;
  /** Default true: whether the request is sent again after a disturbance. */
  readonly isRetried?: boolean;
  /** Default false: whether the service may close the connection without a response. Then this is no disturbance. */
  readonly mayBeClosed?: boolean;
}

/** Writes the name of a header field in another case, which means the same (RFC 9110 section 5.1). */
export type SpellName = (name: string) => string;

/**
 * How the Authorization header is made. `authorization` is the value of the header, or null to send none. `label` is what a
 * report may show of it. `shell` is the same value as a double-quoted shell word that contains `$PETSTORE_API_KEY`.
 */
export interface Credential {
  readonly id: string;
  readonly label: string;
  readonly authorization: string | null;
  readonly shell: string | null;
  /** The right or wrong key of a bearer token, wherever it is sent. */
  readonly token?: string;
  /** Set on the configured key as a bearer token, the only form that a service must accept. */
  readonly isValidKey?: true;
}

/** A response. `body` is decoded, and `json` reads it once. Header names are lower-case, their values in order of arrival. */
export interface ReceivedResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array;
  readonly json: () => JsonReading;
  readonly connection: 'fresh' | 'reused';
  readonly httpVersion: HttpVersion;
  /** Set if `body` is only what arrived before the failure, or what could not be decoded. */
  readonly isBroken?: true;
}

/** The version in the status line of a response. */
export type HttpVersion = '1.0' | '1.1';

/** No complete response. `status` is set if a status line arrived before the failure. */
export interface NoResponse {
  readonly kind: 'no-response';
  readonly failure: TransportFailure;
  readonly status: number | null;
  /** What arrived, if the failure is one of the body, and certainly caused by the service. */
  readonly arrived?: ReceivedResponse;
}

/** The result of one request, unredacted. It is for judging only and must not be written anywhere. */
export interface HttpResult {
  readonly exchangeId: string;
  readonly request: OutgoingRequest;
  /** performance.now() when the request was first sent and when the response was complete, in milliseconds. */
  readonly sentAt: number;
  readonly doneAt: number;
  /** In their order; none if the request was never sent. */
  readonly attempts: readonly AttemptRecord[];
  readonly result: ReceivedResponse | NoResponse;
}
